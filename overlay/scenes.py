"""The scenes and their options: what an address that OBS loads may say. An unknown value falls back, never fails."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from overlay.hub import valid_topic
from overlay.words import Lang, choose_lang

SCENES = ("bar", "ledger", "flag")
MOTIONS = ("full", "calm", "none")
_COLOUR = re.compile(r"#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


@dataclass(frozen=True, slots=True)
class SceneOptions:
    """What a scene was asked for: `scale` is a factor, `background` a CSS colour or "" for transparent."""

    topic: str
    lang: Lang
    scale: float
    motion: str
    background: str


def scene_options(query: Mapping[str, str], accept_language: str | None, default_lang: Lang) -> SceneOptions:
    """Read `game`, `lang`, `scale` (0.5 to 2), `motion` (none, calm, full) and `bg` (a hex colour)."""
    game = query.get("game", "featured")
    topic = f"game/{game}"
    motion = query.get("motion", "")
    colour = query.get("bg", "")
    return SceneOptions(
        topic=topic if game != "featured" and valid_topic(topic) else "featured",
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
