"""Games that come as whole PGNs, again and again: each text is compared with the one before, and replaces it.

It may be shorter than that one, go another way, or differ in a tag or a clock alone.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import structlog

from bot.pgn.model import BrokenGameError
from bot.sources._news import read_news
from bot.updates import GameUpdate, Happening, Listener

log = structlog.get_logger()

MAX_GAMES = 2_000
"""Of one source; all further ones are left out."""
OVER = frozenset({Happening.ENDED, Happening.SETTLED, Happening.VOID})


@dataclass(slots=True)
class _Known:
    """The last text of a game, and the last state that was told: MOVED, LOST, VARIANT, or one of its ends."""

    digest: bytes = b""
    state: Happening | None = None
    update: GameUpdate | None = None
    trouble: str = ""


class WholeGames:
    """All games of one source; tells a listener what changes."""

    def __init__(self, listener: Listener, origin: str) -> None:
        """Take who is told, and the name of the source."""
        self._listener = listener
        self._origin = origin
        self._games: dict[str, _Known] = {}
        self._full = False

    def __contains__(self, game_id: str) -> bool:
        """Whether a text of this game was taken."""
        return game_id in self._games

    def take(self, game_id: str, text: bytes) -> bool:
        """Take the PGN of a game as it is now; whether it differs from the one before.

        What is wrong with it is logged once; as far as its beginning is legal, that counts.
        """
        known = self._games.get(game_id)
        if known is None:
            if len(self._games) >= MAX_GAMES:
                self._refuse()
                return False
            known = self._games[game_id] = _Known()
        digest = hashlib.blake2b(text, digest_size=16).digest()
        differs, known.digest = digest != known.digest, digest
        if not differs and known.state is not Happening.LOST:
            self.heard([game_id])
            return False
        try:
            update = read_news(game_id, text)
        except BrokenGameError as error:
            self._complain(game_id, known, str(error))
        else:
            self._compare(known, update)
        return differs

    def heard(self, game_ids: Iterable[str]) -> None:
        """Give a sign of life of some games."""
        for game_id in game_ids:
            if (known := self._games.get(game_id)) and known.state is Happening.MOVED:
                self._listener.heard(game_id)

    def all_heard(self) -> None:
        """Give a sign of life of all games."""
        self.heard(self._games)

    def lost(self, reason: str) -> None:
        """The source cannot be read for the time being."""
        for known in self._games.values():
            if known.state is Happening.MOVED and known.update:
                known.state = Happening.LOST
                self._carry(replace(known.update, happening=Happening.LOST, reason=reason))

    def _compare(self, known: _Known, update: GameUpdate) -> None:
        """Tell what is new in a game."""
        self._complain(update.id, known, update.reason)
        followed = known.state not in (None, Happening.LOST)
        if known.state is Happening.VARIANT or (followed and update.happening is Happening.VARIANT):
            return
        if known.state is None and _is_placeholder(update):
            return
        bare = replace(update, record="")
        if followed and bare == known.update:
            self.heard([update.id])
            return
        for happening in _steps(known, update):
            is_last = happening is update.happening
            self._carry(update if is_last else replace(bare, happening=happening, finish=None, flagged=None))
        known.state, known.update = update.happening, bare

    def _carry(self, update: GameUpdate) -> None:
        self._listener.carried(update, "source", self._origin)

    def _complain(self, game_id: str, known: _Known, trouble: str) -> None:
        if trouble and trouble != known.trouble:
            log.warning("game not read as a whole", source=self._origin, game=game_id, reason=trouble)
        known.trouble = trouble

    def _refuse(self) -> None:
        if not self._full:
            log.warning("games left out", source=self._origin, reason=f"there are more than {MAX_GAMES}")
        self._full = True


def _steps(known: _Known, update: GameUpdate) -> Iterator[Happening]:
    """What has happened, in the order in which it is told."""
    before, now = known.state, update.happening
    if before in (None, Happening.LOST) and now is not Happening.VARIANT:
        yield Happening.DESCRIBED
    # That a record no longer breaks off is all that an end waited for.
    elif before in OVER and now is not before and (before is not Happening.ENDED or now is Happening.MOVED):
        yield Happening.REOPENED
    if now is not Happening.MOVED:
        yield now
    elif before is Happening.MOVED and known.update:
        yield Happening.MOVED if known.update.info == update.info else Happening.DESCRIBED


def _is_placeholder(update: GameUpdate) -> bool:
    """Whether nobody plays yet, as in the chapter that every new round begins with."""
    return not (update.moves or update.info.white.name or update.info.black.name or update.reason or update.finish)
