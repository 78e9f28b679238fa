"""The opening and the book on the page of a game."""

from collections.abc import AsyncIterator

import msgspec
import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from overlay.hub import Hub
from overlay.state import Book, GameState, Opening, Status
from tests.browser.overlay_server import Served, picture, serving
from tests.browser.test_pages import CONTRAST
from tests.overlay import samples

NAME = "GNU Chess book, 145,716 games"
DATABASE = "Lichess masters database, 2026-11-30"
SICILIAN = Opening("B96", "Sicilian Defense: Najdorf Variation, Polugaevsky Variation")
LONG_NAME = samples.LONG * 3
BOOKS = {
    # what the book says, and the ply of the game
    "in_book": (Book(NAME, 12, in_book=True, opening=SICILIAN), 12),
    "left": (Book(NAME, 12, opening=SICILIAN), 27),
    "long_ago": (Book(NAME, 0), 45),
    "pending": (Book(DATABASE, 6, provisional=True, opening=SICILIAN), 9),
    "no_book": (Book("none", 0, opening=SICILIAN), 14),
    "no_opening": (Book(NAME, 2, in_book=True), 2),
    "hostile": (Book(samples.RIGHT_TO_LEFT + samples.HOSTILE, 2, opening=Opening("<b>", samples.HOSTILE)), 9),
    "long": (Book(LONG_NAME, 6, provisional=True, opening=Opening("C33", LONG_NAME)), 9),
}


def game(name: str) -> GameState:
    """The game of a state."""
    book, ply = BOOKS[name]
    status = Status("live", provisional=book.provisional)
    return msgspec.structs.replace(samples.state(name, ply, book=book.ply, status=status), book=book)


@pytest_asyncio.fixture(loop_scope="session")
async def books() -> AsyncIterator[Served]:
    """A server with one game for everything that a book can say."""
    hub = Hub()
    for name in BOOKS:
        hub.publish(f"game/{name}", game(name))
    async with serving(hub) as server:
        yield server


BOOK = {"de": "Eröffnungsbuch", "en": "Opening book"}
SAID = [
    # state, language, what stands beside the progress to 25, what the details say of the book
    ("in_book", "de", f"im Buch, Halbzug 12|{NAME}", f"{NAME}|bekannt bis Zug 6… (Halbzug 12)"),
    ("in_book", "en", f"in the book, ply 12|{NAME}", f"{NAME}|known up to move 6… (ply 12)"),
    ("left", "de", f"Zug 7 von 25 seit dem Buch|{NAME}, bis Halbzug 12", f"{NAME}|bekannt bis Zug 6… (Halbzug 12)"),
    ("left", "en", f"move 7 of 25 since leaving the book|{NAME}, up to ply 12", f"{NAME}|known up to move 6… (ply 12)"),
    ("long_ago", "de", f"Zug 22 von 25 seit Beginn|{NAME}", f"{NAME}|keine bekannte Stellung"),
    (
        "pending",
        "de",
        f"Zug 1 von 25 seit dem Buch|{DATABASE}, bis Halbzug 6|vorläufig: die Datenbank hat noch nicht geantwortet",
        f"{DATABASE}|bekannt bis Zug 3… (Halbzug 6)|vorläufig: die Datenbank hat noch nicht geantwortet",
    ),
    (
        "pending",
        "en",
        f"move 1 of 25 since leaving the book|{DATABASE}, up to ply 6|provisional: the database has not answered yet",
        f"{DATABASE}|known up to move 3… (ply 6)|provisional: the database has not answered yet",
    ),
    ("no_book", "de", "Zug 7 von 25 seit Beginn", "keines|nur die Grundstellung gilt als bekannt"),
    ("no_book", "en", "move 7 of 25 since the start", "none|only the start position counts as known"),
]


@pytest.mark.parametrize("lang", ["de", "en"])
async def test_the_book_is_named_where_its_number_is_shown(strict: Page, books: Served, lang: str) -> None:
    await books.open(strict, f"/game/featured?lang={lang}")
    for name, _, running, details in [line for line in SAID if line[1] == lang]:
        await books.show(strict, game(name))
        await expect(strict.locator(".running-book > *")).to_have_text(running.split("|"))
        for text in details.split("|"):
            await expect(strict.locator("#details dt", has_text=BOOK[lang]).locator("+ dd")).to_contain_text(text)


@pytest.mark.parametrize("lang", ["de", "en"])
async def test_the_opening_is_named_and_so_is_who_named_it(strict: Page, books: Served, lang: str) -> None:
    await books.open(strict, f"/game/in_book?lang={lang}")
    await expect(strict.locator("#opening")).to_have_text(f"{SICILIAN.code} {SICILIAN.name}")
    told = strict.locator("#details dd", has_text=SICILIAN.name)
    await expect(told).to_contain_text(f"{SICILIAN.code} {SICILIAN.name}")
    await expect(told.locator("a")).to_have_text("OCN-1, Club d'Escacs Figueres, CC BY 4.0")
    await expect(told.locator("a")).to_have_attribute("href", "https://github.com/escacsfigueres/ocn")


async def test_a_game_without_an_opening_names_none(strict: Page, books: Served) -> None:
    await books.open(strict, "/game/no_opening?lang=en")
    await expect(strict.locator(".running-book")).to_contain_text("in the book, ply 2")
    await expect(strict.locator("#opening")).to_be_hidden()
    await expect(strict.locator("#details")).not_to_contain_text("OCN-1")


async def test_a_game_leaves_the_book_and_comes_back(strict: Page, books: Served) -> None:
    await books.open(strict, "/game/in_book?lang=en")
    line, opening = strict.locator(".running-book p"), strict.locator("#opening")
    await expect(line).to_have_text("in the book, ply 12")
    for name, said, named in (
        ("no_opening", "in the book, ply 2", False),
        ("left", "move 7 of 25 since leaving the book", True),
        ("in_book", "in the book, ply 12", True),
    ):
        books.hub.publish("game/in_book", msgspec.structs.replace(game(name), id="in_book"))
        await expect(line).to_have_text(said)
        await expect(opening).to_be_visible(visible=named)


async def test_names_of_books_and_openings_are_text(strict: Page, books: Served) -> None:
    await books.open(strict, "/game/hostile?lang=en")
    await expect(strict.locator("#opening")).to_have_text(f"<b> {samples.HOSTILE}")
    await expect(strict.locator(".running-book bdi")).to_have_text("gnihtyreve sesrever " + samples.HOSTILE)
    await expect(strict.locator("#details dd", has_text="known up to")).to_contain_text("sesrever " + samples.HOSTILE)
    assert await strict.locator("main img").count() == 0
    assert await strict.evaluate("document.body.dataset.pwned") is None


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark"), (360, "light")])
async def test_every_book_fits(strict: Page, books: Served, width: int, scheme: str) -> None:
    await strict.set_viewport_size({"width": width, "height": 720})
    await strict.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    await books.open(strict, "/game/featured?lang=de")
    for name in BOOKS:
        await books.show(strict, game(name))
        await expect(strict.locator(".running-book")).to_be_visible()
        assert await strict.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} scrolls sideways"
        assert await strict.evaluate(f"({CONTRAST})(4.5)") == [], name
        if width == 1280:
            box = await strict.locator(".col-board").bounding_box()
            assert box
            assert box["y"] + box["height"] <= 720, f"{name}: the board does not fit"
        await picture(strict, f"page-book-{name}-{width}-{scheme}", full=True)
