"""Where Lichess has changed its behaviour, or where it is not known for certain: one switch each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from bot.lichess.simulator.model import Game


@dataclass(frozen=True, slots=True)
class Switches:
    """The newest known behaviour by default.

    A running simulator takes others at any time (`simulator.switches = replace(simulator.switches, lm="uci")`): they
    hold for every request from then on.

    Attributes:
        delay: `plies3` holds the last three plies of a running game back, `seconds` shows all late by time (see
            `lag_ms`), `none` shows all at once.
        first_line: Since 2026 the first line of a move stream says only what never changes; before, it described the
            game's present state too.
        lm: Last moves as two squares (`keys`, no promotion letter) or as true UCI.
        castling: How castling is written as a last move in standard chess.
        keepalive_s: Idle seconds on a move stream or a stream of games after which a blank line comes; None: never.
        steady_keepalive_s: The seconds between blank lines on the streams for players; None: there are none.
        board_castling: How castling is written among the moves of a player's own game.
        stale_draw: Whether the state after a move that declines a draw offer still tells the offer.
        abort_twice: Whether the final state of a player's own game comes twice when it was aborted.
        accepted_offer: Whether accepting a draw offer counts as an offer of the accepting side too.
        undone_offers: Whether draw offers stay in the records when their move has been taken back.
        draw_false: Whether a state of a player's own game leaves flags that are not set out, or says `false`.
        tour_keys: What exports call the tournament of a game: `arenaTour` and `swissTour` with objects, or, as before
            2026-06-27, `tournament` and `swiss` with ids.
        tv_end: Whether a TV feed tells that a game has ended, as one report claims.
        aborted_hang: Whether a move stream opened on an aborted game never ends.
        auth_broadcast: Whether broadcasts want a token with `study:read`, or only give less without one.
        overlap: What becomes of a one-shot request while another of the same address is under way: it is only noted as
            a violation, or refused with 429 too.
    """

    delay: Literal["plies3", "seconds", "none"] = "plies3"
    first_line: Literal["2026", "2023"] = "2026"
    lm: Literal["keys", "uci"] = "keys"
    castling: Literal["e1g1", "e1h1"] = "e1g1"
    keepalive_s: int | None = 50
    steady_keepalive_s: int | None = 7
    board_castling: Literal["e1g1", "e1h1"] = "e1h1"
    stale_draw: bool = False
    abort_twice: bool = False
    accepted_offer: bool = False
    undone_offers: bool = True
    draw_false: Literal["omit", "false"] = "omit"
    tour_keys: Literal["arenaTour", "tournament"] = "arenaTour"
    tv_end: bool = False
    aborted_hang: bool = True
    auth_broadcast: Literal["required", "limited"] = "required"
    overlap: Literal["noted", "refused"] = "noted"

    @property
    def held_plies(self) -> int:
        """How many plies a move stream shows a running game late."""
        return 3 if self.delay == "plies3" else 0

    @property
    def export_held_plies(self) -> int:
        """How many plies an export shows a running game late."""
        return 0 if self.delay == "none" else 3

    def lag_ms(self, game: Game) -> int:
        """How long after it happened a move stream shows what happened, in milliseconds; 0 without the delay `seconds`.

        A sixtieth of the length that Lichess expects of the game, at least 3 and at most 60 seconds: 4.3 s for 3+2, 60
        s for an hour each. Games without a clock are shown at once.
        """
        if self.delay != "seconds" or game.control is None:
            return 0
        return min(60_000, max(3_000, game.control.estimate_s * 1000 // 60))
