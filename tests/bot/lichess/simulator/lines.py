"""What streams told by a time, without a server."""

from bot.lichess.simulator import Game, ManualClock, Switches, World
from bot.lichess.simulator.views.move_stream import Line, MoveStream


def move_stream(game: Game, opened_ms: int, now_ms: int, switches: Switches | None = None) -> tuple[list[Line], bool]:
    """All lines that a stream opened at one time has received at another, and whether it has ended."""
    stream = MoveStream(game, switches or Switches())
    lines = [line for at_ms in (opened_ms, now_ms) for line in stream.news(World(ManualClock(at_ms), [game]))]
    return lines, stream.ended
