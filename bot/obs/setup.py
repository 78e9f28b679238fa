"""Scenes of OBS with one browser source each: what is to be made, what to be changed, and what to be left alone.

What Unruh made it knows by its name and by a mark in the settings of the source, which OBS keeps. Everything else is
never touched: a scene or a source of the same name without the mark, and whatever was changed by hand in Unruh's own
scenes, except the address and the size of the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from bot.moments import Text
from bot.obs import words
from bot.obs.errors import ObsError, RefusedError
from bot.obs.pages import Page
from bot.obs.session import Data, Session

BROWSER = "browser_source"
MARK = "unruh"
"""The key of the settings of a source that says which page it is."""
QUIET: Data = {"shutdown": False, "restart_when_active": False, "reroute_audio": False}
"""A page is never loaded anew when a scene is switched to, and needs no place in the mixer."""

Verb: TypeAlias = Literal["create", "update", "leave"]


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be done about a page, and why, for people; `settings` are what its source gets."""

    verb: Verb
    page: Page
    why: str
    settings: Data

    @property
    def line(self) -> str:
        """All in one line."""
        return f'{self.verb:<7} scene "{self.page.scene}": {self.why}'


async def plan(session: Session, pages: Sequence[Page], kind: str = BROWSER) -> list[Step]:
    """What is to be done, in the order of the pages; nothing is changed. Raises `ObsError`."""
    kinds = (await session.ask("GetInputKindList")).get("inputKinds")
    if not isinstance(kinds, list) or kind not in kinds:
        raise ObsError(
            Text(
                f"Dieses OBS hat keine Browserquelle ({kind}); installiere OBS mit seinem Browser-Plugin",
                f"This OBS has no browser source ({kind}); install OBS with its browser plugin",
            )
        )
    scenes = names_in(await session.ask("GetSceneList"), "scenes", "sceneName")
    inputs = names_in(await session.ask("GetInputList"), "inputs", "inputName")
    return [await _step(session, page, scenes, inputs) for page in pages]


async def carry_out(session: Session, steps: Sequence[Step], kind: str = BROWSER) -> None:
    """Do what is to be done. Raises `ObsError`; what was done before it stays."""
    for step in steps:
        if step.verb == "create":
            await _create(session, step, kind)
        elif step.verb == "update":
            await session.ask("SetInputSettings", inputName=step.page.source, inputSettings=step.settings, overlay=True)


def names_in(answer: Data, key: str, name: str) -> set[str]:
    """The names in a list that OBS gave; what is no name is left out."""
    found = answer.get(key)
    if not isinstance(found, list):
        return set()
    return {one[name] for one in found if isinstance(one, dict) and isinstance(one.get(name), str)}


async def _step(session: Session, page: Page, scenes: set[str], inputs: set[str]) -> Step:
    wanted: dict[str, Any] = {"url": page.url, "width": page.width, "height": page.height}
    if page.source in inputs:
        settings = (await session.ask("GetInputSettings", inputName=page.source)).get("inputSettings")
        if isinstance(settings, dict) and settings.get(MARK) == page.mark:
            return _own(page, settings, wanted, is_there=page.scene in scenes)
        return Step("leave", page, f'there is a source "{page.source}" that Unruh did not make; rename it', {})
    if page.scene in scenes:
        return Step("leave", page, "it is there, but Unruh did not make it; rename it to get one from Unruh", {})
    why = f"with {page.url} ({page.width}×{page.height})"
    return Step("create", page, why, {**wanted, **QUIET, "is_local_file": False, MARK: page.mark})


def _own(page: Page, settings: Data, wanted: Data, *, is_there: bool) -> Step:
    if settings.get("is_local_file"):
        return Step("leave", page, "it shows a local file, as somebody chose", {})
    other = {key: value for key, value in wanted.items() if settings.get(key) != value}
    if not other and not is_there:
        return Step("leave", page, f'its source "{page.source}" is in a scene that has another name now', {})
    if not other:
        return Step("leave", page, f"it is as it should be, with {page.url}", {})
    return Step(
        "update", page, ", ".join(f"{key} {settings.get(key)} → {value}" for key, value in other.items()), other
    )


async def _create(session: Session, step: Step, kind: str) -> None:
    """A scene with its page, fitted to the canvas; if there can be no page, there is no scene either."""
    page, canvas = step.page, await session.ask("GetVideoSettings")
    await session.ask("CreateScene", sceneName=page.scene)
    try:
        made = await session.ask(
            "CreateInput", sceneName=page.scene, inputName=page.source, inputKind=kind, inputSettings=step.settings
        )
    except RefusedError:
        await session.ask("RemoveScene", sceneName=page.scene)
        raise
    item, width, height = made.get("sceneItemId"), canvas.get("baseWidth"), canvas.get("baseHeight")
    if item is None or not width or not height:
        raise ObsError(words.refused("CreateInput", "its answer is not complete"))
    fitted = {"boundsType": "OBS_BOUNDS_SCALE_INNER", "boundsWidth": width, "boundsHeight": height}
    await session.ask("SetSceneItemTransform", sceneName=page.scene, sceneItemId=item, sceneItemTransform=fitted)
