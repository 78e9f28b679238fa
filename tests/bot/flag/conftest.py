"""The command `unruh flag`, run in this process."""

from collections.abc import Callable

import pytest
import typer
from typer.testing import CliRunner, Result

from bot.flag.command import flag_command

Run = Callable[..., Result]

QUEEN_AGAINST_KING = "8/7K/8/3k4/6Q1/8/8/8 w - - 5 77"
KNIGHT_AGAINST_ROOK = "8/8/3k4/8/2n5/8/4R3/4K3 w - - 0 1"
BACK_RANK_MATE = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
KINGS = "8/8/4k3/8/8/8/K7/8 w - - 0 1"


@pytest.fixture
def run() -> Run:
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command("flag")(flag_command)

    def run(*arguments: str, stdin: bytes | None = None) -> Result:
        return CliRunner().invoke(app, list(arguments), input=stdin)

    return run
