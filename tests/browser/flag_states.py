"""Games with something to say of a flag fall."""

from typing import Any

import msgspec

from overlay.state import (
    Clocks,
    Flag,
    FlagPolicy,
    FlagVerdict,
    GameState,
    OtherVerdict,
    OutcomeName,
    Player,
    Result,
    Status,
    Text,
)
from tests.overlay import samples

BLACK_CAN = Text("Schwarz hat Material zum Mattsetzen", "Black has material to mate")
WHITE_CAN = Text("Weiß hat Material zum Mattsetzen", "White has material to mate")
BARE_KING = Text("Schwarz hat nur den König", "Black has only a king")
BLOCKED = Text(
    "die Stellung ist blockiert: Schwarz kommt mit nichts dahin, wo es matt wäre",
    "the position is blocked: no unit of Black can ever get to where it would mate",
)
UNPROVED = Text(
    "nicht bewiesen, dass Schwarz nicht mattsetzen kann: die Zeitüberschreitung zählt",
    "it is not proved that Black cannot mate, so the flag stands",
)
SERVER = Text(
    "Schwarz hat Material zum Mattsetzen (wie Lichess entscheidet; das letzte Wort hat der Server)",
    "Black has material to mate (as Lichess decides it; the server has the last word)",
)
LINE = Text(
    "Weiß kann noch mattsetzen: eine Folge von 7 Halbzügen endet matt",
    "White can still mate if Black helps: a line of 7 plies ends in mate",
)

HIGH = Clocks(154_000, 97_000, "white")
WHITE_LOW = Clocks(7_400, 97_000, "white")
LICHESS_WIN = OtherVerdict("lichess", "black_wins", BLACK_CAN)
CHESSMAIL_WIN = OtherVerdict("chessmail", "black_wins", BLACK_CAN)


def verdict(outcome: OutcomeName, text: Text, policy: FlagPolicy, reason: str, **more: Any) -> FlagVerdict:
    """A verdict with the squares of a black king and pawn."""
    return FlagVerdict(outcome, text, policy, reason, **{"squares": ("e8", "d7"), **more})


WHITE_MATES = verdict("white_wins", WHITE_CAN, "chessmail", "can_mate", squares=("e1",))
BLACK_MATES = verdict("black_wins", BLACK_CAN, "chessmail", "can_mate")
BY_LINE = verdict("white_wins", LINE, "fide", "mate_line", squares=("e1",), line=("e4e5",))
DRAWN = verdict("draw", BARE_KING, "chessmail", "bare_king", squares=("d8",))
PROVED = verdict("draw", BLOCKED, "fide", "walled_in", others=(CHESSMAIL_WIN, LICHESS_WIN))


def hostile_verdict() -> FlagVerdict:
    """Texts that want to be more than texts, and a reason and an outcome of which nothing is known."""
    text = Text(samples.HOSTILE, samples.HOSTILE)
    return verdict("void", text, "fide", "__proto__", others=(OtherVerdict("lichess", "void", text),))


def game(game_id: str, flag: Flag, clocks: Clocks = HIGH, **more: Any) -> GameState:
    """A running game with White to move, at move 21."""
    return samples.state(game_id, 40, samples.ENTRIES[:2], **{"flag": flag, "clocks": clocks, **more})


def fell(game_id: str, flag: Flag, outcome: OutcomeName, text: Text, server: Text | None = None) -> GameState:
    """A game in which White's flag fell, though the last position known has Black to move."""
    over = game(game_id, flag, Clocks(0, 41_000), status=Status("settled", settled=True))
    over = msgspec.structs.replace(over, fen=over.fen.replace(" w ", " b "))
    points = getattr(over.score, outcome)
    return msgspec.structs.replace(over, result=Result(outcome, "flag_fall", points, text, server, flagged="white"))


def all_states() -> dict[str, GameState]:
    """One of each kind, by what it shows."""
    won = Flag("chessmail", BLACK_MATES, WHITE_MATES)
    drawn = Flag("chessmail", DRAWN, WHITE_MATES)
    proved = Flag("fide", PROVED, BY_LINE)
    undecided = verdict("black_wins", UNPROVED, "fide", "undecided")
    pending = msgspec.structs.replace(undecided, pending=True)
    server = verdict("black_wins", SERVER, "server", "can_mate")
    dead = Result("draw", "dead_position", samples.points(40, 48), Text("Remis", "Draw"))
    draw_text = Text(
        "Remis: Zeitüberschreitung, aber Schwarz hat nur den König", "Draw: flag fall, but Black has only a king"
    )
    win_text = Text("Schwarz gewinnt: Zeitüberschreitung", "Black wins: flag fall")
    return {
        "high": game("flaghigh", won),
        "low": game("flaglow1", won, WHITE_LOW),
        "soon": game("flagsoon", won, Clocks(25_000, 97_000, "white")),
        "draw": game("flagdrw1", drawn, WHITE_LOW),
        "both": game("flagboth", proved, Clocks(14_400, 8_700, "black")),
        "disagree": game("flagdis1", proved, WHITE_LOW),
        "disagree_high": game("flagdis2", proved),
        "undecided": game("flagund1", Flag("fide", undecided, BY_LINE), WHITE_LOW),
        "pending": game("flagpend", Flag("fide", pending, BY_LINE), WHITE_LOW),
        "server": game("flagserv", Flag("server", server, WHITE_MATES), WHITE_LOW),
        "dead": game("flagdead", Flag("fide", PROVED, PROVED, "proof"), WHITE_LOW),
        "dead_over": game("flagdead2", Flag("chessmail", DRAWN, DRAWN, "material"), WHITE_LOW, result=dead),
        "dead_elsewhere": game("flagdead3", Flag("chessmail", BLACK_MATES, WHITE_MATES, "proof"), WHITE_LOW),
        "fell_draw": fell("flagend1", drawn, "draw", draw_text, win_text),
        "fell_won": fell("flagend2", won, "black_wins", win_text),
        "fell_server": fell("flagend3", Flag("server", server, WHITE_MATES), "black_wins", win_text),
        "long": game(
            "flaglong", proved, WHITE_LOW, white=Player(samples.LONG * 2, "GM", 2900), black=Player(samples.HOSTILE)
        ),
    }  # fmt: skip
