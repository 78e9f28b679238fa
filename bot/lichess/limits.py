"""What Lichess allows and does, in numbers; nothing outside of `bot.lichess` knows them by itself."""

STREAMS = 8
"""How many move streams one address may have open at the same time."""
TAKEN_MS = 20 * 60_000
"""How long a stream may count yet that somebody at this address has left without a word."""
RELEASE_MS = 1_000
"""How long the server may need to notice that a stream was closed."""
PLIES_BEHIND = 3
"""How far a running game with a clock is shown late, by move streams and by records."""
MOVES_SILENCE_MS = 120_000
"""Streams of moves and of beginnings and ends are never silent for longer than 50 s: twice that, and they are dead."""
OWN_SILENCE_MS = 20_000
"""A player's own streams are never silent for longer than 7 s: three times that, and they are dead."""
TV_SILENCE_MS = 150_000
"""TV gives no signs of life: after such a time it is opened again, which shows the position anew."""
TV_QUIET_MS = 25_000
"""TV does not tell the end of a game either: when no move was shown for such a time, its record may know more."""
QUIET_MS = 120_000
"""Signs of life alone prove nothing: a stream opened after an abort goes on with them for ever."""
OPENS, OPENS_MS = 20, 10 * 60_000
"""How often the event stream is opened: the server allows 30 times in ten minutes, an earlier run's included."""
STATUS_MS = 5_000
"""How long after one question for users' statuses the next one may be put, whoever asks."""
EXPLORER_PLIES = 50
"""How far into games the explorer's database of games played on the server goes."""
EXPLORER_ASKS, EXPLORER_ASKS_MS = 10, 10_000
"""How often the explorer is asked. The server tells no limit; one that is broken stops everything else, too."""
EXPLORER_MS = 10_000
"""How long the explorer may take for an answer: meanwhile no other request can be made."""
