"""The scenes of one game: clock, board, stakes, and the pictures that fill the stage."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.async_api import Locator, Page, expect

from overlay.looks.scenes import LAYOUTS, SCENES
from overlay.state import Clocks, GameState, OutcomeEntries, Player, Points, Status
from tests.browser import flag_states
from tests.browser.overlay_server import Served, drawn, picture, stopped
from tests.browser.test_pages import CONTRAST
from tests.browser.test_scenes import BACKGROUNDS, backdrop
from tests.browser.test_states import ERROR_WORDS
from tests.browser.tracing import thread_clock
from tests.overlay import samples

SIZES = {
    "clock": (1920, 1080),
    "board": (1280, 720),
    "stakes": (1920, 1080),
    "full": (1280, 720),
    "vertical": (1080, 1920),
}
SAFE = 54

LONG = Player(samples.LONG * 2, "WGM", 2900)
WILD = Player(samples.HOSTILE * 2, "<b>")
ALMOST = Clocks(8_400, 12_000, "black")
HOURS = Clocks(5_400_000, 12_345_000, "white")


def shown_states() -> Iterator[tuple[str, GameState]]:
    """One state of each kind, by what it is."""
    for game in samples.all_games():
        if game.status.lifecycle != "missing" and game.id != "unheard1":
            yield game.id, game
    yield "long", samples.state("longnam1", 36, samples.ENTRIES, clocks=ALMOST, white=LONG, black=WILD)
    yield "corrected", msgspec.structs.replace(samples.corrected(), entries=samples.ENTRIES)
    yield "hours", samples.state("hours001", 36, samples.ENTRIES, clocks=HOURS)
    yield "timeless", samples.state("timeless", 4, clocks=Clocks())
    for name in ("both", "long", "fell_draw", "dead"):
        yield f"flag_{name}", flag_states.all_states()[name]


STATES = dict(shown_states())
PICTURED = ("live0001", "won00001", "void0001", "long", "flag_both", "flag_fell_draw")

OUTSIDE = """() => {
  const bad = [];
  const box = (element) => element.getBoundingClientRect();
  const inside = (a, b) => a.left > b.left - 1 && a.right < b.right + 1 && a.top > b.top - 1 && a.bottom < b.bottom + 1;
  const apart = (a, b) => a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom;
  const picture = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const places = [...document.querySelectorAll(".place.is-on")].filter((place) => place.offsetWidth);
  for (const place of places) {
    if (!inside(box(place), picture)) bad.push(`${place.className} leaves the picture`);
    for (const other of places) {
      if (other !== place && !apart(box(place), box(other))) bad.push(`${place.className} lies on ${other.className}`);
    }
    for (const part of place.querySelectorAll("*:not(bdi, .split-fill, .lever)")) {
      if (part.closest(".ground") || !box(part).width || inside(box(part), box(place))) continue;
      bad.push(`${part.className} leaves ${place.className}`);
    }
  }
  for (const words of document.querySelectorAll(".badge, .lead, .clock, .points, td, th, h2, .outcome, .label")) {
    const cut = words.offsetWidth && words.scrollWidth > words.clientWidth + 1;
    if (cut) bad.push(`${words.className} is cut: ${words.textContent}`);
  }
  return bad;
}"""


@pytest.mark.parametrize("scene", SIZES)
async def test_every_state_can_be_read_and_stays_in_its_place(strict: Page, served: Served, scene: str) -> None:
    width, height = SIZES[scene]
    await strict.set_viewport_size({"width": width, "height": height})
    for lang in ("de", "en"):
        await served.open(strict, f"/scene/{scene}?lang={lang}&motion=none")
        for number, (name, state) in enumerate(STATES.items()):
            await served.show(strict, state)
            await drawn(strict)
            assert await strict.evaluate(OUTSIDE) == [], (name, lang)
            assert await strict.evaluate(CONTRAST, 4.5) == [], (name, lang)
            assert not ERROR_WORDS.search((await strict.locator("#stage").inner_text()).replace(samples.HOSTILE, ""))
            if name in PICTURED:
                background = list(BACKGROUNDS)[number % len(BACKGROUNDS)]
                await backdrop(strict, BACKGROUNDS[background])
                await picture(strict, f"scene-{scene}-{name}-{lang}")
                await backdrop(strict, "none")
    assert await strict.locator("main img").count() == 0


async def test_at_every_edge_and_in_every_size_a_scene_stays_in_the_picture(strict: Page, served: Served) -> None:
    await strict.set_viewport_size({"width": 1280, "height": 720})
    safe = SAFE * 2 / 3
    asked = [(scene, edge, "2") for scene, edges in LAYOUTS.items() for edge in edges if SCENES[scene] == ("game",)]
    asked += [(scene, edge, "0.5") for scene, edge, _ in asked if LAYOUTS[scene][0] == edge]
    for scene, edge, scale in asked:
        await served.open(strict, f"/scene/{scene}?game=live0001&scale={scale}&layout={edge}")
        await expect(strict.locator(".place.is-on")).to_be_visible()
        await drawn(strict)
        left, top, right, bottom = await strict.locator(".place").evaluate(
            "(place) => ['left', 'top', 'right', 'bottom'].map((edge) => place.getBoundingClientRect()[edge])"
        )
        room = {"left": left, "top": top, "right": 1280 - right, "bottom": 720 - bottom}
        assert min(room.values()) >= safe - 1, (scene, edge, scale)
        assert room[edge] == pytest.approx(safe, abs=1), (scene, edge, scale)
    for scale, share in (("0.5", 0.5), ("2", 1)):
        await served.open(strict, f"/scene/full?game=live0001&scale={scale}")
        stage = await strict.locator(".stage").bounding_box()
        assert stage == {"x": 640 * (1 - share), "y": 360 * (1 - share), "width": 1280 * share, "height": 720 * share}


async def test_the_stage_is_in_the_middle_of_another_shape(strict: Page, served: Served) -> None:
    await served.open(strict, "/scene/vertical?game=live0001")
    assert await strict.locator(".stage").bounding_box() == {"x": 656.25, "y": 0, "width": 607.5, "height": 1080}


# --- the clock


async def height_of(words: Locator) -> float:
    """The size of the letters, in pixels of the stage."""
    return float(await words.evaluate("(words) => parseFloat(getComputedStyle(words).fontSize)"))


async def leans(page: Page) -> float:
    """How far the right end of the lever is below its left end."""
    return float(await page.locator(".lever").evaluate("(lever) => new DOMMatrix(getComputedStyle(lever).transform).b"))


async def test_the_clock_says_who_is_ahead_and_which_one_runs(strict: Page, served: Served) -> None:
    await served.open(strict, "/scene/clock?lang=de&motion=none")
    white, black = strict.locator(".face-white"), strict.locator(".face-black")
    for side in ("white", "black"):
        clocks = Clocks(154_000, 97_000, side)
        await served.show(strict, samples.state("g", 36, samples.ENTRIES, clocks=clocks))
        assert (await leans(strict) > 0) is (side == "white")
        assert await white.locator(".runs").is_visible() is (side == "white")
        assert await black.locator(".runs").is_visible() is (side == "black")
    assert await strict.locator(".between").inner_text() == "Remis jetzt\nSchwarz führt\n+0,12"
    assert await strict.locator(".face-points").all_inner_texts() == ["0,18", "0,30"]
    assert [await face.locator(".face-points .arrow").count() for face in (white, black)] == [0, 1]
    usual = await height_of(white.locator(".clock"))
    await served.show(strict, samples.state("g", 37, samples.ENTRIES, clocks=Clocks(9_000, 97_000, "white")))
    assert await height_of(white.locator(".clock")) > usual
    await served.show(strict, samples.won())
    assert await leans(strict) == 0
    assert await strict.locator(".between").inner_text() == "Endstand\n1–0"


# --- the board


async def test_what_is_scored_is_marked_on_the_board_for_a_while(strict: Page, served: Served) -> None:
    marked = strict.locator("square.proof:visible")

    async def show(state: GameState) -> None:
        await served.show(strict, state)
        await strict.clock.run_for(100)  # the board is drawn with the next frame

    served.hub.publish("featured", samples.state("g", 20, samples.ENTRIES[:1]))
    await stopped(strict)
    await served.open(strict, "/scene/board?motion=none")
    await expect(strict.locator(".place.is-on")).to_be_visible()
    await expect(marked).to_have_count(0)
    await show(samples.state("g", 22, [*samples.ENTRIES[:1], samples.SACRIFICE]))
    await expect(marked).to_have_count(2)
    await show(samples.state("g", 23, [*samples.ENTRIES[:1], samples.SACRIFICE]))
    await expect(marked).to_have_count(2)
    await strict.clock.run_for(7000)
    await expect(marked).to_have_count(0)
    await show(samples.state("another", 23, samples.ENTRIES))
    await expect(marked).to_have_count(0)


async def test_the_pieces_stand_on_their_squares_in_every_size(strict: Page, served: Served) -> None:
    """White below, whatever the factors of the stage and of the scene."""
    for width, height, scale in ((1920, 1080, "1"), (1280, 720, "0.5"), (1000, 700, "2")):
        await strict.set_viewport_size({"width": width, "height": height})
        await served.open(strict, f"/scene/board?game=fresh001&scale={scale}")
        await drawn(strict)
        ground = await strict.locator("cg-board").bounding_box()
        room = await strict.locator(".ground").bounding_box()
        king = await strict.locator("piece.white.king").bounding_box()
        assert ground
        assert room
        assert king
        square = ground["width"] / 8
        assert room["width"] - 8 <= ground["width"] <= room["width"] + 0.1
        assert king["x"] - ground["x"] == pytest.approx(4 * square, abs=0.6)
        assert king["y"] - ground["y"] == pytest.approx(7 * square, abs=0.6)


# --- the stakes


LIVE = Status("live")
OFFERS = Status("live", offers_known=True)
SETTLED = Status("settled", settled=True, offers_known=True)


def staked(white: int, status: Status, game: GameState | None = None) -> GameState:
    """A game in which White's stake is so many hundredths."""
    stakes = Points(f"{white / 100:.2f}", f"{(100 - white) / 100:.2f}")
    entries = OutcomeEntries((), samples.transfer("white", white, 36), samples.transfer("black", 100 - white, 36))
    game = game or samples.state("g", 36, samples.ENTRIES)
    return msgspec.structs.replace(game, stakes=stakes, outcome_entries=entries, status=status)


STAKES = [
    # language, what is known, what the scene says, in order
    ("en", staked(50, LIVE), "What a win is worth now|0.50|0.50|provisional until the draw offers are known"),
    ("en", staked(50, LIVE), "White wins|0.84|+0.50|0.00|−0.50|Draw|0.18|0.30|Black wins|0.00|−0.50|0.96|+0.50"),
    ("de", staked(40, OFFERS), "Was ein Sieg jetzt wert ist|0,40|0,60|alle Remisangebote mitgezählt"),
    ("de", staked(40, OFFERS), "Weiß gewinnt|+0,40|−0,40|Remis|Schwarz gewinnt|−0,60|+0,60"),
    ("de", staked(40, Status("ended"), samples.won()), "Was ein Sieg wert war|vorläufig, bis die Remisangebote"),
    ("en", staked(60, SETTLED, samples.won()), "What a win was worth|0.60|0.40|settled|White wins|0.86|+0.60|Draw"),
    ("de", samples.void(), "Einsatz|Ohne Wertung|Abgebrochen, nicht gewertet"),
    ("en", samples.unsupported(), "Stakes|Not scored|The variant atomic is not scored"),
]  # fmt: skip


async def test_the_stakes_say_what_a_win_is_worth_and_how_sure_that_is(strict: Page, served: Served) -> None:
    for lang, state, said in STAKES:
        await served.open(strict, f"/scene/stakes?lang={lang}")
        await served.show(strict, state)
        text = await strict.locator(".stakes").inner_text()
        at = 0
        for words in said.split("|"):
            assert words in text[at:], (words, text)
            at = text.index(words, at) + len(words)
        assert await strict.locator("tr.is-result").count() == (
            state.result is not None and state.result.points is not None
        )


# --- the whole picture


@pytest.mark.parametrize(("scene", "waits"), [("full", "stakes"), ("vertical", "ledger")])
async def test_a_low_clock_shows_what_its_fall_means_instead_of_what_can_wait(
    strict: Page, served: Served, scene: str, waits: str
) -> None:
    low = msgspec.structs.replace(flag_states.all_states()["low"], id="g")
    high, won = msgspec.structs.replace(low, clocks=flag_states.HIGH), msgspec.structs.replace(samples.won(), id="g")
    await served.open(strict, f"/scene/{scene}")
    for state, is_low in [(high, False), (low, True), (high, False), (low, True), (won, False)]:
        await served.show(strict, state)
        assert await strict.locator(".place-flag").is_visible() is is_low
        assert await strict.locator(f".place-{waits}").is_visible() is not is_low


MOVING = """() => document.getAnimations().flatMap((animation) => {
  const { target } = animation.effect;
  return animation.effect.getKeyframes().flatMap(Object.keys)
    .filter((key) => !["offset", "computedOffset", "easing", "composite"].includes(key))
    .map((key) => `${key} of ${target.className}`);
})"""


async def test_a_snapshot_stands_still_and_news_move_no_more_than_is_asked(strict: Page, served: Served) -> None:
    """Chess pieces move by script, and only in full motion."""
    chromium = await strict.context.new_cdp_session(strict)
    await chromium.send("Animation.enable")
    for scene in SIZES:
        for motion in ("full", "calm", "none"):
            served.hub.publish("featured", samples.state("g", 20, samples.ENTRIES[:1]))
            await served.open(strict, f"/scene/{scene}?motion={motion}")
            await expect(strict.locator(".place.is-on").first).to_be_visible()
            assert await strict.evaluate(MOVING) == [], (scene, motion)
            await chromium.send("Animation.setPlaybackRate", {"playbackRate": 0.01})  # so that none is over when seen
            await served.show(strict, samples.state("g", 37, samples.ENTRIES, stakes=Points("0.40", "0.60")))
            moving: list[Any] = await strict.evaluate(MOVING)
            kinds = {each.split(" of ")[0] for each in moving}
            assert kinds <= {"full": {"transform", "opacity"}, "calm": {"opacity"}, "none": set()}[motion], moving
            if motion == "full":
                assert kinds or scene in ("board", "vertical"), scene


async def test_an_update_of_the_whole_picture_costs_less_script_than_a_frame(strict: Page, served: Served) -> None:
    """In the time of the processor, so that a busy machine does not count."""
    await served.open(strict, "/scene/full")
    spent_ms = await thread_clock(strict)
    before = await spent_ms("ScriptDuration")
    plies = range(1, 41)
    for ply in plies:
        await served.show(strict, samples.state("g", ply, samples.ENTRIES[: ply // 8]))
    assert (await spent_ms("ScriptDuration") - before) / len(plies) < 16
