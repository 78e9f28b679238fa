"""What viewers do: go back in a game, search the lobby, share a picture; and that the page holds still meanwhile."""

import re
import struct
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from playwright.async_api import Page, expect

from overlay.hub import Hub
from overlay.state import Lobby, Player, Status
from tests.browser.axe import violations
from tests.browser.overlay_server import Served, drawn, picture, serving
from tests.browser.tracing import thread_clock
from tests.overlay import samples

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      const moved = sources.map(({ node }) => node?.id || node?.className || node?.nodeName);
      if (!hadRecentInput) window.shifts.push([value, moved.join(" ")]);
    }
  }).observe({ type: "layout-shift", buffered: true });
}"""
PACED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))"


async def test_the_moves_say_what_they_changed(strict: Page, served: Served) -> None:
    await served.open(strict, "/game/live0001?lang=de")
    moves = strict.locator("#moves button.move")
    await expect(moves).to_have_count(36)
    assert [await moves.nth(ply).inner_text() for ply in (0, 21, 35)] == ["e4", "cxb5\n+0,04\n−0,02", "Lxg1\n+0,08"]
    assert await moves.nth(21).locator(".is-gain .chip-white, .is-loss .chip-black").count() == 2
    await expect(moves.nth(35)).to_have_attribute("aria-current", "true")
    await drawn(strict)
    newest = await strict.evaluate("""() => {
      const boxOf = (one) => document.querySelector(one).getBoundingClientRect();
      const [list, move] = [boxOf(".moves-list"), boxOf(".move[aria-current=true]")];
      return move.top >= list.top && move.bottom <= list.bottom + 1 && scrollY === 0;
    }""")
    assert newest


async def test_going_back_in_the_game(strict: Page, served: Served) -> None:
    await served.open(strict, "/game/live0001?lang=de")
    text, live = strict.locator(".steps-text"), strict.locator(".steps-live")
    pieces, proof = strict.locator("#board piece:visible"), strict.locator("#board square.proof:visible")
    await strict.keyboard.press("ArrowLeft")
    await expect(text).to_contain_text("Stellung nach 18. Ld6 · bei Remis 0,18 – 0,22")
    await strict.keyboard.press("Home")
    await expect(text).to_contain_text("Stellung am Anfang")
    await expect(pieces).to_have_count(32)
    await expect(strict.locator("#board")).to_have_attribute(
        "aria-label", "Brett mit der Stellung der Partie: Stellung am Anfang"
    )
    await strict.keyboard.press("ArrowRight")
    await expect(text).to_contain_text("Stellung nach 1. e4")
    await strict.locator("#moves button.move", has_text="Dh4+").click()
    await expect(strict.locator("#board square.check")).to_have_count(1)

    # A newer state comes, and the viewer stays where he is.
    served.hub.publish("game/live0001", samples.state("live0001", 37, samples.ENTRIES))
    await expect(strict.locator("#moves button.move")).to_have_count(37)
    await expect(text).to_contain_text("Stellung nach 3… Dh4+")
    await picture(strict, "page-game-back")
    await live.click()
    await expect(text).to_have_count(0)
    await expect(pieces).to_have_count(25 + 1)
    await expect(live).to_have_count(0)

    # An entry shows the position in which it arose, also the newest; going anywhere else lets it go.
    await strict.locator(".entry button", has_text="Läufer geopfert").click()
    await expect(text).to_contain_text("Stellung nach 11… cxb5")
    await expect(proof).to_have_count(2)
    await strict.keyboard.press("ArrowUp")
    await expect(text).to_contain_text("Stellung nach 11… cxb5")
    await strict.keyboard.press("ArrowUp")
    await expect(strict.locator(".entry button[aria-pressed=true]")).to_contain_text("König in der Mitte")
    await expect(text).to_contain_text("Stellung nach 18… Lxg1")
    await strict.keyboard.press("ArrowDown")
    await strict.keyboard.press("End")
    await expect(strict.locator(".entry button[aria-pressed=true]")).to_have_count(0)
    await strict.locator("h2").first.hover()
    await expect(proof).to_have_count(0)
    await strict.locator("#chart .u-over").click(position={"x": 3, "y": 60})
    await expect(text).to_contain_text("Stellung am Anfang")
    await live.click()

    # Keys belong to those who type.
    await strict.evaluate("document.querySelector('main').append(document.createElement('input'))")
    await strict.locator("main > input").focus()
    await strict.keyboard.press("ArrowLeft")
    await strict.keyboard.press("Home")
    await expect(live).to_have_count(0)
    # A takeback that takes the position away leaves the viewer at the live one.
    await strict.locator("h2").first.click()
    await strict.locator("#moves button.move").nth(30).click()
    served.hub.publish("game/live0001", samples.state("live0001", 20))
    await expect(live).to_have_count(0)
    await expect(strict.locator("#moves button.move")).to_have_count(20)


async def test_on_a_phone_a_chosen_position_is_brought_into_view(strict: Page, served: Served) -> None:
    await strict.set_viewport_size({"width": 390, "height": 844})
    await served.open(strict, "/game/live0001?lang=en")
    await strict.locator(".entry button").last.click()
    await expect(strict.locator("#board")).to_be_in_viewport(ratio=0.99)
    await expect(strict.locator(".steps-text")).to_contain_text("Position after 6… Qh6")


async def test_the_picture_is_saved(strict: Page, served: Served, tmp_path: Path) -> None:
    await served.open(strict, "/game/won00001?lang=de")
    await expect(strict.locator("#share a")).to_have_attribute("href", "/picture/won00001.svg?lang=de")
    async with strict.expect_download() as download:
        await strict.locator("#share button").click()
    assert (await download.value).suggested_filename == "unruh-won00001.png"
    await (await download.value).save_as(tmp_path / "saved.png")
    assert struct.unpack(">II", (tmp_path / "saved.png").read_bytes()[16:24]) == (1200, 630)


async def test_axe_finds_nothing(strict: Page, served: Served) -> None:
    games = ("live0001", "flagdraw", "correct1", "nameless", "unknown1")
    found: list[str] = []
    for path in ["/", "/#q=nobody", "/nowhere", *(f"/game/{game}" for game in games)]:
        await strict.goto("about:blank")
        await strict.goto(served.url(path))
        await expect(strict.locator("main").first).to_be_visible()
        if path.endswith("live0001"):
            await strict.keyboard.press("ArrowDown")
            await expect(strict.locator(".steps-live")).to_be_visible()
        for scheme in SCHEMES:
            await strict.emulate_media(color_scheme=scheme)
            found += [f"{path} {scheme} {one}" for one in await violations(strict)]
    assert found == []


@pytest.mark.parametrize("size", [(390, 844), (1280, 720)], ids=str)
async def test_nothing_moves_when_states_come_in(strict: Page, size: tuple[int, int]) -> None:
    hub = Hub()
    begun = [samples.state("live0001", ply, samples.ENTRIES[: ply // 8]) for ply in (0, 5, 9, 17, 30, 36)]
    lost = msgspec.structs.replace(begun[-1], status=Status("reconnecting", provisional=True, stale_since_ms=9_000))
    over = [msgspec.structs.replace(game, id="live0001") for game in (samples.ended(), samples.corrected())]
    drawn = msgspec.structs.replace(samples.flag_draw(), id="live0001")
    await strict.set_viewport_size({"width": size[0], "height": size[1]})
    hub.publish("game/live0001", begun[0])
    async with serving(hub) as server:
        await server.open(strict, "/game/live0001?lang=de")
        await strict.evaluate(SHIFTS)
        for state in (*begun, lost, begun[-1], *over, begun[-1], drawn):
            hub.publish("game/live0001", state)
            await expect(strict.locator("#moves button.move")).to_have_count(state.ply)
            await strict.evaluate(PACED)
        shifts = await strict.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < 0.02, shifts


@pytest.mark.parametrize("size", [(390, 844), (1280, 720)], ids=str)
async def test_nothing_moves_in_the_lobby(strict: Page, size: tuple[int, int]) -> None:
    hub = Hub()
    live = samples.lobby_game(samples.quick())
    others = tuple(msgspec.structs.replace(live, id=f"other{n:03}") for n in range(5))
    standings: list[dict[str, Any]] = [
        {"plies_behind": 3, "stale": True},
        {"lifecycle": "reconnecting", "provisional": True},
        {"lifecycle": "ended", "provisional": True, "result": samples.won().result},
        {"lifecycle": "settled", "settled": True, "corrected": True, "result": samples.flag_draw().result},
    ]
    await strict.set_viewport_size({"width": size[0], "height": size[1]})
    hub.publish("lobby", Lobby((live, *others)))
    async with serving(hub) as server:
        await server.open(strict, "/?lang=de")
        await strict.evaluate(SHIFTS)
        for ply, standing in enumerate(standings, 30):
            changed = msgspec.structs.replace(live, white=Player(f"ply{ply}"), **standing)
            hub.publish("lobby", Lobby((changed, *others)))
            await expect(strict.locator(".game-card").first).to_contain_text(f"ply{ply}")
            await strict.evaluate(PACED)
        shifts = await strict.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < 0.02, shifts


async def test_the_lobby_is_searched(strict: Page) -> None:
    hub = Hub()
    line = samples.lobby_game(samples.quick())
    others = [
        msgspec.structs.replace(samples.lobby_game(samples.won()), id="over0001", white=Player("Jürgen_Żółw")),
        msgspec.structs.replace(line, id="rapid001", black=Player("STRASSE"), speed="rapid"),
    ]
    hub.publish("lobby", Lobby((line, *others)))
    async with serving(hub) as server:
        await server.open(strict, "/?lang=de")
        cards, count = strict.locator(".game-card"), strict.locator(".search-count")
        await expect(count).to_have_text("3 von 3 Partien")
        field = strict.get_by_role("searchbox")
        for text, shown in {
            "jurgen zolw": 1,
            "JÜRGEN": 1,
            "straße": 1,
            "nachtspringer": 2,
            "rapid001": 1,
            "nobody": 0,
        }.items():
            await field.fill(text)
            await expect(cards).to_have_count(shown)
            await expect(count).to_have_text(f"{shown} von 3 Partien")
        await strict.get_by_role("button", name="Suche zurücksetzen").click()
        await expect(cards).to_have_count(3)
        await strict.get_by_role("button", name="beendet").press("Enter")
        await expect(cards).to_have_count(1)
        await expect(strict).to_have_url(re.compile("#state=over$"))
        await strict.get_by_role("button", name="laufend").click()
        await strict.get_by_role("combobox").select_option("Schnellschach")
        await expect(cards).to_have_count(1)
        await strict.locator(".skip").press("Enter")
        await expect(strict.locator("main")).to_be_focused()
        await strict.reload()
        await expect(count).to_have_text("1 von 3 Partien")
        await strict.locator(".langs a[lang=en]").click()
        await expect(count).to_have_text("1 of 3 games")


async def test_five_hundred_games_in_the_lobby(strict: Page) -> None:
    hub = Hub()
    line = samples.lobby_game(samples.quick())
    games = [msgspec.structs.replace(line, id=f"game{n:04}", white=Player(f"player{n:04}")) for n in range(500)]
    hub.publish("lobby", Lobby(tuple(games)))
    async with serving(hub) as server:
        await server.open(strict, "/?lang=en")
        await expect(strict.locator(".game-card")).to_have_count(500)
        await expect(strict.locator(".game-card").first.locator("piece:visible")).to_have_count(30)
        assert await strict.locator("cg-board").count() < 60, "boards are drawn that nobody sees"
        await strict.locator(".game-card").nth(400).scroll_into_view_if_needed()
        await expect(strict.locator(".game-card").nth(400).locator("piece:visible")).to_have_count(30)
        spent_ms = await thread_clock(strict)
        for n in range(3):
            games[n] = msgspec.structs.replace(games[n], white=Player("somebody else"))
            before = await spent_ms("TaskDuration")
            hub.publish("lobby", Lobby(tuple(games)))
            await expect(strict.locator(f"[data-game=game000{n}]")).to_contain_text("somebody else")
            assert await spent_ms("TaskDuration") - before < 300
        await strict.get_by_role("searchbox").fill("player0499")
        await expect(strict.locator(".search-count")).to_have_text("1 of 500 games")
