"""Work on a stream of items: in order, and never far ahead."""

import multiprocessing
import signal
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from typing import Any

import pytest

from bot.spread import in_order


def asked(seen: list[int]) -> Iterator[int]:
    """Numbers without end, and which of them were asked for."""
    for number in count():
        seen.append(number)
        yield number


@pytest.mark.parametrize("workers", [1, 2])
def test_what_comes_out_is_in_the_order_of_what_went_in(workers: int) -> None:
    assert list(in_order(str, range(100), workers)) == [str(number) for number in range(100)]


def test_one_worker_asks_for_an_item_when_the_last_result_was_taken() -> None:
    seen: list[int] = []
    results = in_order(str, asked(seen))
    assert next(results) == "0"
    assert seen == [0]


def test_several_workers_read_ahead_within_bounds() -> None:
    seen: list[int] = []
    with closing(in_order(str, asked(seen), workers=2)) as results:
        assert [next(results) for _ in range(3)] == ["0", "1", "2"]
        assert 3 < len(seen) < 50


@pytest.mark.parametrize("workers", [1, 2])
def test_what_goes_wrong_comes_out(workers: int) -> None:
    results = in_order(int, ["1", "x", "2"], workers)
    assert next(results) == 1
    with pytest.raises(ValueError, match="'x'"):
        next(results)


@pytest.mark.parametrize("handler", [signal.SIG_DFL, lambda *_: None], ids=["as usual", "a handler of the parent"])
def test_what_is_under_way_is_given_up_with_the_rest(handler: Any) -> None:
    usual = signal.signal(signal.SIGTERM, handler)
    try:
        give_up()
    finally:
        signal.signal(signal.SIGTERM, usual)


def give_up() -> None:
    before = set(multiprocessing.active_children())
    results = in_order(endless, count(), workers=2)
    assert next(results) == 0
    workers = set(multiprocessing.active_children()) - before
    assert len(workers) == 2
    results.close()
    assert not any(worker.is_alive() for worker in workers)


def endless(number: int) -> int:
    """Work that ends for the first number only."""
    while number:
        pass
    return number
