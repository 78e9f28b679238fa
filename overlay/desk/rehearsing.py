"""The part of the desk that steers a rehearsal."""

from overlay.desk import actions
from overlay.desk.live import Rehearsal
from overlay.state import RehearsedGame, Rehearsing


def steer(rehearsal: Rehearsal, action: actions.Steering) -> None:
    """Carry out an action; raises ValueError if there is no such game or no such example."""
    match action:
        case actions.Pause(on):
            rehearsal.pause(on)
        case actions.Speed(factor):
            rehearsal.set_speed(factor)
        case actions.Seek(game, ply):
            rehearsal.seek(game, ply)
        case actions.Fire(rule):
            rehearsal.fire(rule)


def rehearsing(rehearsal: Rehearsal) -> Rehearsing:
    """How the rehearsal goes."""
    games = tuple(RehearsedGame(game.id, game.name, game.length) for game in rehearsal.games())
    return Rehearsing(rehearsal.paused, rehearsal.speed, games, tuple(rehearsal.rules))
