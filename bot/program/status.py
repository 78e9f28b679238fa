"""What the program is doing, for `/api/v1/status` and `/healthz`."""

from typing import TYPE_CHECKING

from bot.follower.follower import Follower
from bot.follower.sources import Sources
from bot.lichess.client import LichessClient
from overlay.web import status as shown

if TYPE_CHECKING:
    from bot.store import Store


def status_of(client: LichessClient, follower: Follower, sources: Sources, store: "Store | None") -> shown.BotStatus:
    """The status as it is now."""
    governor = client.governor
    now_ms = governor.clock.now_ms()

    def ago(at_ms: int | None) -> int | None:
        return None if at_ms is None else now_ms - at_ms

    streams = tuple(sorted(follower.streams.games))
    games = tuple(
        shown.GameStatus(
            game.id,
            game.lifecycle,
            game.transport,
            game.plies_behind,
            ago(game.heard_at_ms or None),
            follower.ranks.of(game) + 1,
        )
        for game in follower.games.values()
    )
    kept = None
    if store:
        health = store.health
        kept = shown.StoreStatus(
            health.backlog, health.dropped_lines, ago(health.failing_since_ms), health.reason or None
        )
    return shown.BotStatus(
        server=client.host,
        requests=shown.RequestStatus(
            governor.pause_left_ms, governor.pauses, governor.waiting, ago(governor.limited_at_ms)
        ),
        slots=shown.Slots(len(streams), follower.streams.slots, streams),
        games=games,
        lag=shown.lag(games),
        sources=tuple(
            shown.SourceStatus(source.name, source.state, now_ms - source.since_ms, source.note)
            for source in sources.statuses
        ),
        store=kept,
    )
