"""The arbiter's page: every act by hand, what it would change, undo, and two arbiters at once."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from bot.events.arbiter import Act, Exclude, SetPoints
from overlay.state import Lang
from overlay.words import WORDS
from tests.browser.at_the_desk import Scheme, screen
from tests.browser.axe import violations
from tests.browser.overlay_server import full_hub, picture, serving
from tests.overlay.arbited import Arbited, arbited

SMALL_TARGETS = """() => [...document.querySelectorAll("#content :is(button, input, select, textarea, .record)")]
  .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
  .map((element) => element.outerHTML)"""
PHONE: tuple[int, int, Lang, Scheme] = (390, 844, "de", "dark")
DESKTOP: tuple[int, int, Lang, Scheme] = (1280, 720, "en", "light")
ACTS: list[tuple[str, str, dict[str, str], dict[str, str]]] = [
    # game, act, what is chosen, what is typed
    ("won00001", "result", {"outcome": "draw", "ending": "draw"}, {}),
    ("flag0001", "flag_fall", {"means": "draw"}, {}),
    ("drawn001", "offer_added", {"side": "black", "kind": "decline"}, {"ply": "9"}),
    ("drawn001", "offer_struck", {"side": "black", "kind": "decline"}, {"ply": "9"}),
    ("won00001", "points", {}, {"white": "0,52", "black": "9/20"}),
    ("won00001", "excluded", {}, {}),
    ("won00001", "included", {}, {}),
    ("won00001", "place", {}, {"round": "3", "board": "2"}),
]


class Hand:
    """Somebody at the page."""

    def __init__(self, page: Page, at: Arbited, words: Mapping[str, str], width: int) -> None:
        self.page, self.at, self.words, self.width = page, at, words, width
        self.work = page.locator("#work")

    async def press(self, word: str, part: str = "#work") -> None:
        await self.page.locator(part).get_by_role("button", name=self.words[word], exact=True).first.click()

    async def choose_game(self, game_id: str) -> None:
        await self.page.locator("#games input").fill(game_id)
        await self.page.locator("#games .pick").click()
        await expect(self.work).to_contain_text(game_id)

    async def fill(self, chosen: Mapping[str, str], typed: Mapping[str, str], why: str = "seen on the board") -> None:
        for name, value in chosen.items():
            await self.work.locator(f"[name={name}]").select_option(value)
        for name, value in {**typed, "why": why}.items():
            await self.work.locator(f"[name={name}]").fill(value)

    async def make(self) -> Act:
        """Try and confirm; what was kept."""
        before = len(self.at.memory.kept)
        await self.press("arbiter_try")
        await expect(self.work).to_contain_text(self.words["arbiter_swing"])
        assert len(self.at.memory.kept) == before
        await self.press("arbiter_confirm")
        await expect(self.page.locator("#made li")).to_have_count(before + 1)
        return self.at.memory.kept[-1].act


@pytest.mark.parametrize(("width", "height", "lang", "scheme"), [PHONE, DESKTOP])
async def test_an_arbiter_corrects_an_event(
    browser: Browser, width: int, height: int, lang: Lang, scheme: Scheme
) -> None:
    at, words = arbited(), WORDS[lang]
    async with (
        serving(full_hub(), arbiter=at.arbiter) as served,
        screen(browser, width, height, scheme) as page,
    ):
        await page.goto(served.url(f"/control/event/club?lang={lang}"))
        await expect(page.locator("#games .pick")).to_have_count(5)
        await picture(page, f"arbiter-{width}", full=True)
        hand = Hand(page, at, words, width)
        for game_id, act, chosen, typed in ACTS:
            await hand.choose_game(game_id)
            await hand.fill({"act": act, **chosen}, typed)
            if act == "result":
                await hand.press("arbiter_try")
                await expect(hand.work.locator(".trial")).to_be_visible()
                await picture(page, f"arbiter-{width}-swing", full=True)
                await expect(hand.work.locator(".trial")).to_be_focused()
                await page.keyboard.press("Tab")  # the table, which may be wider than the page
                await page.keyboard.press("Tab")
                await expect(hand.work.get_by_role("button", name=words["arbiter_confirm"])).to_be_focused()
                await hand.press("arbiter_drop")
            made: Any = await hand.make()
            assert (made.__struct_config__.tag, made.game_id) == (act, game_id)
        await a_stranger_is_placed_and_two_names_become_one(hand)
        await an_act_is_taken_back(hand)
        await nothing_is_lost_when_somebody_was_faster(hand)
        await everybody_can_use_it(page)
        await picture(page, f"arbiter-{width}-end", full=True)


async def a_stranger_is_placed_and_two_names_become_one(hand: Hand) -> None:
    page = hand.page
    await expect(page.locator("#unfit")).to_contain_text(hand.words["unfit_stranger"])
    await hand.press("arbiter_put", "#unfit")
    await hand.fill({}, {"round": "3"})
    await hand.make()
    await expect(page.locator("#unfit")).to_be_hidden()
    await hand.press("act_names", "#games")
    await hand.fill({}, {"old": "amsel2000", "new": "Amsel"})
    await hand.make()
    assert "amsel2000" not in [row.white for row in hand.at.rulings.event("club").games]


async def an_act_is_taken_back(hand: Hand) -> None:
    number = hand.at.memory.kept[-1].number
    await hand.page.locator("#made li").first.get_by_role("button").click()
    await expect(hand.work).to_contain_text(hand.words["act_undo"].format(n=number))
    await hand.fill({}, {})
    await hand.make()
    await expect(hand.page.locator("#made .is-undone")).to_have_count(1)


async def nothing_is_lost_when_somebody_was_faster(hand: Hand) -> None:
    at, words = hand.at, hand.words
    await hand.choose_game("flag0001")
    await hand.fill({"act": "points"}, {"white": "0.5", "black": "x"}, "as agreed")
    await hand.press("arbiter_try")
    await expect(hand.work.locator(".wrong")).to_contain_text("x")
    await hand.fill({}, {"black": "0.25"}, "as agreed")
    await hand.press("arbiter_try")
    await expect(hand.work.locator(".trial")).to_be_visible()
    last = at.memory.kept[-1].number
    await at.rulings.correct(
        at.memory, "club", Exclude("drawn001"), who="Berta", why="played twice", expected_number=last
    )
    await hand.press("arbiter_confirm")
    faster = hand.work.locator(".faster")
    await expect(faster).to_contain_text(words["arbiter_stale"].format(who="Berta"))
    await expect(faster).to_contain_text("played twice")
    await picture(hand.page, f"arbiter-{hand.width}-faster", full=True)
    await expect(hand.work.locator("[name=black]")).to_have_value("0.25")
    await expect(hand.work.locator("[name=why]")).to_have_value("as agreed")
    made: Any = await hand.make()
    assert isinstance(made, SetPoints)
    assert [one.who for one in at.memory.kept[-2:]] == ["Berta", "this computer"]


async def everybody_can_use_it(page: Page) -> None:
    assert await violations(page) == []
    assert await page.evaluate(SMALL_TARGETS) == []
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
