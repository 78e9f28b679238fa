"""Predictions from the first move to the points, with a stand-in of Twitch that does what the real one may do."""

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.kept import FILE, Kept
from bot.stream.course import GONE_MS, UNSEEN_MS
from bot.stream.predictions import PART
from bot.stream.twitch import CHECK_MS, TIMEOUT_MS
from tests.bot.stream.channel import SECOND_MS, Channel
from tests.bot.stream.stand_in import TOKEN, Fault

QUESTION = ("Who gets more asymmetry points?", "White: Amsel", "Black: Birke")


async def test_from_the_first_move_to_the_points(chan: Channel) -> None:
    async with chan.running() as predictions:
        assert (chan.twitch.newest["title"], *(one["title"] for one in chan.twitch.newest["outcomes"])) == QUESTION
        assert chan.twitch.newest["prediction_window"] == 120
        chan.stands("running")
        await chan.goes_on(200 * SECOND_MS)
        chan.stands("over")
        await chan.goes_on(60 * SECOND_MS)
        assert chan.twitch.asked == ["GET", "POST"]  # Twitch locks it by itself
        chan.stands("settled", 40, ("0.31", "0.35"))
        await chan.goes_on()
        assert (chan.twitch.statuses, chan.twitch.winner) == (["RESOLVED"], "Black: Birke")
        await chan.goes_on(60 * SECOND_MS)
        assert len(chan.twitch.predictions) == 1
        assert predictions.note is None
        assert chan.changes == [f"{QUESTION[0]} {QUESTION[1]}, {QUESTION[2]}"]


@pytest.mark.parametrize("points", [None, ("0.5", "0.5")])
async def test_points_are_given_back(chan: Channel, points: tuple[str, str] | None) -> None:
    async with chan.running():
        chan.stands("settled", 40, points)
        await chan.goes_on()
        assert chan.twitch.statuses == ["CANCELED"]


async def test_a_game_that_vanishes(chan: Channel) -> None:
    async with chan.running():
        chan.stands("running")
        await chan.goes_on()
        chan.games.clear()
        await chan.goes_on(GONE_MS - SECOND_MS)
        assert chan.twitch.statuses == ["ACTIVE"]
        await chan.goes_on(3 * SECOND_MS)
        assert chan.twitch.statuses == ["CANCELED"]


async def test_a_short_game_is_locked_at_its_end(chan: Channel) -> None:
    async with chan.running():
        chan.stands("over")
        await chan.goes_on()
        assert chan.twitch.statuses == ["LOCKED"]
        chan.stands("settled", 40, ("0.31", "0.3"))
        await chan.goes_on()
        assert (chan.twitch.statuses, chan.twitch.winner) == (["RESOLVED"], "White: Amsel")


async def test_not_now(chan: Channel) -> None:
    chan.stands("waiting", 0)
    async with chan.running() as predictions:
        predictions.pause(True)
        chan.stands("running", 1)
        await chan.goes_on(10 * SECOND_MS)
        assert (predictions.paused, chan.twitch.predictions) == (True, [])
        predictions.pause(False)
        await chan.goes_on()
        predictions.pause(True)
        chan.stands("settled", 40, ("1", "0"))
        await chan.goes_on()
        assert chan.twitch.statuses == ["RESOLVED"]


async def test_what_somebody_else_asks_is_left_alone(chan: Channel) -> None:
    chan.twitch.ask("Will it rain?", "yes", "no")
    with capture_logs() as logs:
        async with chan.running():
            await chan.goes_on(5 * SECOND_MS)
            chan.stands("settled", 40, ("1", "0"))
            await chan.goes_on(5 * SECOND_MS)
    assert chan.twitch.asked == ["GET"]
    assert [line["event"] for line in logs if line["log_level"] == "warning"] == ["no prediction: another one is open"]


@pytest.mark.parametrize(("status", "place"), [("CANCELED", None), ("RESOLVED", 1)])
async def test_what_the_streamer_ends_by_hand_is_ended(chan: Channel, status: str, place: int | None) -> None:
    async with chan.running() as predictions:
        winner = None if place is None else chan.twitch.newest["outcomes"][place]["id"]
        chan.twitch.end(status, winner)
        chan.stands("settled", 40, ("1", "0"))
        await chan.goes_on()
        assert (chan.twitch.statuses, chan.twitch.newest["winning_outcome_id"]) == ([status], winner)
        assert predictions.note is None
        assert chan.twitch.asked[2:] == ["GET"]


async def test_a_late_correction_is_only_logged(chan: Channel) -> None:
    with capture_logs() as logs:
        async with chan.running():
            chan.stands("settled", 40, ("0.3", "0.2"))
            await chan.goes_on()
            asked = list(chan.twitch.asked)
            chan.stands("settled", 40, ("0.1", "0.2"))
            await chan.goes_on(10 * SECOND_MS)
    assert chan.twitch.asked == asked
    late = "the score was corrected after its prediction had been settled"
    assert [line["event"] for line in logs].count(late) == 1


# --- The program is started again


async def test_a_restart_settles_what_was_open(chan: Channel, tmp_path: Path) -> None:
    chan.kept = Kept(tmp_path / FILE)
    async with chan.running():
        chan.stands("running")
    chan.kept = Kept(tmp_path / FILE)
    games, chan.games = dict(chan.games), {}
    async with chan.running():
        await chan.goes_on(5 * GONE_MS)  # it takes a while until the game is known again
        assert chan.twitch.statuses == ["ACTIVE"]
        chan.games.update(games)
        chan.stands("settled", 80, ("0.2", "0.1"))
        await chan.goes_on()
    assert (chan.twitch.statuses, chan.twitch.winner) == (["RESOLVED"], "White: Amsel")
    chan.stands("running", 2)
    chan.kept = Kept(tmp_path / FILE)
    async with chan.running():
        await chan.goes_on()
    assert len(chan.twitch.predictions) == 1


async def test_a_game_that_never_comes_back_after_a_restart(chan: Channel) -> None:
    async with chan.running():
        pass
    chan.games.clear()
    async with chan.running():
        await chan.goes_on(UNSEEN_MS + SECOND_MS)
    assert chan.twitch.statuses == ["CANCELED"]


@pytest.mark.parametrize("ply", [2, 60])
async def test_a_prediction_whose_answer_was_lost_is_found_by_the_next_program(chan: Channel, ply: int) -> None:
    chan.twitch.faults["GET"].append("empty")
    chan.twitch.faults["POST"].append("lost")
    chan.twitch.fault = "500"
    async with chan.running() as predictions:
        assert (chan.twitch.statuses, predictions.note is None) == (["ACTIVE"], False)
    chan.twitch.fault = None
    chan.stands("running", ply)
    async with chan.running():
        chan.stands("settled", 80, ("0.2", "0.3"))
        await chan.goes_on()
    assert (chan.twitch.statuses, chan.twitch.winner) == (["RESOLVED"], "Black: Birke")
    assert chan.twitch.asked.count("POST") == 1


@pytest.mark.parametrize(
    "kept",
    [b"[]", b'{"bet":5}', b'{"bet":{"game":"a"}}', b'{"asked":"x"}', b'{"bet":null,"asked":[],"more":1}'],
)
async def test_what_was_kept_by_somebody_else_stops_nothing(chan: Channel, kept: bytes) -> None:
    chan.kept.keep(PART, kept)
    async with chan.running() as predictions:
        assert (chan.twitch.statuses, predictions.note) == (["ACTIVE"], None)


# --- Twitch does not do what it should

PASSING: list[Fault] = ["429", "429 silent", "500", "slow", "garbage", "closed", "lost", "huge", "moved", "scalar"]


@pytest.mark.parametrize("fault", PASSING)
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_fault_while_it_is_asked_for(chan: Channel, fault: Fault, method: str) -> None:
    """Whichever request fails, there is one prediction in the end, and it is settled."""
    chan.twitch.faults[method].extend([fault, fault])
    with capture_logs() as logs:
        async with chan.running() as predictions:
            await chan.until(lambda: chan.twitch.predictions and predictions.note is None)
            assert chan.twitch.statuses == ["ACTIVE"]
            chan.twitch.faults.clear()
            chan.stands("settled", 40, ("0.2", "0.3"))
            await chan.goes_on()
            assert (chan.twitch.statuses, chan.twitch.winner) == (["RESOLVED"], "Black: Birke")
    assert [line["event"] for line in logs].count("no predictions for the moment") == 1
    assert TOKEN not in str(logs)


@pytest.mark.parametrize("fault", PASSING)
@pytest.mark.parametrize("method", ["GET", "PATCH"])
async def test_a_fault_while_it_is_settled(chan: Channel, fault: Fault, method: str) -> None:
    with capture_logs() as logs:
        async with chan.running() as predictions:
            chan.twitch.faults[method].extend([fault, fault])
            chan.stands("settled", 40, ("0.2", "0.3"))
            await chan.until(lambda: chan.kept.part(PART) == b'{"bet":null,"asked":["game0001"]}')
            assert (chan.twitch.statuses, chan.twitch.winner) == (["RESOLVED"], "Black: Birke")
            await chan.until(lambda: predictions.note is None)
    assert [line["event"] for line in logs].count("no predictions for the moment") == 1
    assert TOKEN not in str(logs)


async def test_a_twitch_that_is_down_is_asked_less_and_less_and_said_once(chan: Channel) -> None:
    chan.twitch.fault = "500"
    with capture_logs() as logs:
        async with chan.running() as predictions:
            await chan.goes_on(600 * SECOND_MS)
            assert predictions.note == "Twitch answers with HTTP 500"
            assert len(chan.twitch.asked) < 20
            chan.twitch.fault = None
            await chan.until(lambda: predictions.note is None)
            assert chan.twitch.statuses == ["ACTIVE"]
    assert [line["event"] for line in logs if line["log_level"] != "info"] == ["no predictions for the moment"]


async def test_a_twitch_that_only_answers_questions_is_asked_less_and_less(chan: Channel) -> None:
    chan.twitch.faults["POST"].extend(["500"] * 1000)
    async with chan.running() as predictions:
        await chan.goes_on(600 * SECOND_MS)
        assert predictions.note == "Twitch answers with HTTP 500"
    assert chan.twitch.asked.count("POST") < 20


async def test_a_game_that_has_gone_on_meanwhile_is_not_asked_about(chan: Channel) -> None:
    chan.twitch.fault = "500"
    async with chan.running():
        chan.stands("running", 30)
        chan.twitch.fault = None
        await chan.goes_on(200 * SECOND_MS)
    assert chan.twitch.predictions == []


@pytest.mark.parametrize(("fault", "pause_s"), [("429", 250), ("429 silent", 60)])
async def test_a_pause_that_twitch_asks_for(chan: Channel, fault: Fault, pause_s: int) -> None:
    chan.twitch.faults["GET"].append(fault)
    chan.twitch.reset_s = chan.clock.now_ms() // 1000 + 250
    async with chan.running():
        await chan.goes_on((pause_s - 4) * SECOND_MS)
        assert chan.twitch.asked == ["GET"]
        await chan.goes_on(6 * SECOND_MS)
        assert chan.twitch.statuses == ["ACTIVE"]


async def test_an_answer_that_does_not_come_is_not_waited_for(chan: Channel) -> None:
    chan.twitch.faults["GET"].append("slow")
    async with chan.running() as predictions:
        await chan.goes_on(TIMEOUT_MS - 3 * SECOND_MS)
        assert predictions.note is None
        await chan.goes_on(2 * SECOND_MS)
        assert predictions.note == "Twitch cannot be reached: TimeoutError"


@pytest.mark.parametrize("fault", ["401", "403"])
async def test_a_refused_token_is_said_once_and_asked_with_no_more(chan: Channel, fault: Fault) -> None:
    with capture_logs() as logs:
        async with chan.running() as predictions:
            chan.stands("settled", 40, ("1", "0"))
            chan.twitch.fault = fault
            await chan.goes_on(3_600 * SECOND_MS)
            assert predictions.note is not None
            assert fault in predictions.note
    assert chan.twitch.asked == ["GET", "POST", "GET"]
    assert [line["event"] for line in logs if line["log_level"] != "info"] == ["no predictions any more"]
    assert TOKEN not in str(logs)
    chan.twitch.fault = None
    async with chan.running():  # with a new token
        assert chan.twitch.statuses == ["RESOLVED"]


async def test_a_wrong_token_is_told_at_the_start(chan: Channel) -> None:
    async with chan.running("an0ther") as predictions:
        assert "refuses the token" in str(predictions.note)
    assert (chan.twitch.checks, chan.twitch.asked) == (1, [])


@pytest.mark.parametrize("scopes", [None, [], ["channel:read:predictions"]])
async def test_a_token_without_the_permission(chan: Channel, scopes: list[str] | None) -> None:
    chan.twitch.scopes = scopes
    async with chan.running() as predictions:
        assert predictions.note == "the Twitch token lacks the permission channel:manage:predictions"


async def test_a_token_of_nobody(chan: Channel) -> None:
    chan.twitch.user = ""
    async with chan.running() as predictions:
        assert predictions.note == "the Twitch token belongs to no user; a user access token is needed"


async def test_a_token_that_ends_soon_is_told(chan: Channel) -> None:
    chan.twitch.expires_s = 7_200
    with capture_logs() as logs:
        async with chan.running():
            pass
    assert ("the Twitch token expires soon", 120) in [(line["event"], line.get("minutes")) for line in logs]


async def test_the_token_is_checked_once_an_hour(chan: Channel) -> None:
    async with chan.running():
        chan.stands("running")
        await chan.goes_on(CHECK_MS)
        chan.stands("settled", 40, ("1", "0"))
        await chan.goes_on()
    assert chan.twitch.checks == 2
    assert chan.twitch.statuses == ["RESOLVED"]


async def test_a_question_that_twitch_does_not_like_is_not_asked_again(chan: Channel) -> None:
    chan.twitch.ask("Will it rain?", "yes", "no")
    chan.twitch.faults["GET"].append("empty")  # it was made between the look and the question
    with capture_logs() as logs:
        async with chan.running() as predictions:
            await chan.goes_on(30 * SECOND_MS)
            assert predictions.note is None
    assert chan.twitch.asked == ["GET", "POST"]
    refused = [line["reason"] for line in logs if line["event"] == "no prediction"]
    assert refused == ["Twitch refuses this (HTTP 400): prediction event already active, only one allowed at a time"]


async def test_what_twitch_does_not_settle_is_left_to_the_streamer(chan: Channel) -> None:
    with capture_logs() as logs:
        async with chan.running() as predictions:
            chan.twitch.newest["outcomes"][0]["id"] = "another"
            chan.stands("settled", 40, ("1", "0"))
            await chan.goes_on(30 * SECOND_MS)
            assert predictions.note is None
    assert chan.twitch.asked == ["GET", "POST", "GET", "PATCH"]
    assert "prediction not settled; do it by hand" in [line["event"] for line in logs]


async def test_an_error_of_the_program_stops_nothing(chan: Channel) -> None:
    chan.broken = True
    with capture_logs() as logs:
        async with chan.running() as predictions:
            await chan.goes_on(60 * SECOND_MS)
            assert predictions.note == "an error of the program"
            assert len(logs) < 20
            chan.broken = False
            await chan.until(lambda: predictions.note is None)
    assert chan.twitch.statuses == ["ACTIVE"]
