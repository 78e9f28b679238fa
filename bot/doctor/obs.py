"""Whether OBS answers, and has what the rules name."""

from collections.abc import AsyncIterator
from pathlib import Path

from bot.config import ConfigError
from bot.config.obs import ObsRule, ObsSection, obs_password
from bot.doctor.finding import Finding, count
from bot.obs.automation import command_of
from bot.obs.commands import PressHotkey, SaveReplay, ShowItem, SwitchScene
from bot.obs.errors import AwayError, ObsError, RefusedError
from bot.obs.session import Session, connected
from bot.obs.setup import BROWSER, names_in
from bot.obs.words import no_hotkey, no_item, no_replay, no_scene

_RULES = "mend obs.rules, or OBS"


async def look_at_obs(section: ObsSection, folder: Path) -> AsyncIterator[Finding]:
    """Ask OBS, and change nothing in it; the file of the password is looked for in `folder`."""
    try:
        password = obs_password(section, folder)
        async with connected(section.url, password) as session:
            version = (await session.ask("GetVersion")).get("obsVersion")
            yield Finding("good", "OBS", f"{version} answers at {section.url}, {count(len(section.rules), 'rule')}")
            kinds = (await session.ask("GetInputKindList")).get("inputKinds")
            if not isinstance(kinds, list) or BROWSER not in kinds:
                yield Finding("bad", "OBS", "it has no browser source", "install OBS with its browser plugin")
            for missing in await _missing(session, section.rules):
                yield Finding("bad", "OBS", missing, _RULES)
    except ConfigError as error:
        yield Finding("bad", "OBS", str(error))
    except AwayError as error:
        yield Finding("note", "OBS", str(error), "the rules of [obs] wait until it does")
    except ObsError as error:
        yield Finding("bad", "OBS", str(error))


async def _missing(session: Session, rules: list[ObsRule]) -> list[str]:
    """What rules name and OBS does not have, each once and in sentences."""
    scenes = names_in(await session.ask("GetSceneList"), "scenes", "sceneName")
    hotkeys = (await session.ask("GetHotkeyList")).get("hotkeys")
    found: list[str] = []
    for command in map(command_of, rules):
        match command:
            case SwitchScene(scene) if scene not in scenes:
                found.append(no_scene(scene).en)
            case ShowItem(scene, source) if not await _has_item(session, scene, source):
                found.append(no_item(scene, source).en)
            case PressHotkey(hotkey) if not isinstance(hotkeys, list) or hotkey not in hotkeys:
                found.append(no_hotkey(hotkey).en)
            case SaveReplay() if not await _has_replay(session):
                found.append(no_replay().en)
    return list(dict.fromkeys(found))


async def _has_item(session: Session, scene: str, source: str) -> bool:
    try:
        await session.ask("GetSceneItemId", sceneName=scene, sourceName=source)
    except RefusedError:
        return False
    return True


async def _has_replay(session: Session) -> bool:
    try:
        return (await session.ask("GetReplayBufferStatus")).get("outputActive") is True
    except RefusedError:
        return False
