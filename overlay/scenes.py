"""The scenes and their options: what an address that OBS loads may say. An unknown value falls back, never fails."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from overlay.hub import valid_topic
from overlay.state import Lang
from overlay.words import choose_lang

Role = Literal["game", "event"]

SCENES: dict[str, tuple[Role, ...]] = {
    "bar": ("game",),
    "ledger": ("game",),
    "flag": ("game",),
}
"""The scenes, and of what each of them tells."""
TALL = ("vertical",)
"""The scenes whose stage is 1080 × 1920."""
MOTIONS = ("full", "calm", "none")
_COLOUR = re.compile(r"#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


@dataclass(frozen=True, slots=True)
class SceneOptions:
    """What a scene was asked for: its topics, `scale` is a factor, `background` a CSS colour or "" for transparent."""

    game: str
    event: str
    lang: Lang
    scale: float
    motion: str
    background: str


def scene_options(query: Mapping[str, str], accept_language: str | None, default_lang: Lang) -> SceneOptions:
    """Read `game`, `event`, `lang`, `scale` (0.5 to 2), `motion` (none, calm, full) and `bg` (a hex colour)."""
    game, event = f"game/{query.get('game', '')}", f"event/{query.get('event', '')}"
    motion = query.get("motion", "")
    colour = query.get("bg", "")
    return SceneOptions(
        game=game if valid_topic(game) and game != "game/featured" else "featured",
        event=event if valid_topic(event) else "event/all",
        lang=choose_lang(query.get("lang"), accept_language, default_lang),
        scale=_scale(query.get("scale", "")),
        motion=motion if motion in MOTIONS else MOTIONS[0],
        background="#" + colour.lstrip("#") if _COLOUR.fullmatch(colour) else "",
    )


def _scale(text: str) -> float:
    try:
        scale = float(text)
    except ValueError:
        return 1.0
    return min(2.0, max(0.5, scale)) if scale == scale else 1.0  # NaN is no scale
