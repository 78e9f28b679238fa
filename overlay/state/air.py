"""What the operator wants on the air."""

import msgspec

from overlay.state.common import Lang


class Air(msgspec.Struct, frozen=True):
    """The topic `air`, which every scene follows: what is shown, and how.

    `cleared`: nothing is on the air. `frozen`: scenes stay at what they showed, and their clocks stand still; those do
    while a rehearsal pauses, too. `hidden` are the names of scenes that are out of sight. `theme` and `lang` are for
    scenes whose address names none. `build` changes when the program that made the page was replaced: then the page has
    to be loaded again.
    """

    cleared: bool = False
    frozen: bool = False
    hidden: tuple[str, ...] = ()
    theme: str | None = None
    lang: Lang | None = None
    build: str = ""
