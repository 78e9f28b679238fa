"""Blocking calls beside the event loop."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


async def in_background(call: Callable[[], T]) -> T:
    """Run a blocking call in a thread of its own, which does not keep the program from ending as an executor would.

    A cancelled call runs on to its end; nobody hears of it.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def tell(settle: Callable[[Any], None], news: object) -> None:
        if not answer.done():
            settle(news)

    def work() -> None:
        settle: Callable[[Any], None]
        news: object
        try:
            settle, news = answer.set_result, call()
        except Exception as error:
            settle, news = answer.set_exception, error
        with suppress(RuntimeError):  # the loop is closed: the program ends
            loop.call_soon_threadsafe(tell, settle, news)

    threading.Thread(target=work, name="background", daemon=True).start()
    return await answer
