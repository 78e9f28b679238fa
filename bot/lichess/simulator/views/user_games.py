"""Which games of a user an export lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import chess

from bot.lichess.simulator.model import Game
from bot.lichess.simulator.views.export_options import boolean


@dataclass(frozen=True, slots=True)
class UserGames:
    """The query of an export of a user's games. Times are milliseconds since 1970; None: no bound."""

    user: str
    ongoing: bool = False
    finished: bool = True
    since_ms: int | None = None
    until_ms: int | None = None
    most: int | None = None
    versus: str | None = None
    rated: bool | None = None
    perfs: tuple[str, ...] = ()
    color: chess.Color | None = None
    oldest_first: bool = False

    @classmethod
    def from_query(cls, user: str, query: Mapping[str, str]) -> UserGames:
        """What a query asks for, Lichess' defaults for the rest; without finished games only those under way."""
        finished = boolean(query, "finished", True)
        return cls(
            user=user,
            ongoing=boolean(query, "ongoing", False) or not finished,
            finished=finished,
            since_ms=_integer(query, "since"),
            until_ms=_integer(query, "until"),
            most=_integer(query, "max"),
            versus=query["vs"].lower() if "vs" in query else None,
            rated=boolean(query, "rated", False) if "rated" in query else None,
            perfs=tuple(query["perfType"].split(",")) if "perfType" in query else (),
            color={"white": chess.WHITE, "black": chess.BLACK}.get(query.get("color", "")),
            oldest_first=query.get("sort") == "dateAsc",
        )

    def pick(self, games: Iterable[Game], now_ms: int) -> list[Game]:
        """The games that are asked for, the newest first unless the query says otherwise."""
        picked = [game for game in games if self._fits(game, now_ms)]
        picked.sort(key=lambda game: game.created_ms, reverse=not self.oldest_first)
        return picked[: self.most]

    def _fits(self, game: Game, now_ms: int) -> bool:
        side = game.side_of(self.user)
        if side is None:
            return False
        return (
            (self.ongoing if game.state_at(now_ms).playable else self.finished)
            and (self.since_ms is None or game.created_ms >= self.since_ms)
            and (self.until_ms is None or game.created_ms <= self.until_ms)
            and self.versus in (None, game.player(not side).id)
            and self.rated in (None, game.rated)
            and (not self.perfs or game.perf in self.perfs)
            and self.color in (None, side)
        )


def current_or_last(games: Iterable[Game], user: str, now_ms: int) -> Game | None:
    """The game that a user plays, otherwise the last one that he played; None if he has not played."""
    own = [game for game in games if game.side_of(user) is not None]
    return max(own, key=lambda game: (game.state_at(now_ms).playable, game.created_ms), default=None)


def _integer(query: Mapping[str, str], name: str) -> int | None:
    text = query.get(name, "")
    return int(text) if re.fullmatch(r"\d{1,15}", text, re.ASCII) else None
