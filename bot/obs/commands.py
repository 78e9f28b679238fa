"""What OBS can be told to do by a rule, as plain values, and how a command is carried out."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.moments import Text
from bot.obs import words
from bot.obs.errors import RefusedError
from bot.obs.session import Session

NOT_FOUND, NOT_RUNNING, NOT_AVAILABLE = 600, 501, 604
"""Codes of OBS: there is no such thing; an output does not run; an output is not set up."""


@dataclass(frozen=True, slots=True)
class SwitchScene:
    """Put a scene on air."""

    scene: str


@dataclass(frozen=True, slots=True)
class ShowItem:
    """Show a source in a scene, or hide it."""

    scene: str
    source: str
    visible: bool


@dataclass(frozen=True, slots=True)
class PressHotkey:
    """Press a hotkey, by the name that OBS has for it."""

    hotkey: str


@dataclass(frozen=True, slots=True)
class SaveReplay:
    """Save what the replay buffer holds."""


Command: TypeAlias = SwitchScene | ShowItem | PressHotkey | SaveReplay


async def carry_out(session: Session, command: Command) -> bool:
    """Carry out a command; False if there was nothing to do. Raises `ObsError`."""
    try:
        match command:
            case SwitchScene(scene):
                await session.ask("SetCurrentProgramScene", sceneName=scene)
            case ShowItem(scene, source, visible):
                return await _show(session, scene, source, visible)
            case PressHotkey(hotkey):
                await session.ask("TriggerHotkeyByName", hotkeyName=hotkey)
            case SaveReplay():
                await session.ask("SaveReplayBuffer")
    except RefusedError as error:
        raise RefusedError(_plainly(command, error), error.code) from error
    return True


async def _show(session: Session, scene: str, source: str, visible: bool) -> bool:
    item = (await session.ask("GetSceneItemId", sceneName=scene, sourceName=source)).get("sceneItemId")
    known = await session.ask("GetSceneItemEnabled", sceneName=scene, sceneItemId=item)
    if known.get("sceneItemEnabled") is visible:
        return False
    await session.ask("SetSceneItemEnabled", sceneName=scene, sceneItemId=item, sceneItemEnabled=visible)
    return True


def _plainly(command: Command, error: RefusedError) -> Text:
    """Why OBS refuses a command, in words that lead to what is to be mended."""
    match command:
        case SwitchScene(scene) if error.code == NOT_FOUND:
            return words.no_scene(scene)
        case ShowItem(scene, source) if error.code == NOT_FOUND:
            return words.no_item(scene, source)
        case PressHotkey(hotkey) if error.code == NOT_FOUND:
            return words.no_hotkey(hotkey)
        case SaveReplay() if error.code in (NOT_RUNNING, NOT_AVAILABLE):
            return words.no_replay()
    return error.said
