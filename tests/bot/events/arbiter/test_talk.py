"""A record with other draw offers is read again with these and no others, and is the same game otherwise."""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.events.arbiter.talk import retold
from bot.pgn import PgnGame, PgnProblem, read_pgn
from scoring import OfferEvent
from tests.bot.score.conftest import CHESS960, FLAG_DRAW, RUNNING, SHORT_DRAW, TRADES

MOST = 12
"""How many games of a file are looked at."""


def read(text: bytes, file: str) -> Iterator[PgnGame]:
    return (game for game in read_pgn(io.BytesIO(text), file) if not isinstance(game, PgnProblem))


def check(game: PgnGame, random: Random) -> None:
    plies = len(game.moves)
    more = {
        OfferEvent(random.randint(0, plies), random.random() < 0.5, random.choice(["offer", "decline", "withdraw"]))
        for _ in range(3)
    }
    for talk in ((), tuple(sorted({*game.offers, *more}))):
        changed = replace(game, offers=talk)
        (again,) = read(retold(changed).encode("utf-8", "replace"), game.file)
        assert sorted(again.offers) == list(talk)
        for field in ("moves", "clocks", "start", "result", "conflict", "finish", "flagged"):
            assert getattr(again, field) == getattr(game, field), (game.file, game.number, field)
        assert retold(again) == retold(changed)


@pytest.mark.parametrize("text", [SHORT_DRAW, TRADES, RUNNING, FLAG_DRAW, CHESS960])
def test_small_games(text: str) -> None:
    for game in read(text.encode(), "small.pgn"):
        check(game, Random(1))


def test_what_is_no_talk_stays() -> None:
    comments = "{[%clk 0:01:00] Well played. White offers draw. A trap; (=)} {no draw offer here}"
    (game,) = read(f'[White "A \\"B\\""]\n\n1. e4 {comments} e5 {{Unruh: White offers draw}} *\n'.encode(), "x.pgn")
    assert [(offer.ply, offer.side) for offer in game.offers] == [(1, True), (1, True)]
    text = retold(replace(game, offers=()))
    assert text == (
        '[White "A \\"B\\""]\n\n1. e4 { [%clk 0:01:00] Well played. A trap; } { no draw offer here }'
        " 1... e5 { Unruh: White offers draw } *\n"
    )


def test_games_of_all_kinds(shared: Path) -> None:
    random, looked_at = Random(7), 0
    for path in sorted((shared / "games").glob("*/*.pgn")):
        for number, game in enumerate(read(path.read_bytes(), path.name)):
            if number == MOST:
                break
            check(game, random)
            looked_at += 1
    assert looked_at > 100
