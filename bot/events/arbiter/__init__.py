"""What an arbiter corrects in an event: append-only, with who, when, why, before and after, and undone by one more.

Facts are the games as the server and the rules have them; `applied` lays the corrections over them.
"""

from bot.events.arbiter.acts import (
    Act,
    AddOffer,
    Exclude,
    Include,
    MergeNames,
    PlaceGame,
    RuleFlagFall,
    SetPoints,
    SetResult,
    StrikeOffer,
    Undo,
)
from bot.events.arbiter.conflicts import Conflict, conflicts
from bot.events.arbiter.correction import ArbiterError, Correction, Scored, StaleError, scored
from bot.events.arbiter.folding import Folded, applied, corrected, folded
from bot.events.arbiter.making import make_correction
from bot.events.arbiter.roles import MAY, ROLES, Duty, Role, may
from bot.events.arbiter.swing import Line, Shift, swing
from bot.events.arbiter.words import act_text

__all__ = [
    "MAY",
    "ROLES",
    "Act",
    "AddOffer",
    "ArbiterError",
    "Conflict",
    "Correction",
    "Duty",
    "Exclude",
    "Folded",
    "Include",
    "Line",
    "MergeNames",
    "PlaceGame",
    "Role",
    "RuleFlagFall",
    "Scored",
    "SetPoints",
    "SetResult",
    "Shift",
    "StaleError",
    "StrikeOffer",
    "Undo",
    "act_text",
    "applied",
    "conflicts",
    "corrected",
    "folded",
    "make_correction",
    "may",
    "scored",
    "swing",
]
