"""Draw talk written into a PGN, and read again."""

import io

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.pgn import PgnGame, read_pgn
from bot.pgn.talk import with_talk
from scoring import OfferEvent

WHITE, BLACK = chess.WHITE, chess.BLACK
PGN = """[Event "rated rapid game"]
[Site "https://lichess.test/abcdefgh"]
[Date "2026.11.30"]
[Round "-"]
[White "White offers draw"]
[Black "Birke"]
[Result "1-0"]
[Termination "Normal"]

1. e4 { [%clk 0:15:00] } 1... e5 { [%clk 0:15:00] } 2. Nf3 { White offers draw } { [%clk 0:14:51] } 2... Nc6
{ [%clk 0:14:40] } 3. Bb5 { [%clk 0:14:49] } 3... a6 { Black offers draw } { [%clk 0:14:30] } { Black resigns. } 1-0


"""


def read(text: str) -> PgnGame:
    game = next(read_pgn(io.BytesIO(text.encode()), "record"))
    assert isinstance(game, PgnGame)
    return game


@pytest.mark.parametrize(
    "offers",
    [
        (),
        (OfferEvent(3, WHITE),),
        (OfferEvent(2, WHITE), OfferEvent(2, BLACK, "decline"), OfferEvent(6, BLACK)),
        (OfferEvent(0, WHITE), OfferEvent(0, WHITE, "withdraw")),
        (OfferEvent(5, BLACK), OfferEvent(5, BLACK, "withdraw"), OfferEvent(5, BLACK), OfferEvent(5, WHITE, "decline")),
    ],
)
def test_what_is_written_is_read_again(offers: tuple[OfferEvent, ...]) -> None:
    before, after = read(PGN), read(with_talk(PGN, offers))
    assert after.offers == offers
    assert (after.moves, after.finish, after.clocks, after.headers) == (
        before.moves,
        before.finish,
        before.clocks,
        before.headers,
    )


EVENTS = st.builds(OfferEvent, st.integers(0, 6), st.booleans(), st.sampled_from(["offer", "decline", "withdraw"]))


@settings(max_examples=50, deadline=None)
@given(st.lists(EVENTS, max_size=6).map(lambda events: tuple(sorted(events, key=lambda event: event.ply))))
def test_whatever_was_said(offers: tuple[OfferEvent, ...]) -> None:
    assert read(with_talk(PGN, offers)).offers == offers
