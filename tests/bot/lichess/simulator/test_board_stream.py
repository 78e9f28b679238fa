"""The stream of one's own game, line by line."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import msgspec
import pytest

from bot.lichess.simulator import Event, Game, Kind, ManualClock, Player, Script, Switches, TimeControl, World, statuses
from bot.lichess.simulator.views.board_lines import game_full
from bot.lichess.simulator.views.board_stream import BoardStream

RAPID = TimeControl(600, 5)
LONG = TimeControl(10_800, 180)
AMSEL, ANONYMOUS = Player("Amsel", 1512), Player()


async def told(
    game: Game,
    side: chess.Color = chess.WHITE,
    switches: Switches | None = None,
    *,
    bot: bool = False,
    opened_ms: int = 0,
) -> list[dict[str, Any]]:
    """All lines that a stream gives that is opened so long after the creation of the game."""
    clock = ManualClock()
    game = game.anew(game.id, clock.now_ms())
    world = World(clock, [game])
    await clock.advance(opened_ms)
    feed = BoardStream(game, side, switches or Switches(), bot=bot)
    lines = feed.news(world)
    while not feed.ended and (due_ms := feed.due_ms) is not None:
        await clock.advance(due_ms - clock.now_ms())
        lines += feed.news(world)
    return [msgspec.json.decode(line.data) for line in lines]


def of_type(lines: Sequence[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [line for line in lines if line["type"] == kind]


def brief(lines: Sequence[dict[str, Any]]) -> list[str]:
    """Each line in a few words: a state by its number of moves and its flags, a text by itself."""
    words = []
    for line in lines:
        flags = [key for key in ("wdraw", "bdraw", "wtakeback", "btakeback") if line.get(key)]
        match line["type"]:
            case "gameState":
                words.append(" ".join([str(len(line["moves"].split())), *flags, *_end(line)]))
            case "chatLine":
                words.append(line["text"])
            case kind:
                words.append(kind)
    return words


def _end(line: dict[str, Any]) -> list[str]:
    return [] if line["status"] == "started" else [line["status"], *filter(None, [line.get("winner")])]


async def test_the_first_line() -> None:
    script = Script(
        control=RAPID, white=Player("Amsel", 1700, title="FM"), black=Player("Birke", 1650, provisional=True)
    )
    (full,) = await told(script.moves("e4 e5 Nf3").resign(chess.BLACK).game(), opened_ms=99_000)
    assert full == {
        "type": "gameFull",
        "id": "abcdefgh",
        "variant": {"key": "standard", "name": "Standard", "short": "Std"},
        "speed": "rapid",
        "perf": {"name": "Rapid"},
        "rated": True,
        "createdAt": ManualClock().now_ms(),
        "white": {"id": "amsel", "name": "Amsel", "title": "FM", "rating": 1700},
        "black": {"id": "birke", "name": "Birke", "title": None, "rating": 1650, "provisional": True},
        "initialFen": "startpos",
        "clock": {"initial": 600_000, "increment": 5000},
        "state": {
            "type": "gameState",
            "moves": "e2e4 e7e5 g1f3",
            "wtime": 604_000,
            "btime": 599_000,
            "winc": 5000,
            "binc": 5000,
            "status": "resign",
            "winner": "white",
        },
    }


@pytest.mark.parametrize(
    ("script", "lines"),
    [
        (Script().moves("e4 e5").resign(chess.WHITE), ["1", "2", "2 resign black"]),
        (
            Script().moves("e4 e5").offer(chess.BLACK).decline(chess.WHITE).moves("Nf3"),
            ["1", "2", "Black offers draw", "2 bdraw", "White declines draw", "3"],
        ),
        (
            Script().moves("e4 e5").offer(chess.BLACK).cancel(chess.BLACK),
            ["1", "2", "Black offers draw", "2 bdraw", "Draw offer cancelled"],
        ),
        (
            Script().moves("e4 e5").offer(chess.WHITE).moves("Nf3").accept(chess.BLACK),
            ["1", "2", "White offers draw", "2 wdraw", "3 wdraw", "Draw offer accepted", "3 draw"],
        ),
        (
            Script().moves("e4 e5").offer(chess.BLACK).moves("Nf3"),
            ["1", "2", "Black offers draw", "2 bdraw", "3", "White declines draw"],
        ),
        (Script().moves("e4").offer(chess.BLACK).decline(chess.WHITE), ["1"]),
        (
            Script().moves("e4 e5").propose_takeback(chess.WHITE).decline_takeback(chess.BLACK),
            ["1", "2", "White proposes takeback (1.e4 e5)", "2 wtakeback", "Black declines takeback", "2"],
        ),
        (
            Script().moves("e4 e5 Nf3 Nc6").propose_takeback(chess.BLACK).cancel_takeback(chess.BLACK),
            ["1", "2", "3", "4", "Black proposes takeback (2...Nc6)", "4 btakeback", "Black cancels takeback", "4"],
        ),
        (
            Script().moves("e4 e5 Nf3").propose_takeback(chess.BLACK).takeback(2),
            ["1", "2", "3", "Black proposes takeback (1...e5 2.Nf3)", "3 btakeback", "White accepts takeback", "1"],
        ),
        (Script().moves("e4").more_time(chess.BLACK), ["1", "Black + 15 seconds", "1"]),
        (Script().moves("e4").abort(), ["1", "1 aborted"]),
        (
            Script().moves("e4").restart(),
            ["1", "Lichess has been updated! Sorry for the inconvenience.", "1 aborted"],
        ),
        (Script().chat("Amsel", "Hello").chat("Cedern", "Psst"), ["Hello"]),
        (Script().gone(chess.WHITE).berserk(chess.WHITE).back(chess.WHITE), []),
    ],
)
async def test_what_each_event_sends(script: Script, lines: list[str]) -> None:
    assert brief(await told(script.game())) == ["gameFull", *lines]


async def test_the_last_state_names_the_rematch() -> None:
    states = of_type(await told(Script(rematch="rematch0").moves("e4 e5").resign(chess.WHITE).game()), "gameState")
    assert [state.get("rematch") for state in states] == [None, None, "rematch0"]


async def test_bots_hear_both_rooms() -> None:
    game = Script().moves("e4 e5").offer(chess.WHITE).chat("Cedern", "Psst").game()
    lines = of_type(await told(game, bot=True), "chatLine")
    assert [(line["room"], line["username"], line["text"]) for line in lines] == [
        ("player", "lichess", "White offers draw"),
        ("spectator", "lichess", "White offers draw"),
        ("spectator", "Cedern", "Psst"),
    ]


async def test_a_stale_flag_after_the_move_that_declines() -> None:
    game = Script().moves("e4 e5 Nf3").offer(chess.WHITE).moves("Nc6 Bb5").game()
    assert brief(await told(game, switches=Switches(stale_draw=True)))[-3:] == ["4 wdraw", "Black declines draw", "5"]


async def test_the_end_of_an_aborted_game_may_come_twice() -> None:
    game = Script().moves("e4").abort().game()
    assert brief(await told(game, switches=Switches(abort_twice=True))) == ["gameFull", "1", "1 aborted", "1 aborted"]


async def test_flags_that_are_not_set_may_be_told() -> None:
    game = Script().moves("e4 e5").offer(chess.BLACK).game()
    state = (await told(game, switches=Switches(draw_false="false")))[-1]
    assert {key: state[key] for key in ("wdraw", "bdraw", "wtakeback", "btakeback")} == {
        "wdraw": False,
        "bdraw": True,
        "wtakeback": False,
        "btakeback": False,
    }


@pytest.mark.parametrize(("castling", "move"), [("e1h1", "e1h1"), ("e1g1", "e1g1")])
async def test_castling(castling: Any, move: str) -> None:
    game = Script().moves("e4 e5 Nf3 Nc6 Bb5 a6 O-O").game()
    assert (await told(game, switches=Switches(board_castling=castling)))[-1]["moves"].split()[-1] == move


async def test_the_opponent_is_gone_and_comes_back() -> None:
    game = Script(control=RAPID).moves("e4 e5").gone(chess.BLACK).wait(12_000).back(chess.BLACK).game()
    lines = of_type(await told(game), "opponentGone")
    assert [line.get("claimWinInSeconds") for line in lines] == [80, 75, 70, None]
    assert lines[-1] == {"type": "opponentGone", "gone": False}
    assert of_type(await told(game, chess.BLACK), "opponentGone") == []


async def test_the_clock_runs_on_while_nothing_happens() -> None:
    game = Script(control=RAPID).moves("e4 e5 Nf3").wait(20_000).resign(chess.BLACK).game()
    full = (await told(game, opened_ms=13_000))[0]
    assert (full["state"]["wtime"], full["state"]["btime"]) == (604_000, 590_000)


async def test_unlimited_and_correspondence() -> None:
    days = await told(Script(days_per_turn=14).moves("e4").game(), opened_ms=500)
    assert days[0]["daysPerTurn"] == 14
    assert (days[0]["state"]["wtime"], days[1]["wtime"]) == (14 * 86_400_000 - 500, 14 * 86_400_000)
    assert (await told(Script().game()))[0]["state"]["wtime"] == 2_147_483_647


async def test_a_game_that_vanishes_ends_its_stream() -> None:
    world = World(ManualClock(), [Script().game()])
    feed = BoardStream(Script().game(), chess.WHITE, Switches(), bot=False)
    assert len(feed.news(world)) == 1
    world.remove("abcdefgh")
    assert feed.news(world) == []
    assert feed.ended


# --- real streams


def capture(shared: Path, name: str) -> list[dict[str, Any]]:
    text = (shared / "lichess/captures" / f"board-stream-2026-07-{name}.ndjson").read_bytes()
    return [msgspec.json.decode(line) for line in text.splitlines()]


def texts(lines: Sequence[dict[str, Any]]) -> list[bytes]:
    """Lines as they stand on the wire: the order of their keys counts."""
    return [msgspec.json.encode(line) for line in lines]


def first_line(shared: Path, name: str, game: Game) -> tuple[dict[str, Any], dict[str, Any]]:
    """The first line of a real stream, and that of a game of other players in another language and at another time."""
    real = capture(shared, name)[0]
    full = msgspec.json.decode(msgspec.json.encode(game_full(game, game.states[0], 0, Switches())))
    for key in ("id", "createdAt", "perf", "white"):
        assert shape(full[key]) == shape(real[key])
        full[key] = real[key]
    return real, full


def shape(value: Any) -> Any:
    return list(value) if isinstance(value, dict) else type(value)


def moves(*timed: tuple[int, str, int | None]) -> list[Event]:
    return [Event(at_ms, Kind.MOVE, uci=uci, clock_ms=clock_ms) for at_ms, uci, clock_ms in timed]


def later(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events a little later, so that none has happened yet when a stream is opened at once."""
    return tuple(replace(event, at_ms=event.at_ms + 1) for event in events)


async def test_a_real_stream_with_takebacks_and_a_draw(shared: Path) -> None:
    events = [
        *moves((0, "d2d4", None), (0, "d7d5", None)),
        Event(5170, Kind.TAKEBACK_OFFER, chess.WHITE),
        Event(6000, Kind.TAKEBACK, amount=2),
        *moves((29_530, "d2d4", None), (32_590, "d7d5", None)),
        *moves((36_970, "b1c3", 11_132_090), (40_000, "g8f6", 11_154_610)),
        Event(44_010, Kind.TAKEBACK_OFFER, chess.BLACK),
        Event(50_000, Kind.TAKEBACK, amount=1),
        Event(58_920, Kind.DRAW_OFFER, chess.WHITE),
        Event(69_580, Kind.DRAW_ACCEPT, chess.BLACK),
    ]
    game = Game("abcdefgh", AMSEL, ANONYMOUS, LONG, later(events))
    lines = await told(game)
    assert texts(of_type(lines, "gameState")) == texts(capture(shared, "takeback-draw-f0cEIixZ.states")[1:])
    assert texts(of_type(lines, "chatLine")) == texts(capture(shared, "takeback-draw-f0cEIixZ.chat"))


async def test_a_real_stream_with_an_opponent_who_leaves(shared: Path) -> None:
    events = [
        *moves((0, "d2d4", None), (1000, "d7d5", None)),
        Event(10_000, Kind.GONE, chess.BLACK, amount=140_000),
        *moves((87_000, "b1c3", 10_888_610)),
        Event(87_000 + 69_580, Kind.FINISH, chess.WHITE, status=statuses.TIMEOUT),
    ]
    lines = await told(Game("abcdefgh", AMSEL, ANONYMOUS, LONG, later(events)))
    assert texts(lines[1:]) == texts(capture(shared, "opponent-gone-timeout-v53dhSiP")[1:])


async def test_a_real_stream_of_a_correspondence_game(shared: Path) -> None:
    real = capture(shared, "correspondence-mate-zG7dJP54")
    script = Script(days_per_turn=14, pace_ms=60_000).moves(real[-1]["moves"])
    lines = await told(script.game(), opened_ms=37_000)
    assert texts(lines[1:]) == texts(real[1:])
    assert texts([lines[0]["state"]]) == texts([real[0]["state"]])


async def test_a_real_stream_against_the_engine(shared: Path) -> None:
    real = capture(shared, "ai-atomic-takeback-Y7Niaxm9")
    before, after = real[6]["moves"].split(), real[-1]["moves"].split()
    states = [*real[1:7], real[-1]]
    mover = [line["wtime" if index % 2 == 0 else "btime"] for index, line in enumerate(states)]
    timed = list(zip(range(len(before)), before, mover, strict=False))
    events = [*moves(*timed), Event(10, Kind.TAKEBACK, amount=2), *moves((11, after[-1], mover[-1]))]
    game = Game("abcdefgh", AMSEL, Player(ai_level=1), LONG, later(events), variant="atomic")
    lines = await told(game)
    assert texts(lines[1:]) == texts(real[1:])
    assert list(lines[0]) == list(real[0])


def test_the_first_lines_of_real_streams(shared: Path) -> None:
    provisional = Player("Amsel", 1500, provisional=True)
    for name, game in (
        ("takeback-draw-f0cEIixZ.states", Game("abcdefgh", AMSEL, ANONYMOUS, LONG, rated=False)),
        (
            "ai-atomic-takeback-Y7Niaxm9",
            Game("abcdefgh", provisional, Player(ai_level=1), LONG, variant="atomic", rated=False),
        ),
    ):
        real, full = first_line(shared, name, game)
        assert texts([full]) == texts([real])
