"""What the operator has chosen, as it is kept, and lists of names among it."""

import msgspec

from overlay.looks.scenes import SCENES
from overlay.state import Choices


def with_name(names: tuple[str, ...], name: str, *, there: bool) -> tuple[str, ...]:
    """Names among which one is there, or is not."""
    if (name in names) == there:
        return names
    return (*names, name) if there else tuple(one for one in names if one != name)


def read_choices(kept: bytes | None, themes: tuple[str, ...]) -> Choices:
    """The choices that were kept; none if they cannot be read, or name what there is no more."""
    try:
        choices = msgspec.json.decode(kept or b"{}", type=Choices)
    except msgspec.MsgspecError:
        return Choices()
    hidden = tuple(name for name in choices.hidden if name in SCENES)
    return msgspec.structs.replace(choices, hidden=hidden, theme=choices.theme if choices.theme in themes else None)
