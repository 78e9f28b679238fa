"""An operator's desk over the samples, and the screen of an operator, for the tests of the control page."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import msgspec
from playwright.async_api import Browser, Locator, Page, expect

from bot.rehearse.examples import example_games
from overlay.desk import actions
from overlay.desk.desk import ControlDesk
from overlay.desk.live import Helper, Rooms
from overlay.hub import Hub
from overlay.state import GameState, NotedOffer, OfferKind, Side
from overlay.web.serving import channels_of
from scoring import Rules
from tests.browser.overlay_server import HEARD, Served, full_hub, serving
from tests.conftest import PATIENCE_MS
from tests.overlay import samples

Scheme: TypeAlias = Literal["light", "dark"]


class FakeShow:
    """Features the pinned game, else the one that a rule would choose."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._pinned: str | None = None

    def pin(self, game_id: str | None) -> None:
        state = self._hub.state(f"game/{game_id or 'live0001'}")
        if game_id != self._pinned and isinstance(state, GameState):
            self._pinned = game_id
            self._hub.publish("featured", state)


@dataclass
class FakeBoards:
    """Two games over the board; nothing can be withdrawn in the second one."""

    boards: Sequence[str] = ("quick001", "live0001")
    noted: list[NotedOffer] = field(default_factory=list)

    def note(self, game_id: str, side: Side, kind: OfferKind) -> None:
        if (game_id, kind) == ("quick001", "withdraw"):
            raise ValueError
        self.noted.append(NotedOffer(game_id, 35, side, kind))

    def unnote(self, game_id: str) -> None:
        del self.noted[max(number for number, note in enumerate(self.noted) if note.game == game_id)]


@dataclass
class FakeRehearsed:
    """A game that is rehearsed."""

    id: str
    name: str
    length: int


@dataclass
class FakeRehearsal:
    """Remembers what it was told to do."""

    paused: bool = False
    speed: float = 10
    rules: Sequence[str] = ("pawn_trade", "flag_fall_draw")
    sought: list[tuple[str, int]] = field(default_factory=list)
    fired: list[str] = field(default_factory=list)

    def games(self) -> Sequence[FakeRehearsed]:
        names = {"live0001": "anna_weiss – Nachtspringer", "hostile1": f"{samples.HOSTILE} – {samples.LONG}"}
        return [FakeRehearsed(game, name, 45) for game, name in names.items()]

    def pause(self, on: bool) -> None:
        self.paused = on

    def set_speed(self, speed: float) -> None:
        self.speed = speed

    def seek(self, game_id: str, ply: int) -> None:
        self.sought.append((game_id, ply))

    def fire(self, rule: str) -> None:
        self.fired.append(rule)


@dataclass
class AtDesk:
    """A server with a desk, and what the desk moves."""

    served: Served
    desk: ControlDesk
    boards: FakeBoards
    rehearsal: FakeRehearsal

    def do(self, **action: Any) -> None:
        """Carry out an action, as if somebody else had done it."""
        self.desk.act(msgspec.convert(action, actions.Action))


@asynccontextmanager
async def at_desk(
    hub: Hub | None = None,
    *,
    port: int = 0,
    boards: FakeBoards | None = None,
    rooms: Rooms | None = None,
    automatics: Sequence[Helper] = (),
) -> AsyncIterator[AtDesk]:
    """Serve a hub, by default one with all samples, with a desk."""
    hub = hub or full_hub()
    boards, rehearsal = boards or FakeBoards(), FakeRehearsal()
    desk = ControlDesk(
        channels_of(hub),
        FakeShow(hub),
        boards=boards,
        rooms=rooms,
        automatics=automatics,
        rehearsal=rehearsal,
        examples=example_games(Rules()),
        build="b1",
    )
    async with serving(hub, port, desk=desk) as served:
        yield AtDesk(served, desk, boards, rehearsal)


@asynccontextmanager
async def screen(
    browser: Browser, width: int = 1280, height: int = 720, scheme: Scheme = "light"
) -> AsyncIterator[Page]:
    """A page that can be touched and tells what it has heard; it may have no script errors and breach no policy."""
    context = await browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=True, locale="en-GB"
    )
    context.set_default_timeout(PATIENCE_MS)
    page = await context.new_page()
    await page.add_init_script(HEARD)
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda said: trouble.append(said.text) if "Content Security Policy" in said.text else None)
    yield page
    await context.close()
    assert trouble == []


@asynccontextmanager
async def control(browser: Browser, at: AtDesk) -> AsyncIterator[Page]:
    """The control page in English."""
    async with screen(browser) as page:
        await at.served.open(page, "/control?lang=en")
        yield page


def target(page: Page, part: str, text: str, kind: str = "button") -> Locator:
    """What can be tapped in a part of the page and says this."""
    return page.locator(f"#{part} {kind}", has_text=text).first


async def settle(page: Page) -> None:
    """Wait until nothing is under way any more."""
    await expect(page.locator("[aria-busy=true]")).to_have_count(0)
