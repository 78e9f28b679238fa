"""What flag falls mean, as tables for people."""

from collections.abc import Sequence
from typing import TextIO

import chess
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.flag.finding import FlagFall
from bot.flag.words import WORDS
from scoring.flagfall import Verdict
from scoring.words import LANGUAGES, Language, verdict_text

_WIDTH_OF_FILES = 120
_DEADNESS = {True: "dead", False: "alive", None: "unknown"}


def print_tables(
    board: chess.Board, found: Sequence[FlagFall], dead: bool | None, out: TextIO, language: Language
) -> None:
    """Print the board, a table for each flag that may fall, and whether the position is dead."""
    console = Console(file=out, highlight=False)
    if not console.is_terminal:
        console.width = _WIDTH_OF_FILES
    words = WORDS[language]
    console.print(Text(_diagram(board, out)))
    console.print(Text(words["to_move"].format(side=_side(board.turn, language))))
    for one in found:
        console.print()
        console.print(_table(board, one, language))
    console.print()
    over = not any(board.generate_legal_moves())
    console.print(Text(words["over" if over else _DEADNESS[dead]]))


def _diagram(board: chess.Board, out: TextIO) -> str:
    """The board in figures, or in letters where the output has no figures."""
    figures = board.unicode(empty_square="·")
    try:
        figures.encode(out.encoding)
    except UnicodeEncodeError:
        return str(board)
    return figures


def _table(board: chess.Board, found: FlagFall, language: Language) -> Table:
    words = WORDS[language]
    title = words["flag_falls"].format(side=_side(not found.winner, language))
    table = Table(title=title, title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0))
    for heading in words["headings"].split():
        table.add_column(heading, header_style="dim")
    for policy, verdict in found.verdicts.items():
        table.add_row(policy, _result(verdict, language), _reason(board, verdict, language))
    return table


def _result(verdict: Verdict, language: Language) -> Text:
    if not verdict.wins:
        return Text(LANGUAGES[language]["outcome_draw"], style="yellow")
    winner = "white" if verdict.side == chess.WHITE else "black"
    return Text(LANGUAGES[language][f"outcome_{winner}_wins"], style="green")


def _reason(board: chess.Board, verdict: Verdict, language: Language) -> Text:
    """Why, and below it the moves that lead to the mate."""
    text = verdict_text(verdict, language)
    text = text[0].upper() + text[1:]
    witness = verdict.proof.witness if verdict.proof else None
    return Text("\n".join([text, _moves(board, witness, language)] if witness else [text]))


def _moves(board: chess.Board, moves: Sequence[chess.Move], language: Language) -> str:
    """The moves as people write them; no line breaks between a number and its move."""
    san = board.variation_san(moves).replace(". ", ".")
    return san.translate(str.maketrans(WORDS["en"]["pieces"], WORDS[language]["pieces"]))


def _side(side: chess.Color, language: Language) -> str:
    return LANGUAGES[language]["white" if side == chess.WHITE else "black"]
