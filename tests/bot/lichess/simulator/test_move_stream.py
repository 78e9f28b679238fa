"""The lines of a move stream, without a server."""

import json
from pathlib import Path
from typing import Any

import chess
import pytest

from bot.lichess.simulator import Event, Game, Kind, ManualClock, Player, Script, Switches, TimeControl, World
from bot.lichess.simulator.views.move_stream import MoveStream
from tests.bot.lichess.simulator.events import ARENA, SWISS
from tests.bot.lichess.simulator.lines import move_stream

BLITZ = TimeControl(180, 2)
RUY = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O"


def lines(game: Game, now_ms: int, opened_ms: int = 0, **switches: Any) -> list[dict[str, Any]]:
    return [json.loads(line.data) for line in move_stream(game, opened_ms, now_ms, Switches(**switches))[0]]


def plies(game: Game, now_ms: int, opened_ms: int = 0, **switches: Any) -> list[int]:
    """The plies of the position lines, as their FENs count them."""
    return [
        chess.Board(line["fen"]).ply() for line in lines(game, now_ms, opened_ms, **switches)[1:] if "id" not in line
    ]


@pytest.mark.parametrize("opened_ms", [0, 4500, 99_000])
@pytest.mark.parametrize("played", range(10))
def test_a_running_game_is_three_plies_late(played: int, opened_ms: int) -> None:
    game = Script(control=BLITZ).moves(" ".join(RUY.split()[:played])).game()
    now_ms = max(opened_ms, played * 1000)
    assert plies(game, now_ms, min(opened_ms, now_ms)) == list(range(max(0, played - 2)))


def test_without_a_clock_or_without_delay_all_is_shown() -> None:
    assert plies(Script().moves(RUY).game(), 9000) == list(range(10))
    assert plies(Script(control=BLITZ).moves(RUY).game(), 9000, delay="none") == list(range(10))


def test_the_end_brings_the_late_lines_and_the_final_one() -> None:
    game = Script(control=BLITZ).moves("e4 e5 Nf3").offer(chess.WHITE).moves("Nc6").resign(chess.WHITE).game()
    before, after = lines(game, 5500), lines(game, 6000)
    assert len(before) == 1 + 2
    assert [chess.Board(line["fen"]).ply() for line in after[3:6]] == [2, 3, 4]
    final = after[6]
    assert len(after) == 7
    assert final["status"] == {"id": 31, "name": "resign"}
    assert (final["winner"], final["turns"], final["drawOffers"]) == ("black", 4, [3])
    assert move_stream(game, 0, 6000)[1]


def test_a_finished_game_comes_at_once() -> None:
    game = Script(control=BLITZ).moves("f3 e5 g4 Qh4#").game()
    assert plies(game, 4000, opened_ms=4000) == [0, 1, 2, 3, 4]
    assert lines(game, 4000, opened_ms=4000)[-1]["status"]["name"] == "mate"


def test_ratings_change_only_in_a_finished_rated_game() -> None:
    players: dict[str, Any] = {"white": Player("Amsel", 1700, 5), "black": Player("Birke", 1650, -5)}
    for rated, end, told in ((True, "resign", True), (False, "resign", False), (True, "abort", False)):
        script = Script(control=BLITZ, rated=rated, **players).moves("e4")
        game = (script.resign(chess.WHITE) if end == "resign" else script.abort()).game()
        assert ("ratingDiff" in lines(game, 9000)[-1]["players"]["white"]) == told
        assert "ratingDiff" not in lines(game, 9000)[0]["players"]["white"]


def test_a_takeback_sends_nothing_and_the_positions_go_on_from_earlier() -> None:
    script = Script(control=BLITZ).moves("e4 e5 Nf3 Nc6 Bb5").takeback(2)
    assert plies(script.game(), 6000) == plies(script.game(), 5000) == [0, 1, 2]
    game = script.moves("d6 Bc4 Be7 O-O").game()
    assert plies(game, 10_000) == [0, 1, 2, 3, 4, 5, 4]
    assert [line["lm"] for line in lines(game, 10_000)[-3:]] == ["b8c6", "f1b5", "d7d6"]


def test_offers_presence_and_given_time_send_nothing() -> None:
    quiet = Script(control=BLITZ).moves("e4 e5 Nf3 Nc6").offer(chess.BLACK).decline(chess.WHITE)
    quiet = quiet.gone(chess.WHITE).back(chess.WHITE).more_time(chess.BLACK)
    assert lines(quiet.game(), 99_000) == lines(quiet.game(), 4000)


def test_an_abort_ends_open_streams_but_a_later_one_hangs() -> None:
    game = Script(control=BLITZ).moves("e4").abort().game()
    assert lines(game, 5000)[-1]["status"] == {"id": 25, "name": "aborted"}
    late, ended = move_stream(game, 3000, 99_000)
    assert (len(late), ended) == (3, False)
    late, ended = move_stream(game, 3000, 99_000, Switches(aborted_hang=False))
    assert (len(late), ended) == (4, True)


def test_last_moves_are_two_squares() -> None:
    game = Script(initial_fen="4k3/P7/8/8/8/8/8/4K2R w K - 0 1").moves("a8=Q+ Kd7 O-O").game()
    assert [line.get("lm") for line in lines(game, 9000)[1:]] == [None, "a7a8", "e8d7", "e1g1"]
    assert [line.get("lm") for line in lines(game, 9000, lm="uci")[1:]] == [None, "a7a8q", "e8d7", "e1g1"]
    assert [line.get("lm") for line in lines(game, 9000, castling="e1h1")[1:]] == [None, "a7a8", "e8d7", "e1h1"]


def test_a_drop_is_its_square_twice() -> None:
    game = Script(variant="crazyhouse").moves("e4 d5 exd5 Qxd5 P@e4").game()
    assert lines(game, 9000)[-1]["lm"] == "e4e4"


def test_the_first_line_says_only_what_never_changes() -> None:
    game = Script(control=BLITZ, initial_fen=chess.STARTING_FEN).moves("e4 e5").game()
    assert " ".join(lines(game, 0)[0]) == "id variant speed perf rated initialFen source createdAt players"
    black = Script(initial_fen="4k3/8/8/8/8/8/8/R3K3 b - - 0 1", variant="fromPosition").game()
    assert lines(black, 0)[0]["startedAtTurn"] == 1


def test_what_only_some_games_have() -> None:
    again = "Nf3 Nf6 Ng1 Ng8"
    fields: dict[str, Any] = {"arena": ARENA, "rules": ("noAbort",), "rematch": "rematch0"}
    first, *_, final = lines(Script(**fields).moves(f"{again} {again}").offer(chess.WHITE).game(), 99_000)
    for line in (first, final):
        assert (line["tournamentId"], line["rules"]) == ("arena000", ["noAbort"])
    assert (final["rematch"], final["threefold"]) == ("rematch0", True)
    assert "rematch" not in first
    assert lines(Script(swiss=SWISS).game(), 0)[0]["swissId"] == "swiss000"


def test_the_old_first_line_describes_the_present(shared: Path) -> None:
    capture = shared / "lichess/captures/move-stream-2023-02-finished-firstline-TQUh1YtP.ndjson"
    wanted = json.loads(capture.read_text())
    script = Script(control=TimeControl(60, 0), variant="threeCheck", source="friend")
    game = script.moves("e4 e5 Qh5 Nc6 Qxf7+ Kxf7").resign(chess.WHITE).game()
    first = lines(game, 99_000, opened_ms=99_000, first_line="2023")[0]
    assert list(first) == [key for key in wanted if key not in ("check", "drawOffers")]
    assert (first["variant"], first["perf"], first["player"]) == (wanted["variant"], wanted["perf"], "white")


def test_listening_from_the_start_equals_opening_later() -> None:
    game = Script(control=BLITZ).moves(RUY).resign(chess.BLACK).game()
    stream = MoveStream(game, Switches())
    fed = [line for now_ms in range(0, 11_000, 500) for line in stream.news(World(ManualClock(now_ms), [game]))]
    assert stream.ended
    assert fed[1:] == move_stream(game, 99_000, 99_000)[0][1:]
    assert [line.final for line in fed] == [False] * (len(fed) - 1) + [True]


def captured_game(path: Path) -> tuple[Game, list[bytes]]:
    """The game of a captured stream, one move a second, with its clocks."""
    raw = path.read_bytes().splitlines()
    first, positions = json.loads(raw[0]), [json.loads(line) for line in raw[1:]]
    events = [
        Event(1000 * ply, Kind.MOVE, uci=line["lm"], clock_ms=1000 * line["wc" if ply % 2 else "bc"])
        for ply, line in enumerate(positions)
        if ply
    ]
    white, black = (
        Player(first["players"][side]["user"]["name"], first["players"][side]["rating"], diff)
        for side, diff in (("white", 5), ("black", -5))
    )
    control = TimeControl(positions[0]["wc"], 0)
    return Game(first["id"], white, black, control, tuple(events), first["createdAt"]), raw


def test_a_real_stream_byte_by_byte(shared: Path) -> None:
    captures = shared / "lichess/captures"
    game, raw = captured_game(captures / "move-stream-2026-09-kSc2w4MX.ndjson")
    game = game.extended([Event(99_000, Kind.RESIGN, chess.BLACK)])
    told, _ = move_stream(game, game.created_ms, game.created_ms + 99_000)
    final = (captures / "move-stream-derived-final-line.json").read_bytes().strip()
    assert [line.data for line in told] == [*raw, final]
