"""Whether OBS answers, and has what the rules name."""

from pathlib import Path

import pytest

from bot.config.obs import ObsRule, ObsSection
from bot.doctor.finding import Finding
from bot.doctor.obs import look_at_obs
from tests.bot.obs.stand_in import Item, StandIn

RULES = [
    ObsRule(on="sacrifice_pays", scene="Game"),
    ObsRule(on="flag_fall", show="Game/Applause"),
    ObsRule(on="game_ends", hotkey="OBSBasic.Screenshot"),
    ObsRule(on="game_ends", replay=True),
]


async def found(section: ObsSection, folder: Path) -> list[Finding]:
    return [finding async for finding in look_at_obs(section, folder)]


async def test_all_is_well(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UNRUH_OBS_PASSWORD", "secret")
    async with StandIn(scenes={"Game": [Item(1, "Applause")]}, replay=True).running() as obs:
        (finding,) = await found(ObsSection(url=obs.url, rules=RULES), tmp_path)
    assert finding == Finding("good", "OBS", f"29.0.2 answers at {obs.url}, 4 rules")


async def test_what_the_rules_name_and_obs_has_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UNRUH_OBS_PASSWORD", "secret")
    async with StandIn(kinds=["color_source_v3"], hotkeys=[]).running() as obs:
        good, *bad = await found(ObsSection(url=obs.url, rules=[*RULES, RULES[0]]), tmp_path)
        assert all(not name.startswith(("Set", "Create", "Trigger", "Save")) for name in obs.requests)
    assert good.verdict == "good"
    assert [finding.text for finding in bad if finding.verdict == "bad"] == [
        "it has no browser source",
        'There is no scene "Game" in OBS; obs.rules names it',
        'There is no source "Applause" in the scene "Game" in OBS; obs.rules names it',
        'OBS knows no hotkey "OBSBasic.Screenshot"; obs.rules names it',
        "The replay buffer does not run in OBS; without it no replay is saved",
    ]


async def test_obs_is_away_or_wants_another_password(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UNRUH_OBS_PASSWORD", "a guess")
    async with StandIn().running() as obs:
        (finding,) = await found(ObsSection(url=obs.url), tmp_path)
        assert (finding.verdict, "wants another password" in finding.text) == ("bad", True)
    (finding,) = await found(ObsSection(url=obs.url), tmp_path)
    assert (finding.verdict, "does not answer" in finding.text) == ("note", True)
    (finding,) = await found(ObsSection(password_file="nothing.txt"), tmp_path)
    assert (finding.verdict, "cannot be read" in finding.text) == ("bad", True)
