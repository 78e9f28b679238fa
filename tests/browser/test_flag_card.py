"""The flag-fall card, on air and on the page of a game."""

from collections.abc import AsyncIterator

import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from overlay.hub import Hub
from overlay.state import Clocks
from tests.browser import flag_states
from tests.browser.overlay_server import Served, drawn, picture, serving, stopped
from tests.browser.test_pages import CONTRAST
from tests.browser.test_scenes import BUSY, backdrop, seconds
from tests.browser.test_states import ERROR_WORDS
from tests.overlay import samples

STATES = flag_states.all_states()


@pytest_asyncio.fixture(loop_scope="session")
async def flags() -> AsyncIterator[Served]:
    """A server with one game for every thing that can be said of a flag fall."""
    hub = Hub()
    for game in STATES.values():
        hub.publish(f"game/{game.id}", game)
    async with serving(hub) as server:
        yield server


def scene(name: str, lang: str = "en", more: str = "") -> str:
    """The path of a game's scene."""
    return f"/scene/flag?game={STATES[name].id}&lang={lang}{more}"


def of(page: Page, side: str) -> Locator:
    """The line of one side."""
    return page.locator(f".flag-side[data-side={side}]")


SAID = [
    # state, language, side, what its line says, in order
    ("high", "en", "white", "If White’s flag falls now|→ Black wins|0.00|0.98|Material: Black has material to mate"),
    ("high", "de", "black", "Wenn jetzt Schwarz’ Zeit abläuft|→ Weiß gewinnt|0,88|0,00|Material: Weiß hat Material"),
    ("draw", "en", "white", "anna_weiss|→ Draw|0.23|0.33|Material: Black has only a king"),
    ("draw", "de", "white", "anna_weiss|→ Remis|0,23|0,33|Material: Schwarz hat nur den König"),
    ("disagree", "en", "white", "→ Draw|Proved: the position is blocked|chessmail and Lichess would give Black"),
    ("disagree", "de", "white", "→ Remis|Bewiesen: die Stellung|Nach chessmail und Lichess würde Schwarz gewinnen: "),
    ("disagree", "en", "black", "→ White wins|Mating line: White can still mate"),
    ("undecided", "de", "white", "→ Schwarz gewinnt|Offen: nicht bewiesen"),
    ("pending", "en", "white", "→ Black wins|Being checked: whether Black can still mate; until then this holds"),
    ("pending", "de", "white", "→ Schwarz gewinnt|Wird geprüft: ob Schwarz noch mattsetzen kann; bis dahin gilt dies"),
    ("dead", "en", "both", "Neither side can mate any more|→ Draw|0.23|0.33|Proved: a dead position"),
    ("dead", "de", "both", "Keine Seite kann noch mattsetzen|→ Remis|Bewiesen: die Stellung ist tot"),
    ("dead_over", "en", "both", "Neither side can mate any more|→ Draw|0.40|0.48|Material: "),
    ("fell_won", "en", "white", "White’s flag fell|→ Black wins|0.00|0.98|Material: Black has material to mate"),
    ("fell_draw", "en", "white", "White’s flag fell|→ Draw|0.23|0.33|Black has only a king|The server says"),
    ("fell_draw", "de", "white", "Weiß’ Zeit ist abgelaufen|→ Remis|Schwarz hat nur den König|Der Server wertet"),
    ("fell_server", "de", "white", "Weiß’ Zeit ist abgelaufen|→ Schwarz gewinnt|So hat der Server entschieden"),
]  # fmt: skip


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("path", ["/scene/flag", "/game/featured"])
async def test_what_a_flag_fall_means_and_why(strict: Page, flags: Served, path: str, lang: str) -> None:
    await flags.open(strict, f"{path}?lang={lang}")
    for name, _, side, said in [line for line in SAID if line[1] == lang]:
        await flags.show(strict, STATES[name])
        await expect(of(strict, side)).to_be_visible()
        text = " ".join((await of(strict, side).inner_text()).split())
        at = 0
        for words in said.split("|"):
            assert words in text[at:], name
            at = text.index(words, at) + len(words)


async def test_what_is_decided_is_one_line(strict: Page, flags: Served) -> None:
    await flags.open(strict, "/scene/flag")
    for name in ("dead", "dead_over", "fell_won", "fell_draw", "fell_server"):
        await flags.show(strict, STATES[name])
        await expect(strict.locator(".flag-side")).to_have_count(1)
        await expect(strict.locator(".clock")).to_have_count(0)


@pytest.mark.parametrize(
    ("lang", "title", "policies"),
    [
        (
            "de",
            "Bei Zeitüberschreitung",
            {
                "draw": "nach der Liste von chessmail",
                "server": "nach dem Server vorläufig",
                "fell_server": "nach dem Server",
            },
        ),
        (
            "en",
            "If a flag falls",
            {"high": "by chessmail’s list", "disagree": "by FIDE Laws 6.9", "fell_server": "by the server"},
        ),
    ],
)
async def test_it_says_which_policy_decides(
    strict: Page, flags: Served, lang: str, title: str, policies: dict[str, str]
) -> None:
    await flags.open(strict, f"/scene/flag?lang={lang}")
    for name, policy in policies.items():
        await flags.show(strict, STATES[name])
        await expect(strict.locator(".flag-top")).to_have_text(f"{title} {policy}")


async def test_a_dead_position_that_another_policy_would_end_is_told(strict: Page, flags: Served) -> None:
    await flags.open(strict, scene("dead_elsewhere"))
    await expect(strict.locator(".flag-side")).to_have_count(2)
    told = "Proved: neither side can mate any more. Under FIDE the game would be drawn already."
    await expect(strict.locator(".flag-card > .flag-other")).to_have_text(told)


async def size(line: Locator) -> tuple[int, int]:
    """Width and height as laid out, however far an animation has got."""
    width, height = await line.evaluate("(line) => [line.offsetWidth, line.offsetHeight]")
    return width, height


async def test_it_grows_by_the_clock_of_the_browser(strict: Page, flags: Served) -> None:
    """No state arrives: above 20 s the plate is small, below big, and the clock stops at zero."""
    await stopped(strict)
    await flags.open(strict, scene("soon"))
    white, black = of(strict, "white"), of(strict, "black")
    clocks = Clocks(45_000, 96_000, "white")
    flags.hub.publish("game/flagsoon", msgspec.structs.replace(STATES["soon"], clocks=clocks))
    await expect(black.locator(".clock")).to_have_text("1:36")
    left = seconds(await white.locator(".clock").inner_text())
    assert left > 30
    small = await size(white)
    assert not await white.evaluate("(line) => line.matches('.is-big, .is-new')")
    await strict.clock.run_for((left - 21) * 1000)
    assert not await white.evaluate("(line) => line.matches('.is-big')")
    await strict.clock.run_for(2000)
    assert await white.evaluate("(line) => line.matches('.is-big.is-new')")
    assert not await black.evaluate("(line) => line.matches('.is-big')")
    big = await size(white)
    assert big[0] >= 1.5 * small[0]
    assert big[1] >= 1.5 * small[1]
    await strict.clock.run_for(60_000)
    await expect(white.locator(".clock")).to_have_text("0:00.0")


@pytest.mark.parametrize("path", ["/scene/flag?game=flaglow1", "/game/flaglow1"])
async def test_a_low_clock_is_big_at_once_and_does_not_pump(strict: Page, flags: Served, path: str) -> None:
    await flags.open(strict, path)
    white = of(strict, "white")
    await expect(white).to_have_class("flag-side is-big")
    for white_ms, classes in [(22_000, "flag-side is-big"), (31_000, "flag-side"), (22_000, "flag-side")]:
        clocks = Clocks(white_ms, 97_000)
        flags.hub.publish("game/flaglow1", msgspec.structs.replace(STATES["low"], clocks=clocks))
        await expect(white.locator(".clock")).to_have_text(f"0:{white_ms // 1000}")
        await expect(white).to_have_class(classes)


async def test_both_can_be_big_above_the_bar(strict: Page, flags: Served) -> None:
    await flags.open(strict, scene("both", "de"))
    await expect(strict.locator(".flag-side.is-big")).to_have_count(2)
    await drawn(strict)
    box = await strict.locator(".flag-card").bounding_box()
    assert box
    assert box["y"] + box["height"] < 1080 * 0.78


@pytest.mark.parametrize(("motion", "name"), [("full", "grow"), ("calm", "appear"), ("none", None)])
async def test_growing_moves_only_as_far_as_is_asked(
    strict: Page, flags: Served, motion: str, name: str | None
) -> None:
    await flags.open(strict, scene("high", more=f"&motion={motion}"))
    white = of(strict, "white")
    await expect(white).to_be_visible()
    await strict.evaluate(
        "addEventListener('animationstart', (event) => document.body.dataset.moved = event.animationName)"
    )
    clocks = Clocks(9_000, 97_000)
    flags.hub.publish("game/flaghigh", msgspec.structs.replace(STATES["high"], clocks=clocks))
    await expect(white).to_have_class("flag-side is-new is-big" if name else "flag-side is-big")
    if name:
        await expect(strict.locator("body")).to_have_attribute("data-moved", name)
    else:
        assert await white.evaluate("(line) => line.getAnimations().length") == 0


async def test_an_end_that_no_flag_made_leaves_the_air(strict: Page, flags: Served) -> None:
    await flags.open(strict, scene("low"))
    await expect(strict.locator(".flag-card")).to_be_visible()
    flags.hub.publish("game/flaglow1", msgspec.structs.replace(samples.won(), id="flaglow1"))
    await expect(strict.locator(".flag-card")).to_have_count(0)
    assert (await strict.locator("#stage").inner_text()).strip() == ""


@pytest.mark.parametrize("lang", ["de", "en"])
async def test_on_air_it_can_be_read_and_knows_no_error(strict: Page, flags: Served, lang: str) -> None:
    await flags.open(strict, f"/scene/flag?lang={lang}&motion=none")
    await backdrop(strict, BUSY)
    for name, state in STATES.items():
        await flags.show(strict, state)
        await expect(strict.locator(".flag-card")).to_be_visible()
        await drawn(strict)
        assert await strict.evaluate(f"({CONTRAST})(4.5)") == [], name
        assert not ERROR_WORDS.search(await strict.locator(".flag-card").inner_text()), name
        await stays_inside(strict, ".at-left")
        await picture(strict, f"scene-flag-{name}-{lang}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_on_a_small_telephone(strict: Page, flags: Served, scheme: str) -> None:
    await strict.set_viewport_size({"width": 360, "height": 740})
    await strict.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    await flags.open(strict, "/game/featured?lang=de")
    for name, state in STATES.items():
        await flags.show(strict, state)
        await expect(strict.locator("#flag .flag-card")).to_be_visible()
        await drawn(strict)
        assert await strict.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} scrolls sideways"
        assert await strict.evaluate(f"({CONTRAST})(4.5)") == [], name
        await stays_inside(strict, "#flag")


async def stays_inside(page: Page, place: str) -> None:
    """Nothing of the card is cut off, and only a name may be shortened."""
    over = """(place) => [...place.querySelectorAll("*:not(bdi)")].filter((part) => {
      const [box, room] = [part.getBoundingClientRect(), place.getBoundingClientRect()];
      return box.right > room.right + 1 || box.left < room.left - 1 || box.bottom > room.bottom + 1;
    }).map((part) => part.className)"""
    assert await page.locator(place).evaluate(over) == []


async def test_a_line_shows_on_the_board_what_decides_it(strict: Page, flags: Served) -> None:
    await flags.open(strict, "/game/flaghigh?lang=en")
    proof = strict.locator("#board square.proof:visible")
    white, black = (of(strict, side).locator("button") for side in ("white", "black"))
    elsewhere = strict.locator("h2").first
    await white.hover()
    await expect(proof).to_have_count(2)
    await elsewhere.hover()
    await expect(proof).to_have_count(0)
    await white.focus()
    await expect(proof).to_have_count(2)
    await strict.keyboard.press("Tab")
    await expect(proof).to_have_count(1)
    await black.click()
    await elsewhere.hover()
    await expect(black).to_have_attribute("aria-pressed", "true")
    await expect(proof).to_have_count(1)


async def test_the_board_returns_to_the_line_that_was_tapped(strict: Page, flags: Served) -> None:
    """Looking at a line of another card shows its squares for as long as it is looked at."""
    await flags.open(strict, "/game/flaghigh?lang=en")
    proof = strict.locator("#board square.proof:visible")
    entry = strict.locator("#ledger .entry button", has_text="Knight traded")
    await entry.click()
    await expect(proof).to_have_count(1)
    await of(strict, "white").locator("button").hover()
    await expect(proof).to_have_count(2)
    await strict.locator("h2").first.hover()
    await expect(proof).to_have_count(1)
    await expect(entry).to_have_attribute("aria-pressed", "true")


async def test_names_and_texts_are_text(strict: Page, flags: Served) -> None:
    hostile = msgspec.structs.replace(
        STATES["long"], flag=msgspec.structs.replace(STATES["long"].flag, white=flag_states.hostile_verdict())
    )
    flags.hub.publish("game/flaglong", hostile)
    for path in (scene("long"), "/game/flaglong?lang=en"):
        await flags.open(strict, path)
        await expect(of(strict, "white")).to_contain_text(samples.HOSTILE)
        assert await strict.locator("main img").count() == 0
        assert await strict.evaluate("document.body.dataset.pwned") is None


async def test_the_lobby_has_its_address(strict: Page, flags: Served) -> None:
    await flags.open(strict, "/?lang=de")
    card = strict.locator(".scene-card", has_text="Zeitüberschreitung")
    assert await card.locator("input").input_value() == flags.url("/scene/flag?game=featured&lang=de")
    await picture(strict, "page-lobby-addresses")
