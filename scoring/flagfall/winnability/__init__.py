"""Whether a side can still win by any series of legal moves (Laws of Chess 6.9): decided by proof."""

from scoring.flagfall.winnability.answer import Answer, Proof, Winnability
from scoring.flagfall.winnability.decide import seen_at_once, winnability

__all__ = ["Answer", "Proof", "Winnability", "seen_at_once", "winnability"]
