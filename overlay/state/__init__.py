"""The wire: what a client of `/ws` and `/api/v1` receives, as msgspec structs.

Points are decimal text with at most four places ("0.21"), times are integer milliseconds, colours are
"white" or "black", texts are given in German and English. A field that is not known is null: a page shows
that it does not know, it never guesses.
"""

from overlay.state.air import Air
from overlay.state.common import Cause, Lang, Leader, Lifecycle, OutcomeName, Player, Points, Result, Side, Status, Text
from overlay.state.desk import Choices, Desk, NotedOffer, OfferKind, RehearsedGame, Rehearsing
from overlay.state.event import Event, EventKind, EventLine, Events, Match, Meeting, Need, Row, TeamMatch, TeamRow
from overlay.state.flag import Flag, FlagPolicy, FlagVerdict, OtherVerdict
from overlay.state.frame import Frame, State, decode_state
from overlay.state.game import (
    Book,
    Clocks,
    Correction,
    Entry,
    GameState,
    Opening,
    OutcomeEntries,
    Running,
    RunningItem,
    Score,
)
from overlay.state.lobby import Lobby, LobbyGame
from overlay.state.room import Automatic, BoardLink, BoardState, Room, RoomBoard, RoomGame, RoomNames

__all__ = [
    "Air",
    "Automatic",
    "BoardLink",
    "BoardState",
    "Book",
    "Cause",
    "Choices",
    "Clocks",
    "Correction",
    "Desk",
    "Entry",
    "Event",
    "EventKind",
    "EventLine",
    "Events",
    "Flag",
    "FlagPolicy",
    "FlagVerdict",
    "Frame",
    "GameState",
    "Lang",
    "Leader",
    "Lifecycle",
    "Lobby",
    "LobbyGame",
    "Match",
    "Meeting",
    "Need",
    "NotedOffer",
    "OfferKind",
    "Opening",
    "OtherVerdict",
    "OutcomeEntries",
    "OutcomeName",
    "Player",
    "Points",
    "RehearsedGame",
    "Rehearsing",
    "Result",
    "Room",
    "RoomBoard",
    "RoomGame",
    "RoomNames",
    "Row",
    "Running",
    "RunningItem",
    "Score",
    "Side",
    "State",
    "Status",
    "TeamMatch",
    "TeamRow",
    "Text",
    "decode_state",
]
