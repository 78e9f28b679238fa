"""Updates as rows: compact, and given back exactly."""

import dataclasses

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.compact import RowError, compact, unfold
from bot.updates import Clocks, GameInfo, GameUpdate, Happening, Player
from scoring import Ending, Finish, OfferEvent
from tests.bot.store.samples import INFO, PLAYED, moves, update

TEXTS = st.text(st.characters(), max_size=12)  # surrogates and NUL are among them
NUMBERS = st.none() | st.integers(-5, 10**30)
PLAYERS = st.builds(Player, TEXTS, st.none() | TEXTS, NUMBERS, NUMBERS)
STARTS = st.integers(0, 959).map(chess.Board.from_chess960_pos) | st.sampled_from(
    [chess.Board(), chess.Board("8/7K/8/3k4/6Q1/8/8/8 w - - 5 77"), chess.Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9")]
)
INFOS = st.builds(GameInfo, PLAYERS, PLAYERS, TEXTS, TEXTS, STARTS, st.none() | TEXTS)
MOVES = st.lists(st.sampled_from(moves("e2e4 e7e5 g1f3 a7a8q 0000 e1h1")), max_size=6).map(tuple)
COLORS = st.none() | st.booleans()
OFFERS = st.builds(OfferEvent, st.integers(0, 300), st.booleans(), st.sampled_from(["offer", "decline", "withdraw"]))
UPDATES = st.builds(
    GameUpdate,
    id=st.just("abcdefgh"),
    happening=st.sampled_from(Happening),
    info=INFOS | st.just(INFO),
    moves=MOVES,
    clocks=st.builds(Clocks, NUMBERS, NUMBERS),
    plies_behind=st.integers(0, 9),
    offers=st.none() | st.lists(OFFERS, max_size=3).map(tuple),
    finish=st.none() | st.builds(Finish, st.sampled_from(Ending), COLORS),
    flagged=COLORS,
    reason=TEXTS,
    record=TEXTS,
)


def folded(updates: list[GameUpdate]) -> GameUpdate | None:
    """What the rows of updates give back."""
    written = [
        (one.id, one.happening, compact(one, before)) for before, one in zip([None, *updates], updates, strict=False)
    ]
    update = None
    for game_id, happening, payload in written:
        update = unfold(game_id, happening, payload, update)
    return update


@given(st.lists(UPDATES, min_size=1, max_size=6))
def test_the_rows_of_any_updates_give_back_the_last_one(updates: list[GameUpdate]) -> None:
    last = folded(updates)
    assert last == updates[-1]
    assert last.info.start.chess960 == updates[-1].info.start.chess960


def test_the_property_knows_every_field() -> None:
    drawn = {"id", "happening", "info", "moves", "clocks", "plies_behind", "offers", "finish", "flagged", "reason"}
    assert {field.name for field in dataclasses.fields(GameUpdate)} == drawn | {"record"}


def test_only_what_is_new_is_written() -> None:
    long = update("abcdefgh", Happening.MOVED, "e2e4 e7e5 " * 40)
    longer = dataclasses.replace(long, moves=(*long.moves, *moves("g1f3")))
    assert compact(longer, long) == '{"keep":80,"new":"g1f3"}'
    assert compact(long, longer) == '{"keep":80}'
    assert compact(PLAYED[3], PLAYED[2]) == '{"keep":1,"new":"c7c5 g1f3"}'


@pytest.mark.parametrize(
    ("happening", "payload"),
    [
        ("moved", '{"keep":3}'),
        ("moved", '{"keep":-1}'),
        ("moved", '{"new":"e2e4 e9e5"}'),
        ("moved", '{"keep":"one"}'),
        ("flown", "{}"),
        ("moved", "{"),
        ("moved", "[" * 100_000),
        ("moved", '{"info":{"white":{},"black":{},"variant":"","speed":"","start":"nothing"}}'),
    ],
)
def test_rows_that_do_not_fit(happening: str, payload: str) -> None:
    before = update("abcdefgh", Happening.MOVED, "e2e4")
    with pytest.raises(RowError, match="abcdefgh"):
        unfold("abcdefgh", happening, payload, before)


def test_the_first_row_has_to_describe_the_game() -> None:
    with pytest.raises(RowError, match="nothing is known of the game before it"):
        unfold("abcdefgh", "moved", "{}", None)
