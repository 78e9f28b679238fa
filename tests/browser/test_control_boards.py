"""The boards and "not now" on the operator's page: by taps in a narrow dock, by keys on a wide page."""

from dataclasses import dataclass

from playwright.async_api import Browser, Locator, Page, expect

from overlay.state import Text
from overlay.words import WORDS
from tests.bot.program.rooms import START, Seated
from tests.browser.at_the_desk import FakeBoards, at_desk, control, screen, settle, target
from tests.browser.axe import violations
from tests.browser.overlay_server import picture
from tests.browser.test_control import CONTRAST, SMALL_TARGETS
from tests.overlay import samples

GAME = "board-1-20261130-1"
ODD = "rnbqkbnr/pppp1ppp/8/4p3/4P3/7N/PPPP1PPP/RNBQKB2"
"""After 1. e4 e5, a knight has come to h3, and a rook is missing."""
LONG_GAME = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O"


@dataclass
class FakeHelper:
    """Remembers whether it rests."""

    name: str
    paused: bool = False
    note: Text | None = None
    last: Text | None = None

    def pause(self, on: bool) -> None:
        self.paused = on


async def evening() -> Seated:
    """Twelve boards: one is odd, one does not answer, one is set up for its next game, one has hostile players."""
    players = [(f"Amsel {n}", f"Birke {n}") for n in range(1, 13)]
    players[1] = (samples.HOSTILE, samples.LONG)
    seated = Seated(players, battery="<b>87 %")
    await seated.plays("e4 e5", "1")
    await seated.plays("e4 e5", "2")
    await seated.plays(LONG_GAME, "4")
    await seated.plays(LONG_GAME, "5")
    await seated.stands(ODD, "1")
    await seated.stands(ODD, "2")
    await seated.stands(START, "4")
    seated.respond("3")
    return seated


async def test_boards_in_a_dock(browser: Browser) -> None:
    words = WORDS["de"]
    seated = await evening()
    obs = FakeHelper("obs", note=Text("OBS antwortet nicht unter ws://127.0.0.1:4455", "OBS does not answer"))
    twitch = FakeHelper("predictions", last=Text("Wer gewinnt?", "Who wins?"))
    async with (
        at_desk(boards=FakeBoards([GAME]), rooms=seated.rooms, automatics=[obs, twitch]) as at,
        screen(browser, 400, 800, "dark") as page,
    ):
        seated.room.changed = at.desk.refresh
        await at.served.open(page, "/control?lang=de")
        await page.locator("#boards").scroll_into_view_if_needed()
        await picture(page, "control-boards-400", full=True)
        first = page.locator(".board-line").first
        await expect(first.locator(".odd")).to_contain_text("g1, h1, h3")
        await expect(first.locator(".odd square.proof")).to_have_count(6)
        await expect(first.locator(".odd figure").first.locator("piece.knight.white")).to_have_count(2)
        await expect(first.locator("[role=img]").first).to_have_accessible_name(
            words["picture_differs"].format(picture=words["picture_stands"], squares="g1, h1, h3")
        )
        await expect(page.locator(".board-line").nth(2)).to_contain_text(words["link_silent"])
        await expect(page.locator("#offers")).to_be_empty()

        await line(page, 2).tap()
        await line(page, 1).tap()
        await expect(page.locator(".unfolded")).to_have_count(1)
        await first.get_by_role("button", name=words["say_offer"]).first.tap()
        await expect(first.locator(".noted")).to_contain_text(words["noted_offer"].format(side=words["white"]))
        await first.get_by_role("button", name=words["moves_correct"]).tap()
        sheet = first.locator("textarea").first
        await expect(sheet).to_have_value("1. e4 e5")
        await sheet.fill("2. Sh3 Sg9")
        await first.get_by_role("button", name=words["moves_set"]).tap()
        await expect(page.locator("#told")).to_have_text(words["refused_move"].format(detail="Ng9"))
        await sheet.fill("9. Sh3")
        await first.get_by_role("button", name=words["moves_set"]).tap()
        assert await sheet.evaluate("(field) => field.validationMessage") == words["moves_number"]
        await sheet.fill("2. Sh3")
        await first.get_by_role("button", name=words["moves_set"]).tap()
        await expect(first.locator(".sheet")).to_have_text("1. e4 e5 2. Sh3")
        assert seated.board().moves == ("e4", "e5", "Nh3")

        await first.get_by_role("button", name="0–1").tap()
        await settle(page)
        assert seated.board().games[0].outcome is None
        await first.get_by_role("button", name=words["how_flag_fall"]).tap()
        await expect(first.locator(".game-marks")).to_contain_text("0–1")
        assert (seated.board().games[0].outcome, seated.board().games[0].ending) == ("black_wins", "flag_fall")
        await target(page, "emergency", words["undo_end"]).tap()
        await settle(page)
        assert seated.board().games[0].outcome is None

        await first.locator("summary", has_text=words["names"]).tap()
        await first.locator("[name=white]").first.fill(samples.HOSTILE)
        await first.get_by_role("button", name=words["names_save"]).first.tap()
        await expect(first.locator(".pair")).to_contain_text(samples.HOSTILE)
        await target(page, "boards", words["boards_next"].format(n=2)).tap()
        await expect(page.locator(".round")).to_contain_text(words["boards_round"].format(n=2))

        await expect(page.locator("#automatics")).to_contain_text("Wer gewinnt?")
        await target(page, "automatics", words["automatic_obs"]).tap()
        await expect(page.locator(".also")).to_have_text(f"{words['automatic_obs']}: {words['automatic_not_now']}")
        assert obs.paused
        await everybody_can_use_it(page)
        await picture(page, "control-boards-400-unfolded", full=True)


async def test_a_board_by_keys(browser: Browser) -> None:
    seated = await evening()
    words = WORDS["en"]
    async with at_desk(boards=FakeBoards([GAME]), rooms=seated.rooms) as at, control(browser, at) as page:
        seated.room.changed = at.desk.refresh
        first, press = page.locator(".board-line").first, page.keyboard.press
        await press("q")
        await press("+")
        await press("Shift+Digit1")
        await expect(first.locator(".unfolded")).to_be_visible()
        await press("d")
        await settle(page)
        assert [(note.side, note.kind) for note in at.boards.noted] == [("black", "withdraw")]
        await press("+")
        await expect(first.locator(".hows button").first).to_be_focused()
        assert seated.board().games[0].outcome is None
        await press("Enter")
        await expect(first.locator(".game-marks")).to_contain_text("1–0")
        assert seated.board().games[0].ending == "resignation"
        await first.locator("h3").click()
        await press("=")
        await press("Tab")
        await press("Enter")
        await expect(first.locator(".game-marks")).to_contain_text("½–½")
        assert seated.board().games[0].ending == "flag_fall"
        await picture(page, "control-boards-1280", full=True)
        await press("r")
        await expect(first.locator(".game-marks")).not_to_contain_text("½–½")
        await press("u")
        await expect(first.locator(".game-marks")).to_contain_text("½–½")
        await expect(first.locator("summary", has_text=words["names_next"])).to_contain_text("Amsel 1 – Birke 1")
        await first.locator("summary", has_text=words["names_next"]).click()
        white = first.locator("[name=white]").last
        await expect(white).to_have_value("Amsel 1")
        await white.fill("")
        await page.keyboard.type("ar-+=")
        await settle(page)
        assert (seated.board().games[0].outcome, len(at.boards.noted)) == ("draw", 1)
        seated.room.disconnected("LiveChess does not answer")
        await expect(page.locator("#boards")).to_contain_text("LiveChess does not answer")
        await everybody_can_use_it(page)
        await picture(page, "control-boards-1280-away", full=True)
        await press("Escape")
        await first.locator("h3").click()
        await press("Shift+Digit1")
        await expect(page.locator(".unfolded")).to_have_count(0)


def line(page: Page, number: int) -> Locator:
    return page.locator(".board-line > button").nth(number - 1)


async def everybody_can_use_it(page: Page) -> None:
    """Large targets, contrast, axe, all unfolded; nothing scrolls sideways, and no text of players is run."""
    for fold in await page.locator("#boards details").all():
        await fold.evaluate("(fold) => { fold.open = true; }")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it can be scrolled sideways"
    assert await page.evaluate("document.body.dataset.pwned") is None
    assert await page.evaluate(SMALL_TARGETS) == []
    assert await page.evaluate(f"({CONTRAST})(4.5)") == []
    assert await violations(page) == []
