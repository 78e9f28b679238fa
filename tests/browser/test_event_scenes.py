"""The scenes of an event: the match, the standings, the crosstable and the ticker."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from overlay.hub import Hub
from overlay.state import Event, Match
from tests.browser.overlay_server import Served, drawn, picture, serving, stopped
from tests.overlay import event_samples
from tests.overlay.samples import HOSTILE

CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")
BUSY = "repeating-linear-gradient(45deg, #f7d94c 0 40px, #2e9e5b 40px 80px, #fff 80px 120px, #d33 120px 160px)"
BACKGROUNDS = {"busy": BUSY, "white": "#fff", "black": "#000"}
BEHIND = "(value) => { document.documentElement.style.background = value; }"
EVENTS = {
    "event": event_samples.event,
    "crowd": event_samples.crowd,
    "midway": event_samples.midway,
    "one_left": event_samples.one_left,
    "won": event_samples.won,
    "both_lost": event_samples.both_lost,
}
SCENES = ("match", "standings", "crosstable", "ticker")


@pytest_asyncio.fixture(loop_scope="session")
async def served() -> AsyncIterator[Served]:
    """A server with every sample of an event."""
    hub = Hub()
    for name, make in EVENTS.items():
        hub.publish(f"event/{name}", make())
    async with serving(hub) as server:
        yield server


@dataclass
class Sight:
    """What a scene says about an event."""

    scene: str
    event: str
    lang: str
    background: str
    words: str
    """Between bars."""


SIGHTS = [
    Sight(
        "match", "midway", "de", "busy",
        "Wettkampf auf 7,01 Punkte|Partie 10 von 14|braucht 1,74 aus 5 Partien, 0,35 je Partie|mindestens 2 Partien|"
        "braucht 3,75|5,27|5,70|gewertet|Remis jetzt|noch möglich|klassisch 5½",
    ),
    Sight(
        "match", "midway", "en", "black",
        "Match to 7.01 points|Game 10 of 14|needs 1.74 from 5 games, 0.35 a game|2 games at least|3.26|3.61|"
        "If drawn now|classical 3½",
    ),
    Sight("match", "one_left", "en", "white", "can no longer reach 7.01|needs 0.08 from 2 games|one game can be"),
    Sight("match", "won", "de", "white", "gewinnt den Wettkampf|hat den Wettkampf verloren|8 von 14 Partien|7,62"),
    Sight("match", "both_lost", "en", "busy", "Both have lost the match: neither can reach 7.01 any more|prize money"),
    Sight("match", "event", "de", "black", "1 von 14 Partien gespielt|gnihtyreve sesrever|mindestens 7 Partien"),
    Sight("standings", "event", "de", "busy", "Tabelle|52 Partien, 4 laufen|Klassisch|Q|5,64|6½|anna_weiss|5,47|5,90"),
    Sight("standings", "crowd", "en", "white", "Standings|1–10 of 19|Verein_05|10.90|12½"),
    Sight("crosstable", "event", "en", "black", "Crosstable|52 games|If drawn now|0.89|1.90×2|Points"),
    Sight("crosstable", "crowd", "de", "white", "Kreuztabelle|die besten 12 von 19|10,90"),
    Sight("ticker", "event", "de", "white", "Alle Partien|1–11 von 52|Computer Stufe 8|Anonym|+0,08|½–½|1–0|0–1"),
    Sight("ticker", "crowd", "en", "busy", "All games|1–10 of 192|Computer level 8|Anonymous|If drawn now"),
]  # fmt: skip


@pytest.mark.parametrize("scene", SCENES)
async def test_the_scene_says_it_on_any_background(strict: Page, served: Served, scene: str) -> None:
    for sight in (each for each in SIGHTS if each.scene == scene):
        await served.open(strict, f"/scene/{scene}?event={sight.event}&lang={sight.lang}")
        shown = strict.locator(".place.is-on .event")
        for words in sight.words.split("|"):
            await expect(shown).to_contain_text(words)
        await strict.evaluate(BEHIND, BACKGROUNDS[sight.background])
        await drawn(strict)
        assert await strict.evaluate(CONTRAST, 4.5) == []
        box = await shown.bounding_box()
        assert box
        assert min(box["x"], box["y"], 1920 - box["x"] - box["width"], 1080 - box["y"] - box["height"]) > 50
        await picture(strict, f"scene-{scene}-{sight.event}-{sight.lang}-{sight.background}")


@pytest.mark.parametrize("scene", SCENES)
async def test_an_event_without_games_shows_nothing_and_comes_alive(strict: Page, scene: str) -> None:
    hub = Hub()
    hub.publish("event/all", event_samples.empty())
    async with serving(hub) as server:
        await server.open(strict, f"/scene/{scene}")
        await expect(strict.locator(".place.is-on")).to_be_attached()
        assert (await strict.locator("#stage").inner_text()).strip() == ""
        hub.publish("event/all", event_samples.event())
        await expect(strict.locator(f".{scene}")).to_be_visible()
        assert await strict.locator("#stage img").count() == 0
        names = strict.locator("bdi", has_text=HOSTILE)
        assert await names.count() > 0
        hub.remove("event/all")
        await expect(strict.locator(".place.is-on")).to_have_count(0)


async def test_running_games_are_told_by_shape(strict: Page, served: Served) -> None:
    width = "(mark) => parseFloat(getComputedStyle(mark).borderLeftWidth)"
    for scene, line, count in (("standings", "tr", 6), ("crosstable", "td", 6), ("ticker", "li", 4)):
        await served.open(strict, f"/scene/{scene}?event=event&lang=en")
        lines = strict.locator(f"{line}.is-playing")
        await expect(lines).to_have_count(count)
        for mark in await lines.locator(".playing").all():
            assert await mark.get_attribute("aria-label") == "playing now"
            assert await mark.evaluate(width) > 5
        assert await strict.locator(f"{line}:not(.is-playing) .playing").count() == 0


async def test_what_was_corrected_lately_is_told_by_shape_and_word(strict: Page, served: Served) -> None:
    event = event_samples.midway()
    assert event.match
    line = next(game for game in event.games if game.result)
    corrected: Event = msgspec.structs.replace(
        event,
        rows=tuple(msgspec.structs.replace(row, corrected=True) for row in event.rows),
        games=tuple(msgspec.structs.replace(game, corrected=game is line) for game in event.games),
        match=msgspec.structs.replace(event.match, corrected=True),
    )
    served.hub.publish("event/corrected", corrected)
    for scene, count, background in (("standings", 2, "busy"), ("ticker", 1, "white"), ("match", 1, "black")):
        await served.open(strict, f"/scene/{scene}?event=corrected&lang=de")
        marks = strict.locator(".place.is-on .lately:has(.dot)", has_text="korrigiert")
        await expect(marks).to_have_count(count)
        await strict.evaluate(BEHIND, BACKGROUNDS[background])
        assert await strict.evaluate(CONTRAST, 4.5) == []
        await picture(strict, f"scene-{scene}-corrected-{background}")


async def test_the_crosstable_gives_both_sides_of_every_game(strict: Page, served: Served) -> None:
    event = event_samples.event()
    await served.open(strict, "/scene/crosstable?event=event&lang=en")
    cells = [
        [await cell.inner_text() for cell in await row.locator("td:not(.rank):not(.sum)").all()]
        for row in await strict.locator("tbody tr").all()
    ]
    assert await strict.locator(".own").count() == 10
    for row in range(10):
        assert cells[row][row] == ""
        for column in range(10):
            met = [game for game in event.meetings if {game.white, game.black} == {row, column}]
            over = [
                float(game.points.white if game.white == row else game.points.black)
                for game in met
                if game.points and game.outcome
            ]
            assert ("×2" in cells[row][column]) == (len(over) == 2)
            if len(over) == 1:
                assert float(cells[row][column]) == pytest.approx(over[0], abs=0.00501)


async def test_the_race(strict: Page, served: Served) -> None:
    """What is counted, what a draw would add, what can be reached, and the target: in this order on the track."""
    await served.open(strict, "/scene/match?event=one_left&lang=en")
    await drawn(strict)
    ends = []
    for lane in await strict.locator(".lane").all():
        parts = [await lane.locator(f".race-{part}").bounding_box() for part in ("points", "live", "reach", "target")]
        ends.append([part["x"] + part["width"] for part in parts if part])
    (points, live, reach, target), (_, other_live, other_reach, other_target) = ends
    assert points < live < reach < target
    assert target == other_target < other_live <= other_reach
    assert await strict.locator(".lane .no-way").count() == 1
    await served.open(strict, "/scene/match?event=won&lang=en")
    await expect(strict.locator(".is-winner .crown")).to_be_visible()
    assert await strict.locator(".race-live").first.evaluate("(bar) => bar.style.getPropertyValue('--share')") == (
        await strict.locator(".race-points").first.evaluate("(bar) => bar.style.getPropertyValue('--share')")
    )


async def test_the_target_is_never_shown_before_it_is_reached(strict: Page, served: Served) -> None:
    event = event_samples.midway()
    assert event.match
    needs = (msgspec.structs.replace(event.match.needs[0], missing="0.0001", per_game="0.0001"), event.match.needs[1])
    match: Match = msgspec.structs.replace(event.match, points=("7.0099", "1.15"), needs=needs)
    almost: Event = msgspec.structs.replace(event, match=match)
    served.hub.publish("event/almost", almost)
    await served.open(strict, "/scene/match?event=almost&lang=en")
    assert await strict.locator(".so-far b").all_inner_texts() == ["7.00", "1.15"]
    await expect(strict.locator(".need").first).to_contain_text("needs 0.01 from 5 games, 0.01 a game")


async def names(page: Page) -> Sequence[str]:
    """The players of the shown page."""
    return await page.locator("tbody bdi").all_inner_texts()


async def test_more_players_than_there_is_room_for_take_turns(strict: Page, served: Served) -> None:
    await stopped(strict)
    await served.open(strict, "/scene/standings?event=crowd&lang=en&motion=calm")
    await strict.evaluate("document.fonts.ready")
    first = await names(strict)
    before = await strict.locator(".standings").bounding_box()
    await strict.clock.run_for(12_000)
    await expect(strict.locator(".event-head")).to_contain_text("11–19 of 19")
    second = await names(strict)
    assert (len(first), len(second), set(first) & set(second)) == (10, 9, set())
    assert await strict.locator(".standings").bounding_box() == before
    served.hub.publish("event/crowd", msgspec.structs.replace(event_samples.crowd(), played=200))
    await strict.clock.run_for(12_000)
    await expect(strict.locator(".event-head")).to_contain_text("1–10 of 19")


async def test_without_motion_no_page_is_turned(strict: Page, served: Served) -> None:
    await strict.clock.install()
    for scene, line, room, more in (("standings", "tbody tr", 12, "+ 7 more"), ("ticker", "li", 11, "+ 181 more")):
        await served.open(strict, f"/scene/{scene}?event=crowd&lang=en&motion=none")
        await expect(strict.locator(line)).to_have_count(room)
        await expect(strict.locator(".event-more")).to_have_text(more)
        await strict.clock.run_for(30_000)
        await expect(strict.locator(".event-more")).to_have_text(more)
