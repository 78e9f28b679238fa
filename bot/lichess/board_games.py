"""The games of the token's owner that are told by their own streams, no more than a few at once."""

import asyncio
from random import Random

import structlog

from bot.clock import Clock
from bot.lichess.board_game import BoardGame, Interface
from bot.lichess.client import LichessClient
from bot.lichess.own_wire import Compat
from bot.updates import Listener

log = structlog.get_logger()

GAMES = 8


class BoardGames:
    """Starts to follow games, each until it has ended. Those that have no stream of their own are only `found`."""

    def __init__(
        self,
        interface: Interface,
        origin: str,
        client: LichessClient,
        clock: Clock,
        listener: Listener,
        group: asyncio.TaskGroup,
        random: Random,
    ) -> None:
        """Take the account's interface, what people call the source, the server, the time, who hears, and the tasks."""
        self._interface: Interface = interface
        self._origin = origin
        self._client = client
        self._clock = clock
        self._listener = listener
        self._group = group
        self._random = random
        self._games: dict[str, BoardGame] = {}

    def begin(self, game_id: str, compat: Compat) -> None:
        """Follow a game under way by its own stream if it may have one; one that is followed is left alone."""
        if game_id in self._games:
            return
        allowed = compat.bot if self._interface == "bot" else compat.board
        if not allowed or len(self._games) >= GAMES:
            self._listener.found(game_id, self._origin)
            return
        game = BoardGame(
            game_id, self._interface, self._origin, self._client, self._clock, self._listener, self._random
        )
        self._games[game_id] = game
        self._group.create_task(self._follow(game_id, game))

    def ended(self, game_id: str) -> None:
        """A game has ended; its stream may not have told that, and the line of its beginning may have been lost."""
        if game_id in self._games:
            self._games[game_id].over = True
        self._listener.found(game_id, self._origin)
        self._listener.suspected(game_id)

    def hand_over(self) -> None:
        """Leave all games to other transports."""
        for game in self._games.values():
            game.hand_over()

    async def _follow(self, game_id: str, game: BoardGame) -> None:
        """Follow a game to its end; an error of the program in one of them does not concern the others."""
        try:
            await game.run()
        except Exception:
            log.exception("own game left after an error of the program", game=game_id)
            game.hand_over()
        del self._games[game_id]
