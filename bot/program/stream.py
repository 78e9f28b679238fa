"""What the audience sees of games, as text files and predictions take it."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random

from bot.clock import Clock
from bot.config import Config
from bot.config.stream import texts_folder
from bot.kept import Kept
from bot.stream.predictions import Predictions
from bot.stream.question import question
from bot.stream.standing import Phase, Standing
from bot.stream.texts import TextFiles
from bot.stream.twitch import Twitch
from overlay.hub import Hub
from overlay.looks.wording import Wording
from overlay.state import GameState, Lang
from overlay.web.text import LINES, player_name, text_of

PHASES: dict[str, Phase] = {
    "waiting": "waiting",
    "live": "running",
    "reconnecting": "running",
    "ended": "over",
    "settled": "settled",
    "void": "void",
    "unsupported": "void",
    "missing": "void",
}
"""The lifecycles, as far as they matter for predictions."""
WHATS = {**{f"{line}.txt": line for line in LINES}, "all.txt": ""}
"""The files, and what `/text/<id>.txt?what=` calls that which is in them."""


class Seen:
    """Games as a hub tells them, which may be another one at every moment."""

    def __init__(self, hub: Callable[[], Hub], lang: Lang, wording: Wording) -> None:
        """Take where to look, and in which words to tell."""
        self._hub = hub
        self._lang = lang
        self._wording = wording

    def texts(self) -> dict[str, str]:
        """What the text files say of the featured game."""
        state = self._state("featured")
        return {name: text_of(state, self._lang, what, self._wording) if state else "" for name, what in WHATS.items()}

    def featured(self) -> Standing | None:
        """How the featured game stands."""
        return self._standing("featured")

    def game(self, game_id: str) -> Standing | None:
        """How a game stands; None if there is none with this id."""
        return self._standing(f"game/{game_id}")

    def _standing(self, topic: str) -> Standing | None:
        state = self._state(topic)
        if state is None:
            return None
        phase = PHASES[state.status.lifecycle]
        if phase == "settled" and state.status.provisional:
            phase = "over"
        given = state.result.points if state.result and phase == "settled" else None
        return Standing(
            state.id,
            player_name(state.white, self._lang, self._wording),
            player_name(state.black, self._lang, self._wording),
            state.ply,
            phase,
            None if given is None else (Fraction(given.white), Fraction(given.black)),
        )

    def _state(self, topic: str) -> GameState | None:
        state = self._hub().state(topic)
        return state if isinstance(state, GameState) else None


def text_files(settings: Config, folder: Path, seen: Seen, clock: Clock) -> TextFiles | None:
    """The text files, if a folder is configured."""
    texts = texts_folder(settings.stream, folder)
    return TextFiles(texts, seen.texts, clock) if texts else None


@asynccontextmanager
async def predicting(
    settings: Config, seen: Seen, token: str | None, kept: Kept, clock: Clock, changed: Callable[[], None]
) -> AsyncIterator[Predictions | None]:
    """Predictions that can be run within, if there is a token of Twitch; `changed` hears what the operator is told."""
    if token is None:
        yield None
        return
    async with Twitch(token, clock) as twitch:
        yield Predictions(
            twitch,
            partial(question, lang=settings.show.lang, title=settings.stream.title),
            seen.featured,
            seen.game,
            window_s=settings.stream.window_s,
            kept=kept,
            clock=clock,
            random=Random(),
            changed=changed,
        )
