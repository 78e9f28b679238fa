"""The scenes, as OBS shows them."""

import asyncio
import re

import msgspec
from playwright.async_api import Page, expect

from overlay.hub import Client, Hub
from overlay.looks.scenes import SCENES
from tests.browser.overlay_server import Served, full_hub, picture, serving, stopped
from tests.overlay import samples

BUSY = "repeating-linear-gradient(45deg, #f7d94c 0 40px, #2e9e5b 40px 80px, #fff 80px 120px, #d33 120px 160px)"
BACKGROUNDS = {"busy": BUSY, "white": "#fff", "black": "#000"}
SIZES = {"1080": (1920, 1080), "720": (1280, 720)}

RECORD = """() => {
  window.entered = [];
  addEventListener("animationstart", ({ target, animationName }) => {
    if (!target.matches(".entry.is-new")) return;
    const ends = parseFloat(getComputedStyle(target).animationDelay) * 1000 + 300;
    entered.push({ key: target.dataset.key, name: animationName, ends });
    document.body.dataset.entered = entered.length;
  });
}"""


async def backdrop(page: Page, background: str) -> None:
    """What a game or a camera would be behind the scene."""
    await page.evaluate("(value) => { document.documentElement.style.background = value; }", background)


SAID = {
    "de": "anna_weiss|WGM|2431|Remis jetzt|0,18|0,30|Schwarz führt|+0,12|0,84|0,96|3 Halbzüge zurück",
    "en": "Nachtspringer|2388|If drawn now|0.18|0.30|Black leads|+0.12|0.84|0.96|3 plies behind",
}


async def test_the_bar_says_everything(strict: Page, served: Served) -> None:
    for lang, said in SAID.items():
        await served.open(strict, f"/scene/bar?game=live0001&lang={lang}")
        bar = strict.locator(".bar")
        for word in said.split("|"):
            await expect(bar).to_contain_text(word)
        await backdrop(strict, BUSY)
        await picture(strict, f"scene-bar-{lang}")


BARS = {
    "won00001": "busy",
    "flagdraw": "white",
    "void0001": "black",
    "hostile1": "busy",
    "nameless": "black",
    "fresh001": "white",
    "silent01": "busy",
    "ended001": "white",
    "correct1": "black",
}


async def test_the_bar_in_every_state(strict: Page, served: Served) -> None:
    await strict.set_viewport_size({"width": 1280, "height": 720})
    for name, background in BARS.items():
        await served.open(strict, f"/scene/bar?game={name}&lang=de")
        await expect(strict.locator(".place.is-on .bar")).to_be_visible()
        await backdrop(strict, BACKGROUNDS[background])
        await picture(strict, f"scene-bar-{name}-{background}")
        assert await strict.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


async def test_the_bar_shows_the_end(strict: Page, served: Served) -> None:
    await served.open(strict, "/scene/bar?game=won00001&lang=en")
    bar = strict.locator(".bar")
    for word in ["Final score", "1–0", "0.86", "0.14", "White wins by checkmate on move 23", "settled"]:
        await expect(bar).to_contain_text(word)
    await expect(bar.locator(".win")).to_have_count(0)


async def test_without_a_score_no_points_are_shown(strict: Page, served: Served) -> None:
    await served.open(strict, "/scene/bar?game=void0001&lang=de")
    await expect(strict.locator(".bar-centre")).to_have_text("Ohne Wertung")


async def test_names_are_text(strict: Page, served: Served) -> None:
    for path in ("/scene/bar", "/scene/ledger", "/scene/clock", "/scene/board", "/game/hostile1", "/"):
        await served.open(strict, f"{path}?game=hostile1")
        if path != "/scene/ledger":
            await expect(strict.locator("bdi", has_text=samples.HOSTILE).first).to_have_text(samples.HOSTILE)
            shown = await strict.locator("bdi", has_text=samples.LONG[:12]).first.inner_text()
            assert not re.search("[\u202a-\u202e\u2066-\u2069]", shown)
        assert await strict.locator("main img").count() == 0
        assert await strict.evaluate("document.body.dataset.pwned") is None


async def test_players_without_a_name(strict: Page, served: Served) -> None:
    for lang, names in {"de": ["Anonym", "Computer Stufe 8"], "en": ["Anonymous", "Computer level 8"]}.items():
        await served.open(strict, f"/scene/bar?game=nameless&lang={lang}")
        assert await strict.locator(".bar bdi").all_inner_texts() == names


async def test_clocks_run_by_themselves_and_never_below_zero(strict: Page, served: Served) -> None:
    await stopped(strict)
    await served.open(strict, "/scene/bar?game=live0001")
    white, black = strict.locator(".bar-white .clock"), strict.locator(".bar-black .clock")
    await expect(white).to_have_text(re.compile(r"2:[0-3]\d"))
    before = seconds(await white.inner_text())
    await strict.clock.run_for(30_000)
    assert before - seconds(await white.inner_text()) == 30
    await strict.clock.run_for(200_000)
    await expect(white).to_have_text("0:00.0")
    await expect(black).to_have_text("1:37")


def seconds(clock: str) -> int:
    """What "2:31" is in seconds."""
    minutes, rest = clock.split(":")
    return int(minutes) * 60 + int(rest)


async def test_the_scene_scales_and_stays_in_the_picture(strict: Page, served: Served) -> None:
    boxes = []
    for size, (width, height) in SIZES.items():
        await strict.set_viewport_size({"width": width, "height": height})
        for scale in ("0.5", "1"):
            await served.open(strict, f"/scene/bar?game=live0001&scale={scale}")
            box = await strict.locator(".bar").bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
            boxes.append((size, scale, box["width"] / width))
    assert {round(share, 2) for _, scale, share in boxes if scale == "1"} == {0.92}
    assert {round(share, 2) for _, scale, share in boxes if scale == "0.5"} == {0.46}


async def test_a_scene_is_transparent_unless_asked_otherwise(strict: Page, served: Served) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    await served.open(strict, "/scene/bar")
    assert await strict.evaluate(colour) == "rgba(0, 0, 0, 0)"
    await served.open(strict, "/scene/bar?bg=00ff00")
    assert await strict.evaluate(colour) == "rgb(0, 255, 0)"


async def test_a_scene_without_a_game_shows_nothing_and_comes_alive(strict: Page) -> None:
    async with serving(Hub()) as server:
        for name in (scene for scene, roles in SCENES.items() if roles == ("game",)):
            server.hub.remove("featured")
            await server.open(strict, f"/scene/{name}")
            assert (await strict.locator("#stage").inner_text()).strip() == ""
            await expect(strict.locator(".place.is-on")).to_have_count(0)
            server.hub.publish("featured", samples.live())
            await expect(strict.locator(".place.is-on").first).to_be_visible()
            server.hub.remove("featured")
            await expect(strict.locator(".place.is-on")).to_have_count(0)


async def test_a_reload_and_a_first_load_play_no_old_animations(strict: Page, served: Served) -> None:
    await served.open(strict, "/scene/ledger?lang=de")
    await expect(strict.locator(".entry")).to_have_count(5)
    assert await strict.locator(".is-new").count() == 0
    await strict.reload()
    await expect(strict.locator(".entry")).to_have_count(5)
    lines = "document.querySelector('.ledger-lines').getAnimations({ subtree: true }).length"
    assert await strict.evaluate(lines) == 0


async def test_a_new_entry_enters_visibly_and_on_top(strict: Page, served: Served) -> None:
    served.hub.publish("featured", samples.state("g", 20, samples.ENTRIES[:1]))
    await served.open(strict, "/scene/ledger?lang=en")
    await expect(strict.locator(".entry")).to_have_count(1)
    await strict.evaluate(RECORD)
    served.hub.publish("featured", samples.state("g", 23, samples.ENTRIES[:2]))
    await expect(strict.locator(".entry")).to_have_count(2)
    await expect(strict.locator("body")).to_have_attribute("data-entered", "1")
    assert (await strict.evaluate("entered"))[0]["key"] == "minor_trade-both-22"
    await expect(strict.locator(".entry").first).to_contain_text("Knight traded for bishop")
    await expect(strict.locator(".entry").first).to_contain_text("−0.02")
    await expect(strict.locator(".is-new")).to_have_count(0)


async def test_a_burst_enters_in_order_in_under_a_second(strict: Page, served: Served) -> None:
    served.hub.publish("featured", samples.state("g", 3))
    await served.open(strict, "/scene/ledger?lang=en")
    await expect(strict.locator(".ledger-empty")).to_be_visible()
    await strict.evaluate(RECORD)
    served.hub.publish("featured", samples.state("g", 36, samples.ENTRIES))
    await expect(strict.locator("body")).to_have_attribute("data-entered", "5")
    entered = sorted(await strict.evaluate("entered"), key=lambda line: line["ends"])
    assert [line["key"].split("-")[0] for line in entered] == [
        "pawn_trade",
        "queen_trade",
        "sacrifice",
        "minor_trade",
        "late_castling",
    ]
    assert entered[-1]["ends"] < 1000


async def test_a_takeback_corrects_the_ledger(strict: Page, served: Served) -> None:
    await served.open(strict, "/scene/ledger?lang=de")
    await expect(strict.locator(".entry")).to_have_count(5)
    grown = msgspec.structs.replace(samples.SACRIFICE, amount="+0.08")
    served.hub.publish("featured", samples.state("live0001", 24, [samples.PAWN_TRADE, grown]))
    await expect(strict.locator(".entry")).to_have_count(2)
    await expect(strict.locator(".entry").first).to_contain_text("+0,08")
    assert await strict.locator(".is-new").count() == 0


async def test_motion(strict: Page, served: Served) -> None:
    for motion, name in {"full": "enter", "calm": "appear", "none": None}.items():
        served.hub.publish("featured", samples.state("g", 20, samples.ENTRIES[:1]))
        await served.open(strict, f"/scene/ledger?motion={motion}")
        await expect(strict.locator(".entry")).to_have_count(1)
        await strict.evaluate(RECORD)
        served.hub.publish("featured", samples.state("g", 30, samples.ENTRIES[:4]))
        await expect(strict.locator(".entry")).to_have_count(4)
        if name:
            await expect(strict.locator("body")).to_have_attribute("data-entered", "3")
            assert {line["name"] for line in await strict.evaluate("entered")} == {name}
        else:
            assert await strict.locator(".is-new").count() == 0


async def test_gains_and_losses_have_sign_and_shape(strict: Page, served: Served) -> None:
    await served.open(strict, "/scene/ledger?lang=de")
    for kind, sign, side in [("is-gain", "+", "bottom"), ("is-loss", "−", "top")]:
        amount = strict.locator(f".amount.{kind}").first
        assert (await amount.inner_text()).strip().startswith(sign)
        width = f"(element) => parseFloat(getComputedStyle(element).border{side.capitalize()}Width)"
        assert await amount.locator(".arrow").evaluate(width) > 5


async def test_the_server_goes_away_and_comes_back(strict: Page) -> None:
    async with serving(full_hub()) as first:
        port = first.port
        await first.open(strict, "/scene/bar?lang=en")
        await expect(strict.locator(".badge")).to_have_text("3 plies behind")
        await strict.evaluate("window.kept = true")
    await expect(strict.locator(".badge-reconnecting")).to_have_text("reconnecting")
    await expect(strict.locator(".bar")).to_contain_text("anna_weiss")
    await picture(strict, "scene-bar-reconnecting")
    hub = Hub()
    async with serving(hub, port):
        await asyncio.wait_for(subscribed(hub), 20)
        await expect(strict.locator(".bar")).to_contain_text("anna_weiss")  # not known yet, so the last one stays
        hub.publish("featured", samples.won())
        await expect(strict.locator(".bar")).to_contain_text("Final score")
        await expect(strict.locator(".badge-reconnecting")).to_have_count(0)
        assert await strict.evaluate("window.kept")


async def subscribed(hub: Hub) -> None:
    """Wait until a viewer is there."""
    arrived = asyncio.Event()
    connect = hub.connect

    def noticed(client: Client | None = None) -> Client:
        arrived.set()
        return connect(client)

    hub.connect = noticed  # type: ignore[method-assign]
    if not hub.clients:
        await arrived.wait()


async def test_the_ledger_on_any_background(strict: Page, served: Served) -> None:
    await served.open(strict, "/scene/ledger?lang=de")
    await expect(strict.locator(".entry")).to_have_count(5)
    for background, value in BACKGROUNDS.items():
        await backdrop(strict, value)
        await picture(strict, f"scene-ledger-{background}")
