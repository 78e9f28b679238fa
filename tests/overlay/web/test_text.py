"""`/text/<id>.txt`: lines for text sources and scripts."""

import msgspec
import pytest

from overlay.hub import Hub
from overlay.state import Clocks, Lang, Status
from overlay.web.text import text_of
from tests.overlay import samples
from tests.overlay.conftest import Web

PLAYERS = "WGM anna_weiss (2431) – Nachtspringer (2388)"
SACRIFICE = "+0,06 Läufer geopfert auf b5: seit 8 Zügen eine Leichtfigur weniger"
DRAWN = "½–½ Blättchenfall bei Weiß: Remis, denn Schwarz hat nur noch den König"


@pytest.mark.parametrize(
    ("what", "lang", "running", "over"),
    [
        ("players", "de", PLAYERS, PLAYERS),
        ("score", "de", "0,18 – 0,30", "0,31 – 0,35"),
        ("score", "en", "0.18 – 0.30", "0.31 – 0.35"),
        ("lead", "en", "Black leads +0.12", ""),
        ("clocks", "de", "2:34 – 1:37", "0:00 – 0:41"),
        ("result", "de", "", DRAWN),
        ("reason", "de", SACRIFICE, SACRIFICE),
        ("", "de", f"{PLAYERS}\n0,18 – 0,30\nSchwarz führt +0,12", f"{PLAYERS}\n0,31 – 0,35\n{DRAWN}"),
        ("nonsense", "de", f"{PLAYERS}\n0,18 – 0,30\nSchwarz führt +0,12", f"{PLAYERS}\n0,31 – 0,35\n{DRAWN}"),
    ],
)
def test_the_lines(what: str, lang: Lang, running: str, over: str) -> None:
    assert text_of(samples.live(), lang, what) == running
    assert text_of(samples.flag_draw(), lang, what) == over


def test_exact_points_are_told_when_the_game_is_over() -> None:
    assert text_of(samples.won(), "en", "score") == "0.8571 – 0.1429"


def test_nameless_players_have_names() -> None:
    assert text_of(samples.nameless(), "de", "players") == "Anonym – Computer Stufe 8"


def test_names_stay_in_their_line() -> None:
    lines = text_of(samples.hostile(), "de", "").split("\n")
    assert [line[:5] for line in lines] == ["<b> <", "0,16 ", "Schwa"]
    assert not {"\u202e", "\u2066", "\u202d"}.intersection(lines[0])


@pytest.mark.parametrize("what", ["score", "lead", "clocks", "result", "reason"])
def test_nothing_is_said_of_what_is_not_known(what: str) -> None:
    for game in (samples.unsupported(), samples.missing(), samples.unheard()):
        assert text_of(game, "de", what) == ""


@pytest.mark.parametrize(("status", "left"), [(Status("live"), "0:50"), (Status("live", stale_since_ms=4_000), "0:54")])
def test_a_running_clock_runs_until_nothing_is_heard(status: Status, left: str) -> None:
    clocks = Clocks(60_000, 3_700_000, "white", 10_000)
    state = msgspec.structs.replace(samples.live(), clocks=clocks, status=status)
    assert text_of(state, "en", "clocks") == f"{left} – 1:01:40"


@pytest.mark.parametrize("path", ["unknown1", "featured", "a%22b"])
async def test_of_no_game_there_is_no_text(web: Web, path: str) -> None:
    response = await web.get(f"/text/{path}.txt?what=score")
    assert (response.status, await response.text()) == (200, "")


async def test_the_answer(web: Web, hub: Hub) -> None:
    hub.publish("featured", samples.flag_draw())
    response = await web.get("/text/featured.txt?lang=de&what=score")
    assert await response.text() == "0,31 – 0,35"
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-store"
