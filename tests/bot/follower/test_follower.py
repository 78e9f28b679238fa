"""Many games at once."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace

import aiohttp
import chess
import pytest
from structlog.testing import capture_logs

from bot.follower.followed import FollowedGame
from bot.follower.follower import KEPT_MS, Follower
from bot.lichess.limits import STREAMS, TAKEN_MS
from bot.lichess.simulator import Game, Script, Switches, TimeControl, faults
from bot.lichess.simulator.faults import Stop, StopAt
from bot.lichess.simulator.limits import TooManyError
from bot.updates import Happening
from scoring import Rules
from tests.bot.live import Live, running

BLITZ = TimeControl(180, 2)
LINE = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4"


@dataclass
class Seen:
    """What a follower told."""

    states: dict[str, list[str]] = field(default_factory=dict)
    forgotten: list[str] = field(default_factory=list)
    trouble: Callable[[FollowedGame], object] = bool

    def changed(self, game: FollowedGame) -> None:
        states = self.states.setdefault(game.id, [])
        if states[-1:] != [game.lifecycle]:
            states.append(game.lifecycle)
        self.trouble(game)


@asynccontextmanager
async def follower(live: Live, seen: Seen) -> AsyncIterator[Follower]:
    async with Follower(live.client, Rules(), live.clock, seen.changed, seen.forgotten.append) as follower:
        yield follower


def game(game_id: str, **fields: object) -> Script:
    return Script(game_id, control=BLITZ, **fields).moves(LINE)  # type: ignore[arg-type]


@dataclass
class Slots:
    """How many streams were open at most, and how many were refused.

    As behind a proxy, the server notices only after half a second that a stream is gone.
    """

    live: Live
    most: int = 0
    refused: int = 0
    leaving_ms: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Look at every stream that is opened."""
        self.slot = self.live.simulator.game_streams.slot
        self.live.simulator.game_streams.slot = self.counted  # type: ignore[method-assign, assignment]
        self.limited = self.live.governor.limited
        self.live.governor.limited = self.refuse  # type: ignore[method-assign]

    def counted(self, key: str) -> AbstractContextManager[None]:
        @contextmanager
        def counting() -> Iterator[None]:
            streams, now_ms = self.live.simulator.game_streams, self.live.clock.now_ms()
            self.leaving_ms = [left_ms for left_ms in self.leaving_ms if left_ms + 500 > now_ms]
            if streams.used(key) + len(self.leaving_ms) >= STREAMS:
                raise TooManyError(STREAMS)
            try:
                with self.slot(key):
                    self.most = max(self.most, streams.used(key))
                    yield
            finally:
                self.leaving_ms.append(self.live.clock.now_ms())

        return counting()

    def refuse(self, asked_ms: int = 0) -> None:
        self.refused += 1
        self.limited(asked_ms)


async def twelve(live: Live, scripts: list[Game]) -> tuple[Slots, Seen]:
    """Follow twelve games until all are over."""
    slots, seen = Slots(live), Seen()
    games = [live.add(script) for script in scripts]
    assert len(games) == 12
    async with follower(live, seen) as follows:
        for one in games:
            follows.found(one.id, "a test")
        over = {"settled", "void", "unsupported", "missing"}
        await live.turn_until(lambda: len(seen.states) == 12 and all(s[-1] in over for s in seen.states.values()))
    return slots, seen


async def test_twelve_games_never_need_more_than_eight_streams(live: Live) -> None:
    slots, seen = await twelve(live, [game(f"game{n:04}").resign(chess.WHITE).game() for n in range(12)])
    assert slots.most == STREAMS == 8
    assert slots.refused == 0
    assert list(seen.states.values()) == [["waiting", "live", "ended", "settled"]] * 12


async def test_nor_when_streams_break(live: Live) -> None:
    for number in range(0, 12, 2):
        live.simulator.faults.add(StopAt(5, Stop.RESET, keep="half"), game=f"game{number:04}")
        live.simulator.faults.add(faults.Lose(7), game=f"game{number + 1:04}")
    slots, seen = await twelve(live, [game(f"game{n:04}").resign(chess.WHITE).game() for n in range(12)])
    assert slots.most <= STREAMS
    assert slots.refused == 0
    assert all(states[-1] == "settled" for states in seen.states.values())
    assert any("reconnecting" in states for states in seen.states.values())


async def test_nor_when_streams_are_left_early(live: Live) -> None:
    """A variant that is not scored: the program closes the stream, and the server has to notice."""
    scripts = [Script(f"vari{n:04}", control=BLITZ, variant="atomic").moves("e3").game() for n in range(10)]
    scripts += [game(f"game{n:04}").resign(chess.WHITE).game() for n in range(2)]
    slots, seen = await twelve(live, scripts)
    assert slots.refused == 0
    assert [states[-1] for states in seen.states.values()] == ["unsupported"] * 10 + ["settled"] * 2


async def test_slots_that_others_use_are_left_to_them(live: Live) -> None:
    """Another program at this address has two streams: the server is asked for more than six once in a long time."""
    seen = Seen()
    long = TimeControl(7200, 0)
    for number in range(10):
        quiet = Script(f"game000{number}", control=long, source="friend").moves("e4 e5 Nf3 Nc6").wait(7_000_000)
        live.add(quiet.moves("Bb5").game())
    async with aiohttp.ClientSession() as other, follower(live, seen) as follows:
        for number in (8, 9):
            await other.get(f"{live.url}/api/stream/game/game000{number}")
        for number in range(8):
            follows.found(f"game000{number}", "a test")
        await live.turn(TAKEN_MS - 10_000)
        assert Counter(game.transport for game in follows.games.values()) == {"stream": 6, "export": 2}
        assert all(game.game.ply for game in follows.games.values())
        assert (follows.streams.slots, live.governor.pauses) == (6, 1)
        await other.close()
        await live.turn(20_000)
        assert Counter(game.transport for game in follows.games.values()) == {"stream": 8}
        assert (follows.streams.slots, live.governor.pauses) == (8, 1)


async def test_a_game_is_followed_once(live: Live) -> None:
    slots, seen = Slots(live), Seen()
    one = live.add(game("abcdefgh").game())
    async with follower(live, seen) as follows:
        for _ in range(3):
            follows.found(one.id, "a test")
        await live.turn_until(lambda: seen.states.get(one.id) == ["waiting", "live"])
        assert slots.most == 1


async def test_a_game_that_is_over_is_let_go_later_and_then_left_alone(live: Live) -> None:
    seen = Seen()
    one = live.add(game("abcdefgh").resign(chess.BLACK).game())
    async with follower(live, seen) as follows:
        follows.found(one.id, "a test")
        await live.turn_until(lambda: seen.states["abcdefgh"][-1] == "settled")
        settled_ms = live.clock.now_ms()
        assert "abcdefgh" in follows.games
        await live.turn_until(lambda: seen.forgotten, step_ms=10_000)
        assert KEPT_MS <= live.clock.now_ms() - settled_ms <= KEPT_MS + 30_000
        assert follows.games == {}
        follows.found(one.id, "a test")
        assert follows.games == {}


async def test_what_a_stream_calls_void_is_settled_by_its_record(live: Live) -> None:
    """The stream says that the game was aborted, the record that it was won: the record counts."""
    seen = Seen()
    live.simulator.faults.add(faults.UnknownStatus(25, "aborted"))
    one = live.add(game("abcdefgh").resign(chess.BLACK).game())
    async with follower(live, seen) as follows:
        follows.found(one.id, "a test")
        await live.turn_until(lambda: seen.states["abcdefgh"][-1] == "settled")
    assert seen.states["abcdefgh"] == ["waiting", "live", "void", "settled"]


def impossible(follows: Follower) -> None:
    """News that cannot be: a game that runs is of a variant that is not chess."""
    update = follows.games["abcdefgh"].last
    assert update
    follows.carried(replace(update, happening=Happening.VARIANT), "stream", "a test")


async def test_what_cannot_happen_leads_to_reading_the_game_anew(live: Live) -> None:
    seen = Seen()
    one = live.add(game("abcdefgh").resign(chess.BLACK).game())
    with capture_logs() as logs:
        async with follower(live, seen) as follows:
            follows.found(one.id, "a test")
            await live.turn_until(lambda: follows.games[one.id].game.ply == 3)
            impossible(follows)
            await live.turn_until(lambda: seen.states["abcdefgh"][-1] == "settled")
    assert seen.states["abcdefgh"] == ["waiting", "live", "waiting", "live", "ended", "settled"]
    (anew,) = (entry for entry in logs if entry["event"] == "game read anew")
    assert (anew["log_level"], anew["reason"]) == ("error", "variant cannot happen to a game that is live")


async def test_what_cannot_happen_again_and_again_does_not_storm_the_server(live: Live) -> None:
    seen = Seen()
    live.add(Script("abcdefgh", control=TimeControl(3600, 0)).moves("e4 e5").wait(10**6).moves("Nf3").game())
    async with follower(live, seen) as follows:
        follows.found("abcdefgh", "a test")
        for _ in range(24):
            await live.turn_until(lambda: follows.games["abcdefgh"].lifecycle == "live")
            impossible(follows)
            await live.turn(5_000)
    assert len(live.simulator.requests) <= 2 * 25
    assert live.simulator.violations == []


async def test_an_error_of_the_program_harms_no_game(live: Live) -> None:
    errors = [ZeroDivisionError("a bug")]

    def trouble(game: FollowedGame) -> None:
        if game.id == "evilgame" and game.game.ply == 3 and errors:
            raise errors.pop()

    seen = Seen(trouble=trouble)
    games = [live.add(game(name).resign(chess.BLACK).game()) for name in ("evilgame", "goodgame")]
    with capture_logs() as logs:
        async with follower(live, seen) as follows:
            for one in games:
                follows.found(one.id, "a test")
            await live.turn_until(lambda: seen.states["goodgame"][-1] == "settled")
            await live.turn_until(lambda: seen.states["evilgame"][-1] == "settled")
    told = "game not shown after an error of the program"
    assert [entry["game"] for entry in logs if entry["event"] == told] == ["evilgame"]


async def test_an_error_of_the_program_while_a_game_is_let_go_harms_no_other(live: Live) -> None:
    def forget(game_id: str) -> None:
        raise ZeroDivisionError("a bug")

    seen = Seen()
    with capture_logs() as logs:
        async with Follower(live.client, Rules(), live.clock, seen.changed, forget) as follows:
            for name in ("earlygam", "lategame"):
                live.add(game(name).resign(chess.BLACK).game())
                follows.found(name, "a test")
                await live.turn_until(lambda name=name: name in seen.states and seen.states[name][-1] == "settled")  # type: ignore[misc]
                await live.turn(KEPT_MS + 10_000)
                assert follows.games == {}
    told = "game still shown after an error of the program"
    assert [entry["game"] for entry in logs if entry["event"] == told] == ["earlygam", "lategame"]


async def test_a_missing_game_and_a_variant_leave_the_others_alone(live: Live) -> None:
    seen = Seen()
    live.add(Script("varigame", control=BLITZ, variant="atomic").moves("e3").game())
    live.add(game("goodgame").resign(chess.BLACK).game())
    async with follower(live, seen) as follows:
        for game_id in ("nowhere1", "varigame", "goodgame"):
            follows.found(game_id, "a test")
        await live.turn_until(lambda: seen.states["goodgame"][-1] == "settled")
        await live.turn_until(lambda: seen.states["nowhere1"][-1] == "missing")
    assert seen.states["nowhere1"] == ["waiting", "missing"]
    assert seen.states["varigame"] == ["waiting", "unsupported"]
    assert seen.states["goodgame"] == ["waiting", "live", "ended", "settled"]


async def test_a_refused_token_is_told_and_rarely_tried_again() -> None:
    seen = Seen()
    async with running(tokens={}, token="lip_wrong") as live:
        live.add(game("abcdefgh").game())
        with capture_logs() as logs:
            async with follower(live, seen) as follows:
                follows.found("abcdefgh", "a test")
                await live.turn_until(lambda: len(logs) > 10, step_ms=20_000)
        kinds = Counter(asked.kind for asked in live.simulator.requests)
    assert seen.states["abcdefgh"] == ["waiting"]
    minutes = (live.simulator.requests[-1].at_ms - live.simulator.requests[0].at_ms) / 60_000
    assert 1 <= kinds["stream"] <= 1 + minutes
    assert {entry["event"] for entry in logs} == {"no stream", "records not got"}
    assert all("the server refuses the token" in entry["reason"] for entry in logs)


@pytest.mark.parametrize("live_switches", [Switches(keepalive_s=None)])
async def test_leaving_ends_everything_at_once(live: Live) -> None:
    seen = Seen()
    for number in range(10):
        live.add(game(f"game{number:04}").game())
    async with asyncio.timeout(8):
        async with follower(live, seen) as follows:
            for number in range(10):
                follows.found(f"game{number:04}", "a test")
            await live.turn_until(lambda: sum("live" in states for states in seen.states.values()) >= STREAMS)
        await live.until(lambda: live.simulator.game_streams.used("127.0.0.1") == 0)
