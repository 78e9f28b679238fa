"""The pages for viewers: game and lobby."""

import re
from pathlib import Path

import msgspec
import pytest
from playwright.async_api import Browser, Page, expect

from overlay.hub import Hub
from overlay.state import Status, Text
from tests.browser.overlay_server import Served, full_hub, picture, serving
from tests.overlay import samples

CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
SIZES = {"1080": (1920, 1080), "720": (1280, 720), "390": (390, 844)}
GAMES = [game.id for game in samples.all_games()]


@pytest.mark.parametrize(("size", "scheme"), [("1080", "light"), ("720", "dark"), ("390", "light"), ("390", "dark")])
@pytest.mark.parametrize(
    "path", ["/", "/game/live0001", "/game/flagdraw", "/game/correct1", "/game/unknown1", "/nowhere"]
)
async def test_pages_at_every_size(browser: Browser, served: Served, path: str, size: str, scheme: str) -> None:
    width, height = SIZES[size]
    context = await browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if scheme == "dark" else "light"
    )
    page = await context.new_page()
    await page.goto(served.url(f"{path}?lang=de"))
    await expect(page.locator("main").first).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it can be scrolled sideways"
    assert await page.evaluate(f"({CONTRAST})(4.5)") == []
    name = path.strip("/").replace("/", "-") or "lobby"
    await picture(page, f"page-{name}-{size}-{scheme}", full=True)
    await context.close()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("scene", ["bar", "ledger"])
async def test_scenes_can_be_read_on_any_background(strict: Page, served: Served, scene: str, game: str) -> None:
    await strict.goto(served.url(f"/scene/{scene}?game={game}&motion=none"))
    await expect(strict.locator(".stage.is-on")).to_be_visible()
    assert await strict.evaluate(f"({CONTRAST})(4.5)") == []


async def test_the_game_page_shows_everything(strict: Page, served: Served) -> None:
    await strict.goto(served.url("/game/live0001?lang=de"))
    assert await strict.locator("#board piece:visible").count() == 26
    assert await strict.locator("#board square.last-move:visible").count() == 2
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
    for text in ["noch 10 Züge", "8 von 10", "Läuferopfer wächst noch", "Blättchenfall bei Weiß: Schwarz gewinnt"]:
        await expect(running).to_contain_text(text)
    details = strict.locator("#details")
    for text in ["0,50", "Unruh-Grundbuch", "bekannt bis Zug 3…", "letter", "pieces_left", "printed"]:
        await expect(details).to_contain_text(text)
    await expect(strict.locator("#status")).to_contain_text("3 Halbzüge zurück")
    assert await strict.title() == "anna_weiss – Nachtspringer · Unruh"


async def test_a_score_is_taken_apart(strict: Page, served: Served) -> None:
    await strict.goto(served.url("/game/live0001?lang=en"))
    rows = strict.locator(".sum tr")
    await expect(rows.filter(has_text="Starting value")).to_contain_text("0.45")
    await expect(rows.filter(has_text="Reasons from the game")).to_contain_text("−0.11")
    await expect(rows.filter(has_text="Short draw: 10 moves missing")).to_contain_text("−0.10")
    await strict.locator("[data-outcome=black_wins]").click()
    await expect(rows.filter(has_text="never below 0")).to_contain_text("−0.16")
    await expect(strict.locator(".sum tfoot")).to_contain_text("0.96")


async def test_an_entry_shows_its_squares_on_the_board(strict: Page, served: Served) -> None:
    await strict.goto(served.url("/game/live0001?lang=en"))
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
    await strict.goto(served.url("/game/live0001?lang=de"))
    painted = """(canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const colours = new Set();
      for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 200) colours.add(data.slice(i, i + 3).join());
      return colours.size;
    }"""
    assert await strict.locator("#chart canvas").evaluate(painted) > 5
    await strict.locator("#chart .u-over").hover(position={"x": 100, "y": 60})
    await expect(strict.locator(".chart-when")).not_to_be_empty()


async def test_a_king_in_check_is_marked(strict: Page, served: Served) -> None:
    await strict.goto(served.url("/game/nameless"))
    await expect(strict.locator("#board square.check")).to_have_count(1)


async def test_the_end_and_the_servers_other_word(strict: Page, served: Served) -> None:
    await strict.goto(served.url("/game/flagdraw?lang=de"))
    result = strict.locator("#result")
    for text in [
        "½–½",
        "Endstand",
        "Blättchenfall bei Weiß: Remis",
        "Der Server wertet anders: 0–1, Zeitüberschreitung",
    ]:
        await expect(result).to_contain_text(text)
    await expect(strict.locator("#running")).to_be_hidden()


BADGES = {
    # game: the badges on its page and in the lobby, in both languages
    "live0001": ("3 Halbzüge zurück", "3 plies behind"),
    "quick001": ("live", "live"),
    "silent01": ("seit 45 s nichts Neues", "no news for 45 s"),
    "hostile1": ("verbindet neu|seit 8 s nichts Neues|vorläufig", "reconnecting|no news for 8 s|provisional"),
    "fresh001": ("beginnt gleich", "about to start"),
    "ended001": ("wartet auf Aufzeichnung", "waiting for the record"),
    "won00001": ("endgültig", "settled"),
    "correct1": ("endgültig|korrigiert", "settled|corrected"),
    "void0001": ("nicht gewertet", "not scored"),
}


@pytest.mark.parametrize("game", BADGES)
@pytest.mark.parametrize("lang", ["de", "en"])
async def test_a_page_says_how_far_it_can_be_trusted(strict: Page, served: Served, lang: str, game: str) -> None:
    await strict.clock.install()  # so that 45 s stay 45 s
    texts = BADGES[game][lang == "en"].split("|")
    await strict.goto(served.url(f"/game/{game}?lang={lang}"))
    await expect(strict.locator("#status .badge")).to_have_text(texts)


@pytest.mark.parametrize(("lang", "silent"), [("de", "nichts Neues"), ("en", "no news")])
async def test_the_lobby_says_how_far_each_game_can_be_trusted(
    strict: Page, served: Served, lang: str, silent: str
) -> None:
    await strict.goto(served.url(f"/?lang={lang}"))
    for game, both in BADGES.items():
        texts = [silent if game == "silent01" else text for text in both[lang == "en"].split("|") if " 8 s" not in text]
        await expect(strict.locator(f"[data-game={game}] .badge")).to_have_text(texts)


async def test_badges_differ_by_shape_and_not_by_colour_alone(strict: Page, served: Served) -> None:
    await strict.goto(served.url("/?lang=de"))
    await expect(strict.locator(".game-card")).to_have_count(len(GAMES))
    shapes = await strict.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".badge")].map((badge) => {
          const { clipPath, borderStyle, borderRadius, width, height, boxShadow } = getComputedStyle(badge.firstChild);
          const halo = boxShadow !== "none";
          return [badge.className, [clipPath, borderStyle, borderRadius, width, height, halo].join()];
        }))"""
    )
    kinds = ("live", "behind", "reconnecting", "stale", "provisional", "settled", "corrected", "void")
    assert len({shapes[f"badge badge-{kind}"] for kind in kinds}) == len(kinds)


@pytest.mark.parametrize(("lang", "later"), [("de", "seit {} nichts Neues"), ("en", "no news for {}")])
async def test_a_silence_is_counted_in_the_browser(strict: Page, served: Served, lang: str, later: str) -> None:
    await strict.clock.install()
    await strict.goto(served.url(f"/game/silent01?lang={lang}"))
    badge = strict.locator("#status .badge")
    await expect(badge).to_have_text(later.format("45 s"))
    await strict.clock.run_for(30_000)
    await expect(badge).to_have_text(re.compile(later.format(r"(7[5-9]|8\d) s")))  # the page's time goes by itself too
    await strict.clock.run_for(120_000)
    await expect(badge).to_have_text(later.format("3 min"))
    served.hub.publish("game/silent01", samples.state("silent01", 31, status=Status("live")))
    await expect(badge).to_have_text("live")


@pytest.mark.parametrize(
    ("lang", "head", "lines"),
    [
        (
            "de",
            "Korrektur",
            [
                "Die vollständige Aufzeichnung änderte die Punkte von 0,84–0,16 auf 0,8571–0,1429: "
                "Remisangebote wurden bekannt",
                "Die vollständige Aufzeichnung änderte die Punkte von „ohne Wertung“ auf 0,84–0,16: "
                "sie enthält andere Züge",
            ],
        ),
        (
            "en",
            "Correction",
            [
                "The complete record changed the score from 0.84–0.16 to 0.8571–0.1429: draw offers became known",
                "The complete record changed the score from “not scored” to 0.84–0.16: it has other moves",
            ],
        ),
    ],
)
async def test_a_changed_score_says_so_in_its_ledger(
    strict: Page, served: Served, lang: str, head: str, lines: list[str]
) -> None:
    await strict.goto(served.url(f"/game/correct1?lang={lang}"))
    await expect(strict.locator("#ledger .correction .at")).to_have_text([head, head])
    await expect(strict.locator("#ledger .correction .reason")).to_have_text(lines)
    await expect(strict.locator("#ledger .entry")).to_have_count(3)
    await strict.goto(served.url(f"/game/won00001?lang={lang}"))
    await expect(strict.locator("#ledger .entry")).to_have_count(3)
    await expect(strict.locator(".correction")).to_have_count(0)


@pytest.mark.parametrize(("lang", "words"), [("de", "Vorläufiger Stand"), ("en", "Provisional score")])
async def test_an_end_without_its_record_is_not_called_final(
    strict: Page, served: Served, lang: str, words: str
) -> None:
    await strict.goto(served.url(f"/game/ended001?lang={lang}"))
    await expect(strict.locator("#result h2")).to_have_text(words)
    await strict.goto(served.url(f"/scene/bar?game=ended001&lang={lang}"))
    await expect(strict.locator(".bar .label")).to_have_text(words)


async def test_words_of_the_server_are_text(strict: Page, served: Served) -> None:
    note = Text(samples.HOSTILE, samples.HOSTILE)
    status = Status("unsupported", note=note)
    served.hub.publish("game/live0001", samples.state("live0001", 0, status=status))
    await strict.goto(served.url("/game/live0001?lang=en"))
    await expect(strict.locator("#waiting-text")).to_have_text(samples.HOSTILE)
    correction = msgspec.structs.replace(samples.corrected().corrections[0], text=note)
    served.hub.publish("game/live0001", msgspec.structs.replace(samples.corrected(), corrections=(correction,)))
    await expect(strict.locator(".correction .reason")).to_have_text(samples.HOSTILE)
    assert await strict.locator("main img").count() == 0
    assert await strict.evaluate("document.body.dataset.pwned") is None


async def test_a_move_arrives(strict: Page, served: Served) -> None:
    await strict.goto(served.url("/game/live0001?lang=de"))
    await expect(strict.locator("#ledger .entry")).to_have_count(5)
    assert await strict.locator("#ledger ol").get_attribute("aria-live") == "polite"
    served.hub.publish("game/live0001", samples.state("live0001", 38, samples.ENTRIES[:3]))
    await expect(strict.locator("#ledger .entry")).to_have_count(3)
    await expect(strict.locator("#board piece:visible")).to_have_count(25)


@pytest.mark.parametrize("id_", ["unknown1", "featured"])
async def test_a_page_waits_for_its_game(strict: Page, id_: str) -> None:
    hub = Hub()
    async with serving(hub) as server:
        await strict.goto(server.url(f"/game/{id_}?lang=de"))
        await expect(strict.locator("#waiting")).to_contain_text("erscheint sie hier von selbst")
        hub.publish("featured" if id_ == "featured" else f"game/{id_}", samples.live())
        await expect(strict.locator("#board piece:visible")).to_have_count(26)
        await expect(strict.locator("#waiting")).to_be_hidden()


async def test_the_lobby_lists_the_games(strict: Page, served: Served) -> None:
    await strict.goto(served.url("/?lang=de"))
    await expect(strict.locator(".game-card")).to_have_count(len(GAMES))
    card = strict.locator("[data-game=live0001]")
    for text in ["anna_weiss", "0,18", "Schwarz führt +0,12", "3 Halbzüge zurück", "Blitz"]:
        await expect(card).to_contain_text(text)
    assert await card.locator("piece:visible").count() == 26
    await card.locator("a").click()
    await expect(strict.locator("#player-white")).to_contain_text("anna_weiss")
    assert strict.url.endswith("/game/live0001?lang=de")


async def test_addresses_for_obs_can_be_copied(strict: Page, served: Served) -> None:
    await strict.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await strict.goto(served.url("/?lang=de"))
    await strict.locator("#addresses button").first.click()
    await expect(strict.locator("#addresses button").first).to_have_text("Kopiert")
    copied = await strict.evaluate("navigator.clipboard.readText()")
    assert copied == served.url("/scene/bar?game=featured&lang=de")
    await strict.locator("[data-game=live0001] summary").click()
    field = strict.locator("[data-game=live0001] input").nth(1)
    assert await field.input_value() == served.url("/scene/ledger?game=live0001&lang=de")
    await strict.goto(copied)
    await expect(strict.locator(".bar")).to_contain_text("anna_weiss")


async def test_an_empty_lobby_invites_and_fills_itself(strict: Page) -> None:
    hub = Hub()
    async with serving(hub) as server:
        await strict.goto(server.url("/?lang=de"))
        await expect(strict.locator(".empty")).to_contain_text("Die Bretter stehen bereit")
        await expect(strict.locator(".empty piece")).to_have_count(32)
        await picture(strict, "page-lobby-empty")
        hub.publish("lobby", samples.lobby())
        await expect(strict.locator(".game-card")).to_have_count(len(GAMES))


async def test_the_language_can_be_switched(strict: Page, served: Served) -> None:
    await strict.goto(served.url("/game/live0001?lang=de"))
    await strict.locator(".langs a[lang=en]").click()
    await expect(strict.locator("#scores")).to_contain_text("If drawn now")
    assert await strict.evaluate("document.documentElement.lang") == "en"


async def test_the_page_survives_a_restart_of_the_server(strict: Page) -> None:
    async with serving(full_hub()) as first:
        port = first.port
        await strict.goto(first.url("/game/live0001?lang=de"))
        await expect(strict.locator("#status")).to_contain_text("3 Halbzüge zurück")
    await expect(strict.locator("#status")).to_contain_text("verbindet neu")
    async with serving(full_hub(), port):
        await expect(strict.locator("#status")).not_to_contain_text("verbindet neu")
        assert await strict.locator(".is-new").count() == 0
