"""The collector: what becomes of an event while its games are followed, corrected, renamed and let go."""

import asyncio

import chess

from bot.clock import ManualClock
from bot.config import parse_config
from bot.events.collector import Collector
from bot.follower.followed import FollowedGame
from bot.follower.worker import Worker
from bot.updates import GameInfo, GameUpdate, Happening, Player
from scoring import Ending, Finish, Rules
from tests.bot.live import Background

MATCH = """
[[events]]
id = "match"
kind = "match"
players = ["Amsel", "Birke"]
clock = "3+2"

[[events]]
id = "spirit"
kind = "arena"
arena = "winter01"
rules = { preset = "spirit" }
"""
MOVES = tuple(chess.Move.from_uci(move) for move in ("e2e4", "e7e5", "g1f3", "b8c6"))


def collecting(changed: list[None]) -> Collector:
    config = parse_config(MATCH)
    worker = Worker(Background().run)
    return Collector(
        config.events, config.rule_options(), ManualClock(), worker=worker, changed=lambda: changed.append(None)
    )


def followed(game_id: str = "game0001", white: str = "Amsel", black: str = "Birke") -> FollowedGame:
    """A game that runs."""
    game = FollowedGame(game_id, Rules())
    info = GameInfo(Player(white, "FM", 2300), Player(black), speed="blitz")
    game.apply(GameUpdate(game_id, Happening.DESCRIBED, info, MOVES), 1000)
    return game


def settle(game: FollowedGame, result: str = "1-0", clock: str = "180+2") -> FollowedGame:
    """The game is over, and its complete record is there."""
    white, black = game.info.white.name, game.info.black.name
    tags = {"Site": f"https://lichess.org/{game.id}", "White": white, "Black": black, "Result": result}
    lines = [f'[{name} "{value}"]' for name, value in {**tags, "TimeControl": clock}.items()]
    record = "\n".join([*lines, "", f"1. e4 e5 2. Nf3 Nc6 {result}", ""])
    finish = Finish(Ending.RESIGNATION, result == "1-0")
    game.apply(GameUpdate(game.id, Happening.SETTLED, game.info, MOVES, offers=(), finish=finish, record=record), 2000)
    return game


async def reports(collector: Collector, changed: list[None], count: int) -> None:
    """Wait until so many reports were made."""

    task = asyncio.create_task(collector.run())
    async with asyncio.timeout(10):
        while len(changed) < count:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_game_runs_is_settled_and_let_go() -> None:
    changed: list[None] = []
    collector = collecting(changed)
    game = followed()
    collector.update(game)
    (running,) = collector.event("match").games
    draw = game.report.outcomes["draw"].points
    assert (running.outcome, running.points, running.record) == (None, None, "")
    assert running.provisional == (draw[chess.WHITE], draw[chess.BLACK])
    collector.update(settle(game))
    (over,) = collector.event("match").games
    assert game.points
    assert (over.outcome, over.points) == ("white_wins", (game.points[chess.WHITE], game.points[chess.BLACK]))
    collector.forget(game.id)
    await reports(collector, changed, 1)
    (kept,) = collector.event("match").games
    assert (kept.points, kept.outcome, kept.provisional) == (over.points, "white_wins", None)
    assert kept.report.startswith("{")
    assert kept.record.endswith("1-0\n")
    entrant = collector.event("match").setup.entrants[0]
    assert (entrant.name, entrant.title, entrant.rating) == ("Amsel", "FM", 2300)


async def test_rules_of_its_own() -> None:
    changed: list[None] = []
    collector = collecting(changed)
    collector.told("game0001", "arena winter01")
    collector.update(settle(followed()))
    await reports(collector, changed, 2)
    (by_letter,), (by_spirit,) = collector.event("match").games, collector.event("spirit").games
    assert '"preset":"letter"' in by_letter.report
    assert '"preset":"spirit"' in by_spirit.report


async def test_a_result_that_changes_after_settlement() -> None:
    changed: list[None] = []
    collector = collecting(changed)
    game = settle(followed())
    collector.update(game)
    await reports(collector, changed, 1)
    collector.update(settle(game, "0-1"))
    assert collector.event("match").games[0].outcome == "black_wins"  # at once, without the report of the old record
    assert collector.event("match").games[0].report == ""
    await reports(collector, changed, 2)
    (corrected,) = collector.event("match").games
    assert '"result":"0-1"' in corrected.report


def test_a_game_of_another_clock_is_listed_as_soon_as_that_is_known() -> None:
    collector = collecting([])
    game = followed()
    collector.update(game)
    assert len(collector.event("match").games) == 1
    collector.update(settle(game, clock="600+0"))
    assert collector.event("match").games == ()
    (unplaced,) = collector.unplaced("match")
    assert unplaced.text == "its time control is 600+0 seconds, not 180+2"


def test_a_player_who_renames_himself_in_an_arena_plays_on_as_another_one() -> None:
    collector = collecting([])
    for game_id, name in (("game0001", "Amsel"), ("game0002", "AmselNew")):
        collector.told(game_id, "arena winter01")
        collector.update(settle(followed(game_id, name)))
    assert [game.white for game in collector.event("spirit").games] == ["Amsel", "AmselNew"]
    assert [game.id for game in collector.event("match").games] == ["game0001"]


def test_a_game_that_is_let_go_before_its_end_is_part_of_nothing() -> None:
    collector = collecting([])
    collector.update(followed())
    collector.forget("game0001")
    assert collector.event("match").games == ()
    collector.forget("game0001")  # not known any more


def test_a_source_that_tells_of_a_game_later() -> None:
    collector = collecting([])
    game = settle(followed())
    collector.update(game)
    collector.forget(game.id)
    assert collector.event("spirit").games == ()
    collector.told(game.id, "arena winter01")
    assert [one.id for one in collector.event("spirit").games] == ["game0001"]


def test_an_event_is_made_once_until_something_changes() -> None:
    collector = collecting([])
    collector.update(followed())
    event = collector.event("match")
    assert collector.event("match") is event
    collector.update(followed("game0002"))
    assert len(collector.event("match").games) == 2
