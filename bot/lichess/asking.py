"""A question that is put again and again, and what its failures mean."""

from collections.abc import Awaitable
from typing import TypeVar

import structlog

from bot.lichess.errors import LichessError, NotFoundError, TokenError
from bot.trouble import tell_trouble

log = structlog.get_logger()

T = TypeVar("T")


class Asking:
    """Puts one question again and again; that it fails is said once, until it is answered again."""

    def __init__(self, name: str) -> None:
        """Take what people call whatever asks."""
        self._name = name
        self._answered = False
        self._failing = False

    async def ask(self, question: Awaitable[T]) -> T | None:
        """The answer; None when there is none now, and asking later may help.

        Raises TokenError, and NotFoundError as long as there never was an answer: what was there once comes back.
        """
        try:
            answer = await question
        except LichessError as error:
            if isinstance(error, TokenError) or (isinstance(error, NotFoundError) and not self._answered):
                raise
            if not self._failing:
                log.warning("not answered", source=self._name, reason=str(error))
            self._failing = True
            tell_trouble(str(error))
            return None
        self._answered, self._failing = True, False
        tell_trouble(None)
        return answer
