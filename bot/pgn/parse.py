"""From the text of one game to the game."""

import chess

from bot.pgn.comments import offers, spoken
from bot.pgn.ends import finish_of, flagged_side, read_result
from bot.pgn.model import BrokenGameError, PgnGame, PgnProblem, ProblemError
from bot.pgn.movetext import MainLine, read_moves
from bot.pgn.split import MAX_GAME_BYTES, RawGame
from bot.pgn.start import start_board
from bot.pgn.tags import decode, read_tags
from scoring import Ending


def parse_game(raw: RawGame, file: str) -> PgnGame | PgnProblem:
    """Read one game. Whatever is wrong with it comes back as a problem; nothing is raised."""
    try:
        if raw.too_long:
            raise BrokenGameError(f"it is longer than {MAX_GAME_BYTES >> 20} MiB")
        tags, text = read_tags(decode(raw.text))
        start = start_board(tags)
        line = read_moves(text, start)
        if not tags and not line.moves:
            raise BrokenGameError("it has neither tags nor moves")
        return _game(file, raw.number, tags, start, line)
    except ProblemError as problem:
        return PgnProblem(file, raw.number, str(problem), problem.kind)


def _game(file: str, number: int, tags: dict[str, str], start: chess.Board, line: MainLine) -> PgnGame:
    result = read_result(tags.get("Result", ""), line.marker)
    plies = len(line.moves)
    words = spoken(line.comments.get(plies, ()))
    loser = chess.WHITE if result.text == "0-1" else chess.BLACK
    finish = finish_of(tags, result.text, words, line.board, plies >= (1 if loser == start.turn else 2))
    flagged = flagged_side(tags, words) if finish and finish.ending == Ending.FLAG_FALL else None
    return PgnGame(
        file=file,
        number=number,
        headers=tags,
        start=start,
        moves=line.moves,
        comments=line.comments,
        offers=offers(line.comments, start.turn),
        result=result.text,
        finish=finish,
        flagged=flagged,
        conflict=result.conflict,
    )
