"""What was heard of draw offers during a game, and what its record says of them."""

import chess
import pytest

from bot.lichess.draw_talk import completed
from scoring import OfferEvent

WHITE, BLACK = chess.WHITE, chess.BLACK
WITHDRAWN = (OfferEvent(8, WHITE), OfferEvent(8, WHITE, "withdraw"))
DECLINED = (OfferEvent(9, WHITE), OfferEvent(9, BLACK, "decline"))


@pytest.mark.parametrize("heard", [WITHDRAWN, DECLINED])
def test_the_record_knows_an_offer_that_was_heard(heard: tuple[OfferEvent, ...]) -> None:
    assert completed(heard, (OfferEvent(9, WHITE),)) == heard


@pytest.mark.parametrize("missed", [OfferEvent(10, WHITE), OfferEvent(9, BLACK), OfferEvent(40, BLACK)])
def test_an_offer_that_was_not_heard_comes_from_the_record(missed: OfferEvent) -> None:
    assert completed(WITHDRAWN, (OfferEvent(9, WHITE), missed)) == (*WITHDRAWN, missed)


def test_all_comes_in_the_order_of_the_game() -> None:
    assert completed(DECLINED, (OfferEvent(4, BLACK),)) == (OfferEvent(4, BLACK), *DECLINED)


def test_without_one_or_the_other() -> None:
    assert completed((), DECLINED[:1]) == DECLINED[:1]
    assert completed(WITHDRAWN, ()) == WITHDRAWN
