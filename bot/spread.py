"""Work on a stream of items, in order: here, or spread over processes with a bounded backlog."""

import multiprocessing
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Done = TypeVar("Done")

_ITEMS_A_WORKER = 16
"""How many items are under way for each worker: enough to keep it busy, few enough for any memory."""


def in_order(work: Callable[[Item], Done], items: Iterable[Item], workers: int = 1) -> Generator[Done, None, None]:
    """What `work` makes of each item, in the order of the items.

    One worker asks for the next item only when the last result has been taken; several read ahead. Whatever is under
    way when nobody takes more results is given up at once.
    """
    if workers <= 1:
        yield from map(work, items)
        return
    others = multiprocessing.active_children()
    pool = ProcessPoolExecutor(workers, _context(), initializer=_leave_signals_to_the_parent)
    try:
        under_way: deque[Future[Done]] = deque()
        for item in items:
            under_way.append(pool.submit(work, item))
            if len(under_way) >= workers * _ITEMS_A_WORKER:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    except BaseException:
        for worker in set(multiprocessing.active_children()).difference(others):
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _context() -> multiprocessing.context.BaseContext:
    """Forked workers start at once, but only a process without other threads can be forked safely."""
    can_fork = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if can_fork else "spawn")


def _leave_signals_to_the_parent() -> None:
    """Ctrl-C is the parent's business, and the worker ends when it says so: a fork has the parent's own handlers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
