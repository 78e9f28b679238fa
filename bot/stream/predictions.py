"""Predictions on Twitch: opened when the featured game begins, settled by its score; what goes wrong stops nothing."""

from collections.abc import Awaitable, Callable
from random import Random

import msgspec
import structlog
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception

from bot.clock import Clock
from bot.kept import Kept
from bot.lichess.retry import pause_ms, rest
from bot.stream.course import Ask, Bet, Cancel, Course, Find, Late, Lock, Memory, Resolve, Step
from bot.stream.errors import BusyError, ForbiddenError, RefusedError, TwitchError
from bot.stream.question import Question
from bot.stream.standing import Standing
from bot.stream.twitch import Twitch
from bot.stream.wire import End, Prediction

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
        self._window_s = window_s
        self._kept = kept
        self._clock = clock
        self._random = random
        self._course = Course(ask, _recalled(kept.part(PART)))

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
            await self._take(step)
            self._keep()

    async def _take(self, step: Step) -> None:
        match step:
            case Ask(game, question):
                await self._ask(game, question)
            case Find(bet):
                await self._find(bet)
            case Lock(bet):
                await self._lock(bet)
            case Resolve(bet, side):
                await self._end(bet, "RESOLVED", bet.outcome(side), side)
                self._course.ended(side)
            case Cancel(bet, why):
                await self._end(bet, "CANCELED", None, why)
                self._course.ended(None)
            case Late(game):
                log.warning("the score was corrected after its prediction had been settled", game=game)

    def _keep(self) -> None:
        self._kept.keep(PART, msgspec.json.encode(self._course.memory))

    async def _ask(self, game: str, question: Question) -> None:
        """Ask, unless the channel has a prediction that is not ours."""
        newest = await self._twitch.newest()
        if newest and newest.is_open and not _asks(newest, question):
            log.warning("no prediction: another one is open", game=game)
            self._course.leave(game)
            return
        self._course.asking(game, question)
        self._keep()
        try:
            made = newest if newest and newest.is_open else await self._twitch.open(question, self._window_s)
        except RefusedError as error:
            log.warning("no prediction", game=game, reason=str(error))
            self._course.leave(game)
            return
        self._made(made, question)

    async def _find(self, bet: Bet) -> None:
        newest = await self._twitch.newest()
        if newest and newest.is_open and _asks(newest, bet.question):
            self._made(newest, bet.question)
        else:
            self._course.not_made()

    def _made(self, made: Prediction, question: Question) -> None:
        if len(made.outcomes) != 2:
            raise TwitchError("Twitch's answer is not understood")
        white, black = made.outcomes  # in the order in which they were sent
        self._course.made(made.id, white.id, black.id, self._clock.now_ms() + self._window_s * 1000)
        log.info("prediction opened", prediction=made.id)
        self.last = f"{question.title} {question.white}, {question.black}"
        self._changed()

    async def _lock(self, bet: Bet) -> None:
        try:
            await self._twitch.end(bet.prediction, "LOCKED")
        except RefusedError as error:
            log.info("prediction not locked", prediction=bet.prediction, reason=str(error))
        self._course.locked()

    async def _end(self, bet: Bet, status: End, outcome: str | None, why: str) -> None:
        """End a prediction, unless somebody has ended it by hand, or Twitch has."""
        known = await self._twitch.prediction(bet.prediction)
        if known is None or not known.is_open:
            log.info("prediction had been ended", prediction=bet.prediction)
            return
        try:
            await self._twitch.end(bet.prediction, status, outcome)
        except RefusedError as error:
            log.warning("prediction not settled; do it by hand", prediction=bet.prediction, reason=str(error))
            return
        log.info("prediction settled", prediction=bet.prediction, status=status, why=why)


def _is_passing(error: BaseException) -> bool:
    """Whether trying again may help."""
    return isinstance(error, Exception) and not isinstance(error, ForbiddenError)


def _asks(prediction: Prediction, question: Question) -> bool:
    """Whether a prediction asks a question."""
    said = prediction.title, *(outcome.title for outcome in prediction.outcomes)
    return said == (question.title, question.white, question.black)


def _recalled(kept: bytes | None) -> Memory:
    try:
        return msgspec.json.decode(kept or b"{}", type=Memory)
    except msgspec.MsgspecError:
        return Memory()
