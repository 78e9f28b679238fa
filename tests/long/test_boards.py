"""Physical sequences of 200 games: every legal move at every position in every order, noise, and gaps."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

import pytest

from tests.bot.boards.famous import Line, chess960_games, famous_games, real_games
from tests.bot.boards.generated import Figures, every_order, gaps, lossy_games, noisy_games

GAMES = 200


@pytest.fixture(scope="module")
def games(shared: Path) -> list[Line]:
    found = list(real_games(shared, GAMES))
    assert len(found) == GAMES
    return [*famous_games().values(), *found]


@pytest.mark.parametrize(
    ("name", "show"),
    [
        ("every order", every_order),
        *((f"noise {seed}", lambda games, seed=seed: noisy_games(games, seed)) for seed in range(5)),
        *((f"lost moves {seed}", lambda games, seed=seed: lossy_games(games, seed)) for seed in range(3)),
        *((f"{plies} plies not heard", lambda games, plies=plies: gaps(games, plies, every=3)) for plies in (1, 2, 3)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_no_move_is_wrong(games: list[Line], name: str, show: Callable[[list[Line]], Figures]) -> None:
    judge(name, partial(show, games))


def test_chess960(shared: Path) -> None:
    for start, game in chess960_games(shared):
        judge(start.fen(), partial(every_order, [game], start))


def judge(name: str, show: Callable[[], Figures]) -> None:
    began_s = perf_counter()
    figures = show()
    print(f"\n{name}: {figures}, {perf_counter() - began_s:.0f} s")
    assert figures.wrong == []
