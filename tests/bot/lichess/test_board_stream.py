"""The decoder of own games' streams on recorded ones: fed whole, by line, byte by byte, cut, doubled, and spoilt."""

import itertools
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.lichess.board_stream import BoardStream, Described, Event, State
from bot.lichess.decoder import Malformed
from bot.updates import Clocks, Player
from scoring import Ending, Finish, Game, OfferEvent, declined_offers
from tests.bot.lichess.feeding import by_line, byte_by_byte, whole

STREAMS = Path(__file__).parents[2] / "streams" / "own_games"
FILES = sorted(file.stem for file in STREAMS.glob("*.ndjson") if file.stem != "events")
WHITE, BLACK = chess.WHITE, chess.BLACK

EXPECTED: dict[str, tuple[str, Finish | None, Clocks, tuple[OfferEvent, ...]]] = {
    "aborted": ("e4", Finish(Ending.ABORTED), Clocks(900_000, 900_000), ()),
    "atomic": ("", None, Clocks(), ()),
    "both-rooms": (
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5",
        Finish(Ending.RESIGNATION, WHITE),
        Clocks(929_350, 923_650),
        (
            OfferEvent(4, BLACK),
            OfferEvent(4, WHITE, "decline"),
            OfferEvent(10, WHITE),
            OfferEvent(11, WHITE, "withdraw"),
        ),
    ),
    "castling": (
        "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O Re1 d6",
        Finish(Ending.RESIGNATION, BLACK),
        Clocks(923_480, 918_920),
        (),
    ),
    "chess960": (
        "e4 e5 Ng3 Ng6 Bc4 Bc5 Qe2 Qe7 O-O O-O d3",
        Finish(Ending.FLAG_FALL, WHITE),
        Clocks(929_350, 918_920),
        (),
    ),
    "correspondence": ("e4 c5 Nf3 d6 d4", None, Clocks(1_209_591_740, 1_209_594_730), ()),
    "draw-offers": (
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7",
        Finish(Ending.DRAW),
        Clocks(951_930, 939_070),
        (
            OfferEvent(7, WHITE),
            OfferEvent(9, BLACK),
            OfferEvent(10, WHITE, "decline"),
            OfferEvent(17, WHITE),
            OfferEvent(17, WHITE, "withdraw"),
            OfferEvent(20, BLACK),
        ),
    ),
    "from-position": ("Nf6 d3 Be7 O-O", Finish(Ending.STALEMATE), Clocks(905_870, 904_730), (OfferEvent(2, BLACK),)),
    # Without a chat nobody says that the offer was declined: the next move of the opponent does.
    "kid-mode": (
        "e4 e5 Nf3 Nc6 Bb5 a6",
        Finish(Ending.RESIGNATION, BLACK),
        Clocks(908_740, 909_460),
        (OfferEvent(4, WHITE),),
    ),
    "opponent-gone": ("d4 d5 Nc3", Finish(Ending.LEFT, WHITE), Clocks(905_870, 840_000), ()),
    "strange": (
        "e4 e5 Nf3 Nc6 Bc4 Bc5 b4",
        Finish(Ending.UNKNOWN, BLACK),
        Clocks(917_610, 909_460),
        (OfferEvent(5, WHITE),),
    ),
    "takeback": (
        "d4 d5 c4 e6 Nc3 Nf6 Nf3 Be7 Bf4",
        Finish(Ending.RESIGNATION, WHITE),
        Clocks(950_220, 918_920),
        (
            OfferEvent(6, WHITE),
            OfferEvent(6, BLACK, "decline"),
            OfferEvent(9, BLACK),
            OfferEvent(9, BLACK, "withdraw"),
        ),
    ),
    "unlimited": ("e4 c5 Nf3", None, Clocks(None, None), ()),
}
DECLINED = {
    "draw-offers": [(WHITE, 7, 8), (BLACK, 9, 10)],
    "takeback": [(WHITE, 6, 6)],
    "both-rooms": [(BLACK, 4, 4)],
    "kid-mode": [(WHITE, 4, 6)],
    "from-position": [(BLACK, 2, 4)],
    "strange": [(WHITE, 5, 6)],
}


def decode(stream: BoardStream, chunks: Iterable[bytes]) -> list[Event]:
    return [event for chunk in chunks for event in stream.feed(chunk)] + stream.eof()


def record(name: str) -> tuple[str, bytes]:
    """The game's id and the bytes of a recorded stream."""
    data = (STREAMS / f"{name}.ndjson").read_bytes()
    return json.loads(by_line(data)[0])["id"], data


def decoded(name: str) -> list[Event]:
    game_id, data = record(name)
    return decode(BoardStream(game_id), whole(data))


def states(events: Iterable[Event]) -> list[State]:
    return [event for event in events if isinstance(event, State)]


def san(start: chess.Board, moves: Iterable[chess.Move]) -> str:
    board = start.copy()
    return " ".join(board.san_and_push(move) for move in moves)


class Told:
    """A game told state by state, by hand."""

    def __init__(self, **fields: Any) -> None:
        self.stream = BoardStream("Byhand01")
        self.fields = {"id": "Byhand01", **fields}
        self.events: list[Event] = []
        self.full("")

    def feed(self, line: dict[str, Any]) -> "Told":
        self.events = self.stream.feed(json.dumps(line).encode() + b"\n")
        return self

    def full(self, moves: str, **flags: Any) -> "Told":
        return self.feed({**self.fields, "type": "gameFull", "state": {"moves": moves, **flags}})

    def state(self, moves: str, **flags: Any) -> "Told":
        return self.feed({"type": "gameState", "moves": moves, "status": "started", **flags})

    def say(self, text: str, who: str = "lichess") -> "Told":
        return self.feed({"type": "chatLine", "room": "player", "username": who, "text": text})

    @property
    def last(self) -> State:
        state = self.events[-1]
        assert isinstance(state, State)
        return state


def test_every_recorded_stream_is_expected() -> None:
    assert set(EXPECTED) == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_a_recorded_stream(name: str) -> None:
    game_id, data = record(name)
    described, *told = decode(BoardStream(game_id, "http://lichess.test/x"), whole(data))
    assert isinstance(described, Described)
    assert described.info.url == "http://lichess.test/x"
    assert len(states(told)) == len(told)
    last = (states(told) or [State((), Clocks(), ())])[-1]
    assert (san(described.info.start, last.moves), last.finish, last.clocks, last.offers) == EXPECTED[name]
    played = Game(described.info.start)
    played.extend(last.moves)
    assert [tuple(offer) for offer in declined_offers(last.offers, played.played())] == DECLINED.get(name, [])


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("cut", [by_line, byte_by_byte])
def test_however_it_is_cut_the_events_are_the_same(name: str, cut: Callable[[bytes], list[bytes]]) -> None:
    game_id, data = record(name)
    assert decode(BoardStream(game_id), cut(data)) == decoded(name)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(FILES), st.lists(st.integers(0, 6000), max_size=12))
def test_any_chunking(name: str, cuts: list[int]) -> None:
    game_id, data = record(name)
    places = sorted({min(cut, len(data)) for cut in cuts} | {0, len(data)})
    chunks = [data[start:end] for start, end in itertools.pairwise(places)]
    assert decode(BoardStream(game_id), chunks) == decoded(name)


@pytest.mark.parametrize("name", FILES)
def test_lines_that_come_twice_say_nothing_new(name: str) -> None:
    game_id, data = record(name)
    doubled = decode(BoardStream(game_id), [line * 2 for line in by_line(data)])
    assert [state for state, _ in itertools.groupby(states(doubled))] == [
        state for state, _ in itertools.groupby(states(decoded(name)))
    ]


@pytest.mark.parametrize("name", FILES)
def test_the_whole_stream_again_on_another_connection(name: str) -> None:
    game_id, data = record(name)
    stream = BoardStream(game_id)
    once = decode(stream, whole(data))
    stream.reconnect()
    first_line = by_line(data)[0]
    again = stream.feed(first_line[: len(first_line) // 2])
    assert again == []
    stream.reconnect()
    again = decode(stream, whole(data))
    assert not any(isinstance(event, Malformed) for event in again)
    assert [(state.moves, state.finish) for state in states(again)[-1:]] == [
        (state.moves, state.finish) for state in states(once)[-1:]
    ]


@pytest.mark.parametrize("name", FILES)
def test_a_stream_that_was_cut_goes_on_from_a_full_description(name: str) -> None:
    """The connection breaks after any line; the next one describes the game as it stands at the next state."""
    game_id, data = record(name)
    lines = by_line(data)
    full = json.loads(lines[0])
    for cut in range(1, len(lines)):
        stream = BoardStream(game_id)
        decode(stream, lines[:cut])
        rest = lines[cut:]
        index = next((i for i, line in enumerate(rest) if b'"gameState"' in line), None)
        if index is None:
            continue
        stream.reconnect()
        full["state"] = json.loads(rest[index])
        told = decode(stream, [json.dumps(full).encode() + b"\n", *rest[index + 1 :]])
        assert not any(isinstance(event, Malformed) for event in told)
        assert [(state.moves, state.clocks, state.finish) for state in states(told)[-1:]] == [
            (state.moves, state.clocks, state.finish) for state in states(decoded(name))[-1:]
        ]


@pytest.mark.parametrize(
    ("name", "white", "black", "variant", "speed"),
    [
        ("draw-offers", Player("Amsel", None, 1702), Player("Birke", "WFM", 1688), "standard", "rapid"),
        ("both-rooms", Player("Uhrwerk", "BOT", 2105), Player("Birke", "WFM", 1688), "standard", "rapid"),
        ("opponent-gone", Player("Amsel", None, 1702), Player(), "standard", "rapid"),
        ("atomic", Player("Amsel", None, 1702), Player(ai_level=3), "atomic", "rapid"),
        ("strange", Player("Amsel", None, 1702), Player("Birke"), "standard", "rapid"),
        ("correspondence", Player("Amsel", None, 1702), Player("Birke", "WFM", 1688), "standard", "correspondence"),
    ],
)
def test_who_plays_what(name: str, white: Player, black: Player, variant: str, speed: str) -> None:
    described = decoded(name)[0]
    assert isinstance(described, Described)
    info = described.info
    assert (info.white, info.black, info.variant, info.speed) == (white, black, variant, speed)


def test_a_game_from_a_position_starts_there() -> None:
    for name in ("from-position", "chess960"):
        described = decoded(name)[0]
        assert isinstance(described, Described)
        assert described.info.start.fen() == json.loads(by_line(record(name)[1])[0])["initialFen"]
        assert described.info.start.chess960 == (name == "chess960")


def test_without_anything_but_the_id() -> None:
    described = Told().events[0]
    assert isinstance(described, Described)
    assert (described.info.white, described.info.variant, described.info.start) == (
        Player(),
        "standard",
        chess.Board(),
    )


# --- moves


def test_moves_are_told_as_they_are_made_and_taken_back() -> None:
    plies = [len(state.moves) for state in states(decoded("takeback"))]
    assert [ply for ply, _ in itertools.groupby(plies)] == [*range(10), 6, 7, 8, 9]


def test_the_spelling_of_castling_may_change() -> None:
    moves = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5"
    told = Told().state(f"{moves} e1g1 e8g8", bdraw=True)
    before = told.last
    assert told.full(f"{moves} e1h1 e8h8", bdraw=True).last == before


def test_clocks_may_be_missing_below_nothing_or_jump_up() -> None:
    told = Told().state("e2e4", wtime=-5)
    assert told.last.clocks == Clocks(0, None)
    assert told.state("e2e4", wtime=2**31 - 1, btime=15_000).last.clocks == Clocks(None, 15_000)


@pytest.mark.parametrize("moves", ["e2e4 e7e4", "e2e4 0000", "e2e4 P@e5", "e2e4 \u00e9", "e2e4 e7e8q"])
def test_an_illegal_move_is_a_gap(moves: str) -> None:
    told = Told().state("e2e4 e7e5 g1f3").state(moves)
    assert told.events == [Malformed("move 2 is not legal", gap=True)]
    assert san(chess.Board(), told.full("e2e4 e7e5 f1c4").last.moves) == "e4 e5 Bc4"


# --- draw offers


def test_the_state_with_the_old_moves_and_the_flag_comes_first() -> None:
    told = Told().state("e2e4 e7e5").state("e2e4 e7e5", wdraw=True)
    assert told.last.offers == (OfferEvent(2, WHITE),)
    assert told.state("e2e4 e7e5 g1f3", wdraw=True).last.offers == (OfferEvent(2, WHITE),)


def test_a_flag_after_the_move_that_declined_the_offer_is_no_new_offer() -> None:
    told = Told().state("e2e4 e7e5").state("e2e4 e7e5", bdraw=True).state("e2e4 e7e5 g1f3", bdraw=True)
    told.state("e2e4 e7e5 g1f3 b8c6", bdraw=True).state("e2e4 e7e5 g1f3 b8c6 f1b5", bdraw=False)
    assert told.last.offers == (OfferEvent(2, BLACK),)


def test_a_flag_that_went_down_and_up_is_a_new_offer() -> None:
    told = Told().state("e2e4 e7e5").state("e2e4 e7e5", bdraw=True).state("e2e4 e7e5 g1f3", bdraw=True)
    told.state("e2e4 e7e5 g1f3 b8c6").state("e2e4 e7e5 g1f3 b8c6", bdraw=True)
    assert told.last.offers == (OfferEvent(2, BLACK), OfferEvent(4, BLACK))


def test_flags_that_are_false_say_nothing() -> None:
    assert Told().state("e2e4 e7e5", wdraw=False, bdraw=False).last.offers == ()


@pytest.mark.parametrize("who", ["Birke", "Lichess", "lichess ", ""])
@pytest.mark.parametrize("text", ["Black declines draw", "Draw offer cancelled"])
def test_what_players_write_does_not_count(who: str, text: str) -> None:
    told = Told().state("e2e4 e7e5").state("e2e4 e7e5", wdraw=True)
    assert told.say(text, who).events == []
    assert told.state("e2e4 e7e5").last.offers == (OfferEvent(2, WHITE),)


def test_a_player_cannot_pretend_an_offer() -> None:
    told = Told().state("e2e4 e7e5").say("White offers draw", "Amsel")
    assert told.events == []
    assert told.state("e2e4 e7e5 g1f3").last.offers == ()


def test_an_answer_is_told_once_and_at_once() -> None:
    told = Told().state("e2e4 e7e5").state("e2e4 e7e5", wdraw=True).say("Black declines draw")
    assert told.last.offers == (OfferEvent(2, WHITE), OfferEvent(2, BLACK, "decline"))
    assert told.say("Black declines draw").events == []
    assert told.say("Draw offer cancelled").events == []


@pytest.mark.parametrize("text", ["White declines draw", "Black offers draw", "Draw offer accepted", "", "x" * 5000])
def test_other_words_of_the_server_answer_nothing(text: str) -> None:
    told = Told().state("e2e4 e7e5").state("e2e4 e7e5", wdraw=True)
    assert told.say(text).events == []


def test_words_without_an_offer_answer_nothing() -> None:
    assert Told().state("e2e4 e7e5").say("Black declines draw").events == []
    assert Told().say("Draw offer cancelled").events == []


def test_words_come_too_late_after_the_move_that_answered() -> None:
    told = Told().state("e2e4 e7e5").state("e2e4 e7e5", bdraw=True).state("e2e4 e7e5 g1f3")
    assert told.say("White declines draw").events == []


def test_an_offer_stands_through_a_move_of_the_one_who_made_it() -> None:
    told = Told().state("e2e4 e7e5").state("e2e4 e7e5", wdraw=True).state("e2e4 e7e5 g1f3", wdraw=True)
    told.say("Draw offer cancelled")
    assert told.last.offers == (OfferEvent(2, WHITE), OfferEvent(3, WHITE, "withdraw"))


def test_an_offer_goes_with_the_moves_it_was_made_after() -> None:
    told = Told().state("e2e4 e7e5").state("e2e4 e7e5", wdraw=True).say("Black declines draw")
    told.state("e2e4 e7e5 g1f3 b8c6").state("e2e4 e7e5 g1f3 b8c6", bdraw=True)
    earlier = (OfferEvent(2, WHITE), OfferEvent(2, BLACK, "decline"))
    assert told.last.offers == (*earlier, OfferEvent(4, BLACK))
    lapsed = (OfferEvent(4, BLACK), OfferEvent(4, BLACK, "withdraw"))
    assert told.state("e2e4 e7e5").last.offers == (*earlier, *lapsed)
    first = (OfferEvent(2, WHITE), OfferEvent(2, WHITE, "withdraw"))
    assert told.state("e2e4").last.offers == (*first, *lapsed)


def test_an_answer_to_an_offer_that_is_left_stays() -> None:
    told = Told().state("e2e4 e7e5").state("e2e4 e7e5", wdraw=True).state("e2e4 e7e5 g1f3", wdraw=True)
    told.say("Draw offer cancelled").state("e2e4 e7e5")
    assert told.last.offers == (OfferEvent(2, WHITE), OfferEvent(2, WHITE, "withdraw"))


def test_moves_taken_back_and_replaced_while_the_connection_was_lost() -> None:
    told = Told().state("e2e4 e7e5 g1f3").state("e2e4 e7e5 g1f3", bdraw=True)
    told.stream.reconnect()
    lapsed = (OfferEvent(3, BLACK), OfferEvent(3, BLACK, "withdraw"))
    assert told.full("e2e4 e7e5 f1c4 g8f6").last.offers == lapsed


def test_a_flag_that_is_up_when_the_stream_is_opened() -> None:
    told = Told().full("e2e4 e7e5 g1f3", wdraw=True)
    assert told.last.offers == (OfferEvent(3, WHITE),)
    told.stream.reconnect()
    assert told.full("e2e4 e7e5 g1f3", wdraw=True).last.offers == (OfferEvent(3, WHITE),)


# --- ends and trouble


def test_an_aborted_game_may_lose_its_moves_but_has_no_winner() -> None:
    first, second = states(decoded("aborted"))[-2:]
    assert first == second
    assert (first.finish, len(first.moves)) == (Finish(Ending.ABORTED), 1)


def test_a_game_that_is_over_when_the_stream_is_opened() -> None:
    told = Told().full("f2f3 e7e5 g2g4 d8h4", status="mate", winner="black")
    assert told.last.finish == Finish(Ending.MATE, BLACK)


def test_words_after_the_end_change_nothing() -> None:
    told = Told().state("e2e4 e7e5", wdraw=True).state("e2e4 e7e5", status="resign", winner="black")
    assert told.say("Draw offer cancelled").events == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "not understood"),
        (b'{"type":"gameState","moves":7}', "not understood"),
        (b'{"type":"gameState","winner":"nobody"}', "not understood"),
        (b'{"type":"gameState","moves":"\xff"}', "not understood"),
        (b"[" * 100_000, "not understood"),
        (b'{"type":"gameFull","id":"Another1"}', "the server speaks of another game than the one asked for"),
    ],
)
def test_a_line_that_cannot_be_used_is_left_out(line: bytes, reason: str) -> None:
    told = Told()
    (event,) = told.stream.feed(line + b"\n")
    assert isinstance(event, Malformed)
    assert reason in event.reason
    assert len(event.reason) < 200
    assert not event.gap
    assert told.state("e2e4").last.moves == (chess.Move.from_uci("e2e4"),)


@pytest.mark.parametrize("line", [b"null", b"7", b"[]", b"{}", b'{"type":"futureType"}', b'{"type":"opponentGone"}'])
def test_nothing_crashes_on_other_json(line: bytes) -> None:
    assert all(isinstance(event, Malformed) for event in BoardStream("Byhand01").feed(line + b"\n"))


def test_a_state_before_the_description_is_a_gap() -> None:
    (event,) = BoardStream("Byhand01").feed(b'{"type":"gameState","moves":"e2e4"}\n')
    assert event == Malformed("a state came before the description of the game", gap=True)


def test_a_start_position_that_is_not_one_is_a_gap() -> None:
    told = Told.__new__(Told)
    told.stream = BoardStream("Byhand01")
    told.fields = {"id": "Byhand01", "initialFen": "nonsense"}
    (event,) = told.full("").events
    assert isinstance(event, Malformed)
    assert event.gap


def test_half_a_line_at_the_end_is_worth_a_note() -> None:
    stream = BoardStream("Byhand01")
    stream.feed(b'{"type":"gameS')
    assert stream.eof() == [Malformed("the stream ended in the middle of a line")]
    assert stream.eof() == []


# --- real captures


@pytest.mark.parametrize(
    ("name", "moves", "finish", "offers"),
    [
        ("ai-atomic-takeback-Y7Niaxm9", "", None, ()),
        ("correspondence-mate-zG7dJP54", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#", Finish(Ending.MATE, WHITE), ()),
        ("opponent-gone-timeout-v53dhSiP", "d4 d5 Nc3", Finish(Ending.LEFT, WHITE), ()),
        ("takeback-draw-f0cEIixZ.states", "d4 d5 Nc3", Finish(Ending.DRAW), (OfferEvent(3, WHITE),)),
    ],
)
def test_a_real_capture(
    shared: Path, name: str, moves: str, finish: Finish | None, offers: tuple[OfferEvent, ...]
) -> None:
    data = (shared / "lichess" / "captures" / f"board-stream-2026-07-{name}.ndjson").read_bytes()
    game_id = json.loads(by_line(data)[0])["id"]
    data = data.rstrip(b"\n") + b"\n"
    events = decode(BoardStream(game_id), whole(data))
    assert decode(BoardStream(game_id), byte_by_byte(data)) == events
    last = (states(events) or [State((), Clocks(), ())])[-1]
    assert (san(chess.Board(), last.moves), last.finish, last.offers) == (moves, finish, offers)
    assert not any(isinstance(event, Malformed) for event in events)
