"""The configuration file: its sections, reading it, and what it names elsewhere."""

from bot.config.errors import ConfigError
from bot.config.events import EventSection
from bot.config.loading import load_config, parse_config
from bot.config.places import own_theme, own_words, read_token, store_password, store_url
from bot.config.sections import WAYS, BookSection, Config, FollowSection, LichessSection, ShowSection, StoreSection

__all__ = [
    "WAYS",
    "BookSection",
    "Config",
    "ConfigError",
    "EventSection",
    "FollowSection",
    "LichessSection",
    "ShowSection",
    "StoreSection",
    "load_config",
    "own_theme",
    "own_words",
    "parse_config",
    "read_token",
    "store_password",
    "store_url",
]
