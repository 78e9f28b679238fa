"""What reacts to the show by itself: OBS by its rules, text files for other software, predictions on Twitch."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import structlog

from bot.clock import Clock
from bot.config import Config, Secrets
from bot.events.race import race
from bot.follower.followed import FollowedGame
from bot.kept import Kept
from bot.lichess.retry import rest
from bot.moments.teller import Moments
from bot.obs.link import ObsLink
from bot.program.event_pages import Scored
from bot.program.not_now import ObsHelper, PredictionsHelper
from bot.program.stage import Stage
from bot.program.stream import Seen, predicting, text_files
from bot.stream.predictions import Predictions
from bot.stream.texts import TextFiles
from bot.together import together
from overlay.channels import Want
from overlay.desk.live import Helper

log = structlog.get_logger()

LOOK_MS = 1_000
"""How often it is looked whether a match has been decided."""


class Beside:
    """Everything that reacts, as far as it is configured.

    Attributes:
        obs: What carries out the rules for OBS; None without rules.
        predictions: What asks and settles on Twitch; None without a token.
    """

    def __init__(
        self,
        events: Scored,
        clock: Clock,
        obs: ObsLink | None,
        texts: TextFiles | None = None,
        predictions: Predictions | None = None,
    ) -> None:
        self.obs = obs
        self.predictions = predictions
        self._events = events
        self._clock = clock
        self._texts = texts
        self._moments = Moments(clock.now_ms())
        self._over = set[str]()  # a match that only a provisional result decides is not decided yet

    @property
    def helpers(self) -> tuple[Helper, ...]:
        """What the operator can tell "not now"."""
        obs = (ObsHelper(self.obs),) if self.obs else ()
        return (*obs, PredictionsHelper(self.predictions)) if self.predictions else obs

    def changed(self, game: FollowedGame) -> None:
        """React to what has happened in a game; no error in that keeps the show from going on."""
        if self.obs is None:
            return
        if game.over:
            self._over.add(game.id)
        try:
            self.obs.tell(self._moments.of_game(game, self._clock.now_ms()))
        except Exception:
            log.exception("a moment is lost after an error of the program", game=game.id)

    def forgotten(self, game_id: str) -> None:
        """A game is not followed any more."""
        self._moments.forget(game_id)

    async def run(self) -> None:
        """React, until cancelled."""
        async with together() as group:
            if self.obs:
                group.create_task(self.obs.run(), name="OBS")
                group.create_task(self._watch_matches(), name="matches")
            if self._texts:
                group.create_task(self._texts.run(), name="text files")
            if self.predictions:
                group.create_task(self.predictions.run(), name="predictions")

    def look_at_matches(self) -> None:
        """React to matches that have been decided."""
        for event_id in self._events.ids:
            try:
                self._look_at_match(event_id)
            except Exception:
                log.exception("a match is not looked at after an error of the program", scored=event_id)

    async def _watch_matches(self) -> None:
        while True:
            await rest(self._clock, LOOK_MS)
            self.look_at_matches()

    def _look_at_match(self, event_id: str) -> None:
        event = self._events.event(event_id)
        match = race(event) if event.setup.kind == "match" else None
        if self.obs and match and match.games and match.games[-1].id in self._over:
            self.obs.tell(self._moments.of_match(event_id, match))


@asynccontextmanager
async def reacting(
    settings: Config, folder: Path, secrets: Secrets, stage: Stage, events: Scored, kept: Kept, clock: Clock
) -> AsyncIterator[Beside]:
    """What is configured to react to a show. The audience's software is told what the audience sees, and no sooner."""
    seen = Seen(lambda: stage.channels.hub(Want()), settings.show.lang, stage.wording)
    obs = None
    if settings.obs.rules:
        obs = ObsLink(
            settings.obs,
            secrets.obs,
            clock,
            featured=lambda: stage.featured,
            delay_ms=lambda: stage.channels.public_delay_s * 1000,
            changed=stage.refresh,
        )
    async with predicting(settings, seen, secrets.twitch, kept, clock, stage.refresh) as predictions:
        yield Beside(events, clock, obs, text_files(settings, folder, seen, clock), predictions)
