"""What an address of a scene may ask for."""

from typing import Any

import pytest

from overlay.looks.scenes import LAYOUTS, SCENES, TALL, SceneOptions, scene_options
from overlay.words import WORDS


def options(scene: str, **query: str) -> SceneOptions:
    return scene_options(scene, query, None, "en")


USUAL = {"scale": 1.0, "motion": "full", "layout": "bottom", "theme": "", "background": ""}


@pytest.mark.parametrize(
    ("query", "taken"),
    [
        ({}, {}),
        ({"scale": "9"}, {"scale": 2.0}),
        ({"scale": "0"}, {"scale": 0.5}),
        ({"scale": "nan"}, {}),
        ({"scale": "big"}, {}),
        ({"motion": "calm"}, {"motion": "calm"}),
        ({"motion": "wild"}, {}),
        ({"layout": "top"}, {"layout": "top"}),
        ({"layout": "left"}, {}),
        ({"layout": "<b>"}, {}),
        ({"theme": "contrast"}, {"theme": "contrast"}),
        ({"theme": "../own"}, {}),
        ({"bg": "#1b2030"}, {"background": "#1b2030"}),
        ({"bg": "red;x"}, {}),
    ],
)
def test_what_is_not_known_is_as_if_it_were_not_there(query: dict[str, str], taken: dict[str, Any]) -> None:
    asked = options("bar", **query)
    assert {name: getattr(asked, name) for name in USUAL} == USUAL | taken


def test_each_scene_stands_at_an_edge_or_fills_the_stage() -> None:
    assert set(LAYOUTS) <= set(SCENES)
    assert {scene for scene in SCENES if options(scene, layout="left").layout == ""} == {"full", *TALL}
    for scene, edges in LAYOUTS.items():
        assert options(scene).layout == edges[0]
        assert [options(scene, layout=edge).layout for edge in edges] == list(edges)


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_scene_has_a_name_and_says_what_it_shows(lang: str) -> None:
    words = WORDS["de" if lang == "de" else "en"]
    for scene in SCENES:
        assert words[f"scene_{scene}"]
        assert words[f"scene_{scene}_text"]
