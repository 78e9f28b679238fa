"""Game states as the bot would publish them: real moves, and points that follow from their entries."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import chess
import msgspec

from overlay.shown.corrections import correction_text
from overlay.state import (
    Book,
    Cause,
    Clocks,
    Correction,
    Entry,
    Flag,
    FlagVerdict,
    GameState,
    Leader,
    Lobby,
    LobbyGame,
    Opening,
    OutcomeEntries,
    Player,
    Points,
    Result,
    Running,
    RunningItem,
    Score,
    Side,
    Status,
    Text,
)

MOVES = (
    "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 "
    "Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#"
)
IMMORTAL = MOVES.split()

HOSTILE = "<img src=x onerror=document.body.dataset.pwned=1>"
RIGHT_TO_LEFT = "\u202egnihtyreve sesrever\u2066 \u202d"
LONG = "Wolfeschlegelsteinhausenbergerdorff-Bartholomäus-Maximiliane"
GAMBIT = Opening("C33", "King's Gambit Accepted: Bishop's Gambit")
BASE = {"white": 45, "black": 55}


def entry(rule: str, side: str, amount: int, ply: int, de: str, en: str, squares: Sequence[str] = ()) -> Entry:
    """One entry; the amount in hundredths."""
    text = f"{amount / 100:+.2f}"
    return Entry(rule, side, text, ply, Text(de, en), (ply,), tuple(squares))  # type: ignore[arg-type]


PAWN_TRADE = entry(
    "pawn_trade",
    "both",
    -5,
    12,
    "Bauerntausch auf d5 und e4: Die Asymmetrie sinkt von 36 auf 32",
    "Pawn trade on d5 and e4: the asymmetry falls from 36 to 32",
    ("d5", "e4"),
)
MINOR_TRADE = entry(
    "minor_trade",
    "both",
    -2,
    22,
    "Springer gegen Läufer getauscht, ohne mehr Asymmetrie",
    "Knight traded for bishop without any gain in asymmetry",
    ("b5",),
)
SACRIFICE = entry(
    "sacrifice",
    "white",
    6,
    22,
    "Läufer geopfert auf b5: seit 8 Zügen eine Leichtfigur weniger",
    "Bishop sacrificed on b5: a minor piece down for 8 moves",
    ("b5", "c6"),
)
QUEEN_TRADE = entry(
    "queen_trade",
    "both",
    -10,
    18,
    "Damen schon 4 Züge nach dem Buch getauscht",
    "Queens traded only 4 moves after the book",
    ("d1",),
)
LATE_CASTLING = entry(
    "late_castling",
    "black",
    8,
    36,
    "König in der Mitte: Rochade im 19. Zug brächte diesen Bonus",
    "King in the centre: castling on move 19 would bring this bonus",
    ("e8",),
)


BARE_KING = FlagVerdict(
    "draw", Text("Schwarz hat nur den König", "Black has only a king"), "chessmail", "bare_king", ("e8",)
)


def points(white: int, black: int) -> Points:
    """What two raw amounts in hundredths become (RULES 8)."""
    white, black = max(0, white), max(0, black)
    total = max(100, white + black)
    return Points(f"{float(Fraction(white, total)):.4f}", f"{float(Fraction(black, total)):.4f}")


def raw(entries: Sequence[Entry], side: Side) -> int:
    """A side's sum in hundredths."""
    mine = [round(float(one.amount) * 100) for one in entries if one.side in (side, "both")]
    return BASE[side] + sum(mine)


def total(entries: Sequence[Entry]) -> Points:
    """The points that all these entries give."""
    return points(raw(entries, "white"), raw(entries, "black"))


def draw_entries(ply: int, book: int, units: int) -> tuple[Entry, ...]:
    """The two entries of a draw at this ply."""
    short, left = -max(0, 25 - (ply - book) // 2), -(32 - units) if units > 7 else 0
    texts = (
        (
            short,
            "short_draw",
            f"Kurzremis: {-short} Züge fehlen bis Zug 25",
            f"Short draw: {-short} moves missing to 25",
        ),
        (left, "pieces_left", f"Noch {units} Steine auf dem Brett", f"{units} units still on the board"),
    )
    return tuple(entry(rule, "both", amount, ply, de, en) for amount, rule, de, en in texts if amount)


def transfer(winner: Side, stake: int, ply: int) -> tuple[Entry, ...]:
    """What the winner takes from the loser."""
    loser: Side = "black" if winner == "white" else "white"
    return (
        entry("transfer", winner, stake, ply, "Einsatz vom Verlierer", "Stake from the loser"),
        entry("transfer", loser, -stake, ply, "Einsatz an den Sieger", "Stake to the winner"),
    )


def state(game_id: str, ply: int, entries: Sequence[Entry] = (), *, book: int = 6, **more: Any) -> GameState:
    """The state of the Immortal Game at a ply, with these entries."""
    board = chess.Board()
    history = []
    last = None
    for number in range(ply + 1):
        if number:
            last = board.push_san(IMMORTAL[number - 1])
        units = chess.popcount(board.occupied)
        known = [one for one in entries if one.ply <= number]
        here = total([*known, *draw_entries(number, book, units)])
        history.append((float(here.white), float(here.black)))
    outcome = OutcomeEntries(
        draw_entries(ply, book, chess.popcount(board.occupied)), transfer("white", 50, ply), transfer("black", 50, ply)
    )
    lead = raw(entries, "white") - raw(entries, "black")
    state = GameState(
        id=game_id,
        white=Player("anna_weiss", "WGM", 2431),
        black=Player("Nachtspringer", None, 2388),
        fen=board.fen(),
        start_fen=chess.STARTING_FEN,
        chess960=False,
        last_move=last.uci() if last else None,
        ply=ply,
        clocks=Clocks(154_000, 97_000, "white" if board.turn else "black"),
        score=Score(
            total([*entries, *outcome.draw]),
            total([*entries, *outcome.white_wins]),
            total([*entries, *outcome.black_wins]),
        ),
        leader=Leader("white" if lead > 0 else "black" if lead < 0 else None, f"{abs(lead) / 100:.2f}"),
        entries=tuple(entries),
        outcome_entries=outcome,
        running=Running(max(0, 25 - (ply - book) // 2), RUNNING_ITEMS if entries else ()),
        flag=Flag(
            "chessmail",
            FlagVerdict(
                "black_wins",
                Text("Schwarz hat Material zum Mattsetzen", "Black has material to mate"),
                "chessmail",
                "can_mate",
            ),
            FlagVerdict(
                "white_wins",
                Text("Weiß hat Material zum Mattsetzen", "White has material to mate"),
                "chessmail",
                "can_mate",
            ),
        ),
        book=Book("Unruh-Grundbuch", book, in_book=0 < book == ply, opening=GAMBIT if ply >= 5 else None),
        stakes=Points("0.50", "0.50"),
        status=Status("live", plies_behind=3),
        rules={"preset": "letter", "pawn_trade_equal": "penalise", "pieces_left": "printed", "flag_fall": "chessmail"},
        speed="blitz",
        url="https://lichess.org/abcdefgh",
        history=tuple(history),
        moves=tuple(IMMORTAL[:ply]),
        check="white" if board.is_check() and board.turn else "black" if board.is_check() else None,
    )
    return msgspec.structs.replace(state, **more)


RUNNING_ITEMS = (
    RunningItem("sacrifice", "white", Text("Läuferopfer wächst noch", "Bishop sacrifice still growing"), 8, 10),
    RunningItem(
        "sacrifice", "white", Text("Turmopfer zählt ab dem 6. Zug", "Rook sacrifice counts from move 6"), 2, 10
    ),
    RunningItem(
        "open_loss",
        "black",
        Text("Bauer auf f4 verloren: Tausch noch möglich", "Pawn lost on f4: may still become a trade"),
        4,
        9,
    ),
    RunningItem("uncastled_king", "black", Text("König noch in der Mitte", "King still in the centre")),
)

ENTRIES = (PAWN_TRADE, MINOR_TRADE, QUEEN_TRADE, SACRIFICE, LATE_CASTLING)


def live() -> GameState:
    """In the middle of a game, with something of everything."""
    return state("live0001", 36, ENTRIES)


def fresh() -> GameState:
    """Before the first move."""
    clocks = Clocks(180_000, 180_000)
    return state("fresh001", 0, book=0, clocks=clocks, status=Status("waiting"), history=((0.2, 0.3),))


def hostile() -> GameState:
    """Names that want to be more than names."""
    return state(
        "hostile1",
        12,
        (PAWN_TRADE,),
        white=Player(HOSTILE, "<b>", None),
        black=Player(RIGHT_TO_LEFT + LONG, "GM", 2900),
        status=Status("reconnecting", plies_behind=1, provisional=True, stale_since_ms=8000),
    )


def nameless() -> GameState:
    """An anonymous player against the machine, Black to move in check with little time."""
    return state(
        "nameless",
        43,
        (SACRIFICE, msgspec.structs.replace(LATE_CASTLING, amount="+0.14", ply=43)),
        white=Player(""),
        black=Player("", ai_level=8),
        clocks=Clocks(61_000, 8_700, "black"),
        speed="bullet",
    )


def flag_draw() -> GameState:
    """Settled: the flag fell, and the rules decide otherwise than the server."""
    entries = (PAWN_TRADE, SACRIFICE)
    drawn = state("flagdraw", 40, entries)
    return msgspec.structs.replace(
        drawn,
        clocks=Clocks(0, 41_000),
        status=Status("settled", settled=True, offers_known=True),
        result=Result(
            "draw",
            "flag_fall",
            drawn.score.draw,
            Text(
                "Blättchenfall bei Weiß: Remis, denn Schwarz hat nur noch den König",
                "White’s flag fell: draw, because Black has only a king",
            ),
            Text("0–1, Zeitüberschreitung", "0–1, out of time"),
            "white",
        ),
        flag=msgspec.structs.replace(drawn.flag, white=BARE_KING),
    )


def won() -> GameState:
    """Settled: checkmate."""
    entries = (PAWN_TRADE, SACRIFICE, msgspec.structs.replace(LATE_CASTLING, amount="+0.16", ply=45))
    mate = state("won00001", 45, entries)
    text = Text("Weiß gewinnt durch Matt im 23. Zug", "White wins by checkmate on move 23")
    return msgspec.structs.replace(
        mate,
        clocks=Clocks(58_000, 31_000),
        status=Status("settled", settled=True, offers_known=True),
        result=Result("white_wins", "mate", mate.score.white_wins, text),
    )


def void() -> GameState:
    """Aborted: no score."""
    return state(
        "void0001",
        1,
        status=Status("void", settled=True),
        clocks=Clocks(180_000, 180_000),
        result=Result("void", "aborted", None, Text("Abgebrochen, nicht gewertet", "Aborted, not scored")),
    )


def quick() -> GameState:
    """Followed without any delay."""
    return state("quick001", 21, ENTRIES[:2], status=Status("live"))


def silent() -> GameState:
    """Live as far as is known, but nothing is heard of it."""
    return state("silent01", 30, ENTRIES[:3], status=Status("live", stale_since_ms=45_000))


def ended() -> GameState:
    """Over, and not settled yet."""
    status = Status("ended", provisional=True)
    return msgspec.structs.replace(won(), id="ended001", status=status)


def unsupported() -> GameState:
    """A variant that is not scored."""
    note = Text("Die Variante atomic wird nicht gewertet", "The variant atomic is not scored")
    return state("atomic01", 0, status=Status("unsupported", note=note), clocks=Clocks())


def blank(game_id: str, status: Status) -> GameState:
    """A game of which nothing is known."""
    nobody = Player("")
    return state(game_id, 0, white=nobody, black=nobody, status=status, clocks=Clocks(), speed="")


def missing() -> GameState:
    """A game that there is not."""
    text = Text("Diese Partie gibt es auf dem Server nicht", "There is no such game on the server")
    return blank("missing1", Status("missing", note=text))


def unheard() -> GameState:
    """A game that is looked for on a server that does not answer."""
    return blank("unheard1", Status("reconnecting"))


def correction(cause: Cause, before: Points | None, after: Points | None) -> Correction:
    """A correction as it would be told."""
    return Correction(cause, before, after, correction_text(cause, before, after))


def corrected() -> GameState:
    """Settled with another score than before, twice."""
    mate = won()
    assert mate.result
    return msgspec.structs.replace(
        mate,
        id="correct1",
        status=Status("settled", settled=True, corrected=True, offers_known=True),
        corrections=(
            correction("moves", None, Points("0.84", "0.16")),
            correction("offers", Points("0.84", "0.16"), mate.result.points),
        ),
    )


def lobby_game(game: GameState) -> LobbyGame:
    """A game's line in the lobby."""
    status = game.status
    return LobbyGame(
        game.id, game.white, game.black, game.fen, game.last_move, game.ply, game.score.draw, game.leader,
        status.lifecycle, game.speed, game.result, status.plies_behind, status.stale_since_ms is not None,
        status.provisional, status.settled, status.corrected, status.note,
    )  # fmt: skip


def all_games() -> tuple[GameState, ...]:
    """One of each kind."""
    running = live(), nameless(), quick(), silent(), fresh(), hostile()
    return *running, ended(), flag_draw(), won(), corrected(), void(), unsupported(), missing(), unheard()


def lobby() -> Lobby:
    """The lobby with one of each kind."""
    return Lobby(tuple(lobby_game(game) for game in all_games()))
