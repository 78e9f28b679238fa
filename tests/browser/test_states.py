"""How far a game can be trusted: the badges and the corrections, on the pages and on air."""

import re

import msgspec
import pytest
from playwright.async_api import Page, expect

from overlay.state import Clocks, Status, Text
from tests.browser.overlay_server import Served, full_hub, picture, serving, stopped
from tests.overlay import samples

GAMES = {game.id: game for game in samples.all_games()}
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
    "atomic01": ("nicht wertbar", "cannot be scored"),
    "missing1": ("nicht gefunden", "not found"),
    "unheard1": ("verbindet neu", "reconnecting"),
}
PAGES = [game for game in BADGES if game not in ("atomic01", "missing1", "unheard1")]
"""Those that have a board and badges on their page."""


def said(badges: str) -> list[re.Pattern[str]]:
    """What stands in the badges; the seconds of a silence go on."""
    return [re.compile("^" + re.sub(r"\d+ s", r"\\d+ s", text) + "$") for text in badges.split("|") if text]


def seconds(badge: str) -> int:
    """How many seconds of silence a badge counts."""
    found = re.search(r"(\d+) s", badge)
    assert found
    return int(found[1])


@pytest.mark.parametrize("lang", ["de", "en"])
async def test_a_page_says_how_far_it_can_be_trusted(strict: Page, served: Served, lang: str) -> None:
    await served.open(strict, f"/game/featured?lang={lang}")
    for game in PAGES:
        await served.show(strict, GAMES[game])
        await expect(strict.locator("#status .badge")).to_have_text(said(BADGES[game][lang == "en"]))


@pytest.mark.parametrize(("lang", "silent"), [("de", "nichts Neues"), ("en", "no news")])
async def test_the_lobby_says_how_far_each_game_can_be_trusted(
    strict: Page, served: Served, lang: str, silent: str
) -> None:
    await served.open(strict, f"/?lang={lang}")
    for game, both in BADGES.items():
        texts = [silent if game == "silent01" else text for text in both[lang == "en"].split("|") if " 8 s" not in text]
        await expect(strict.locator(f"[data-game={game}] .badge")).to_have_text(texts)


async def test_badges_differ_by_shape_and_not_by_colour_alone(strict: Page, served: Served) -> None:
    await served.open(strict, "/?lang=de")
    await expect(strict.locator(".game-card")).to_have_count(len(samples.all_games()))
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
    await stopped(strict)
    await served.open(strict, f"/game/silent01?lang={lang}")
    badge = strict.locator("#status .badge")
    await expect(badge).to_have_text(re.compile(later.format(r"\d+ s")))
    before = seconds(await badge.inner_text())
    await strict.clock.run_for(30_000)
    after = seconds(await badge.inner_text())
    assert before >= 45
    assert after - before == 30
    await strict.clock.run_for(120_000)
    await expect(badge).to_have_text(re.compile(later.format("[34] min")))
    served.hub.publish("game/silent01", samples.state("silent01", 31, status=Status("live")))
    await expect(badge).to_have_text("live")


DE, EN = "Die vollständige Aufzeichnung änderte die Punkte", "The complete record changed the score"


@pytest.mark.parametrize(
    ("lang", "head", "lines"),
    [
        (
            "de",
            "Korrektur",
            [
                f"{DE} von 0,84–0,16 auf 0,8571–0,1429: Remisangebote wurden bekannt",
                f"{DE} von „ohne Wertung“ auf 0,84–0,16: sie enthält andere Züge",
            ],
        ),
        (
            "en",
            "Correction",
            [
                f"{EN} from 0.84–0.16 to 0.8571–0.1429: draw offers became known",
                f"{EN} from “not scored” to 0.84–0.16: it has other moves",
            ],
        ),
    ],
)
async def test_a_changed_score_says_so_in_its_ledger(
    strict: Page, served: Served, lang: str, head: str, lines: list[str]
) -> None:
    await served.open(strict, f"/game/correct1?lang={lang}")
    await expect(strict.locator("#ledger .correction .at")).to_have_text([head, head])
    await expect(strict.locator("#ledger .correction .reason")).to_have_text(lines)
    await expect(strict.locator("#ledger .entry")).to_have_count(3)
    await served.open(strict, f"/game/won00001?lang={lang}")
    await expect(strict.locator("#ledger .entry")).to_have_count(3)
    await expect(strict.locator(".correction")).to_have_count(0)


@pytest.mark.parametrize(("lang", "words"), [("de", "Vorläufiger Stand"), ("en", "Provisional score")])
async def test_an_end_without_its_record_is_not_called_final(
    strict: Page, served: Served, lang: str, words: str
) -> None:
    await served.open(strict, f"/game/ended001?lang={lang}")
    await expect(strict.locator("#result h2")).to_have_text(words)
    await served.open(strict, f"/scene/bar?game=ended001&lang={lang}")
    await expect(strict.locator(".bar .label")).to_have_text(words)


async def test_words_of_the_server_are_text(strict: Page, served: Served) -> None:
    note = Text(samples.HOSTILE, samples.HOSTILE)
    status = Status("unsupported", note=note)
    served.hub.publish("game/live0001", samples.state("live0001", 0, status=status))
    await served.open(strict, "/game/live0001?lang=en")
    await expect(strict.locator("#waiting-text")).to_have_text(samples.HOSTILE)
    correction = msgspec.structs.replace(samples.corrected().corrections[0], text=note)
    served.hub.publish("game/live0001", msgspec.structs.replace(samples.corrected(), corrections=(correction,)))
    await expect(strict.locator(".correction .reason")).to_have_text(samples.HOSTILE)
    assert await strict.locator("main img").count() == 0
    assert await strict.evaluate("document.body.dataset.pwned") is None


# --- on air


ON_AIR = {
    # game: the badges on air; that a game is live goes without saying
    "live0001": ("3 Halbzüge zurück", "3 plies behind"),
    "quick001": ("", ""),
    "silent01": ("seit 45 s nichts Neues", "no news for 45 s"),
    "hostile1": ("verbindet neu|seit 8 s nichts Neues|vorläufig", "reconnecting|no news for 8 s|provisional"),
    "ended001": ("wartet auf Aufzeichnung", "waiting for the record"),
    "correct1": ("endgültig|korrigiert", "settled|corrected"),
    "void0001": ("nicht gewertet", "not scored"),
    "atomic01": ("nicht wertbar", "cannot be scored"),
}
ERROR_WORDS = re.compile(
    r"error|fehler|fail|lost|verloren|disconnect|timeout|unavailable|problem|null|undefined|nan", re.IGNORECASE
)


@pytest.mark.parametrize("lang", ["de", "en"])
async def test_the_badges_on_air(strict: Page, served: Served, lang: str) -> None:
    await served.open(strict, f"/scene/bar?lang={lang}")
    assert await strict.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    badges = strict.locator(".badge")
    for game, both in ON_AIR.items():
        await served.show(strict, GAMES[game])
        await expect(strict.locator(".bar")).to_be_visible()
        await expect(badges).to_have_text(said(both[lang == "en"]))
        assert not ERROR_WORDS.search(" ".join(await badges.all_inner_texts())), game
        assert all(height <= 36 for height in await badges.evaluate_all("(all) => all.map((one) => one.offsetHeight)"))


@pytest.mark.parametrize("lang", ["de", "en"])
async def test_the_ledger_on_air_shows_the_last_correction(strict: Page, served: Served, lang: str) -> None:
    await served.open(strict, f"/scene/ledger?game=correct1&lang={lang}")
    reason = {"de": "Remisangebote wurden bekannt", "en": "draw offers became known"}
    await expect(strict.locator(".correction")).to_have_count(1)
    await expect(strict.locator(".correction")).to_contain_text(reason[lang])
    await expect(strict.locator(".correction + .entry")).to_have_count(1)
    assert not ERROR_WORDS.search(await strict.locator("#stage").inner_text())
    await picture(strict, f"scene-ledger-corrected-{lang}")


async def test_a_correction_takes_the_place_of_the_oldest_line(strict: Page, served: Served) -> None:
    corrected = msgspec.structs.replace(samples.corrected(), entries=samples.ENTRIES)
    served.hub.publish("featured", msgspec.structs.replace(corrected, corrections=()))
    await served.open(strict, "/scene/ledger?lang=en")
    await expect(strict.locator(".entry")).to_have_count(5)
    served.hub.publish("featured", corrected)
    await expect(strict.locator(".correction")).to_have_count(1)
    await expect(strict.locator(".entry")).to_have_count(4)
    await expect(strict.locator(".entry", has_text="Pawn trade")).to_have_count(0)


async def test_a_variant_has_no_points_on_air(strict: Page, served: Served) -> None:
    await served.open(strict, "/scene/bar?game=atomic01&lang=de")
    await expect(strict.locator(".bar-centre")).to_have_text("Ohne Wertung")
    await expect(strict.locator(".win")).to_have_count(0)
    await expect(strict.locator(".finish")).to_have_text("Die Variante atomic wird nicht gewertet")
    await picture(strict, "scene-bar-unsupported")
    await served.open(strict, "/scene/ledger?game=atomic01&lang=de")
    await expect(strict.locator(".ledger-empty")).to_have_text("Die Variante atomic wird nicht gewertet")


@pytest.mark.parametrize("game", ["missing1", "unheard1"])
@pytest.mark.parametrize("scene", ["bar", "ledger", "flag"])
async def test_of_what_nothing_is_known_nothing_is_on_air(strict: Page, served: Served, scene: str, game: str) -> None:
    await served.open(strict, f"/scene/{scene}?game={game}")
    await expect(strict.locator(".stage")).to_be_attached()
    await expect(strict.locator(".place.is-on")).to_have_count(0)
    served.hub.publish(f"game/{game}", samples.live())
    await expect(strict.locator(".place.is-on")).to_be_visible()


async def test_a_game_that_is_read_anew_stays_on_air(strict: Page, served: Served) -> None:
    await served.open(strict, "/scene/bar?game=live0001&lang=en")
    await expect(strict.locator(".badge")).to_have_text("3 plies behind")
    served.hub.publish("game/live0001", samples.blank("live0001", Status("waiting")))
    await expect(strict.locator(".badge")).to_have_text("reconnecting")
    await expect(strict.locator(".bar")).to_contain_text("anna_weiss")
    served.hub.publish("game/live0001", samples.live())
    await expect(strict.locator(".badge")).to_have_text("3 plies behind")


@pytest.mark.parametrize(
    ("status", "shown"),
    [
        (Status("live"), "1:50"),
        (Status("live", stale_since_ms=30_000), "2:20"),
        (Status("reconnecting", stale_since_ms=30_000), "2:20"),
        (Status("reconnecting"), "1:50"),
    ],
)
async def test_a_clock_of_which_nothing_is_heard_stands_still(
    strict: Page, served: Served, status: Status, shown: str
) -> None:
    """It shows what it showed when it was last heard of: read 40 s ago at 2:30, and heard of 30 s ago."""
    clocks = Clocks(150_900, 97_000, "white", age_ms=40_000)
    served.hub.publish("game/live0001", samples.state("live0001", 30, clocks=clocks, status=status))
    told = served.hub.told("game/live0001")
    assert told
    served.hub.clock = lambda: told.at  # however long the page takes to load
    await stopped(strict)
    await served.open(strict, "/scene/bar?game=live0001")
    clock = strict.locator(".bar-white .clock")
    await expect(clock).to_have_text(shown)
    await strict.clock.run_for(60_000)
    runs = status.lifecycle == "live" and status.stale_since_ms is None
    await expect(clock).to_have_text("0:50" if runs else shown)
    assert ("is-running" in (await clock.get_attribute("class") or "")) is runs


async def test_clocks_stand_still_while_the_server_is_away(strict: Page) -> None:
    async with serving(full_hub()) as server:
        await server.open(strict, "/scene/bar?game=live0001&lang=en")
        await expect(strict.locator(".clock.is-running")).to_have_count(1)
    await expect(strict.locator(".badge-reconnecting")).to_have_count(1)
    await expect(strict.locator(".clock.is-running")).to_have_count(0)
    await expect(strict.locator(".bar-white .clock")).to_have_text(re.compile(r"2:[0-3]\d"))
