"""From a move on the server to the score before a viewer's eyes."""

import chess
import msgspec

from bot.lichess.simulator import Game, Player, Script, TimeControl, faults
from bot.lichess.simulator.faults import Stop, StopAt
from overlay.shown.views import decimal
from overlay.state import GameState
from overlay.state import Player as ShownPlayer
from scoring import Rules, replay, score
from tests.bot.live import Live
from tests.bot.shown import shown

HOSTILE = '<img src=x onerror=alert(1)>"\u202e&amp;{{7*7}}'
LINE = "e4 d5 exd5 Qxd5 Nc3 Qe5+ Qe2 Qxe2+ Bxe2 Nf6 Nf3 Bg4 O-O Bxf3 Bxf3 e6"


def game(game_id: str = "abcdefgh", white: str = HOSTILE) -> Game:
    script = Script(game_id, control=TimeControl(180, 2), white=Player(white, 1700, title="<b>"), black=Player(""))
    return script.moves(LINE).offer(chess.BLACK).moves("d3 c6").resign(chess.WHITE).game()


async def test_a_viewer_sees_a_game_to_its_settled_score(live: Live) -> None:
    one = live.add(game())
    async with shown(live, "game/abcdefgh") as (follower, viewer, _):
        follower.found(one.id, "a test")
        await live.turn_until(lambda: viewer.settled, step_ms=500)

    versions = [message.version for message in viewer.frames]
    assert versions == sorted(set(versions))
    states = viewer.states
    lives = [state.status.lifecycle for state in states]
    assert list(dict.fromkeys(lives)) == ["waiting", "live", "ended", "settled"]
    plies = [state.ply for state in states]
    assert plies == sorted(plies)
    assert {0, 1, 5, 10, 18} <= set(plies)
    assert all(state.status.plies_behind == 3 for state in states if state.status.lifecycle == "live")

    record = replay(chess.Move.from_uci(position.uci) for position in one.states[-1].positions[1:])
    report = score(record, Rules(), declined=[chess.BLACK])
    last = states[-1]
    assert last.result is not None
    assert last.result.outcome == "black_wins"
    for points in (last.result.points, last.score.black_wins):
        assert points is not None
        expected = report.outcomes["black_wins"].points
        assert (points.white, points.black) == (decimal(expected[chess.WHITE]), decimal(expected[chess.BLACK]))
    assert (last.stakes.white, last.stakes.black) == ("0.60", "0.40")
    assert [(entry.rule, entry.ply) for entry in last.entries] == [(e.rule, e.ply) for e in report.entries]
    assert {"queen_trade", "minor_trade"} <= {entry.rule for entry in last.entries}
    for entry in (*last.entries, *last.outcome_entries.black_wins):
        assert entry.text.de
        assert entry.text.en
        assert entry.text.de != entry.text.en
    assert len(last.history) == 19


async def test_names_are_text_everywhere(live: Live) -> None:
    one = live.add(game())
    async with shown(live, "game/abcdefgh") as (follower, viewer, web):
        follower.found(one.id, "a test")
        await live.turn_until(lambda: viewer.settled, step_ms=500)
        api = msgspec.json.decode(await (await web.get(f"/api/v1/games/{one.id}")).read(), type=GameState)
        pages = [await (await web.get(path)).text() for path in ("/", f"/game/{one.id}", "/scene/bar", "/scene/ledger")]
    for state in (viewer.states[-1], api):
        assert state.white == ShownPlayer(HOSTILE, "<b>", 1700)
        assert state.black == ShownPlayer("")
    assert not any("<img src=x" in page or "<b>" in page for page in pages)


async def test_a_lost_stream_is_shown_and_found_again(live: Live) -> None:
    live.simulator.faults.add(StopAt(9, Stop.RESET))
    live.simulator.faults.add(faults.SERVER_ERROR, skip=1, count=2)
    one = live.add(game())
    async with shown(live, "game/abcdefgh") as (follower, viewer, _):
        follower.found(one.id, "a test")
        await live.turn_until(lambda: viewer.settled, step_ms=500)
    states = viewer.states
    lost = [state for state in states if state.status.lifecycle == "reconnecting"]
    assert lost
    assert all(state.status.stale_since_ms is not None for state in lost)
    assert all(state.ply == 7 for state in lost)
    drawn = {state.ply: state.score.draw for state in states}
    assert all(drawn[state.ply] == state.score.draw for state in states)
    assert states[-1].ply == 18


async def test_the_lobby_knows_all_games_and_featured_shows_one(live: Live) -> None:
    live.add(game("gameone1", "Amsel"))
    live.add(game("gametwo2", "Cedar"))
    async with shown(live, "featured") as (follower, viewer, web):
        follower.found("gameone1", "a test")
        follower.found("gametwo2", "a test")
        follower.found("nowhere1", "a test")
        await live.turn_until(lambda: viewer.settled, step_ms=500)
        await live.turn_until(lambda: {g.lifecycle for g in follower.games.values()} == {"settled", "missing"})
        lobby = await (await web.get("/api/v1/games")).json()
    assert [(one["id"], one["lifecycle"]) for one in lobby["games"]] == [
        ("gameone1", "settled"),
        ("gametwo2", "settled"),
        ("nowhere1", "missing"),
    ]
    shown_ids = {state.id for state in viewer.states}
    assert len(shown_ids & {"gameone1", "gametwo2"}) == 1
