"""What a flag fall would mean: the verdicts of RULES 10 for both sides."""

from typing import Literal

import msgspec

from overlay.state.common import OutcomeName, Text

FlagPolicy = Literal["chessmail", "fide", "lichess", "server"]


class OtherVerdict(msgspec.Struct, frozen=True):
    """What another policy of RULES 10 would make of the same flag fall, where that is another outcome."""

    policy: FlagPolicy
    outcome: OutcomeName
    text: Text


class FlagVerdict(msgspec.Struct, frozen=True):
    """What it would mean if the flag of one side fell now, by the policy of the game, and why.

    `reason` is a code, the same one as in reports: "can_mate", "bare_king", "mate_line" and so on. `squares` are those
    of the units that decide it. `pending`: it is being proved whether the other side can mate, as policy "fide" asks,
    and the outcome is what holds until then. `line` is a mating line from the shown position in UCI, where "fide" found
    one of at most 12 plies. `others` are the policies that are known to disagree; "server" is not among them, it has
    not spoken.
    """

    outcome: OutcomeName
    text: Text
    policy: FlagPolicy
    reason: str
    squares: tuple[str, ...] = ()
    pending: bool = False
    line: tuple[str, ...] | None = None
    others: tuple[OtherVerdict, ...] = ()


class Flag(msgspec.Struct, frozen=True):
    """The two flag-fall verdicts; `white` is what happens if White's flag falls. `policy` is RULES 10's name for it.

    `dead`: neither side can mate any more, as the material says or as was proved; null while that is not known. By
    proof it ends a game under the policy "fide" only.
    """

    policy: FlagPolicy
    white: FlagVerdict
    black: FlagVerdict
    dead: Literal["material", "proof"] | None = None
