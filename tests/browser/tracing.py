"""What the scripts of a page cost: the time of each task, as Chromium traces it."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Page

CATEGORIES = ("toplevel", "devtools.timeline", "v8.execute", "disabled-by-default-devtools.timeline")
SCRIPT = {"EvaluateScript", "EventDispatch", "FireAnimationFrame", "FunctionCall", "RunMicrotasks", "TimerFire"}
TASKS = {"RunTask", "ThreadControllerImpl::RunTask"}


@asynccontextmanager
async def traced(page: Page) -> AsyncIterator[list[float]]:
    """Trace the page; afterwards the list has, for each task with any script in it, its milliseconds.

    That is the time of the main thread itself: what other programs take from the processor meanwhile does not count.
    """
    browser = page.context.browser
    assert browser
    tasks: list[float] = []
    await browser.start_tracing(page=page, categories=list(CATEGORIES))
    try:
        yield tasks
    finally:
        tasks.extend(script_ms(json.loads(await browser.stop_tracing())["traceEvents"]))


async def thread_clock(page: Page) -> Callable[[str], Awaitable[float]]:
    """What the main thread of a page has spent on something so far, in milliseconds of its own time.

    By Chromium's name of it: `ScriptDuration`, `TaskDuration` and so on.
    """
    session = await page.context.new_cdp_session(page)
    await session.send("Performance.enable", {"timeDomain": "threadTicks"})

    async def spent_ms(on: str) -> float:
        metrics = (await session.send("Performance.getMetrics"))["metrics"]
        return 1000 * next(float(metric["value"]) for metric in metrics if metric["name"] == on)

    return spent_ms


def script_ms(events: list[dict[str, Any]]) -> list[float]:
    """The milliseconds of script in each task of the pages' main threads."""
    main = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    timed = [one for one in events if (one["pid"], one["tid"]) in main and one.get("ph") == "X" and "tdur" in one]
    tasks: dict[tuple[int, float], float] = {}
    for thread in main:
        mine = sorted(
            (one for one in timed if (one["pid"], one["tid"]) == thread), key=lambda one: (one["ts"], -one["dur"])
        )
        task, task_ends, script_ends = None, 0.0, 0.0
        for one in mine:
            if one["name"] in TASKS and one["ts"] >= task_ends:
                task, task_ends = (thread[0], one["ts"]), one["ts"] + one["dur"]
            elif one["name"] in SCRIPT and task and one["ts"] >= script_ends:
                tasks[task] = tasks.get(task, 0.0) + one["tdur"] / 1000
                script_ends = one["ts"] + one["dur"]
    return list(tasks.values())
