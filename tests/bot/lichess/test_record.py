"""One record of the export as an update."""

import chess
import msgspec
import pytest

from bot.lichess.errors import LichessError
from bot.lichess.record import RecordReader
from bot.lichess.wire import ExportedGame, Player, Players, User
from bot.updates import Clocks, Happening
from bot.updates import Player as PlayerInfo
from scoring import Ending, Finish, OfferEvent

WHITE, BLACK = chess.WHITE, chess.BLACK
H = Happening
LINE = "e4 d5 exd5"
PGN = '[Result "1-0"]\n[Termination "Normal"]\n\n1. e4 {{ White offers draw }} 1... d5 2. {third} 1-0'


def record(moves: str = LINE, status: str = "started", **fields: object) -> ExportedGame:
    return ExportedGame("abcdefgh", status, moves=moves, **fields)  # type: ignore[arg-type]


def reader() -> RecordReader:
    return RecordReader("abcdefgh", "https://example.org/abcdefgh")


def sans(reader: RecordReader, game: ExportedGame) -> str:
    update = reader.read(game)
    board = update.info.start.copy()
    return " ".join(board.san_and_push(move) for move in update.moves)


def test_a_running_game() -> None:
    players = Players(Player(User("Amsel", "WGM"), rating=2300), Player(ai_level=3))
    update = reader().read(record(players=players, speed="blitz", clocks=[18000, 17950, 17801]))
    assert (update.id, update.happening, update.plies_behind) == ("abcdefgh", H.MOVED, 3)
    assert (update.offers, update.finish, update.record) == (None, None, "")
    assert (update.info.white, update.info.black) == (PlayerInfo("Amsel", "WGM", 2300), PlayerInfo(ai_level=3))
    assert (update.info.speed, update.info.url) == ("blitz", "https://example.org/abcdefgh")
    assert update.clocks == Clocks(178_010, 179_500)


CLOCKS = {
    "none": ([], Clocks()),
    "one": ([18000], Clocks(180_000, None)),
    "as many as plies": ([18000, 17000, 16000], Clocks(160_000, 170_000)),
    "one more, of the side to move at the end": ([18000, 17000, 16000, 15000], Clocks(160_000, 150_000)),
    "far too many": ([18000, 17000, 16000, 15000, 1, 2, 3], Clocks(160_000, 150_000)),
}


@pytest.mark.parametrize(("centiseconds", "clocks"), CLOCKS.values(), ids=CLOCKS)
def test_clocks(centiseconds: list[int], clocks: Clocks) -> None:
    assert reader().read(record(clocks=centiseconds)).clocks == clocks


def test_clocks_where_black_moves_first() -> None:
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    game = record("e5 Nf3 Nc6", variant="fromPosition", initial_fen=fen, clocks=[1, 2, 3])
    assert reader().read(game).clocks == Clocks(20, 30)


def test_an_end_without_the_pgn_is_not_settled() -> None:
    update = reader().read(record(status="resign", winner="white"))
    assert (update.happening, update.offers, update.plies_behind) == (H.ENDED, None, 0)
    assert update.finish == Finish(Ending.RESIGNATION, WHITE)


def test_the_pgn_settles() -> None:
    pgn = PGN.format(third="exd5")
    update = reader().read(record(status="resign", winner="white", pgn=pgn))
    assert (update.happening, update.record) == (H.SETTLED, pgn)
    assert update.finish == Finish(Ending.RESIGNATION, WHITE)
    assert update.offers == (OfferEvent(1, WHITE),)


def test_an_abort_is_void() -> None:
    pgn = '[Result "*"]\n[Termination "Abandoned"]\n\n1. e4 *'
    update = reader().read(record("e4", status="aborted", pgn=pgn))
    assert (update.happening, update.finish) == (H.VOID, Finish(Ending.ABORTED))


def test_the_pgn_of_a_running_game_settles_nothing() -> None:
    assert reader().read(record(pgn=PGN.format(third="exd5"))).happening is H.MOVED


def test_a_variant_is_named_and_its_moves_not_read() -> None:
    update = reader().read(record("P@e5 nonsense", variant="crazyhouse", initial_fen="nonsense"))
    assert (update.happening, update.moves) == (H.VARIANT, ())
    assert update.reason == "the variant crazyhouse is not scored"


COURSES = {
    "more moves": ("e4", "e4 e5 Nf3"),
    "the same": ("e4 e5", "e4 e5"),
    "a takeback": ("e4 e5 Nf3", "e4"),
    "another continuation": ("e4 e5 Nf3", "e4 e5 d4 d5"),
    "another first move": ("e4 e5", "d4"),
    "castling on the other side": (
        "d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 Nf3 Nf6 e3 e6 Be2 Be7 O-O",
        "d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 Nf3 Nf6 e3 e6 Be2 Be7 O-O-O O-O",
    ),
}


@pytest.mark.parametrize(("first", "second"), COURSES.values(), ids=COURSES)
def test_one_record_after_the_other(first: str, second: str) -> None:
    one = reader()
    assert sans(one, record(first)) == first
    assert sans(one, record(second)) == second
    assert sans(one, record(first)) == first


WRONG = {
    "an illegal move": (record("e4 e5 Ke3"), "the record has an illegal move"),
    "no move": (record("e4 \x00"), "the record has an illegal move"),
    "a null move": (record("e4 --"), "the record has an illegal move"),
    "a null move in UCI": (record("e4 0000"), "the record has an illegal move"),
    "a drop": (record("e4 @@@@"), "the record has an illegal move"),
    "no start position": (
        record(variant="fromPosition", initial_fen="8/8"),
        "the record has a start position that is not one",
    ),
    "a PGN with other moves": (
        record(status="resign", winner="white", pgn=PGN.format(third="e5")),
        "the record contradicts itself",
    ),
    "a PGN with an illegal move": (
        record(status="resign", winner="white", pgn=PGN.format(third="Ke3")),
        "the record cannot be read: the move",
    ),
    "a PGN without anything": (record(status="resign", pgn=" "), "the record cannot be read: there is no game in it"),
    "a PGN that is none": (record(status="resign", pgn="<html>"), "the record cannot be read"),
    "letters that are none": (record(status="resign", pgn="\ud800"), "the record cannot be read"),
}


@pytest.mark.parametrize(("game", "reason"), WRONG.values(), ids=WRONG)
def test_a_record_that_cannot_be(game: ExportedGame, reason: str) -> None:
    one = reader()
    one.read(record("e4 e5"))
    with pytest.raises(LichessError, match=f"^{reason}"):
        one.read(game)
    assert sans(one, record("e4 e5 Nf3")) == "e4 e5 Nf3"


def test_anonymous_players() -> None:
    game = msgspec.json.decode(
        b'{"id":"abcdefgh","status":"started","players":{"white":{},"black":{}}}', type=ExportedGame
    )
    info = reader().read(game).info
    assert info.white == info.black == PlayerInfo()
