"""Rules written in one word on the command line: "preset=spirit,flag_fall=fide"."""

import difflib

from bot.events.commands.trouble import EventCommandError
from scoring import Rules
from scoring.options import PRESETS

_BUNDLED = frozenset(PRESETS["letter"])


def read_rules(text: str, base: Rules) -> Rules:
    """The rules of `base` with what is said; a preset brings its own readings. Raises `EventCommandError`, RulesError.

    Pairs of key and value stand between commas; the keys are those of the section [rules].
    """
    known, given = base.as_dict(), dict[str, str | int]()
    for pair in filter(None, (part.strip() for part in text.split(","))):
        key, sign, value = (part.strip() for part in pair.partition("="))
        if not sign or key not in known:
            nearest = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
            advice = f'did you mean "{nearest[0]}"?' if nearest else f"known are {', '.join(known)}"
            raise EventCommandError(f'unknown rule "{key}": {advice}')
        given[key] = int(value) if value.isascii() and value.isdigit() and len(value) < 10 else value
    kept = {key: value for key, value in known.items() if not ("preset" in given and key in _BUNDLED)}
    values: dict[str, object] = {**kept, **given}
    return Rules(**values)  # type: ignore[arg-type]
