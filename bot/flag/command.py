"""The command `unruh flag`."""

import sys
from collections.abc import Sequence
from contextlib import closing
from typing import Annotated, Literal

import chess
import typer

from bot.flag.finding import dead, flag_fall
from bot.flag.json_line import full_line
from bot.flag.lines import answers
from bot.flag.position import PositionError, position
from bot.flag.table import print_tables
from bot.one_sentence import one_sentence
from bot.score.files import STANDARD_INPUT, FileError, output_stream
from scoring import Proofs, Rules
from scoring.amounts import FLAG_FALL_NODES
from scoring.words import Language

_LINES = "Lines from standard input"


def flag_command(
    fen: Annotated[
        list[str] | None,
        typer.Argument(metavar="FEN", help="The position, with or without quotes; - reads lines.", show_default=False),
    ] = None,
    flagged: Annotated[
        Literal["white", "black"] | None,
        typer.Option(help="The side whose flag falls; by default each in turn.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON for each side instead of tables.")] = False,
    lang: Annotated[Language, typer.Option(help="Language of the tables.")] = "en",
    nodes: Annotated[
        int, typer.Option(min=1, help='How many positions a proof under "fide" may look at.')
    ] = FLAG_FALL_NODES,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Processes to work with: 1 answers every line at once, more read ahead.  [default: 1]",
            show_default=False,
            rich_help_panel=_LINES,
        ),
    ] = None,
) -> None:
    """Say what a flag fall would mean in a position, by every policy, and why.

    unruh flag "8/7K/8/3k4/6Q1/8/8/8 w - - 5 77" --flagged white

    chessmail draws by a list of material, lichess by the material of both sides;
    fide only if it is proved that no series of legal moves mates; server leaves
    the last word to the server. Moves that mate are shown where they exist.
    Exit status: 0, or 2 if the position cannot be judged.

    unruh flag - reads lines from standard input, each a FEN, a tab, and the side
    that would win (white or black), and answers each with a line of JSON. Blank
    lines and those that begin with # are skipped.
    Exit status: 0 all were answered, 1 some were not, 2 nothing could be done.
    """
    with one_sentence(FileError, PositionError):
        if not fen:
            raise FileError("name a position as a FEN, or - for lines on standard input")
        if fen == [STANDARD_INPUT]:
            if flagged:
                raise FileError("--flagged cannot be used with -: every line names the side that would win")
            all_answered = _answer_lines(nodes, workers or 1)
            raise typer.Exit(0 if all_answered else 1)
        if workers:
            raise FileError("--workers is only for -")
        sides = {"white": (chess.WHITE,), "black": (chess.BLACK,)}.get(flagged or "")
        _judge(" ".join(fen), sides, nodes, lang, as_json=as_json)


def _judge(fen: str, sides: Sequence[chess.Color] | None, nodes: int, lang: Language, *, as_json: bool) -> None:
    """Judge one position; `sides` are those whose flag falls, without it both, the side to move first."""
    board, prove = position(fen), Proofs(Rules(flag_fall_nodes=nodes))
    found = [flag_fall(board, not side, prove) for side in sides or (board.turn, not board.turn)]
    is_dead = dead(board, prove)
    with output_stream(None, (), machine=as_json) as out:
        if as_json:
            out.writelines(f"{full_line(fen, one, is_dead)}\n" for one in found)
        else:
            print_tables(board, found, is_dead, out, lang)
        out.flush()


def _answer_lines(nodes: int, workers: int) -> bool:
    """Answer the lines of standard input, each as soon as it can be; whether all could be answered."""
    if sys.stdin is None:
        raise FileError("standard input is closed")
    all_answered = True
    with output_stream(None, (), machine=True) as out, closing(answers(sys.stdin.buffer, nodes, workers)) as given:
        for line, answered in given:
            out.write(f"{line}\n")
            out.flush()
            all_answered &= answered
    return all_answered
