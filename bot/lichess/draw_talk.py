"""What the players of a game say about a draw, told by the flags of its states and by the server's lines in the chat.

An offer raises a flag. The flag says nothing of the answer: an offer that was declined or withdrawn only stands in the
chat, and after a move that answers it the flag may stay up for a while. The scoring sees by itself which offers a move
has declined.
"""

import chess

from bot.lichess.statuses import offer_side
from scoring import OfferEvent

SPEAKER = "lichess"
"""The name under which the server itself speaks in the chat of a game."""
_DECLINED = {"White declines draw": chess.WHITE, "Black declines draw": chess.BLACK}
_WITHDRAWN = "Draw offer cancelled"


class DrawTalk:
    """All that was said in one game, in order."""

    def __init__(self, first_mover: chess.Color) -> None:
        """Take the side that moves first."""
        self.events: tuple[OfferEvent, ...] = ()
        self._first_mover = first_mover
        self._flagged: frozenset[chess.Color] = frozenset()
        self._standing: OfferEvent | None = None

    def took_back(self, ply: int) -> None:
        """Only the moves up to a ply are left: an offer made after it counts as withdrawn, whatever was answered.

        It is not forgotten, since the record will tell it as if it had been made in the moves that came instead. An
        answer to an offer that is left stays.
        """
        kept: list[OfferEvent] = []
        lapsed: dict[chess.Color, bool] = {}
        for event in self.events:
            offerer = not event.side if event.kind == "decline" else event.side
            if event.kind == "offer":
                lapsed[offerer] = event.ply > ply
                kept.append(event)
                if lapsed[offerer]:
                    kept.append(event._replace(kind="withdraw"))
            elif not lapsed[offerer]:
                kept.append(event._replace(ply=min(event.ply, ply)))
        self.events = tuple(kept)
        self._standing = None

    def flags(self, ply: int, *, white: bool, black: bool) -> None:
        """A state says whose offer stands when position `ply` is on the board."""
        self._answer_by_move(ply)
        flagged = frozenset(side for side, up in ((chess.WHITE, white), (chess.BLACK, black)) if up)
        for side in flagged - self._flagged:
            self._standing = OfferEvent(ply, side)
            self.events += (self._standing,)
        self._flagged = flagged

    def system_line(self, ply: int, text: str) -> None:
        """The server says something in the chat when position `ply` is on the board; it may say it twice."""
        self._answer_by_move(ply)
        if self._standing is None:
            return
        side = self._standing.side
        if text == _WITHDRAWN:
            answer = OfferEvent(ply, side, "withdraw")
        elif _DECLINED.get(text) == (not side):
            answer = OfferEvent(ply, not side, "decline")
        else:
            return
        self.events += (answer,)
        self._standing = None

    def _answer_by_move(self, ply: int) -> None:
        """Forget a standing offer that a move of the opponent has answered."""
        if self._standing is None:
            return
        side, offered = self._standing.side, self._standing.ply
        own_turn = offer_side(offered + 1, self._first_mover) == side
        if ply > offered + own_turn:
            self._standing = None


def completed(heard: tuple[OfferEvent, ...], recorded: tuple[OfferEvent, ...]) -> tuple[OfferEvent, ...]:
    """What was heard during a game, and the offers of its record that were not: records tell no answers.

    A record keeps an offer made before the own move at the ply of that move, which is one later.
    """
    known = {(event.side, event.ply + late) for event in heard if event.kind == "offer" for late in (0, 1)}
    missed = [offer for offer in recorded if (offer.side, offer.ply) not in known]
    return tuple(sorted([*heard, *missed], key=lambda event: event.ply))
