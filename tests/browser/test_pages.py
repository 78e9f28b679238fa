"""The pages for viewers: game and lobby."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import Page, expect

from overlay.hub import Hub
from tests.browser.overlay_server import Served, drawn, full_hub, picture, serving
from tests.overlay import samples

CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
SIZES = {"1080": (1920, 1080), "720": (1280, 720), "390": (390, 844), "360": (360, 740)}
PAGES = ("/", "/game/live0001", "/game/flagdraw", "/game/correct1", "/game/unknown1", "/nowhere")
GAMES = [game.id for game in samples.all_games()]
UNKNOWN = ("missing1", "unheard1")


@pytest.mark.parametrize(("size", "scheme"), [("1080", "light"), ("720", "dark"), ("390", "light"), ("360", "dark")])
async def test_pages_at_every_size(strict: Page, served: Served, size: str, scheme: Literal["light", "dark"]) -> None:
    width, height = SIZES[size]
    await strict.set_viewport_size({"width": width, "height": height})
    await strict.emulate_media(color_scheme=scheme)
    for path in PAGES:
        await strict.goto(served.url(f"{path}?lang=de"))
        await expect(strict.locator("main").first).to_be_visible()
        await drawn(strict)
        wide = await strict.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{path} can be scrolled sideways"
        assert await strict.evaluate(f"({CONTRAST})(4.5)") == [], path
        name = path.strip("/").replace("/", "-") or "lobby"
        await picture(strict, f"page-{name}-{size}-{scheme}", full=True)


@pytest.mark.parametrize("scene", ["bar", "ledger", "flag"])
async def test_scenes_can_be_read_on_any_background(strict: Page, served: Served, scene: str) -> None:
    for game in GAMES:
        if game not in UNKNOWN:
            await served.open(strict, f"/scene/{scene}?game={game}&motion=none")
            await expect(strict.locator(".place.is-on")).to_be_attached()
            assert await strict.evaluate(f"({CONTRAST})(4.5)") == [], game


async def test_the_game_page_shows_everything(strict: Page, served: Served) -> None:
    await served.open(strict, "/game/live0001?lang=de")
    await expect(strict.locator("#board piece:visible")).to_have_count(26)
    await expect(strict.locator("#board square.last-move:visible")).to_have_count(2)
    await expect(strict.locator("#player-white")).to_contain_text("anna_weiss")
    await expect(strict.locator("#player-black")).to_contain_text("0,30")
    for outcome, points in {
        "white_wins": ("0,84", "0,00"),
        "draw": ("0,18", "0,30"),
        "black_wins": ("0,00", "0,96"),
    }.items():
        tile = strict.locator(f"[data-outcome={outcome}]")
        for text in points:
            await expect(tile).to_contain_text(text)
    await expect(strict.locator("#ledger .entry")).to_have_count(5)
    running = strict.locator("#running")
    for text in ["noch 10 Züge", "8 von 10", "Läuferopfer wächst noch"]:
        await expect(running).to_contain_text(text)
    for text in ["nach der Liste von chessmail", "Wenn jetzt Weiß’ Zeit abläuft", "Schwarz gewinnt"]:
        await expect(strict.locator("#flag")).to_contain_text(text)
    details = strict.locator("#details")
    for text in ["0,50", "Unruh-Grundbuch", "bekannt bis Zug 3…", "letter", "pieces_left", "printed"]:
        await expect(details).to_contain_text(text)
    await expect(strict.locator("#status")).to_contain_text("3 Halbzüge zurück")
    await expect(strict).to_have_title("anna_weiss – Nachtspringer · Unruh")


async def test_a_score_is_taken_apart(strict: Page, served: Served) -> None:
    await served.open(strict, "/game/live0001?lang=en")
    rows = strict.locator(".sum tr")
    await expect(rows.filter(has_text="Starting value")).to_contain_text("0.45")
    await expect(rows.filter(has_text="Reasons from the game")).to_contain_text("−0.11")
    await expect(rows.filter(has_text="Short draw: 10 moves missing")).to_contain_text("−0.10")
    await strict.locator("[data-outcome=black_wins]").click()
    await expect(rows.filter(has_text="never below 0")).to_contain_text("−0.16")
    await expect(strict.locator(".sum tfoot")).to_contain_text("0.96")


async def test_an_entry_shows_its_squares_on_the_board(strict: Page, served: Served) -> None:
    await served.open(strict, "/game/live0001?lang=en")
    line = strict.locator(".entry button", has_text="Bishop sacrificed")
    proof = strict.locator("#board square.proof:visible")
    await line.hover()
    await expect(proof).to_have_count(2)
    await strict.locator("h2").first.hover()
    await expect(proof).to_have_count(0)
    await line.click()
    await strict.locator("h2").first.hover()
    await expect(proof).to_have_count(2)
    await picture(strict, "page-game-selected")
    await strict.keyboard.press("Tab")
    await expect(proof).to_have_count(1)  # the next one has one square
    await line.click()
    await strict.locator("h2").first.hover()
    await expect(line).to_have_attribute("aria-pressed", "false")


async def test_the_chart_is_drawn(strict: Page, served: Served) -> None:
    await served.open(strict, "/game/live0001?lang=de")
    painted = """(canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const colours = new Set();
      for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 200) colours.add(data.slice(i, i + 3).join());
      return colours.size;
    }"""
    await drawn(strict)
    assert await strict.locator("#chart canvas").evaluate(painted) > 5
    await strict.locator("#chart .u-over").hover(position={"x": 100, "y": 60})
    await expect(strict.locator(".chart-when")).not_to_be_empty()


async def test_a_king_in_check_is_marked(strict: Page, served: Served) -> None:
    await served.open(strict, "/game/nameless")
    await expect(strict.locator("#board square.check")).to_have_count(1)


async def test_the_end_and_the_servers_other_word(strict: Page, served: Served) -> None:
    await served.open(strict, "/game/flagdraw?lang=de")
    result = strict.locator("#result")
    for text in [
        "½–½",
        "Endstand",
        "Blättchenfall bei Weiß: Remis",
        "Der Server wertet anders: 0–1, Zeitüberschreitung",
    ]:
        await expect(result).to_contain_text(text)
    await expect(strict.locator("#running")).to_be_hidden()


async def test_a_move_arrives(strict: Page, served: Served) -> None:
    await served.open(strict, "/game/live0001?lang=de")
    await expect(strict.locator("#ledger .entry")).to_have_count(5)
    assert await strict.locator("#ledger ol").get_attribute("aria-live") == "polite"
    served.hub.publish("game/live0001", samples.state("live0001", 38, samples.ENTRIES[:3]))
    await expect(strict.locator("#ledger .entry")).to_have_count(3)
    await expect(strict.locator("#board piece:visible")).to_have_count(25)


@pytest.mark.parametrize("id_", ["unknown1", "featured"])
async def test_a_page_waits_for_its_game(strict: Page, id_: str) -> None:
    hub = Hub()
    async with serving(hub) as server:
        await server.open(strict, f"/game/{id_}?lang=de")
        await expect(strict.locator("#waiting")).to_contain_text("erscheint sie hier von selbst")
        hub.publish("featured" if id_ == "featured" else f"game/{id_}", samples.live())
        await expect(strict.locator("#board piece:visible")).to_have_count(26)
        await expect(strict.locator("#waiting")).to_be_hidden()


@pytest.mark.parametrize(
    ("game", "title", "text"),
    [
        ("atomic01", "Ohne Wertung", "Die Variante atomic wird nicht gewertet"),
        ("missing1", "Hier steht nichts", "Diese Partie gibt es auf dem Server nicht"),
        ("unheard1", "Diese Partie ist noch nicht da", "Sobald sie verfolgt wird, erscheint sie hier von selbst."),
    ],
)
async def test_a_page_without_a_score_says_why(strict: Page, served: Served, game: str, title: str, text: str) -> None:
    await served.open(strict, f"/game/{game}?lang=de")
    await expect(strict.locator("#waiting-title")).to_have_text(title)
    await expect(strict.locator("#waiting-text")).to_have_text(text)
    await expect(strict.locator("#game")).to_be_hidden()


async def test_the_lobby_invents_nothing(strict: Page, served: Served) -> None:
    """A variant has players and no points; of other games only the id is known."""
    await served.open(strict, "/?lang=de")
    variant = strict.locator("[data-game=atomic01]")
    await expect(variant.locator("[class^=points]")).to_have_text(["–", "–"])
    await expect(variant.locator(".game-foot")).to_have_text("Blitz · Die Variante atomic wird nicht gewertet")
    for game, foot in zip(UNKNOWN, ["Diese Partie gibt es auf dem Server nicht", ""], strict=True):
        card = strict.locator(f"[data-game={game}]")
        await expect(card.locator(".game-player")).to_have_text([game])
        await expect(card.locator(".game-foot")).to_have_text(foot)
        assert await card.locator("piece").count() == 0


async def test_the_lobby_lists_the_games(strict: Page, served: Served) -> None:
    await served.open(strict, "/?lang=de")
    await expect(strict.locator(".game-card")).to_have_count(len(GAMES))
    card = strict.locator("[data-game=live0001]")
    for text in ["anna_weiss", "0,18", "Schwarz führt +0,12", "3 Halbzüge zurück", "Blitz"]:
        await expect(card).to_contain_text(text)
    await expect(card.locator("piece:visible")).to_have_count(26)
    await card.locator("a").click()
    await expect(strict.locator("#player-white")).to_contain_text("anna_weiss")
    await expect(strict).to_have_url(served.url("/game/live0001?lang=de"))


async def test_addresses_for_obs_can_be_copied(strict: Page, served: Served) -> None:
    await strict.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await served.open(strict, "/?lang=de")
    await strict.locator("#addresses button").first.click()
    await expect(strict.locator("#addresses button").first).to_have_text("Kopiert")
    copied = await strict.evaluate("navigator.clipboard.readText()")
    assert copied == served.url("/scene/bar?game=featured&lang=de")
    await strict.locator("[data-game=live0001] summary").click()
    file = strict.locator("[data-game=live0001] a.as-file").nth(1)
    assert await file.get_attribute("href") == "/loader/ledger.html?game=live0001&lang=de"
    assert await file.get_attribute("download") == "unruh-ledger.html"
    field = strict.locator("[data-game=live0001] input").nth(1)
    assert await field.input_value() == served.url("/scene/ledger?game=live0001&lang=de")
    await strict.goto(copied)
    await expect(strict.locator(".bar")).to_contain_text("anna_weiss")


async def test_an_empty_lobby_invites_and_fills_itself(strict: Page) -> None:
    hub = Hub()
    async with serving(hub) as server:
        await server.open(strict, "/?lang=de")
        await expect(strict.locator(".empty")).to_contain_text("Die Bretter stehen bereit")
        await expect(strict.locator(".empty piece")).to_have_count(32)
        await picture(strict, "page-lobby-empty")
        hub.publish("lobby", samples.lobby())
        await expect(strict.locator(".game-card")).to_have_count(len(GAMES))


async def test_the_language_can_be_switched(strict: Page, served: Served) -> None:
    await served.open(strict, "/game/live0001?lang=de")
    await strict.locator(".langs a[lang=en]").click()
    await expect(strict.locator("#scores")).to_contain_text("If drawn now")
    await expect(strict.locator("html")).to_have_attribute("lang", "en")


async def test_the_page_survives_a_restart_of_the_server(strict: Page) -> None:
    async with serving(full_hub()) as first:
        port = first.port
        await first.open(strict, "/game/live0001?lang=de")
        await expect(strict.locator("#status")).to_contain_text("3 Halbzüge zurück")
    await expect(strict.locator("#status")).to_contain_text("verbindet neu")
    async with serving(full_hub(), port):
        await expect(strict.locator("#status")).not_to_contain_text("verbindet neu")
        assert await strict.locator(".is-new").count() == 0
