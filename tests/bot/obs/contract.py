"""What must be true of OBS, whether it is the stand-in or the real one: every check begins with one that is new.

`Obs` says how to reach it, and which kind of source stands for the browser source there.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random

import pytest

from bot.clock import ManualClock
from bot.config import ShowSection
from bot.config.obs import ObsRule, ObsSection, SceneName
from bot.moments import Kind, Moment
from bot.obs.commands import Command, PressHotkey, SaveReplay, ShowItem, SwitchScene, carry_out
from bot.obs.errors import ObsError, PasswordError, RefusedError
from bot.obs.link import ObsLink
from bot.obs.pages import pages
from bot.obs.session import Session, connected
from bot.obs.setup import BROWSER, MARK, names_in, plan
from bot.obs.setup import carry_out as set_up

TIMEOUT_S = 15.0
"""No test waits this long: it only keeps a broken one from hanging."""
WANTED: list[SceneName] = ["full", "vertical", "bar"]


@dataclass(frozen=True)
class Obs:
    """How to reach an OBS."""

    url: str
    password: str
    kind: str = BROWSER


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def scene_on_air(session: Session) -> object:
    return (await session.ask("GetCurrentProgramScene"))["currentProgramSceneName"]


async def until_on_air(session: Session, scene: str) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while await scene_on_air(session) != scene:  # noqa: ASYNC110
            await asyncio.sleep(0.005)


async def is_shown(session: Session, scene: str, source: str) -> bool:
    item = (await session.ask("GetSceneItemId", sceneName=scene, sourceName=source))["sceneItemId"]
    return bool((await session.ask("GetSceneItemEnabled", sceneName=scene, sceneItemId=item))["sceneItemEnabled"])


async def until_shown(session: Session, scene: str, source: str, shown: bool) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while await is_shown(session, scene, source) != shown:  # noqa: ASYNC110
            await asyncio.sleep(0.005)


async def streamers_scene(session: Session, scene: str, source: str, obs: Obs) -> None:
    """The streamer makes a scene with a source, which is hidden."""
    await session.ask("CreateScene", sceneName=scene)
    await session.ask("CreateInput", sceneName=scene, inputName=source, inputKind=obs.kind, inputSettings={"own": 1})
    item = (await session.ask("GetSceneItemId", sceneName=scene, sourceName=source))["sceneItemId"]
    await session.ask("SetSceneItemEnabled", sceneName=scene, sceneItemId=item, sceneItemEnabled=False)


async def everything(session: Session) -> str:
    """All that is in it, as far as Unruh could change it."""
    scenes = names_in(await session.ask("GetSceneList"), "scenes", "sceneName")
    names = sorted(names_in(await session.ask("GetInputList"), "inputs", "inputName"))
    settings = [await session.ask("GetInputSettings", inputName=name) for name in names]
    return str((sorted(scenes), names, settings))


async def check_setup(obs: Obs) -> None:
    """Made once; then nothing is to be done, until the address is another; what is not Unruh's stays as it is."""
    async with connected(obs.url, obs.password) as session:
        await streamers_scene(session, "Unruh bar", "Camera", obs)
        here, elsewhere = (pages(WANTED, ShowSection(port=port), obs.url) for port in (8086, 8087))
        before = await everything(session)
        steps = await plan(session, here, obs.kind)
        assert [step.line for step in steps] == [
            'create  scene "Unruh full": with http://127.0.0.1:8086/scene/full (1920×1080)',
            'create  scene "Unruh vertical": with http://127.0.0.1:8086/scene/vertical (1080×1920)',
            'leave   scene "Unruh bar": it is there, but Unruh did not make it; rename it to get one from Unruh',
        ]
        assert await everything(session) == before  # a plan changes nothing
        on_air = await scene_on_air(session)
        await set_up(session, steps, obs.kind)
        assert await scene_on_air(session) == on_air
        settings = (await session.ask("GetInputSettings", inputName="Unruh vertical page"))["inputSettings"]
        assert settings == {
            "url": "http://127.0.0.1:8086/scene/vertical",
            "width": 1080,
            "height": 1920,
            "is_local_file": False,
            "shutdown": False,
            "restart_when_active": False,
            "reroute_audio": False,
            MARK: "vertical",
        }
        await check_fitted(session, "Unruh vertical", "Unruh vertical page")

        made = await everything(session)
        again = await plan(session, here, obs.kind)
        assert [step.verb for step in again] == ["leave"] * 3
        await set_up(session, again, obs.kind)
        assert await everything(session) == made

        moved = await plan(session, elsewhere, obs.kind)
        assert [step.verb for step in moved] == ["update", "update", "leave"]
        change = "url http://127.0.0.1:8086/scene/full → http://127.0.0.1:8087/scene/full"
        assert moved[0].line == f'update  scene "Unruh full": {change}'
        await set_up(session, moved, obs.kind)
        assert await everything(session) == made.replace("8086", "8087")
        assert [step.verb for step in await plan(session, elsewhere, obs.kind)] == ["leave"] * 3


async def check_fitted(session: Session, scene: str, source: str) -> None:
    canvas = await session.ask("GetVideoSettings")
    item = (await session.ask("GetSceneItemId", sceneName=scene, sourceName=source))["sceneItemId"]
    found = (await session.ask("GetSceneItemTransform", sceneName=scene, sceneItemId=item))["sceneItemTransform"]
    assert (found["boundsType"], found["boundsWidth"], found["boundsHeight"]) == (
        "OBS_BOUNDS_SCALE_INNER",
        canvas["baseWidth"],
        canvas["baseHeight"],
    )


async def check_what_somebody_chose(obs: Obs) -> None:
    """A source of another's, a local file, and what is not the page's address or size are left alone."""
    async with connected(obs.url, obs.password) as session:
        await streamers_scene(session, "Game", "Unruh bar page", obs)
        wanted = pages(WANTED, ShowSection(), obs.url)
        await set_up(session, await plan(session, wanted, obs.kind), obs.kind)
        own = {"is_local_file": True, "local_file": "unruh-full.html"}
        await session.ask("SetInputSettings", inputName="Unruh full page", inputSettings=own, overlay=True)
        await session.ask("SetInputSettings", inputName="Unruh vertical page", inputSettings={"fps": 60}, overlay=True)
        before = await everything(session)
        steps = await plan(session, pages(WANTED, ShowSection(port=8087), obs.url), obs.kind)
        assert [(step.verb, step.page.mark) for step in steps] == [
            ("leave", "full"),
            ("update", "vertical"),
            ("leave", "bar"),
        ]
        assert steps[0].why == "it shows a local file, as somebody chose"
        assert steps[2].why == 'there is a source "Unruh bar page" that Unruh did not make; rename it'
        await set_up(session, steps, obs.kind)
        vertical = "127.0.0.1:8086/scene/vertical"
        assert await everything(session) == before.replace(vertical, vertical.replace("8086", "8087"))
        assert "Unruh bar'" not in before


async def check_no_browser(obs: Obs) -> None:
    async with connected(obs.url, obs.password) as session:
        before = await everything(session)
        with pytest.raises(ObsError, match="has no browser source") as caught:
            await plan(session, pages(WANTED, ShowSection(), obs.url), "no_such_source")
        assert "keine Browserquelle" in caught.value.said.de
        assert await everything(session) == before


async def check_wrong_password(obs: Obs) -> None:
    with pytest.raises(PasswordError, match="wants another password") as caught:
        async with connected(obs.url, "a guess that is wrong"):
            pass
    assert "guess" not in caught.value.said.de + caught.value.said.en
    with pytest.raises(PasswordError, match=r"obs\.password_file gives none"):
        async with connected(obs.url, ""):
            pass


async def check_refusals(obs: Obs) -> None:
    """What a rule names and OBS does not have is told in words that lead to the rule."""
    table: list[tuple[Command, str]] = [
        (SwitchScene("Nowhere"), 'no scene "Nowhere"'),
        (ShowItem("Nowhere", "Applause", True), 'no source "Applause" in the scene "Nowhere"'),
        (ShowItem("Game", "Nothing", True), 'no source "Nothing" in the scene "Game"'),
        (PressHotkey("Applause"), 'no hotkey "Applause"'),
        (SaveReplay(), "replay buffer does not run"),
    ]
    async with connected(obs.url, obs.password) as session:
        await streamers_scene(session, "Game", "Camera", obs)
        for command, sentence in table:
            with pytest.raises(RefusedError, match=sentence):
                await carry_out(session, command)
        with pytest.raises(RefusedError, match=r"^OBS refuses NoSuchRequest \(Your request type is not valid\)$"):
            await session.ask("NoSuchRequest")
        assert await carry_out(session, PressHotkey("OBSBasic.Screenshot"))
        assert await carry_out(session, ShowItem("Game", "Camera", True))
        assert await is_shown(session, "Game", "Camera")
        assert not await carry_out(session, ShowItem("Game", "Camera", True))  # it is there already


def moment(kind: Kind, game_id: str = "abcdefgh") -> Moment:
    return Moment(kind, game_id, None)


RULES = [
    ObsRule(on="sacrifice_pays", scene="Big", for_s=8),
    ObsRule(on="offer_declined", show="Game/Camera", for_s=5),
    ObsRule(on="flag_fall_draw", scene="Nowhere", for_s=8),
    ObsRule(on="match_decided", scene="Game"),
]


@asynccontextmanager
async def linked(obs: Obs, clock: ManualClock, rules: list[ObsRule] = RULES) -> AsyncIterator[ObsLink]:
    """A link that runs; game "abcdefgh" is featured."""
    section = ObsSection(url=obs.url, rules=rules)
    link = ObsLink(section, obs.password, clock, featured=lambda: "abcdefgh", random=Random(1))
    task = asyncio.create_task(link.run())
    try:
        yield link
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def check_rules(obs: Obs) -> None:
    """Scenes are switched there and back, sources shown and hidden; what somebody chooses meanwhile stays."""
    clock = ManualClock()
    async with connected(obs.url, obs.password) as session, linked(obs, clock) as link:
        await streamers_scene(session, "Game", "Camera", obs)
        await streamers_scene(session, "Big", "Face", obs)
        await session.ask("SetCurrentProgramScene", sceneName="Game")
        await until(lambda: link.status.connected)

        link.tell([moment("sacrifice_pays"), moment("offer_declined")])
        await until_on_air(session, "Big")
        await until_shown(session, "Game", "Camera", True)
        await heard_of_the_scene(link, "Big")
        await clock.advance(5_000)
        await until_shown(session, "Game", "Camera", False)
        await clock.advance(2_999)
        assert await scene_on_air(session) == "Big"
        await clock.advance(1)
        await until_on_air(session, "Game")
        await heard_of_the_scene(link, "Game")

        link.tell([moment("sacrifice_pays")])
        await until_on_air(session, "Big")
        await heard_of_the_scene(link, "Big")
        await session.ask("SetCurrentProgramScene", sceneName="Scene")  # by hand
        await heard_of_the_scene(link, "Scene")
        await clock.advance(10_000)
        assert link._automation.due_ms is None
        assert await scene_on_air(session) == "Scene"

        link.tell([moment("flag_fall_draw")])
        await until(lambda: link.status.sentence)
        assert link.status.sentence
        assert link.status.sentence.de == 'In OBS gibt es die Szene "Nowhere" nicht; sie steht in obs.rules'
        assert link.status.connected
        link.pause(True)
        link.tell([moment("sacrifice_pays")])
        await until(lambda: not link._waiting)
        link.pause(False)
        link.tell([moment("match_decided", "another0")])
        await until_on_air(session, "Game")
        await clock.advance(60_000)
        assert await scene_on_air(session) == "Game"


async def heard_of_the_scene(link: ObsLink, scene: str) -> None:
    """Wait until OBS has told the link which scene is on air."""
    await until(lambda: link._automation._scene == scene)
