"""The section [boards]."""

import pytest
from pydantic import ValidationError

from bot.config.boards import LIVECHESS, BoardsSection


def section(**keys: object) -> BoardsSection:
    return BoardsSection.model_validate({"livechess": LIVECHESS, **keys})


def test_as_it_is_written() -> None:
    told = section(round=2, games=[{"board": "10001", "white": "Amsel", "black": "Birke"}, {"board": "10002"}])
    assert [place.board for place in told.games] == ["10001", "10002"]
    assert BoardsSection().livechess == ""


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"livechess": "http://127.0.0.1:1982"}, "must be the address of LiveChess"),
        ({"livechess": "ws://"}, "must be the address of LiveChess"),
        ({"livechess": "ws://a@b:1"}, "must be the address of LiveChess"),
        ({"games": [{"board": "1"}, {"board": "1"}]}, 'each board must be there once, and "1" is there twice'),
        ({"games": [{"board": "a b"}]}, "must be the number of a board"),
        ({"livechess": "", "games": [{"board": "1"}]}, "must name where LiveChess is"),
        ({"round": 0}, "greater than or equal to 1"),
    ],
)
def test_mistakes(keys: dict[str, object], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        section(**keys)
