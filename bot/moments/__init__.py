"""The moments of a show: what happens in games and matches that something may react to, each told once."""

from bot.moments.moment import KINDS, Kind, Moment, Side, Text
from bot.moments.teller import Moments

__all__ = ["KINDS", "Kind", "Moment", "Moments", "Side", "Text"]
