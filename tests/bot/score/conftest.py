"""Small PGN texts of our own, and the command run on them."""

from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from bot.score.command import score_command

SHORT_DRAW = '[Event "A"]\n[White "Alice"]\n[Black "Bob"]\n[Result "1/2-1/2"]\n\n1. e4 e5 2. Nf3 Nf6 1/2-1/2\n'
TRADES = """[Event "B"]
[White "Zoë {x} \\"y\\""]
[Black "=1+1"]
[Result "1-0"]
[Termination "Normal"]

1. e4 { [%clk 0:05:00] } e5 2. Nf3 Nf6 3. Nxe5 d6 4. Nf3 Nxe4 { (=) } 5. d4 d5 6. Bd3 Be7
7. O-O O-O 8. c4 { White offers draw } Nf6 9. Nc3 dxc4 10. Bxc4 Nbd7 1-0
"""
RUNNING = '[Event "C"]\n[Result "*"]\n\n1. d4 d5 *\n'
FLAG_DRAW = """[Event "D"]
[White "Flagged"]
[Black "King only"]
[Result "0-1"]
[Termination "Time forfeit"]
[FEN "8/7K/8/3k4/6Q1/8/8/8 w - - 5 77"]
[SetUp "1"]

77. Qg5+ Kd6 0-1
"""
BROKEN = '[Event "E"]\n\n1. e5 *\n'
VARIANT = '[Event "F"]\n[Variant "Atomic"]\n\n1. e4 e5 *\n'
CHESS960 = """[Event "G"]
[Variant "Chess960"]
[FEN "rnbqnkrb/pppppppp/8/8/8/8/PPPPPPPP/RNBQNKRB w GAga - 0 1"]
[Result "0-1"]

1. O-O O-O 0-1
"""
GOOD = f"{SHORT_DRAW}\n{TRADES}\n{RUNNING}\n{FLAG_DRAW}\n{CHESS960}"

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command("score")(score_command)

    def run(*arguments: str | Path, stdin: bytes | None = None) -> Result:
        return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)

    return run


@pytest.fixture
def pgn(tmp_path: Path) -> Callable[..., Path]:
    """Writes a PGN file."""

    def write(text: str | bytes, name: str = "games.pgn") -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write
