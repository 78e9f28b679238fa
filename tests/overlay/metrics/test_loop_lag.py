"""How late the event loop is."""

from overlay.metrics.program import LOOK_S, LoopLag
from tests.overlay.conftest import Time


def counted(loop_lag: LoopLag) -> dict[str, int]:
    return dict(loop_lag.times.buckets)


def test_a_loop_in_time_is_not_late() -> None:
    time = Time()
    loop_lag = LoopLag(time.later, time.clock)
    loop_lag.start()
    time.advance(10 * LOOK_S)
    assert counted(loop_lag)["0.001"] == 10
    assert loop_lag.times.sum_s < 0.001


def test_a_loop_that_was_busy_is_late_once() -> None:
    time, kept = Time(), Time()
    loop_lag = LoopLag(kept.later, time.clock)
    loop_lag.start()
    time.advance(LOOK_S + 0.2)  # while nothing that is due is done
    kept.advance(LOOK_S)
    assert (counted(loop_lag)["0.1"], counted(loop_lag)["0.25"]) == (0, 1)
    time.advance(LOOK_S)
    kept.advance(LOOK_S)
    assert (counted(loop_lag)["0.001"], counted(loop_lag)["+Inf"]) == (1, 2)


def test_nothing_is_looked_at_afterwards() -> None:
    time = Time()
    loop_lag = LoopLag(time.later, time.clock)
    loop_lag.start()
    time.advance(2 * LOOK_S)
    loop_lag.stop()
    time.advance(10)
    assert counted(loop_lag)["+Inf"] == 2
