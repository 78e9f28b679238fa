"""What the program does by itself, as the operator's desk lets it rest."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.clock import ManualClock
from bot.config.obs import ObsSection
from bot.obs import words
from bot.obs.errors import AwayError
from bot.obs.link import ObsLink
from bot.obs.session import Session
from bot.program.not_now import ObsHelper, PredictionsHelper
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
        assert note.de == note.en == predictions.note
        helper.pause(True)
        assert helper.paused
        assert predictions.paused
