"""Carries out at Twitch what the course of predictions says is to be done."""

from collections.abc import Callable

import structlog

from bot.clock import Clock
from bot.stream.course import Ask, Bet, Cancel, Course, Find, Late, Lock, Resolve, Step
from bot.stream.errors import RefusedError, TwitchError
from bot.stream.question import Question
from bot.stream.twitch import Twitch
from bot.stream.wire import End, Prediction

log = structlog.get_logger()


class Croupier:
    """Opens, locks and settles predictions of one channel, and tells the course how that went."""

    def __init__(
        self,
        twitch: Twitch,
        course: Course,
        clock: Clock,
        *,
        window_s: int,
        keep: Callable[[], None],
        opened: Callable[[Question], None],
    ) -> None:
        """Take whom to ask, the course, the time, and for how long points can be placed.

        `keep` keeps the course's memory, and `opened` hears of every question that was asked.
        """
        self._twitch = twitch
        self._course = course
        self._clock = clock
        self._window_s = window_s
        self._keep = keep
        self._opened = opened

    async def carry_out(self, step: Step) -> None:
        """Do what is to be done; raises `TwitchError` if that is to be tried again."""
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
        self._keep()

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
        self._opened(question)

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


def _asks(prediction: Prediction, question: Question) -> bool:
    """Whether a prediction asks a question."""
    said = prediction.title, *(outcome.title for outcome in prediction.outcomes)
    return said == (question.title, question.white, question.black)
