"""The page of an event."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal

import msgspec
import pytest_asyncio
from playwright.async_api import Page, expect

from overlay.hub import Hub
from overlay.state import Event
from tests.browser.axe import violations
from tests.browser.overlay_server import Served, drawn, picture, serving
from tests.overlay import event_samples
from tests.overlay.scored_samples import EVENTS

CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")
LOOKS: tuple[tuple[str, int, int, Literal["light", "dark"], str], ...] = (
    ("swiss", 1440, 900, "light", "de"),
    ("swiss", 390, 844, "dark", "en"),
    ("midway", 1440, 900, "dark", "en"),
    ("midway", 390, 844, "light", "de"),
    ("teams", 390, 844, "light", "en"),
    ("both_lost", 390, 844, "dark", "de"),
    ("won", 1440, 900, "light", "en"),
    ("empty", 390, 844, "light", "de"),
)
SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifts.push(value);
  }).observe({ type: "layout-shift", buffered: true });
"""


async def no_files(*_: str) -> None:
    """There are files, but nobody asks for one here."""


@pytest_asyncio.fixture(loop_scope="session")
async def served() -> AsyncIterator[Served]:
    """A server with every sample of an event, and files of them."""
    hub = Hub()
    for name, make in EVENTS.items():
        hub.publish(f"event/{name}", make())
    hub.publish("event/all", event_samples.event())
    async with serving(hub, files=no_files) as server:
        yield server


async def test_the_page_at_every_size(strict: Page, served: Served) -> None:
    for name, width, height, scheme, lang in LOOKS:
        await strict.set_viewport_size({"width": width, "height": height})
        await strict.emulate_media(color_scheme=scheme)
        await served.open(strict, f"/event/{name}?lang={lang}")
        await expect(strict.locator("#top h1")).not_to_be_empty()
        await drawn(strict)
        assert await strict.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name
        assert await strict.evaluate(f"({CONTRAST})(4.5)") == [], name
        await picture(strict, f"page-event-{name}-{width}-{scheme}-{lang}", full=True)
        if name in ("swiss", "midway"):
            assert await violations(strict) == [], name


async def test_the_page_says_what_there_is(strict: Page, served: Served) -> None:
    await served.open(strict, "/event/swiss?lang=de")
    for words in ("Schweizer System", "10 Spieler", "19 Partien", "4 von 5 Runden", "2 laufen"):
        await expect(strict.locator("#top")).to_contain_text(words)
    best = strict.locator("#table tbody tr").first.locator("td, th")
    assert await best.all_inner_texts() == "1|WFM\newiges_schach\n2150|2,92||3|4|5,91|3,5774|2|–|50,00".split("|")
    await expect(strict.locator("#boards .mini")).to_have_count(2)
    assert await strict.locator("#boards piece:visible").count() > 30
    assert await strict.locator("#event img").count() == 0
    await expect(strict.locator("#rounds .event-game")).to_have_count(5)
    choice = strict.locator(".round-choice button")
    await choice.nth(1).press("Enter")
    assert await choice.evaluate_all("(all) => all.map((one) => one.ariaPressed)") == [
        "false",
        "true",
        "false",
        "false",
    ]
    await expect(strict.locator("#rounds")).to_contain_text("nicht gewertet")
    await choice.first.click()
    await expect(strict.locator("#rounds [data-game=event003]")).to_contain_text("korrigiert")
    assert await strict.locator("#rounds a").first.get_attribute("href") == "/game/event000?lang=de"
    await expect(strict.locator("#cross .own")).to_have_count(10)
    await expect(strict.locator("#about")).to_contain_text("Buchholz: die Punkte aller Gegner zusammen")
    await expect(strict.locator("#files a")).to_have_count(6)
    await served.open(strict, "/event/both_lost?lang=en")
    for words in ("neither can reach 7.01 any more. The prize money goes by", "between Turmbau – bauernkette", "6.61"):
        await expect(strict.locator("#race")).to_contain_text(words)
    assert await strict.locator(".chart-place").get_attribute("aria-label") == (
        "The match, game by game, after game 14: anna_weiss 6.61, Nachtspringer 6.30"
    )


async def test_a_big_event_is_shown_in_parts(strict: Page, served: Served) -> None:
    await strict.set_viewport_size({"width": 390, "height": 844})
    await served.open(strict, "/event/arena?lang=en")
    await expect(strict.locator("#table tbody tr")).to_have_count(60)
    await expect(strict.locator("#boards .mini")).to_have_count(12)
    await expect(strict.locator("#rounds li")).to_have_count(24)
    assert await strict.locator("#cross table").count() == 0
    await strict.locator("#cross button").click()
    await expect(strict.locator("#cross .own")).to_have_count(60)
    await strict.locator("#rounds .quiet").click()
    await expect(strict.locator("#rounds li")).to_have_count(300)
    assert await strict.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


async def test_the_page_of_the_evening_has_its_standings_and_not_the_match_of_the_featured_game(
    strict: Page, served: Served
) -> None:
    await served.open(strict, "/event/all?lang=en")
    await expect(strict.locator("#table tbody tr")).to_have_count(10)
    await expect(strict.locator("#race, #race-chart, #files").locator("visible=true")).to_have_count(0)
    await expect(strict.locator("#top")).to_contain_text("All games that are followed")


async def test_a_page_waits_for_its_event_and_follows_it_without_moving(strict: Page) -> None:
    hub = Hub()
    async with serving(hub) as server:
        await server.open(strict, "/event/club?lang=de")
        await expect(strict.locator("#waiting")).to_contain_text("erscheint es hier von selbst")
        event = EVENTS["swiss"]()
        await server.show(strict, event, "event/club")
        await expect(strict.locator("#waiting")).to_be_hidden()
        await expect(strict.locator("#boards piece").first).to_be_visible()
        await drawn(strict)
        await strict.evaluate(SHIFTS)
        await strict.evaluate("window.shifts.length = 0")
        await server.show(strict, ended(event), "event/club")
        await expect(strict.locator("#news")).to_contain_text("1–0")
        await drawn(strict)
        await drawn(strict)
        assert sum(await strict.evaluate("window.shifts")) < 0.02


def ended(event: Event) -> Event:
    """The same event after one of the running games was won by White."""
    won = next(game.result for game in event.games if game.result and game.result.outcome == "white_wins")
    over = msgspec.structs.replace(event.games[0], result=won, lifecycle="settled")
    games = (event.games[1], over, *event.games[2:])
    meetings = tuple(
        msgspec.structs.replace(one, outcome="white_wins", points=won.points) if one.game == over.id else one
        for one in event.meetings
    )
    return msgspec.structs.replace(event, games=games, meetings=meetings, played=18, running=1)


async def test_scenes_show_the_event_that_they_are_asked_for(strict: Page, served: Served) -> None:
    for scene, event, words in (
        ("standings", "swiss", "19 Partien, 2 laufen|2,92|ewiges_schach"),
        ("crosstable", "swiss", "0,97|2,92"),
        ("ticker", "swiss", "Klubabend im Springer|½–½|0–1"),
        ("match", "midway", "Partie 10 von 14|braucht 1,68"),
    ):
        await served.open(strict, f"/scene/{scene}?event={event}&lang=de")
        for text in words.split("|"):
            await expect(strict.locator(".place.is-on .event")).to_contain_text(text)
        await picture(strict, f"scene-{scene}-of-{event}")
