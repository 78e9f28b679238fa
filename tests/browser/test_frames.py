"""Sixty frames a second: on the fullest scene no state costs more script than a frame has time for."""

import asyncio
from statistics import median, quantiles

from playwright.async_api import Page, expect

from tests.browser.simulated_show import Show, act
from tests.browser.tracing import traced

FRAME_MS = 16
EVERY_S = 0.25
STATES = 16
ROUNDS = 3
"""What is too slow is so each time; a collection of garbage at a bad moment is not."""


SLOW = """() => new Promise((done) => setTimeout(() => {
  const end = performance.now() + 500; // of which a busy machine gives the page a part
  while (performance.now() < end);
  done();
}))"""


async def test_no_frame_has_too_much_script(strict: Page) -> None:
    show = Show()
    rounds: list[list[float]] = []
    async with act(show, 0) as served:
        await served.open(strict, "/scene/full?lang=de&motion=full")
        await expect(strict.locator(".place.is-on").first).to_be_visible()
        while len(rounds) < ROUNDS and (not rounds or max(rounds[-1]) > FRAME_MS):
            rounds.append(await play(strict, show))
        async with traced(strict) as spoiled:
            await strict.evaluate(SLOW)
    assert max(rounds[-1]) <= FRAME_MS
    assert max(spoiled) > FRAME_MS


async def play(page: Page, show: Show) -> list[float]:
    """Publish states, bursts among them; gives the milliseconds of script of every task."""
    async with traced(page) as tasks:
        for at in range(STATES):
            show.burst() if at % 5 == 4 else show.step()
            await asyncio.sleep(EVERY_S)
    print(
        f"script in a task: median {median(tasks):.2f} ms, p99 {quantiles(tasks, n=100)[-1]:.2f} ms, "
        f"max {max(tasks):.2f} ms; {len(tasks)} tasks, {STATES} states"
    )
    assert len(tasks) > STATES
    return tasks
