"""`/picture/<id>.svg`: the picture to share."""

from xml.etree import ElementTree as ET

import msgspec
import pytest

from overlay.hub import Hub
from overlay.state import GameState, Player
from overlay.web.pictures import cut, last_move, strongest
from tests.overlay import samples
from tests.overlay.conftest import Web

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = [game for game in samples.all_games() if game.id not in ("missing1", "unheard1")]


def texts(svg: str) -> list[str]:
    """The texts of a picture, each line of them; raises if it is no well-formed SVG."""
    found = ET.fromstring(svg).iter(f"{SVG}text")
    return [" ".join("".join(text.itertext()).translate({0x2068: None, 0x2069: None}).split()) for text in found]


@pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.id)
async def test_every_game_has_a_picture(web: Web, hub: Hub, game: GameState) -> None:
    hub.publish(f"game/{game.id}", game)
    response = await web.get(f"/picture/{game.id}.svg?lang=de")
    assert response.content_type == "image/svg+xml"
    assert "Unruh" in texts(await response.text())


async def test_what_it_says(web: Web, hub: Hub) -> None:
    hub.publish("featured", samples.won())
    said = texts(await (await web.get("/picture/featured.svg?lang=de")).text())
    assert said == [
        "Unruh", "Endstand", "WGM anna_weiss 2431", "0,8571", "Nachtspringer 2388", "0,1429",
        "1–0", "Weiß gewinnt durch Matt im 23. Zug",
        "König in der Mitte: Rochade im 19. Zug brächte", "diesen Bonus", "+0,16",
        "Läufer geopfert auf b5: seit 8 Zügen eine", "Leichtfigur weniger", "+0,06",
        "Bauerntausch auf d5 und e4: Die Asymmetrie", "sinkt von 36 auf 32", "−0,05",
        "23. Le7#",
    ]  # fmt: skip


async def test_it_may_do_nothing_but_use_its_own_styles(web: Web) -> None:
    response = await web.get("/picture/live0001.svg")
    assert response.headers["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "name",
    [samples.HOSTILE, "]]></text><script>alert(1)</script>", samples.RIGHT_TO_LEFT, "\x00\ufffe\ud83d", "國" * 40],
)
async def test_no_name_can_leave_its_line(web: Web, hub: Hub, name: str) -> None:
    player = Player(name, "<b>&", 2400)
    hub.publish("featured", lambda: msgspec.structs.replace(samples.live(), white=player, black=player))
    root = ET.fromstring(await (await web.get("/picture/featured.svg")).text())
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg", "title", "style", "rect", "g", "circle", "path", "text", "tspan", "defs", "use", "desc", "pre",
    } | {"{http://www.w3.org/2000/svg}pre"}  # fmt: skip
    (written, _) = [tspan for tspan in root.iter(f"{SVG}tspan") if tspan.get("class") == "name"]
    assert len(written.text or "") <= 32


@pytest.mark.parametrize("path", ["unknown1", "featured", "missing1"])
async def test_of_no_game_there_is_no_picture(web: Web, hub: Hub, path: str) -> None:
    hub.publish("game/missing1", samples.missing())
    assert (await web.get(f"/picture/{path}.svg")).status == 404


def test_the_strongest_entries() -> None:
    assert [entry.amount for entry in strongest(samples.ENTRIES)] == ["-0.10", "+0.08", "+0.06"]


@pytest.mark.parametrize(
    ("text", "px", "kept"),
    [("anna", 100, "anna"), ("anna", 20, "ann…"), ("國國國", 32, "國國國"), ("國國國", 31, "國國…"), ("", 0, "")],
)
def test_a_text_is_cut_to_a_width(text: str, px: float, kept: str) -> None:
    assert cut(text, px, 10) == kept


def test_the_last_move_has_its_number() -> None:
    assert last_move(samples.live(), "de") == "18… Lxg1"
    assert last_move(samples.live(), "en") == "18… Bxg1"
    assert last_move(samples.fresh(), "en") == ""
    begun = msgspec.structs.replace(samples.live(), start_fen="4k3/8/8/8/8/8/8/4K3 b - - 0 30", moves=("Kd8", "Ke2"))
    assert last_move(begun, "en") == "31. Ke2"
