"""Predictions on Twitch: opened when the featured game begins, settled by its score; what goes wrong stops nothing."""

from collections.abc import Awaitable, Callable
from random import Random

import msgspec
import structlog
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception

from bot.clock import Clock
from bot.kept import Kept
from bot.lichess.retry import pause_ms, rest
from bot.stream.course import Course, Memory
from bot.stream.croupier import Croupier
from bot.stream.errors import BusyError, ForbiddenError, TwitchError
from bot.stream.question import Question
from bot.stream.standing import Standing
from bot.stream.twitch import Twitch

log = structlog.get_logger()

PART = "predictions"
"""Under which name the open prediction is kept."""
LOOK_MS = 1_000
"""How often it is looked whether there is something to do."""
SHORT_S = 6 * 3_600
"""A token that is valid for less than this may not last an evening."""


class Predictions:
    """Runs predictions for one channel.

    Attributes:
        note: Why there are no predictions at the moment, in one sentence; None while all is well.
        last: The last question that was asked, with its answers; None before the first.
    """

    def __init__(
        self,
        twitch: Twitch,
        ask: Callable[[Standing], Question],
        featured: Callable[[], Standing | None],
        standing: Callable[[str], Standing | None],
        *,
        window_s: int,
        kept: Kept,
        clock: Clock,
        random: Random,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """Take whom to ask, and what; how the featured game and a game by its id stand; and where to keep things.

        `changed` is called whenever `note` or `last` is another.
        """
        self.note: str | None = None
        self.last: str | None = None
        self._changed = changed
        self._twitch = twitch
        self._featured = featured
        self._standing = standing
        self._kept = kept
        self._clock = clock
        self._random = random
        self._course = Course(ask, _recalled(kept.part(PART)))
        self._croupier = Croupier(twitch, self._course, clock, window_s=window_s, keep=self._keep, opened=self._opened)

    @property
    def paused(self) -> bool:
        """Whether no more questions are asked."""
        return self._course.paused

    def pause(self, on: bool) -> None:
        """Ask no more questions, or ask again; a prediction that is open is settled all the same."""
        self._course.paused = on

    async def run(self) -> None:
        """Ask and settle until cancelled, or until Twitch refuses the token."""
        try:
            await self._persist(self._begin)
            while True:
                await self._persist(self._go_on)
                await rest(self._clock, LOOK_MS)
        except ForbiddenError as error:
            self._note(str(error))
            log.warning("no predictions any more", reason=self.note)

    async def _persist(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do something, again and again until it is done; raises `ForbiddenError`."""

        async def sleep(seconds: float) -> None:
            await rest(self._clock, round(seconds * 1000))

        async for attempt in AsyncRetrying(
            retry=retry_if_exception(_is_passing),
            wait=self._pause_s,
            before_sleep=self._failed,
            sleep=sleep,
            reraise=True,
        ):
            with attempt:
                await work()
        self._note(None)

    def _pause_s(self, state: RetryCallState) -> float:
        error = state.outcome and state.outcome.exception()
        asked_ms = error.pause_ms if isinstance(error, BusyError) else 0
        return max(asked_ms, pause_ms(state.attempt_number, self._random)) / 1000

    def _failed(self, state: RetryCallState) -> None:
        """Say once that something does not work, until it does."""
        error = state.outcome and state.outcome.exception()
        known = self.note
        self._note(str(error) if isinstance(error, TwitchError) else "an error of the program")
        if known is None:
            log.warning("no predictions for the moment", reason=self.note)
        if not isinstance(error, TwitchError):
            log.error("predictions wait after an error of the program", exc_info=error)

    def _note(self, note: str | None) -> None:
        if note != self.note:
            self.note = note
            self._changed()

    async def _begin(self) -> None:
        account = await self._twitch.account()
        if account.expires_in < SHORT_S:
            log.warning("the Twitch token expires soon", minutes=account.expires_in // 60)

    async def _go_on(self) -> None:
        """Do all that is to be done now."""
        while step := self._course.next(self._clock.now_ms(), self._featured(), self._standing):
            await self._croupier.carry_out(step)

    def _keep(self) -> None:
        self._kept.keep(PART, msgspec.json.encode(self._course.memory))

    def _opened(self, question: Question) -> None:
        self.last = f"{question.title} {question.white}, {question.black}"
        self._changed()


def _is_passing(error: BaseException) -> bool:
    """Whether trying again may help."""
    return isinstance(error, Exception) and not isinstance(error, ForbiddenError)


def _recalled(kept: bytes | None) -> Memory:
    try:
        return msgspec.json.decode(kept or b"{}", type=Memory)
    except msgspec.MsgspecError:
        return Memory()
