"""What an address says about how late it wants to be told."""

import pytest

from overlay.channels import MAX_DELAY_S
from overlay.web.serving import delay_of


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("45", 45),
        ("0", 0),
        ("900", 900),
        ("999999", MAX_DELAY_S),
        ("-5", 0),
        ("1.5", 0),
        ("", 0),
        ("\u0663", 0),
        ("9" * 30, 0),
    ],
)
def test_a_delay_is_whole_seconds_up_to_a_quarter_of_an_hour(text: str, seconds: int) -> None:
    assert delay_of(text) == seconds
