"""The file of the loader as it is given out."""

import html
import re

import pytest

from overlay.looks.scenes import SCENES
from tests.overlay.conftest import Web


def address(text: str) -> str:
    """Where the file looks for its scene."""
    found = re.search(r'<body data-address="([^"]*)">', text)
    assert found
    return html.unescape(found[1])


@pytest.mark.parametrize("scene", SCENES)
async def test_every_scene_has_a_file_that_needs_no_other(web: Web, scene: str) -> None:
    answer = await web.get(f"/loader/{scene}.html?game=live0001&scale=0.8")
    text = await answer.text()
    assert answer.headers["Content-Disposition"] == f'attachment; filename="unruh-{scene}.html"'
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'"
    assert address(text) == f"http://{web.host}:{web.port}/scene/{scene}?game=live0001&scale=0.8"
    assert re.findall(r"src=|href=|import |fetch\(", text) == []


async def test_hostile_parameters_stay_parameters(web: Web) -> None:
    text = await (await web.get("/loader/bar.html", params={"game": '"><script>alert(1)</script>', "x": "'\n"})).text()
    assert text.count("<script") == text.count("</script") == 1
    assert address(text).endswith("/scene/bar?game=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&x='%0A")


@pytest.mark.parametrize("host", ["127.0.0.1:8086", "localhost", "unruh.example:443", "[::1]:8086"])
async def test_the_address_is_the_one_that_was_asked(web: Web, host: str) -> None:
    assert (
        address(await (await web.get("/loader/bar.html", headers={"Host": host})).text()) == f"http://{host}/scene/bar"
    )


@pytest.mark.parametrize("host", ['"onload="x', "a@b", "a/b", "a?b", "<b>", "a b", "[::1]x"])
async def test_a_host_that_is_none_gets_no_file(web: Web, host: str) -> None:
    assert (await web.get("/loader/bar.html", headers={"Host": host})).status == 400


async def test_what_is_no_scene_has_no_file(web: Web) -> None:
    assert (await web.get("/loader/nothing.html")).status == 404
