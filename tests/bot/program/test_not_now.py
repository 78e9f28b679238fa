"""What the program does by itself, as the operator's desk lets it rest."""

import asyncio
import inspect
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.clock import ManualClock
from bot.config.obs import ObsSection
from bot.obs import words
from bot.obs.commands import Command, PressHotkey, SaveReplay, ShowItem, SwitchScene
from bot.obs.done import done
from bot.obs.errors import AwayError
from bot.obs.link import ObsLink
from bot.obs.session import Session
from bot.program.not_now import ObsHelper, PredictionsHelper
from bot.stream import errors
from bot.stream import twitch as asking
from bot.stream.words import said
from overlay.state import Text
from tests.bot.stream.channel import channel

ABSENT = words.away("ws://127.0.0.1:4455")


@asynccontextmanager
async def nobody(*_: object) -> AsyncIterator[Session]:
    raise AwayError(ABSENT)
    yield


async def test_obs_is_let_rest_and_what_is_wrong_with_it_is_said() -> None:
    clock = ManualClock()
    link = ObsLink(ObsSection(), "", clock, featured=lambda: None, connect=nobody)
    helper = ObsHelper(link)
    assert (helper.paused, helper.note) == (False, None)
    helper.pause(True)
    assert helper.paused
    task = asyncio.create_task(link.run())
    await clock.advance(1)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert helper.note == Text(ABSENT.de, ABSENT.en)
    helper.pause(False)
    assert not helper.paused


async def test_predictions_are_let_rest_and_what_is_wrong_with_them_is_said() -> None:
    async with channel() as twitch, twitch.running("an0ther") as predictions:
        helper = PredictionsHelper(predictions)
        note = helper.note
        assert note
        assert note.en == predictions.note
        assert note.de.startswith("Twitch lehnt das Token ab (HTTP 401)")
        assert twitch.changes == [predictions.note]
        helper.pause(True)
        assert helper.paused
        assert predictions.paused


def test_whatever_twitch_does_not_do_is_said_in_both_languages() -> None:
    reasons = re.findall(r'(?:Twitch|Forbidden|Refused)Error\(\s*f?"([^"]+)"', inspect.getsource(asking))
    reasons += re.findall(r'__init__\("([^"]+)"', inspect.getsource(errors))
    assert len(reasons) >= 10
    assert [reason for reason in reasons if said(reason).de == reason] == []


async def test_the_last_question_is_told() -> None:
    async with channel() as twitch, twitch.running() as predictions:
        last = PredictionsHelper(predictions).last
        assert last
        assert (last.de, last.en) == (predictions.last, "Who gets more asymmetry points? White: Amsel, Black: Birke")


def test_what_was_done_in_obs_is_told_in_words() -> None:
    commands: list[Command] = [
        SwitchScene("Game"),
        ShowItem("Game", "Applause", True),
        ShowItem("Game", "Applause", False),
        PressHotkey("Shot"),
        SaveReplay(),
    ]
    assert [done(command).en for command in commands] == [
        'scene "Game" put on air',
        '"Applause" in "Game" shown',
        '"Applause" in "Game" hidden',
        'hotkey "Shot" pressed',
        "replay saved",
    ]
