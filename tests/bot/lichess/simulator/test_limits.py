"""What a client may not do, at the boundary of each limit."""

import pytest

from bot.lichess.simulator import ManualClock, Script, TimeControl
from bot.lichess.simulator.errors import LimitError
from bot.lichess.simulator.faults import Stop, StopAt
from bot.lichess.simulator.limits import ConcurrencyLimit, Limits, Newest, RateLimit, TooManyError
from tests.bot.lichess.simulator.lab import Lab

STREAM, EXPORT = "/api/stream/game/abcdefgh", "/game/export/abcdefgh"
BLITZ = TimeControl(180, 2)


def refused(take: object, *args: object) -> str:
    """The words of a refusal."""
    assert callable(take)
    with pytest.raises(LimitError) as caught:
        take(*args)
    assert caught.value.status == 429
    return str(caught.value)


def test_slots() -> None:
    limit = ConcurrencyLimit(2, ManualClock())
    with limit.slot("a"), limit.slot("b"):
        with limit.slot("a"):
            assert limit.used("a") == 2
            with pytest.raises(TooManyError, match=r"Please only run 2 request\(s\) at a time"), limit.slot("a"):
                pass
            assert (limit.used("a"), limit.used("b")) == (2, 1)
        with limit.slot("a"):
            pass
    assert (limit.used("a"), limit.used("b")) == (0, 0)


async def test_leaked_slots_are_forgotten_after_twenty_minutes() -> None:
    clock = ManualClock()
    limit = ConcurrencyLimit(2, clock)
    leaked = [limit.slot("a"), limit.slot("a")]
    for slot in leaked:
        slot.__enter__()
    await clock.advance(20 * 60_000 - 1)
    assert limit.used("a") == 2
    await clock.advance(1)
    assert limit.used("a") == 0
    with limit.slot("a"):
        leaked[0].__exit__(None, None, None)  # found after all: Lichess does not know which one it was
        assert limit.used("a") == 0
    assert limit.used("a") == 0


async def test_rates() -> None:
    clock = ManualClock()
    limit = RateLimit(3, 1000, clock, "No.")
    for _ in range(3):
        limit.take("a")
        await clock.advance(100)
    for _ in range(2):
        assert refused(limit.take, "a") == "No."
    limit.take("b")
    await clock.advance(699)
    refused(limit.take, "a")
    await clock.advance(1)
    limit.take("a")
    refused(limit.take, "a")  # the second one is still within the window
    await clock.advance(100)
    limit.take("a")


def test_the_newest_stays() -> None:
    newest, ended = Newest(), list[str]()
    with newest.holder("a", lambda: ended.append("first")), newest.holder("b", lambda: ended.append("other")):
        with newest.holder("a", lambda: ended.append("second")):
            assert ended == ["first"]
        with newest.holder("a", lambda: ended.append("third")):
            assert ended == ["first"]


async def test_the_event_stream_may_be_opened_thirty_times_in_ten_minutes() -> None:
    clock = ManualClock()
    limits = Limits(clock)
    for _ in range(30):
        limits.event_opens.take("token")
    assert "Please don't poll this endpoint" in refused(limits.event_opens.take, "token")
    await clock.advance(600_000)
    limits.event_opens.take("token")


async def test_broadcasts() -> None:
    clock = ManualClock()
    limits = Limits(clock)
    for most, user in ((10, None), (360, "amsel")):
        for _ in range(most):
            limits.broadcast_request("1.2.3.4", user)
    assert "oauth token" in refused(limits.broadcast_request, "1.2.3.4", None)
    assert "your account" in refused(limits.broadcast_request, "1.2.3.4", "amsel")
    limits.broadcast_request("1.2.3.5", None)
    await clock.advance(60_000)
    limits.broadcast_request("1.2.3.4", None)
    refused(limits.broadcast_request, "1.2.3.4", "amsel")
    await clock.advance(120_000)
    limits.broadcast_request("1.2.3.4", "amsel")


@pytest.mark.parametrize(("user", "most"), [(None, 2), ("amsel", 8)])
def test_broadcast_streams(user: str | None, most: int) -> None:
    limits = Limits(ManualClock())
    slots = [limits.broadcast_stream("1.2.3.4", user) for _ in range(most)]
    for slot in slots:
        slot.__enter__()
    with (
        pytest.raises(TooManyError, match=f"only run {most} "),
        limits.broadcast_stream("1.2.3.4" if user is None else "5.6.7.8", user),
    ):
        pass
    with limits.broadcast_stream("9.9.9.9" if user is None else "1.2.3.4", None if user is None else "birke"):
        pass


def test_the_other_numbers() -> None:
    limits = Limits(ManualClock())
    for limit, most in ((limits.game_streams, 8), (limits.games_streams, 4), (limits.user_exports, 1)):
        slots = [limit.slot("a") for _ in range(most)]
        for slot in slots:
            slot.__enter__()
        with pytest.raises(TooManyError, match=f"only run {most} "), limit.slot("a"):
            pass


# --- over HTTP


async def test_eight_game_streams(lab: Lab) -> None:
    lab.add(Script(control=BLITZ).game())
    streams = [await lab.open() for _ in range(8)]
    assert lab.simulator.violations == []
    assert (await lab.open()).status == 429
    assert lab.simulator.violations == [f"GET {STREAM} was refused with 429: Please only run 8 request(s) at a time"]
    streams[0].close()
    await lab.slots(7)
    assert (await lab.open()).status == 200


async def test_a_stream_in_silence_keeps_its_slot_for_twenty_minutes(lab: Lab) -> None:
    lab.add(Script(control=BLITZ).game())
    lab.simulator.faults.add(StopAt(1, Stop.SILENCE), count=None)
    for _ in range(8):
        await lab.open()
    await lab.clock.advance(20 * 60_000 - 1)
    await lab.slots(8)
    await lab.clock.advance(1)
    await lab.slots(0)


async def test_a_hundred_ids(lab: Lab) -> None:
    for count, status in ((100, 200), (101, 400)):
        assert (await lab.get("/api/users/status?ids=" + ",".join(["x"] * count)))[0] == status
    assert lab.simulator.violations == [
        "GET /api/users/status was refused with 400: Too many ids: 101, expected up to 100"
    ]
