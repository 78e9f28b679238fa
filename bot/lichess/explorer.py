"""The opening explorer: how many games of a large database went through a position, and how they went on."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

import chess
import msgspec

from bot.clock import within
from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError, TokenError
from bot.lichess.governor import Budget
from bot.lichess.limits import EXPLORER_ASKS, EXPLORER_ASKS_MS, EXPLORER_MS, EXPLORER_PLIES

Database = Literal["masters", "lichess"]
"""Games of masters over the board, or rated games played on the server."""

EXPLORER_URL = "https://explorer.lichess.org"
WHAT = "the opening explorer"
ALL_MOVES = 300
"""No position has so many moves: none is left out."""
MAX_BYTES = 1 << 20
"""An answer has a fiftieth of that at most."""
JSON = "application/json"

_Count = Annotated[int, msgspec.Meta(ge=0, le=10**12)]


class _Results(msgspec.Struct, frozen=True):
    white: _Count
    draws: _Count
    black: _Count

    @property
    def games(self) -> int:
        return self.white + self.draws + self.black


class _Move(_Results, frozen=True):
    uci: str


class _Answer(_Results, frozen=True):
    moves: list[_Move]


_decode = msgspec.json.Decoder(_Answer).decode


class Explored(NamedTuple):
    """What a database says of a position: how many games went on from it, and how many by each move.

    The moves are written as python-chess writes them, castling as e1g1.
    """

    games: int
    moves: Mapping[str, int]


class Explorer:
    """Asks one database, through the pace that all requests have in common, but not more often than the explorer likes.

    Attributes:
        name: The database for people, "explorer.lichess.org/masters".
        plies: How far into games the database goes; None if it has them whole.
    """

    def __init__(self, client: LichessClient, database: Database) -> None:
        """Take a client of the explorer's own address: no other server gets its token."""
        self.name = f"{client.host}/{database}"
        self.plies = EXPLORER_PLIES if database == "lichess" else None
        self._client = client
        self._path = f"/{database}"
        self._budget = Budget(client.governor.clock, EXPLORER_ASKS, EXPLORER_ASKS_MS)

    @property
    def pauses(self) -> bool:
        """Whether nothing may be asked at the moment, because the server said that there were too many requests."""
        return self._client.governor.pause_left_ms > 0

    async def ask(self, moves: Sequence[chess.Move]) -> Explored:
        """What the database says of the position after legal moves from the normal start. Raises `LichessError`."""
        if not self._client.has_token:
            raise _no_token("needs a token")
        board, words = chess.Board(), []
        for move in moves:
            words.append(board.uci(move, chess960=True))  # castling as king takes rook
            board.push(move)
        params = {"play": ",".join(words), "moves": str(ALL_MOVES), "topGames": "0", "recentGames": "0"}
        await self._budget.spend()
        governor = self._client.governor
        async with governor.turn():
            try:
                body = await within(governor.clock, EXPLORER_MS, self._body(params))
            except TimeoutError:
                raise LichessError(f"{WHAT}: no answer within {EXPLORER_MS // 1000} s") from None
            except TokenError as error:
                raise _no_token("refuses the token") from error
        return _understood(body, board)

    async def _body(self, params: Mapping[str, str]) -> bytes:
        body = bytearray()
        async with self._client.stream(self._path, WHAT, accept=JSON, params=params) as chunks:
            async for chunk in chunks:
                body += chunk
                if len(body) > MAX_BYTES:
                    raise LichessError(f"{WHAT}: the server's answer does not end")
        return bytes(body)


def _no_token(does: str) -> TokenError:
    return TokenError(
        f"{WHAT} {does}: make one at the server, it needs no permissions,"
        " and put it where lichess.token_env or lichess.token_file says"
    )


def _understood(body: bytes, board: chess.Board) -> Explored:
    """The answer for a position; moves that are impossible there betray that of another one."""
    try:
        answer = _decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise LichessError(f"{WHAT}: the server's answer is not understood") from error
    try:
        return Explored(answer.games, {board.parse_uci(move.uci).uci(): move.games for move in answer.moves})
    except ValueError as error:
        raise LichessError(f"{WHAT}: the server's answer is about another position") from error
