"""Draw offers that the operator notes by hand, for games over the board that nobody else tells them of."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal, NamedTuple

import chess
import msgspec

from bot.follower.followed import FollowedGame
from bot.follower.place import Place
from bot.pgn.talk import with_talk
from bot.updates import GameUpdate, Happening
from scoring import OfferEvent, standing_offers

Side = Literal["white", "black"]
Kind = Literal["offer", "decline", "withdraw"]


class Note(NamedTuple):
    """What was noted of a game, while the position after `ply` stood on the board."""

    game: str
    ply: int
    side: Side
    kind: Kind


class DrawNotes:
    """What was noted, by game. A takeback leaves it alone: what belongs to moves that are gone does not count."""

    def __init__(
        self,
        games: Mapping[str, FollowedGame],
        places: Mapping[str, Place],
        take: Callable[[GameUpdate], None],
    ) -> None:
        """`take` takes news of a game, here those that a note makes."""
        self._games = games
        self._places = places
        self._take = take
        self._told: dict[str, tuple[OfferEvent, ...] | None] = {}
        self.noted: list[Note] = []
        self.keep: Callable[[bytes], None] = lambda _: None

    def recall(self, kept: bytes | None, keep: Callable[[bytes], None]) -> None:
        """Go on with notes that were kept, and give every change to `keep`."""
        try:
            self.noted = msgspec.json.decode(kept or b"[]", type=list[Note])
        except msgspec.MsgspecError:
            self.noted = []
        self.keep = keep

    @property
    def boards(self) -> list[str]:
        """The games that this is for: whole games from a source, while they are played."""
        return [
            game.id
            for game in self._games.values()
            if self._places[game.id].carrier == "source" and game.lifecycle in ("live", "reconnecting")
        ]

    def note(self, game_id: str, side: Side, kind: Kind) -> None:
        """Note what a player says now; raises ValueError if it cannot be said of this game now."""
        if game_id not in self.boards:
            raise ValueError("no draw offers are noted for this game")
        if not self._can_be_said(game_id, side == "white", kind):
            raise ValueError(f"{side} cannot {kind} a draw now")
        self._change(game_id, [*self.noted, Note(game_id, self._games[game_id].game.ply, side, kind)])

    def unnote(self, game_id: str) -> None:
        """Take back the last note of a game; nothing happens if there is none."""
        last = next((number for number, note in reversed([*enumerate(self.noted)]) if note.game == game_id), None)
        if last is not None:
            self._change(game_id, self.noted[:last] + self.noted[last + 1 :])

    def complete(self, update: GameUpdate) -> GameUpdate:
        """What a source tells of a game, with what was noted of it."""
        self._told[update.id] = update.offers
        events = self._events(update.id)
        if not events:
            return update
        offers = tuple(sorted((*(update.offers or ()), *events), key=lambda event: event.ply))
        return replace(update, offers=offers, record=with_talk(update.record, offers) if update.record else "")

    def forget(self, game_id: str) -> None:
        """Forget a game that is not followed any more."""
        self._told.pop(game_id, None)
        kept = [note for note in self.noted if note.game != game_id]
        if len(kept) < len(self.noted):
            self.noted = kept
            self.keep(msgspec.json.encode(kept))

    def _change(self, game_id: str, noted: list[Note]) -> None:
        self.noted = noted
        self.keep(msgspec.json.encode(noted))
        game = self._games.get(game_id)
        if game and game.last:
            self._take(replace(game.last, happening=Happening.MOVED, offers=self._told.get(game_id)))

    def _events(self, game_id: str) -> list[OfferEvent]:
        return [OfferEvent(note.ply, note.side == "white", note.kind) for note in self.noted if note.game == game_id]

    def _can_be_said(self, game_id: str, side: chess.Color, kind: Kind) -> bool:
        game = self._games[game_id]
        standing = standing_offers(game.offers or (), game.game.played())
        match kind:
            case "offer":
                return side not in standing
            case "decline":
                return (not side) in standing
            case "withdraw":
                return side in standing
