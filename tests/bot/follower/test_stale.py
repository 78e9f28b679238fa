"""Silence: how long is too long by each transport, what counts as life, and what viewers are told."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import get_args

import chess
import pytest

from bot.follower.followed import STALE_MS, FollowedGame
from bot.follower.follower import WATCH_MS
from bot.lichess.simulator import Script, Switches, TimeControl
from bot.lichess.simulator.faults import NOT_FOUND, SERVER_ERROR, Stop, StopAt
from bot.updates import GameInfo, GameUpdate, Happening, Transport
from overlay.shown.views import game_state
from overlay.state import Status
from scoring import Rules
from tests.bot.following import Told, following
from tests.bot.live import Live, running

H = Happening
TOKEN = "lip_ofamsel"
LONG = TimeControl(7200, 0)
QUIET = Script(control=LONG, source="friend").moves("e4 e5 Nf3 Nc6 Bb5").wait(3_600_000).moves("a6").game()


def followed(transport: Transport) -> FollowedGame:
    game = FollowedGame("abcdefgh", Rules())
    game.transport = transport
    game.apply(GameUpdate("abcdefgh", H.DESCRIBED, GameInfo()), 1_000)
    return game


def since_ms(game: FollowedGame) -> int | None:
    """Since when a viewer reads that nothing was heard, in the clock's time."""
    told = game_state(game).status.stale_since_ms
    return None if told is None else game.changed_at_ms - told


def test_every_transport_has_its_patience() -> None:
    assert set(STALE_MS) == set(get_args(Transport))
    assert STALE_MS["own"] > 2 * 7_000, "a sign of life every 7 s"
    assert STALE_MS["stream"] > 50_000, "a sign of life every 50 s"


@pytest.mark.parametrize("transport", STALE_MS)
def test_a_game_is_stale_when_nothing_was_heard_for_too_long(transport: Transport) -> None:
    game, patience_ms = followed(transport), STALE_MS[transport]
    assert not game.grow_stale(1_000 + patience_ms)
    assert game.heard(5_000) is False
    assert not game.grow_stale(5_000 + patience_ms)
    assert since_ms(game) is None
    assert game.grow_stale(5_001 + patience_ms)
    assert (since_ms(game), game.changed_at_ms) == (5_000, 5_001 + patience_ms)
    assert not game.grow_stale(999_999), "that is not new"
    assert game.heard(1_000_000), "the silence is over"
    assert (since_ms(game), game.changed_at_ms) == (None, 1_000_000)


ENDS = {H.ENDED: "ended", H.SETTLED: "settled", H.VOID: "void"}


@pytest.mark.parametrize("happening", ENDS)
def test_a_game_that_is_over_is_never_stale(happening: Happening) -> None:
    game = followed("stream")
    assert game.grow_stale(999_999)
    game.apply(GameUpdate("abcdefgh", happening, GameInfo()), 1_000_000)
    assert not game.grow_stale(10**9)
    assert since_ms(game) is None


def test_a_sign_of_life_does_not_bring_a_lost_game_back() -> None:
    game = followed("stream")
    game.apply(GameUpdate("abcdefgh", H.LOST, GameInfo()), 9_000)
    assert (since_ms(game), game.heard(10_000), game.lifecycle) == (1_000, False, "reconnecting")


# --- at a server


@asynccontextmanager
async def quiet_game(live: Live, transport: Transport) -> AsyncIterator[Told]:
    """Follow a game that does nothing for an hour."""
    if transport == "export":
        live.simulator.faults.add(NOT_FOUND, count=None)
    async with following(live) as told:
        live.add(QUIET)
        if transport == "own":
            await told.follow_own_games()
        else:
            told.follower.found(QUIET.id, "a test")
        await live.turn(10_000)
        assert (told.game(QUIET.id).lifecycle, told.game(QUIET.id).transport) == ("live", transport)
        yield told


HEARD = {
    # by which transport, the status that is told of it all the time
    "own": Status("live", 0, offers_known=True),
    "stream": Status("live", 3),
    "export": Status("live", 3),
}


@pytest.mark.parametrize("transport", HEARD)
async def test_signs_of_life_keep_a_quiet_game_from_being_stale(transport: Transport) -> None:
    async with running(tokens={TOKEN: "amsel"}, token=TOKEN) as live, quiet_game(live, transport) as told:
        shown = len(told.plies[QUIET.id])
        for _ in range(60):
            await live.turn(30_000)
            assert game_state(told.game(QUIET.id)).status == HEARD[transport]
        assert len(told.plies[QUIET.id]) == shown, "a sign of life is no news"


@pytest.mark.parametrize("live_switches", [Switches(keepalive_s=None)])
async def test_without_signs_of_life_a_game_is_stale(live: Live) -> None:
    async with quiet_game(live, "stream") as told:
        heard_ms = told.game(QUIET.id).heard_at_ms
        await live.turn(STALE_MS["stream"] - 10_000)
        assert since_ms(told.game(QUIET.id)) is None
        await live.turn(10_000 + WATCH_MS)
        assert since_ms(told.game(QUIET.id)) == heard_ms


async def test_records_that_fail_make_a_game_stale_until_one_comes(live: Live) -> None:
    async with quiet_game(live, "export") as told:
        until_ms = live.clock.now_ms() + 600_000
        live.simulator.faults.add(SERVER_ERROR, route="export_ids", count=None, until_ms=until_ms)
        await live.turn(35_000)
        assert game_state(told.game(QUIET.id)).status == Status("live", 3)
        await live.turn(12_000)
        game = told.game(QUIET.id)
        assert (game.lifecycle, since_ms(game)) == ("live", game.heard_at_ms)
        await live.turn(640_000)
        assert game_state(told.game(QUIET.id)).status == Status("live", 3)


async def test_a_lost_stream_says_since_when_it_was_heard(live: Live) -> None:
    live.simulator.faults.add(StopAt(4, Stop.SILENCE), route="stream")
    live.simulator.faults.add(SERVER_ERROR, route="stream", skip=1, count=3)
    async with following(live) as told:
        live.add(Script(control=LONG).moves("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7").wait(10**6).moves("Re1").game())
        told.follower.found("abcdefgh", "a test")
        await told.until("abcdefgh", "reconnecting")
        game = told.game("abcdefgh")
        assert game_state(game).status == Status("reconnecting", 3, stale_since_ms=120_000)
        await told.until("abcdefgh", "live")
        assert game_state(told.game("abcdefgh")).status == Status("live", 3)


async def test_a_game_of_which_nothing_was_ever_heard_has_no_since(live: Live) -> None:
    live.simulator.faults.add(SERVER_ERROR, count=None)
    async with following(live) as told:
        told.follower.found("abcdefgh", "a test")
        game = await told.until("abcdefgh", "reconnecting")
        assert game_state(game).status == Status("reconnecting")


async def test_after_a_start_the_silence_is_as_old_as_it_is(live: Live) -> None:
    live.simulator.faults.add(SERVER_ERROR, count=None)
    live.simulator.faults.add(SERVER_ERROR, route="export_ids", count=None)
    at_ms = live.clock.now_ms() - 3_600_000
    async with following(live) as told:
        told.follower.resume("abcdefgh", GameUpdate("abcdefgh", H.MOVED, GameInfo(), plies_behind=3), at_ms)
        assert game_state(told.game("abcdefgh")).status == Status("reconnecting", 3, stale_since_ms=3_600_000)
        await live.turn(60_000)
        assert since_ms(told.game("abcdefgh")) == at_ms


# --- honest states


STATES: dict[str, tuple[list[tuple[Happening, Transport]], Status]] = {
    "waiting": ([], Status("waiting")),
    "own": ([(H.DESCRIBED, "own")], Status("live")),
    "TV": ([(H.DESCRIBED, "tv")], Status("live")),
    "a source of whole games": ([(H.DESCRIBED, "source")], Status("live")),
    "lost": ([(H.DESCRIBED, "tv"), (H.LOST, "tv")], Status("reconnecting", stale_since_ms=60_000)),
    "ended": ([(H.DESCRIBED, "source"), (H.ENDED, "source")], Status("ended", provisional=True)),
    "settled": ([(H.DESCRIBED, "source"), (H.SETTLED, "source")], Status("settled", settled=True)),
    "void": ([(H.DESCRIBED, "source"), (H.VOID, "source")], Status("void")),
    "settled without a word before": ([(H.SETTLED, "source")], Status("settled", settled=True)),
    "lost, then settled": (
        [(H.DESCRIBED, "source"), (H.LOST, "source"), (H.SETTLED, "source")],
        Status("settled", settled=True),
    ),
    "reopened": (
        [(H.DESCRIBED, "source"), (H.SETTLED, "source"), (H.REOPENED, "source")],
        Status("live"),
    ),
}


@pytest.mark.parametrize(("steps", "status"), STATES.values(), ids=STATES)
async def test_a_state_tells_how_far_it_can_be_trusted(
    live: Live, steps: list[tuple[Happening, Transport]], status: Status
) -> None:
    live.simulator.faults.add(SERVER_ERROR, route="stream", count=None)
    live.simulator.faults.add(SERVER_ERROR, route="export_ids", count=None)
    async with following(live) as told:
        told.follower.found("abcdefgh", "a test")
        for happening, transport in steps:
            await live.turn(60_000)
            update = GameUpdate("abcdefgh", happening, GameInfo(), (chess.Move.from_uci("e2e4"),))
            told.follower.carried(update, transport, "a test")
        assert game_state(told.game("abcdefgh")).status == status
