"""The overlay and the bot, who may not see each other's words for it, mean the same roles in the same order."""

from typing import get_args

from bot.events.arbiter import ROLES
from bot.tokens.file import ControlRole
from overlay.access import tokens as overlay


def test_the_roles_are_the_same_everywhere() -> None:
    assert overlay.ROLES == ROLES
    assert get_args(overlay.ControlRole) == get_args(ControlRole) == ROLES[1:]
