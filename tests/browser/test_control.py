"""The operator's page: every action by taps and by keys, what it says of what is unusual, and what is refused."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.async_api import Browser, Page, Route, expect

from overlay.hub import Hub
from overlay.state import Choices, Lang
from overlay.words import WORDS
from tests.browser.at_the_desk import AtDesk, Scheme, at_desk, control, screen, settle, target
from tests.browser.axe import violations
from tests.browser.overlay_server import picture
from tests.overlay import samples
from tests.until import until

CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
SMALL_TARGETS = """() => [...document.querySelectorAll("button, a, summary, label, input:not([type=checkbox])")]
  .filter((element) => element.checkVisibility() && !element.closest("dialog:not([open]), .other label"))
  .map((element) => [element.textContent.trim() || element.id, element.getBoundingClientRect()])
  .filter(([, { width, height }]) => height < 44 || width < 44)
  .map(([name, { width, height }]) => `${name}: ${width} x ${height}`)"""
DARK_DOCK: tuple[int, int, Lang, Scheme] = (300, 700, "de", "dark")
LIGHT_PAGE: tuple[int, int, Lang, Scheme] = (1280, 720, "en", "light")
TAPS: list[tuple[str, list[str], dict[str, Any]]] = [
    # part of the page, words on what is tapped (a folded part is unfolded first), what is chosen then
    ("emergency", ["do_clear"], {"cleared": True}),
    ("emergency", ["do_freeze"], {"frozen": True}),
    ("games", ["ai"], {"pinned": "nameless"}),
    ("scenes", ["scenes", "scene_ledger"], {"hidden": ("ledger",)}),
    ("looks", ["delay", "delay_none"], {"delay_s": 0}),
    ("looks", ["look", "theme_light"], {"theme": "light"}),
    ("looks", ["look", "lang_en"], {"lang": "en"}),
    ("tests", ["tests", "rule_sacrifice"], {"test": "sacrifice"}),
]


@pytest.mark.parametrize(("width", "height", "lang", "scheme"), [DARK_DOCK, LIGHT_PAGE])
async def test_every_action_takes_two_taps_at_most_and_undo_one(
    browser: Browser, width: int, height: int, lang: Lang, scheme: Scheme
) -> None:
    words = WORDS[lang]
    async with at_desk() as at, screen(browser, width, height, scheme) as page:
        await at.served.open(page, f"/control?lang={lang}")
        await picture(page, f"control-{width}")
        undo = target(page, "emergency", words["do_undo"])
        for part, keys, chosen in TAPS:
            *folds, label = [words[key].format(n=8) for key in keys]
            for fold in folds:
                if await page.locator(f"#{part} details:not([open]) > summary", has_text=fold).count():
                    await target(page, part, fold, "summary").tap()
            await target(page, part, label).tap()
            await settle(page)
            assert at.desk.choices == msgspec.structs.replace(Choices(), **chosen)
            await undo.tap()
            await settle(page)
            assert at.desk.choices == Choices()
            await expect(undo).to_contain_text(words["undo_nothing"])
        await a_draw_offer_is_noted_and_taken_back(page, at, lang)
        await a_rehearsal_is_steered(page, at, lang)
        await everybody_can_use_it(page)
        await picture(page, f"control-{width}-unfolded", full=True)


async def a_draw_offer_is_noted_and_taken_back(page: Page, at: AtDesk, lang: Lang) -> None:
    words = WORDS[lang]
    white, noted = page.locator("#offers .says").first, page.locator("#offers .noted li")
    await white.get_by_role("button", name=words["say_offer"]).tap()
    await expect(noted).to_contain_text(words["noted_offer"].format(side=words["white"]))
    await expect(noted).to_contain_text("18.")
    assert [(note.game, note.side, note.kind) for note in at.boards.noted] == [("live0001", "white", "offer")]
    await target(page, "emergency", words["undo_offer"]).tap()
    await expect(noted).to_have_count(0)
    assert at.boards.noted == []


async def a_rehearsal_is_steered(page: Page, at: AtDesk, lang: Lang) -> None:
    words = WORDS[lang]
    if await page.locator("#rehearsal details:not([open])").count():
        await target(page, "rehearsal", words["rehearsal"], "summary").tap()
    await target(page, "rehearsal", words["rehearsal_pause"]).tap()
    await expect(target(page, "rehearsal", words["rehearsal_go"])).to_be_visible()
    await target(page, "rehearsal", "50×").tap()
    await target(page, "rehearsal", words["rule_flag_fall_draw"]).tap()
    await page.locator("#rehearsal input").first.fill("20")
    await settle(page)
    await until(lambda: bool(at.rehearsal.sought))
    assert (at.rehearsal.paused, at.rehearsal.speed) == (True, 50)
    assert (at.rehearsal.fired, at.rehearsal.sought) == (["flag_fall_draw"], [("live0001", 20)])


async def everybody_can_use_it(page: Page) -> None:
    """Large targets, contrast, axe, all unfolded; nothing scrolls sideways, and the emergency stays in view."""
    for fold in await page.locator("details").all():
        await fold.evaluate("(fold) => { fold.open = true; }")
    await page.evaluate("scrollTo(0, document.body.scrollHeight)")
    await expect(page.locator("#emergency")).to_be_in_viewport(ratio=1)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it can be scrolled sideways"
    assert await page.evaluate(SMALL_TARGETS) == []
    assert await page.evaluate(f"({CONTRAST})(4.5)") == []
    assert await violations(page) == []
    await page.evaluate("scrollTo(0, 0)")


async def test_it_can_be_worked_by_keys(browser: Browser) -> None:
    async with at_desk() as at, control(browser, at) as page:
        press = page.keyboard.press

        async def chosen(**choices: Any) -> None:
            await settle(page)
            assert at.desk.choices == msgspec.structs.replace(Choices(), **choices)

        await press("f")
        await chosen(frozen=True)
        await press("f")
        await chosen()
        await press("3")
        await chosen(pinned="quick001")
        await press("0")
        await chosen()
        await press("u")
        await chosen(pinned="quick001")
        await press("Control+z")
        await press("Escape")
        await chosen()
        await press("Escape")
        await press("Escape")
        await chosen(cleared=True)
        await press("Escape")
        await press("Escape")
        await chosen(cleared=True)
        await press("u")
        await chosen()

        await page.locator("#games input").focus()
        for key in ["Escape", "Escape", "f", "3", "u"]:
            await press(key)
        await expect(page.locator("#games")).to_contain_text(WORDS["en"]["pick_not_found"])
        await chosen()

        await page.locator("#delay-other").fill("45")
        await press("Enter")
        await until(lambda: at.desk.choices != Choices())
        await chosen(delay_s=45)
        await expect(page.locator("#looks button", has_text="45 s")).to_have_attribute("aria-pressed", "true")
        await target(page, "emergency", WORDS["en"]["undo_delay"]).focus()
        await press("Space")
        await chosen()

        await press("?")
        await expect(page.locator("dialog")).to_be_visible()
        assert await violations(page) == []
        await picture(page, "control-keys")
        await press("Escape")
        await expect(page.locator("dialog")).to_be_hidden()
        await press("Escape")
        await press("?")
        await page.locator("#use").uncheck()
        await press("Escape")
        await press("f")
        await chosen()
        await every_control_can_be_reached(page)


async def every_control_can_be_reached(page: Page) -> None:
    """By the Tab key alone, each with an outline that shows where one is."""
    await page.reload()
    await page.locator("body[data-follows]").wait_for(state="attached")
    controls = """[...document.querySelectorAll("button, a, summary, input")]
      .filter((element) => element.checkVisibility() && !element.closest("dialog")).length"""
    reached = await page.evaluate(controls)
    for _ in range(reached):
        await page.keyboard.press("Tab")
        await page.evaluate("""() => {
          const { activeElement } = document;
          if (parseFloat(getComputedStyle(activeElement).outlineWidth) >= 3) activeElement.dataset.reached = "";
        }""")
    assert await page.locator("[data-reached]").count() == reached


async def test_it_says_what_is_unusual(browser: Browser) -> None:
    """In a narrow dock: hostile names, no game at all, and a server that is away, so that buttons do nothing."""
    words = WORDS["de"]
    async with screen(browser, 300, 700) as page:
        how, told = page.locator(".stands-how"), page.locator("#told")
        async with at_desk() as at:
            await at.served.open(page, "/control?lang=de")
            await expect(how).to_have_text(words["air_on"])
            at.do(do="pin", game="hostile1")
            at.do(do="delay", seconds=15)
            at.do(do="scene", name="bar", on=False)
            at.do(do="test", rule="transfer")
            for action, key in {"freeze": "air_frozen", "clear": "air_cleared"}.items():
                at.do(do=action, on=True)
                await expect(how).to_have_text(words[key])
                await picture(page, f"control-300-{action}")
            await expect(page.locator(".also")).to_have_text(
                ["eingefroren", "15 s verzögert", "1 Szene versteckt", "Test an"]
            )
            assert await page.locator("bdi", has_text=samples.HOSTILE).count() >= 2
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert await page.evaluate("document.body.dataset.pwned") is None
            assert await page.evaluate(f"({CONTRAST})(4.5)") == []
            port = at.served.port
        await expect(how).to_have_text(words["air_lost"])
        await target(page, "emergency", words["do_unfreeze"]).tap(force=True)
        await expect(told).to_have_text(words["refused_lost"])
        assert await page.locator(".press[aria-disabled=false]:not(#show-hints)").count() == 0
        assert await page.evaluate(f"({CONTRAST})(4.5)") == []
        await picture(page, "control-300-lost")
        async with at_desk(Hub(), port=port) as again:
            await expect(how).to_have_text(words["air_on"])
            await target(page, "emergency", words["do_clear"]).tap()
            await expect(how).to_have_text(words["air_cleared"])
            assert again.desk.choices.cleared
            again.do(do="pin", game="tomorrow")
            await page.reload()
            await expect(page.locator("#now")).to_contain_text(words["air_none"])
            await expect(page.locator("#games")).to_contain_text(f"{words['pick_away']} tomorrow")
            await expect(page.locator("#offers summary").first).to_have_text("quick001")
            await picture(page, "control-300-empty")


async def test_an_action_is_sent_once_and_a_refusal_said(browser: Browser) -> None:
    words = WORDS["en"]
    async with at_desk() as at, control(browser, at) as page, control(browser, at) as other:
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.post_data or "") if "/act" in request.url else None)
        clear = page.locator("#emergency button").first
        await clear.dblclick()
        await expect(clear).to_contain_text(words["do_unclear"])
        await expect(other.locator(".stands-how")).to_have_text(words["air_cleared"])
        await target(other, "emergency", words["do_unclear"]).tap()
        await expect(page.locator(".stands-how")).to_have_text(words["air_on"])
        assert sent == ['{"do":"clear","on":true}']

        held = asyncio.Event()

        async def hold(route: Route) -> None:
            await held.wait()
            await route.continue_()

        await settle(page)
        await page.route("**/control/act*", hold)
        freeze = target(page, "emergency", words["do_freeze"])
        await freeze.tap()
        await expect(freeze).to_have_attribute("aria-busy", "true")
        await freeze.tap()
        await expect(page.locator(".stands-how")).to_have_text(words["air_on"])  # what is not done is not shown
        held.set()
        await expect(page.locator(".stands-how")).to_have_text(words["air_frozen"])
        assert sent[1:] == ['{"do":"freeze","on":true}']
        await page.unroute("**/control/act*")

        told = page.locator("#told")
        await page.clock.install()
        at.do(do="undo")
        await expect(page.locator(".stands-how")).to_have_text(words["air_on"])
        second = page.locator("#offers details").nth(1)
        await second.locator("summary").tap()
        await second.get_by_role("button", name=words["say_withdraw"]).first.tap()
        await expect(told).to_have_text(words["refused_offer"])
        await picture(page, "control-refused")
        await page.clock.run_for(8000)
        await expect(told).to_be_empty()
        answers = {403: "refused_rights", 500: "refused_failed"}
        statuses = iter(answers)
        await page.route("**/control/act*", lambda route: route.fulfill(status=next(statuses)))
        for key in answers.values():
            await page.keyboard.press("1")
            await expect(told).to_have_text(words[key])
            await page.clock.run_for(8000)
            await expect(told).to_be_empty()
