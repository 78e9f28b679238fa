"""The match of a scored event turned into what clients see."""

from bot.events.results import key_of
from bot.program.counted import Counted
from bot.program.live_points import LivePoints
from overlay import state
from overlay.shown.event_view import pair, rounded_up, shown_need


def match_state(counted: Counted, known: dict[str, LivePoints], players: dict[str, state.Player]) -> state.Match | None:
    """The match with its running game as it stands now; None for another kind of event, and before there are two."""
    found = counted.race
    if found is None:
        return None
    match, keys = found.state, tuple(player.key for player in found.players)
    running = found.running
    white = keys.index(key_of(running.white)) if running else None
    live = None
    if running and running.id in known:
        draw = known[running.id].draw[:: -1 if white else 1]
        live = pair((match.points[0] + draw[0], match.points[1] + draw[1]))
    playing_on = tuple(key_of(name) for name in found.playing_on)
    return state.Match(
        players=(players[keys[0]], players[keys[1]]),
        points=pair(match.points),
        classical=pair(match.classical),
        target=rounded_up(match.target),
        length=counted.event.setup.match_games,
        games_left=match.games_left,
        needs=(shown_need(match.needs[0]), shown_need(match.needs[1])),
        playing=running.id if running else None,
        white=white,
        live=live,
        winner=match.winner,
        both_lost=match.both_lost,
        over=match.over,
        history=tuple(pair(after.points) for after in found.states),
        next_players=() if playing_on == keys else found.playing_on,
        corrected=bool(counted.corrected & {*keys}),
    )
