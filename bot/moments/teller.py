"""Which moments are new: successive states of games go in, and what has happened since comes out, each once."""

from collections import defaultdict
from dataclasses import dataclass, field

from bot.events.race import Race
from bot.follower.followed import FollowedGame
from bot.moments.facts import Fact, ends, facts
from bot.moments.moment import Kind, Moment, Side

BEGINNING_PLIES = 2
"""A game that is first seen later has begun before."""
STARTING_MS = 30_000
"""So long after the start of the program a game that is found may have been there before, if nobody says since when."""
RECENT_PLIES = 6
"""What happened longer ago, before a correction or while the source was away, is no news any more."""


@dataclass(slots=True)
class _Known:
    """What is known of a game: how much of each kind there was at most, and at which ply its end was told."""

    most: dict[tuple[Kind, Side | None], int] = field(default_factory=dict)
    over: bool = False
    end_ply: int | None = None


class Moments:
    """Tells moments.

    A moment is told when there is more of its kind than there ever was in the game, so no takeback, correction or new
    judgement tells one again; after a takeback that makes it rather one too few. What was there when a game was first
    seen is no news. An end is told once; when a game is opened again and goes on, so is its next end.
    """

    def __init__(self, started_ms: int) -> None:
        """`started_ms` is when the program began."""
        self._started_ms = started_ms
        self._known: dict[str, _Known] = {}
        self._ended: set[str] = set()
        self._decided: set[str] = set()

    def of_game(self, game: FollowedGame, now_ms: int) -> tuple[Moment, ...]:
        """What has happened in a game since it was looked at last."""
        if game.lifecycle in ("waiting", "reconnecting"):
            return ()
        known = self._known.get(game.id)
        if known is None:
            known = self._known[game.id] = _Known()
            new = self._first_sight(game, known, now_ms)
        else:
            new = _news(game, known)
        if any(fact.kind == "game_ends" for fact in new):
            self._ended.add(game.id)
        return tuple(Moment(fact.kind, game.id, fact.side) for fact in new)

    def of_match(self, event_id: str, race: Race) -> tuple[Moment, ...]:
        """Whether the match of an event has just been decided: won, or lost by both.

        It is news only if the end of the game that decided it was told, so games are to be looked at first.
        """
        state = race.state
        number = state.won_after or state.lost_after
        if number is None or event_id in self._decided:
            return ()
        self._decided.add(event_id)
        game_id = race.games[number - 1].id
        if game_id not in self._ended:
            return ()
        return (Moment("match_decided", game_id, None),)

    def forget(self, game_id: str) -> None:
        """A game is not followed any more; if it is found again, what is there then is no news."""
        self._known.pop(game_id, None)

    def _first_sight(self, game: FollowedGame, known: _Known, now_ms: int) -> list[Fact]:
        """Note what is there; the beginning is news if the game began after the program."""
        for key, found in _grouped(game).items():
            known.most[key] = len(found)
        known.over = game.lifecycle != "live"
        known.end_ply = game.game.ply if known.over else None
        began_ms = now_ms - STARTING_MS if game.info.began_ms is None else game.info.began_ms
        if known.over or game.game.ply > BEGINNING_PLIES or began_ms < self._started_ms:
            return []
        return [Fact("game_begins", None, 0)]


def _news(game: FollowedGame, known: _Known) -> list[Fact]:
    if game.lifecycle == "live":
        known.over = False
    if known.over:
        return []
    new: list[Fact] = []
    for key, found in _grouped(game).items():
        most = known.most.get(key, 0)
        new += [fact for fact in found[most:] if fact.ply >= game.game.ply - RECENT_PLIES]
        known.most[key] = max(most, len(found))
    if game.lifecycle in ("ended", "settled"):
        end = list(ends(game))
        known.over = bool(end)
        if end and known.end_ply != game.game.ply:
            known.end_ply = game.game.ply
            new += end
    return new


def _grouped(game: FollowedGame) -> dict[tuple[Kind, Side | None], list[Fact]]:
    grouped: dict[tuple[Kind, Side | None], list[Fact]] = defaultdict(list)
    for fact in facts(game):
        grouped[fact.kind, fact.side].append(fact)
    return grouped
