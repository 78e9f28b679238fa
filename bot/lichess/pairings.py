"""The games of a tournament while it runs: found by what its players play, for no other answer is complete and cheap.

`users/status` tells a hundred players a call, where the tournament shows its first boards alone and the list of its
games comes whole, at 20 to 30 a second. So that list is asked for once, at the end, for the games that nobody saw;
whatever else players play is told apart by the record, which names its tournament.
"""

from collections.abc import Iterable

from bot.clock import Clock
from bot.lichess.asking import Asking
from bot.lichess.client import LichessClient
from bot.lichess.playing import POLL_MS, playing
from bot.lichess.retry import rest
from bot.lichess.tournaments import Stage, Tournament
from bot.updates import Listener

START_MS = 2_000
"""The shortest time between two looks at a tournament or a round that is about to begin."""
WAIT_MS = 60_000
"""The longest time between two looks at one that has not begun: its start may be moved."""

PLAYERS_MS = 60_000
"""How long after one list of all who have joined the next one is asked for: it comes whole, and slowly."""


class Pairings:
    """Finds all games of one tournament."""

    def __init__(self, tournament: Tournament, client: LichessClient, clock: Clock, listener: Listener) -> None:
        """Take the tournament, the server, the time, and who is told."""
        self._tournament = tournament
        self._client = client
        self._clock = clock
        self._listener = listener
        self._players: list[str] = []
        self._joined = 0
        self._listed_ms = 0
        self._told: set[str] = set()
        self._foreign: set[str] = set()

    async def follow(self) -> None:
        """Tell of every game, until the tournament is finished and all are told.

        Raises TokenError, and NotFoundError if there is no such tournament.
        """
        asking = Asking(self._tournament.name)
        while True:
            stage = await asking.ask(self._look())
            if stage and stage.status == "finished":
                return
            await rest(self._clock, _pause_ms(stage))

    async def _look(self) -> Stage:
        """Look at the tournament once, and tell what is new."""
        stage = await self._tournament.stage()
        if stage.status == "finished":
            async for game_id in self._tournament.games():
                self._tell([game_id])
        elif stage.status == "started":
            self._tell(stage.games)
            if stage.playing:
                await self._ask_players(stage.players)
        return stage

    async def _ask_players(self, joined: int) -> None:
        now_ms = self._clock.now_ms()
        if joined != self._joined and now_ms >= self._listed_ms + PLAYERS_MS:
            self._players = await self._tournament.players()
            self._joined, self._listed_ms = joined, now_ms
        async for game_ids in playing(self._client, self._players):
            known = self._told | self._foreign
            new = [game_id for game_id in dict.fromkeys(game_ids) if game_id not in known]
            own = await self._tournament.own(new) if new else {}
            self._tell(game_id for game_id, is_own in own.items() if is_own)
            self._foreign.update(game_id for game_id, is_own in own.items() if not is_own)

    def _tell(self, game_ids: Iterable[str]) -> None:
        """Tell of each game once: one that has been settled and let go since must not come back."""
        for game_id in game_ids:
            if game_id not in self._told:
                self._told.add(game_id)
                self._listener.found(game_id, self._tournament.name)


def _pause_ms(stage: Stage | None) -> int:
    """How long to rest after a look."""
    if stage is None or stage.starts_in_ms is None or (stage.status == "started" and stage.playing):
        return POLL_MS
    return min(max(stage.starts_in_ms, START_MS), WAIT_MS)
