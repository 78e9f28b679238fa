"""What a flag fall would mean, as clients see it: by the policy of the game, and by those that disagree."""

from typing import Literal

import chess

from overlay import state
from overlay.shown.live import LiveGame
from scoring import Verdict, Winnability
from scoring.flagfall import POLICIES, Policy
from scoring.flagfall.fide import fide
from scoring.flagfall.lichess import lichess
from scoring.words import verdict_text

LONGEST_LINE = 12
"""Plies of a mating line that is worth its bytes."""
PENDING = state.Text(
    "noch nicht bewiesen, ob {side} mattsetzen könnte: bis dahin gilt die Zeitüberschreitung",
    "not proved yet whether {side} could mate: until then the flag stands",
)
NOT_ASKED = state.Text(
    "{text} (einen Beweis braucht es erst, wenn es darauf ankommt)", "{text} (no proof is needed before it matters)"
)
SPEAKING: tuple[Policy, ...] = ("chessmail", "fide", "lichess")
"""The policies with a word of their own: "server" says before a result what "lichess" does."""


def flag(live: LiveGame) -> state.Flag:
    """Both verdicts of the last position."""
    proofs = {winner: live.proof(winner) for winner in chess.COLORS}
    white, black = (_flag_verdict(live, flagged, proofs[not flagged]) for flagged in (chess.WHITE, chess.BLACK))
    return state.Flag(live.report.rules.flag_fall, white, black, _dead(live, proofs))


def _flag_verdict(live: LiveGame, flagged: chess.Color, proof: Winnability | None) -> state.FlagVerdict:
    winner, board, policy = not flagged, live.game.board, live.report.rules.flag_fall
    verdict = _verdict(board, winner, policy, proof)
    unproved = policy == "fide" and proof is None
    pending = policy == "fide" and not _is_known(proof) and live.asked(winner)
    others = (_verdict(board, winner, other, proof) for other in SPEAKING if other != "fide" or _is_known(proof))
    return state.FlagVerdict(
        _outcome(verdict),
        _pending_text(winner) if pending else _not_asked_text(verdict) if unproved else _text(verdict),
        policy,
        verdict.reason,
        tuple(chess.square_name(square) for square in chess.scan_forward(verdict.units)),
        pending,
        _line(verdict),
        tuple(
            state.OtherVerdict(other.policy, _outcome(other), _text(other))
            for other in others
            if other.wins != verdict.wins
        ),
    )


def _verdict(board: chess.Board, winner: chess.Color, policy: Policy, proof: Winnability | None) -> Verdict:
    """What a policy says; under "fide" without a proof what the material says."""
    if policy != "fide":
        return POLICIES[policy](board, winner)
    if proof is None:
        return lichess(board, winner)._replace(policy="fide")
    return fide(board, winner, lambda *_: proof)


def _is_known(proof: Winnability | None) -> bool:
    return proof is not None and proof.answer != "undecided"


def _outcome(verdict: Verdict) -> state.OutcomeName:
    if not verdict.wins:
        return "draw"
    return "white_wins" if verdict.side == chess.WHITE else "black_wins"


def _line(verdict: Verdict) -> tuple[str, ...] | None:
    witness = verdict.proof and verdict.proof.witness
    if not witness or len(witness) > LONGEST_LINE:
        return None
    return tuple(move.uci() for move in witness)


def _text(verdict: Verdict) -> state.Text:
    return state.Text(verdict_text(verdict, "de"), verdict_text(verdict, "en"))


def _not_asked_text(verdict: Verdict) -> state.Text:
    text = _text(verdict)
    return state.Text(NOT_ASKED.de.format(text=text.de), NOT_ASKED.en.format(text=text.en))


def _pending_text(winner: chess.Color) -> state.Text:
    names = ("Weiß", "White") if winner == chess.WHITE else ("Schwarz", "Black")
    return state.Text(PENDING.de.format(side=names[0]), PENDING.en.format(side=names[1]))


def _dead(live: LiveGame, proofs: dict[chess.Color, Winnability | None]) -> Literal["material", "proof"] | None:
    """How it is known that neither side can mate; a game that is over on the board is not called dead."""
    board = live.game.board
    if not any(board.generate_legal_moves()):
        return None
    if board.is_insufficient_material():
        return "material"
    nobody = all(proof is not None and proof.answer == "unwinnable" for proof in proofs.values())
    return "proof" if nobody else None
