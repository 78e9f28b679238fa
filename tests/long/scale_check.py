"""Whether what is shown in the end is what the store says, for the whole show at once."""

import json
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import msgspec

from bot.updates import GameUpdate
from overlay.shown.views import decimal
from overlay.state import Event, GameState, Lobby, LobbyGame, Result
from tests.long.scale import REDIS_AWAY_S, Shown
from tests.long.scale_viewers import Held


class Final(NamedTuple):
    """How a game ended; `entries` are what its score is made of, as rule, side and ply, None where nobody tells."""

    lifecycle: str
    outcome: str
    ending: str
    points: tuple[str, str] | None
    plies: int
    entries: tuple[tuple[str, str, int], ...] | None = None


def stored(shown: Shown) -> dict[str, Final]:
    """How all games ended by the store."""
    reports = shown.scale.reports
    return {
        game_id: _reported(reports[game_id]) if game_id in reports else _void(update)
        for game_id, update in shown.over.items()
    }


def _reported(line: str) -> Final:
    report = json.loads(line)
    decision, points = report["decision"], report["points"]
    white, black = (decimal(Fraction(points[side]["exact"])) for side in ("white", "black"))
    entries = tuple((entry["rule"], entry["side"], entry["ply"]) for entry in report["entries"])
    return Final("settled", decision["outcome"], decision["ending"], (white, black), report["plies"], entries)


def _void(update: GameUpdate) -> Final:
    """A void game has no report: the last that was learnt of it says all."""
    ending = update.finish.ending if update.finish else "aborted"
    return Final(str(update.happening), "void", ending, None, len(update.moves))


def of_state(state: GameState) -> Final:
    """How a game ended by what viewers are shown."""
    assert len(state.moves) == state.ply, state.id
    final = _of(state.status.lifecycle, state.result, state.ply)
    entries = tuple((entry.rule, entry.side, entry.ply) for entry in state.entries)
    return final if final.outcome == "void" else final._replace(entries=entries)


def of_line(line: LobbyGame) -> Final:
    """How a game ended by its line in the lobby."""
    return _of(line.lifecycle, line.result, line.ply)


def _of(lifecycle: str, result: Result | None, plies: int) -> Final:
    if result is None:
        return Final(lifecycle, "", "", None, plies)
    points = (result.points.white, result.points.black) if result.points else None
    return Final(lifecycle, result.outcome, result.ending, points, plies)


def check_scale(shown: Shown) -> int:
    """Whether it is so, and no limit of the server was broken; gives how many final states were compared."""
    expected = stored(shown)
    assert expected.keys() == {game.id for game in shown.scale.games}
    assert {final.lifecycle for final in expected.values()} == {"settled", "void"}
    assert shown.scale.violations == []
    compared = list(_compared(shown, expected))
    wrong = [f"{who}: {found}, not {wanted}" for who, found, wanted in compared if found != wanted]
    assert not wrong, f"{len(wrong)} of {len(compared)}:\n" + "\n".join(wrong[:20])
    _check_nodes(shown)
    _check_versions(shown)
    for log in shown.logs:
        assert "Traceback" not in log, log
    return len(compared)


def _compared(shown: Shown, expected: dict[str, Final]) -> Iterator[tuple[str, Final, Final]]:
    """Who shows a game, how, and how it stands in the store: all that viewers hold, and what the nodes answer."""
    for held in shown.held:
        who = f"viewer {held.viewer} of node {held.port}"
        for final, game_id in _finals(held):
            yield f"{who}, {held.topic}: {game_id}", final, _like(final, expected[game_id])
    for path, bodies in shown.answers.items():
        if path.startswith("/api/v1/games/"):
            for body in bodies:
                state = msgspec.json.decode(body, type=GameState)
                yield path, of_state(state), expected[state.id]


def _finals(held: Held) -> Iterator[tuple[Final, str]]:
    if held.topic == "lobby":
        for line in msgspec.json.decode(held.state, type=Lobby).games:
            yield of_line(line), line.id
    else:
        state = msgspec.json.decode(held.state, type=GameState)
        yield of_state(state), state.id


def _like(final: Final, wanted: Final) -> Final:
    """What is wanted, as far as it is told there."""
    return wanted if final.entries is not None else wanted._replace(entries=None)


def _check_nodes(shown: Shown) -> None:
    """Both nodes answer what the bot tells, byte for byte, and count the games of the evening."""
    for path, bodies in shown.answers.items():
        topic = path.removeprefix("/api/v1/").replace("games/", "game/").replace("events/", "event/")
        assert bodies == [shown.told["lobby" if topic == "games" else topic]] * 2, path
    evening = msgspec.json.decode(shown.told["event/all"], type=Event)
    assert (evening.played, evening.running) == (len(shown.scale.reports), 0)


def _check_versions(shown: Shown) -> None:
    """All viewers of both nodes have the version that Redis keeps, and nobody was ever told an older one after it."""
    versions, ports = defaultdict[str, set[int]](set), defaultdict[str, set[int]](set)
    for held in shown.held:
        versions[held.topic].add(held.version)
        ports[held.topic].add(held.port)
    assert versions.keys() == {f"game/{game.id}" for game in shown.scale.games} | {"lobby"}
    assert {topic: {shown.versions[topic]} for topic in versions} == versions
    assert {len(of_topic) for of_topic in ports.values()} == {2}
    assert shown.seen.backwards == 0


def summary(shown: Shown, compared: int) -> str:
    """What was measured, in a few lines."""
    scale, seen = shown.scale, shown.seen
    late = "; ".join(
        f"of the {kind} median {lags[len(lags) // 2]:.0f} ms, p99 {lags[int(len(lags) * 0.99)]:.0f} ms, "
        f"largest {lags[-1]:.0f} ms"
        for kind, lags in shown.lags_ms.items()
    )
    shares = ", ".join(f"{who} {cpu_s / shown.took_s:.0%}" for who, cpu_s in shown.cpu_s.items())
    return (
        f"{len(scale.games)} games, {len(shown.viewers)} viewers of 2 nodes; {scale.summary}\n"
        f"{seen.frames} frames with {seen.bytes / 1e6:.0f} MB delivered, 1 node and Redis killed and started again, "
        f"{seen.gone} times a viewer's connection ended or was refused; "
        f"the lobby has {len(shown.told['lobby']) / 1000:.0f} KB in the end\n"
        f"from state to last viewer, with Redis away for {REDIS_AWAY_S:.0f} s: {late}\n"
        f"CPU of one core: {shares}; {shown.took_s:.0f} s in all; {compared} final states compared with the store"
    )
