"""What the configuration names but does not hold: the token, passwords, the store, files of one's own."""

import os
from dataclasses import dataclass
from pathlib import Path

from bot.config.errors import ConfigError
from bot.config.obs import obs_password
from bot.config.sections import STORE_FILE, STORE_SERVERS, BusSection, Config, LichessSection, ShowSection, StoreSection
from bot.config.stream import twitch_token


@dataclass(frozen=True, slots=True)
class Secrets:
    """What is in no configuration file: tokens for the server and for Twitch, and passwords; None or "": none."""

    token: str | None = None
    store: str | None = None
    bus: str | None = None
    obs: str = ""
    twitch: str | None = None


def read_secrets(settings: Config, config_dir: Path) -> Secrets:
    """All secrets that the configuration names. Raises `ConfigError`."""
    token = read_token(settings.lichess, config_dir)
    return Secrets(
        token,
        store_password(settings.store),
        bus_password(settings.bus),
        obs_password(settings.obs, config_dir),
        twitch_token(settings.stream),
    )


def read_token(section: LichessSection, config_dir: Path) -> str | None:
    """The token from the file or the environment variable that the configuration names; None if there is none."""
    token, origin = os.environ.get(section.token_env, ""), f"the environment variable {section.token_env}"
    if section.token_file:
        path = config_dir / section.token_file
        try:
            token, origin = path.read_text(encoding="utf-8-sig").strip(), str(path)
        except (OSError, ValueError) as error:
            raise ConfigError(f"the token file {path} cannot be read; check lichess.token_file") from error
        if not token:
            raise ConfigError(f"the token file {path} is empty; check lichess.token_file")
    if token and not (token.isascii() and token.replace("_", "").isalnum()):
        raise ConfigError(f"what {origin} holds is not a token: letters, digits and underscores are expected")
    return token or None


def store_url(section: StoreSection, config_dir: Path) -> str:
    """Where the store is: the path of a file, or the URL of a server; "" without a store."""
    if not section.url or section.url.startswith(STORE_SERVERS):
        return section.url
    return str(config_dir / section.url.removeprefix(STORE_FILE))


def own_theme(section: ShowSection, config_dir: Path) -> Path | None:
    """The file of the streamer's own theme; None without one."""
    return config_dir / section.theme_css if section.theme_css else None


def own_words(section: ShowSection, config_dir: Path) -> Path | None:
    """The file of the streamer's own words; None without one."""
    return config_dir / section.words if section.words else None


def bus_password(section: BusSection) -> str | None:
    """The password of the bus from the environment variable that is named; None if there is none."""
    return os.environ.get(section.password_env) or None


def store_password(section: StoreSection) -> str | None:
    """The password of the store's server from the environment variable that is named; None if there is none."""
    return os.environ.get(section.password_env) or None
