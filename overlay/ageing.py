"""States as they must be told some time after they were true: their times go on, and silence makes them doubtful."""

import msgspec

from overlay.state import Event, GameState, Lobby, LobbyGame, State, Status

_RUNNING = ("live", "reconnecting")
_replace = msgspec.structs.replace


def aged(state: State, seconds: float) -> State:
    """The state as it must be told `seconds` after it was published: its times were right that long ago."""
    if not isinstance(state, GameState) or seconds <= 0:
        return state
    more_ms, clocks, status = round(seconds * 1000), state.clocks, state.status
    if clocks.running is not None:
        clocks = _replace(clocks, age_ms=clocks.age_ms + more_ms)
    if status.stale_since_ms is not None:
        status = _replace(status, stale_since_ms=status.stale_since_ms + more_ms)
    if clocks is state.clocks and status is state.status:
        return state
    return _replace(state, clocks=clocks, status=status)


def unheard(state: State, seconds: float) -> State:
    """The state as it must be told when nothing has been heard for so long of those who follow the games."""
    match state:
        case GameState(status=status) if status.lifecycle in _RUNNING:
            return _replace(state, status=_doubtful(status, round(seconds * 1000)))
        case Lobby(games) | Event(games=games) if any(game.lifecycle in _RUNNING for game in games):
            return _replace(state, games=tuple(map(_unheard_line, games)))
        case _:
            return state


def _doubtful(status: Status, silent_ms: int) -> Status:
    since_ms = max(silent_ms, status.stale_since_ms or 0)
    return _replace(status, lifecycle="reconnecting", stale_since_ms=since_ms)


def _unheard_line(game: LobbyGame) -> LobbyGame:
    return _replace(game, lifecycle="reconnecting", stale=True) if game.lifecycle in _RUNNING else game
