"""The moments of a show: what happens in games and matches that something may react to, each told once."""

from bot.moments.moment import Kind, Moment, Side, Text

__all__ = ["Kind", "Moment", "Side", "Text"]
