"""What a bot before this one told of games that this one has not found yet."""

from collections.abc import Mapping

import msgspec

from overlay.ageing import aged, unheard
from overlay.bus.moments import Moments
from overlay.bus.wire import Entry
from overlay.state import decode_state


def doubted(strays: Mapping[str, Entry], heard_ms: int | None, moments: Moments) -> dict[str, Entry]:
    """The next version of each topic that seemed to run: it may have moved on since, so it is doubtful.

    `heard_ms` is when the bot before was heard last, by Redis's clock; None: until now.
    """
    now = moments.clock()
    silent_s = 0.0 if heard_ms is None else now - moments.ours(heard_ms)
    doubtful = {}
    for topic, entry in strays.items():
        try:
            state = aged(decode_state(topic, entry.body), now - moments.ours(entry.since_ms))
        except (msgspec.MsgspecError, UnicodeError, KeyError, RecursionError):
            continue  # no node will show it
        if (told := unheard(state, silent_s)) is not state:
            doubtful[topic] = Entry(entry.version + 1, moments.theirs(now), 0, msgspec.json.encode(told))
    return doubtful
