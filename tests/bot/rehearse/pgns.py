"""Games for rehearsals, written as PGN."""

from io import BytesIO

from bot.pgn import PgnGame, read_pgn

LINE = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7"


def pgn(moves: str = LINE, result: str = "1-0", **tags: str) -> str:
    """A game in PGN."""
    lines = {"White": "Amsel", "Black": "Birke", "TimeControl": "60+0", "Result": result} | tags
    return "\n".join(f'[{name} "{value}"]' for name, value in lines.items()) + f"\n\n{moves} {result}\n\n"


def record(moves: str = LINE, result: str = "1-0", **tags: str) -> PgnGame:
    """The same as it is read."""
    (game,) = read_pgn(BytesIO(pgn(moves, result, **tags).encode()), "test.pgn")
    assert isinstance(game, PgnGame), game
    return game
