"""Events in the store: what was agreed, which games belong to it, what was corrected; taken out and put back whole."""

from bot.events.keeping.facts import Attributed, event_game
from bot.events.keeping.keeper import EventError, Keeper

__all__ = ["Attributed", "EventError", "Keeper", "event_game"]
