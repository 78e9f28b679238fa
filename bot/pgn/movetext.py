"""The moves of a game: the main line with its comments; variations are read over.

python-chess' own parser drops what it does not understand without a word. Here every token is either understood or
named, so that a cut-off or misspelt move never goes unnoticed.
"""

import re
from typing import NamedTuple

import chess

from bot.pgn.model import BrokenGameError, UnscoredGameError
from bot.pgn.san import push_san

TOKEN = re.compile(
    r"""
      (?P<comment> \{ [^}\\]*+ (?: \\(?s:.) [^}\\]*+ )*+ \} | \{ [^}]*+ \} | ;[^\n]*+ )
    | (?P<result>  (?: 1-0 | 0-1 | 1/2-1/2 | 1/2 | ½-½ | 0\.5-0\.5 | \* ) (?![\w/-]) )
    | (?P<castle>  [O0o]-[O0o](?:-[O0o])? (?!\w) )
    | (?P<move>    [KQRBNP]?[a-h]?[1-8]?[-x:]? [a-h](?: [18](?: =?[QRBNqrbnKk] | =?\([QRBNqrbn]\) )? | [2-7] ) (?!\w) )
    | (?P<skip>    <[^<>\n]{0,99}> | (?m:^%[^\n]*) )
    | (?P<offer>   \( \s* = \s* \) )
    | (?P<open>    \( )
    | (?P<close>   \) )
    | (?P<null>    (?: -- | Z0 | @@@@ ) )
    | (?P<brace>   \{ )
    | (?P<word>    [^\W\d][^\s{}()]* | \[[^\s{}()]* )
    """,
    re.VERBOSE,
)
"""Everything else (move numbers, `+`, `#`, `!?`, `$1`, `+-`, …) changes nothing and is passed over."""

_SIGN_WORDS = frozenset({"N", "D", "RR", "ep", "e.p.", "e.p", "ch", "dbl", "dis", "mate"})
"""Letters that programs put behind moves: novelty, diagram, editor's remark, en passant, check."""
_LEFT_OVER = re.compile(r"[P:()]")
_NESTING = frozenset({"open", "close", "brace"})


class MainLine(NamedTuple):
    """The moves and the comments by ply, the result written behind the moves, and the position they lead to."""

    moves: tuple[chess.Move, ...]
    comments: dict[int, tuple[str, ...]]
    marker: str
    board: chess.Board


def read_moves(text: str, start: chess.Board) -> MainLine:
    """Play the main line from a start position, which is left alone.

    The offer sign `(=)` between moves becomes a comment. Raises `BrokenGameError` for an illegal, ambiguous or
    unreadable move and for a comment or variation that is not closed, `UnscoredGameError` for a null move.
    """
    board = start.copy(stack=False)
    moves: list[chess.Move] = []
    comments: dict[int, tuple[str, ...]] = {}
    marker, depth = "", 0
    for token in TOKEN.finditer(text):
        kind = token.lastgroup
        if depth and kind not in _NESTING:
            continue
        if kind == "move" or kind == "castle":
            if marker:
                raise BrokenGameError(f"moves follow the result {marker} ({_after(board, moves)})")
            moves.append(_push(board, token[0], castling=kind == "castle"))
        elif kind == "comment" or kind == "offer":
            ply = len(moves)
            words = token[0] if kind == "offer" else _words(token[0])
            comments[ply] = (*comments[ply], words) if ply in comments else (words,)
        elif kind == "open":
            depth += 1
        elif kind == "close":
            depth -= depth > 0
        elif kind == "result":
            marker = token[0]
        elif kind == "brace":
            raise BrokenGameError(f"a comment is not closed ({_after(board, moves)})")
        elif kind == "null":
            raise UnscoredGameError(f"it holds a null move ({_label(board)} {token[0]}), which is not chess")
        elif kind == "word" and token[0] not in _SIGN_WORDS:
            raise BrokenGameError(f"{_shown(token[0])} is not a move ({_after(board, moves)})")
    if depth:
        raise BrokenGameError(f"a variation is not closed ({_after(board, moves)})")
    return MainLine(tuple(moves), comments, marker, board)


def _push(board: chess.Board, text: str, *, castling: bool) -> chess.Move:
    san = text.replace("0", "O").replace("o", "O") if castling else text
    if not castling and _LEFT_OVER.search(san):
        san = _LEFT_OVER.sub("", san)
    try:
        return push_san(board, san)
    except chess.AmbiguousMoveError:
        raise BrokenGameError(f"the move {_label(board)} {text} is ambiguous") from None
    except ValueError:
        raise BrokenGameError(f"the move {_label(board)} {text} is not legal") from None


def _words(comment: str) -> str:
    """What a comment says, without its braces or semicolon, on one line."""
    inner = comment[1:] if comment[0] == ";" else comment[1:-1]
    return " ".join(inner.split()) if "\n" in inner else inner.strip()


def _label(board: chess.Board) -> str:
    return f"{board.fullmove_number}{'.' if board.turn else '...'}"


def _after(board: chess.Board, moves: list[chess.Move]) -> str:
    return f"after ply {len(moves)}, before {_label(board)}" if moves else "before the first move"


def _shown(word: str) -> str:
    """A word from the file, short enough for one sentence and without control characters."""
    text = "".join(letter if letter.isprintable() else "?" for letter in word[:24])
    return f"“{text}{'…' if len(word) > len(text) else ''}”"
