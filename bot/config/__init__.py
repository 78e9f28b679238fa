"""The configuration file: its sections, reading it, and what it names elsewhere."""

from bot.config.errors import ConfigError
from bot.config.events import EventSection
from bot.config.loading import load_config, parse_config
from bot.config.places import (
    Secrets,
    bus_password,
    own_theme,
    own_words,
    read_secrets,
    read_token,
    store_password,
    store_url,
)
from bot.config.sections import (
    WAYS,
    BookSection,
    BusSection,
    Config,
    FollowSection,
    LichessSection,
    ShowSection,
    StoreSection,
)

__all__ = [
    "WAYS",
    "BookSection",
    "BusSection",
    "Config",
    "ConfigError",
    "EventSection",
    "FollowSection",
    "LichessSection",
    "Secrets",
    "ShowSection",
    "StoreSection",
    "bus_password",
    "load_config",
    "own_theme",
    "own_words",
    "parse_config",
    "read_secrets",
    "read_token",
    "store_password",
    "store_url",
]
