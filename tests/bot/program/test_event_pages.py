"""Events told to viewers, and their files."""

import asyncio
import io
from fractions import Fraction

import openpyxl
import pytest

from bot.clock import ManualClock
from bot.events.exports.trouble import EventFileError
from bot.events.model import Entrant, Event, EventGame, Setup
from bot.program import event_files
from bot.program.event_pages import PACE_MS, EventPages
from bot.updates import Player
from overlay.hub import Hub
from overlay.state import Event as Shown
from overlay.web.events import FORMATS, FileFormat
from scoring import Rules
from tests.overlay import event_samples

PLAYERS = (Entrant("Anna"), Entrant("Ben"))
RECORD = '[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'


class Club:
    """Knows one event."""

    def __init__(self) -> None:
        self.ids: tuple[str, ...] = ("club",)
        self.games = [EventGame("g0", 0, "Anna", "Ben", record=RECORD)]
        self.corrected: set[str] = set()

    def event(self, event_id: str) -> Event:
        return {"club": Event(Setup("club", "Club", "round_robin", Rules(), PLAYERS), tuple(self.games))}[event_id]

    def lately(self, _event_id: str) -> frozenset[str]:
        return frozenset(self.corrected)

    def end(self) -> None:
        """Anna wins."""
        points = Fraction(9, 10), Fraction(1, 10)
        self.games[0] = EventGame("g0", 0, "Anna", "Ben", outcome="white_wins", points=points, record=RECORD)


def test_what_has_changed_is_told_and_only_that() -> None:
    club, hub = Club(), Hub()
    game = event_samples.game("g0", Player("Anna"), Player("Ben"), 12, "*")
    pages = EventPages(hub, club, {"g0": game}.get)
    client = hub.connect()
    hub.subscribe(client, "event/club")
    client.pending.clear()
    pages.publish()
    assert client.pending.pop("event/club")
    pages.publish()
    assert client.pending == {}
    shown = hub.state("event/club")
    assert isinstance(shown, Shown)
    assert (shown.running, shown.rows[0].points, shown.rows[0].live is None) == (1, "0.00", False)
    club.end()
    pages.publish()
    assert client.pending
    shown = hub.state("event/club")
    assert isinstance(shown, Shown)
    assert (shown.running, shown.rows[0].points) == (0, "0.90")


@pytest.mark.parametrize("format_", FORMATS)
async def test_every_file(format_: FileFormat) -> None:
    club = Club()
    pages = EventPages(Hub(), club, lambda _: None)
    before = await pages.file("club", format_, "de")
    club.end()
    written = await pages.file("club", format_, "de")
    assert before
    assert written
    assert before != written
    if format_ == "xlsx":
        assert "games" in openpyxl.load_workbook(io.BytesIO(written)).sheetnames
    else:
        assert "Anna" in written.decode()
    assert await pages.file("club", format_, "de") is written
    assert await pages.file("other", format_, "de") is None


async def test_a_format_that_cannot_hold_the_event_has_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> bytes:
        raise EventFileError("a TRF has room for fewer")

    monkeypatch.setattr(event_files, "trf", refuse)
    assert await EventPages(Hub(), Club(), lambda _: None).file("club", "trf", "de") is None


async def test_events_are_told_once_a_second() -> None:
    clock, hub = ManualClock(), Hub()
    club = Club()
    running = asyncio.create_task(EventPages(hub, club, lambda _: None).run(clock))
    await asyncio.sleep(0)
    first = hub.told("event/club")
    club.end()
    await asyncio.sleep(0)
    assert hub.told("event/club") is first
    await clock.advance(PACE_MS)
    assert hub.told("event/club") is not first
    running.cancel()


def test_an_event_that_cannot_be_shown_keeps_none_of_the_others_back() -> None:
    club, hub = Club(), Hub()
    club.ids = ("broken", "club")
    EventPages(hub, club, lambda _: None).publish()
    assert "event/club" in hub.topics()
