"""Every amount and limit of the rules, in one place. Points are integer hundredths, lengths plies or full moves.

The names follow RULES.md, whose sections are given beside them.
"""

import chess

RULES_VERSION = "2026.1"
"""Written into every stored or exported score; changes when an amount or a reading changes."""

# 2: the weights of the asymmetry formula
FILE_WEIGHT = 2
PAWN_DIFFERENCE_WEIGHT = 4
ISLAND_DIFFERENCE_WEIGHT = 2
FILE_DIFFERENCE_WEIGHT = 2

# 3: trades
TRADE_WINDOW_PLIES = 10
"""A loss not answered within fewer plies than this is a sacrifice, not a trade."""
PAWN_TRADE = -5
PAWN_TRADE_ABOVE_PAWNS = 8
SAME_MINOR_TRADE = -5
MIXED_MINOR_TRADE = -2
QUEEN_TRADE = -10
QUEEN_TRADE_WITHIN_PLIES = 10

# 4: sacrifices
PAWN_VALUE, MINOR_VALUE, ROOK_VALUE, QUEEN_VALUE = 1, 3, 5, 9
SACRIFICE_FREE_MOVES = 5
SACRIFICE_COUNTED_MOVES = 10
SACRIFICE_GRACE_PLIES = 2
"""A sacrifice not seen for more plies than this has ended."""

# 5: the king in the centre
LATE_CASTLING_AFTER_MOVE = 15
LATE_CASTLING_A_MOVE = 2
LATE_CASTLING_MOST = 20

# 6: draws
FULL_LENGTH_MOVES = 25
FEW_UNITS = 7
ALL_UNITS = 32

# 7: the transfer
STAKE = 50
STAKE_SHIFT = 10

# 8: the score
BASE = {chess.WHITE: 45, chess.BLACK: 55}
WHOLE_POINT = 100

# 9: the book
BOOK_LOOKAHEAD = 8
BOOK_MIN_GAMES = 2

# 10: flag fall
FLAG_FALL_NODES = 50_000
"""How many positions a proof under "fide" may look at before it gives up: seconds on the few hardest positions."""

# 11: matches
MATCH_GAMES = 14
