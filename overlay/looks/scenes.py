"""The scenes and their options: what an address that OBS loads may say. An unknown value falls back, never fails."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from overlay.looks.themes import THEMES
from overlay.state import Lang
from overlay.topics import valid_topic
from overlay.words import choose_lang

Role = Literal["game", "event"]

SCENES: dict[str, tuple[Role, ...]] = {
    "bar": ("game",),
    "ledger": ("game",),
    "flag": ("game",),
    "clock": ("game",),
    "board": ("game",),
    "stakes": ("game",),
    "match": ("event",),
    "standings": ("event",),
    "crosstable": ("event",),
    "ticker": ("event",),
    "full": ("game",),
    "vertical": ("game",),
}
"""The scenes, and of what each of them tells."""
OF_ONE_GAME = tuple(name for name, roles in SCENES.items() if roles == ("game",))
"""The scenes that show one game and nothing else."""
TALL = ("vertical",)
"""The scenes whose stage is 1080 × 1920."""
LAYOUTS: dict[str, tuple[str, ...]] = {
    "bar": ("bottom", "top"),
    "ledger": ("right", "left"),
    "flag": ("left", "right"),
    "clock": ("bottom", "top", "left", "right"),
    "board": ("left", "right", "top", "bottom"),
    "stakes": ("right", "left", "top", "bottom"),
    "match": ("bottom", "top"),
    "standings": ("left", "right", "top"),
    "crosstable": ("top", "bottom"),
    "ticker": ("right", "left"),
}
"""The edges at which a scene can stand, its usual one first; a scene that is not here fills the stage."""
MOTIONS = ("full", "calm", "none")
_COLOUR = re.compile(r"#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


@dataclass(frozen=True, slots=True)
class SceneOptions:
    """What a scene was asked for: its topics, and how it is to look.

    `scale` is a factor, `layout` the edge of the stage ("": it fills the stage), `theme` the name of one ("": as the
    operator likes it), `background` a CSS colour ("": transparent).
    """

    game: str
    event: str
    lang: Lang
    scale: float
    motion: str
    layout: str
    theme: str
    background: str


def scene_options(
    scene: str, query: Mapping[str, str], accept_language: str | None, default_lang: Lang
) -> SceneOptions:
    """Read `game`, `event`, `lang`, `scale` (0.5 to 2), `motion` (none, calm, full), `layout` (an edge of the stage).

    And `theme` and `bg` (a hex colour); `delay` is read where states are given out, see `overlay.web.serving`.
    """
    game, event = f"game/{query.get('game', '')}", f"event/{query.get('event', '')}"
    colour = query.get("bg", "")
    return SceneOptions(
        game=game if valid_topic(game) and game != "game/featured" else "featured",
        event=event if valid_topic(event) else "event/all",
        lang=choose_lang(query.get("lang"), accept_language, default_lang),
        scale=_scale(query.get("scale", "")),
        motion=_one_of(MOTIONS, query.get("motion", ""), MOTIONS[0]),
        layout=_one_of(LAYOUTS.get(scene, ()), query.get("layout", ""), next(iter(LAYOUTS.get(scene, ())), "")),
        theme=_one_of(THEMES, query.get("theme", ""), ""),
        background="#" + colour.lstrip("#") if _COLOUR.fullmatch(colour) else "",
    )


def _one_of(known: tuple[str, ...], asked: str, otherwise: str) -> str:
    return asked if asked in known else otherwise


def _scale(text: str) -> float:
    try:
        scale = float(text)
    except ValueError:
        return 1.0
    return min(2.0, max(0.5, scale)) if scale == scale else 1.0  # NaN is no scale
