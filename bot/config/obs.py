"""The section [obs]: where OBS is, which scenes are made in it, and what it does by itself."""

import os
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, Field, field_validator, model_validator

from bot.config.errors import ConfigError
from bot.config.values import STRICT, is_address
from bot.moments.moment import Kind

SceneName = Literal[
    "bar",
    "ledger",
    "flag",
    "clock",
    "board",
    "stakes",
    "match",
    "standings",
    "crosstable",
    "ticker",
    "full",
    "vertical",
]
"""The scenes that the pages have."""
ACTIONS = ("scene", "show", "hide", "hotkey", "replay")
"""The keys that say what a rule does."""


def _websocket(address: str) -> str:
    if not address.startswith(("ws://", "wss://")) or not is_address(address):
        raise ValueError('must be an address like "ws://127.0.0.1:4455"')
    if urlsplit(address).username is not None:
        raise ValueError("must not hold a password: name an environment variable in password_env")
    return address


def _item(path: str) -> str:
    scene, _, source = path.rpartition("/")
    if not (scene and source):
        raise ValueError('must be a scene and a source in it, like "Game/Applause"')
    return path


Name = Annotated[str, Field(min_length=1, max_length=200)]
Item = Annotated[str, AfterValidator(_item)]


class _Section(BaseModel):
    model_config = STRICT


class ObsRule(_Section):
    """What OBS does when something happens in the show: exactly one of `scene`, `show`, `hide`, `hotkey`, `replay`.

    `for_s` seconds later that is undone; None: never. `cooldown_s` is how long the rule rests afterwards. Of two rules
    for the same thing the one with the higher `priority` goes first. `games` says which games count.
    """

    on: Kind
    scene: Name | None = None
    show: Item | None = None
    hide: Item | None = None
    hotkey: Name | None = None
    replay: Literal[True] | None = None
    for_s: Annotated[float, Field(gt=0, le=3600, strict=False)] | None = None
    cooldown_s: Annotated[float, Field(ge=0, le=86400, strict=False)] = 0
    priority: Annotated[int, Field(ge=-100, le=100)] = 0
    games: Literal["featured", "any"] = "featured"

    @model_validator(mode="after")
    def _does_one_thing(self) -> Self:
        named = [key for key in ACTIONS if getattr(self, key) is not None]
        if len(named) != 1:
            raise ValueError(f"must say one thing to do; the keys for that are {', '.join(ACTIONS)}")
        if self.for_s is not None and named[0] in ("hotkey", "replay"):
            raise ValueError(f'cannot undo "{named[0]}": leave out for_s')
        return self


class ObsSection(_Section):
    """Where OBS is, which scenes "unruh obs setup" makes, and the rules."""

    url: Annotated[str, AfterValidator(_websocket)] = "ws://127.0.0.1:4455"
    password_env: str = "UNRUH_OBS_PASSWORD"  # noqa: S105 - the name of a variable, not a password
    password_file: str = ""
    scenes: list[SceneName] = ["full", "bar", "standings"]
    rules: list[ObsRule] = []

    @field_validator("scenes")
    @classmethod
    def _each_once(cls, value: list[SceneName]) -> list[SceneName]:
        return list(dict.fromkeys(value))


def obs_password(section: ObsSection, config_dir: Path) -> str:
    """The password from the file or the environment variable that is named; "" if there is none."""
    if not section.password_file:
        return os.environ.get(section.password_env, "")
    path = config_dir / section.password_file
    try:
        password = path.read_text(encoding="utf-8-sig").strip()
    except (OSError, ValueError) as error:
        raise ConfigError(f"the password file {path} cannot be read; check obs.password_file") from error
    if not password:
        raise ConfigError(f"the password file {path} is empty; check obs.password_file")
    return password
