"""Game exports in JSON and PGN."""

import io
import json
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pytest

from bot.lichess.simulator import Event, Game, Kind, Opening, Player, Script, Switches, TimeControl, statuses
from bot.lichess.simulator.views.export_json import export_json
from bot.lichess.simulator.views.export_options import ExportOptions
from bot.lichess.simulator.views.export_pgn import export_pgn

BLITZ = TimeControl(180, 2)
RUY = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O"


def to_json(game: Game, **query: str) -> dict[str, Any]:
    decoded: dict[str, Any] = json.loads(
        export_json(game, game.states[-1], ExportOptions.from_query(query), Switches())
    )
    return decoded


def to_pgn(game: Game, **query: str) -> str:
    return export_pgn(game, game.states[-1], ExportOptions.from_query(query), Switches())


def read(pgn: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(pgn))
    assert game is not None
    assert not game.errors
    return game


def full_game() -> Game:
    script = Script(
        control=BLITZ,
        white=Player("Amsel", 1700, 5, "FM"),
        black=Player("Birke", 1650, -6),
        opening=Opening("C84", "Ruy Lopez: Closed", 9),
    )
    return script.moves("e4 e5 Nf3").offer(chess.WHITE).moves("Nc6 Bb5 a6 Ba4 Nf6 O-O").resign(chess.BLACK).game()


@pytest.mark.parametrize(("played", "visible"), [(0, 0), (4, 4), (5, 5), (6, 5), (8, 5), (9, 6)])
def test_a_running_game_is_exported_three_plies_late_but_five_at_once(played: int, visible: int) -> None:
    for control in (BLITZ, None):
        game = Script(control=control).moves(" ".join(RUY.split()[:played])).game()
        exported = to_json(game)
        assert exported["status"] == "started"
        assert len(exported["moves"].split()) == visible
        assert ("clocks" in exported) == (control is not None)
        assert len(exported.get("clocks", [None] * visible)) == visible
        assert len(list(read(to_pgn(game)).mainline())) == visible


def test_json() -> None:
    exported = to_json(full_game())
    assert list(exported) == [
        "id",
        "rated",
        "variant",
        "speed",
        "perf",
        "createdAt",
        "lastMoveAt",
        "status",
        "source",
        "players",
        "winner",
        "opening",
        "moves",
        "clocks",
        "clock",
    ]
    assert (exported["status"], exported["winner"], exported["lastMoveAt"]) == ("resign", "white", 11_000)
    assert exported["players"]["white"] == {
        "user": {"name": "Amsel", "title": "FM", "id": "amsel"},
        "rating": 1700,
        "ratingDiff": 5,
    }
    assert exported["clock"] == {"initial": 180, "increment": 2, "totalTime": 260}
    # One entry more than moves: Black's clock when he resigned.
    assert exported["clocks"] == [18000, 18000, 18100, 18000, 18200, 18100, 18300, 18200, 18400, 18100]


def test_a_game_that_ends_by_a_move_has_no_clock_more() -> None:
    exported = to_json(Script(control=BLITZ).moves("f3 e5 g4 Qh4#").game())
    assert len(exported["clocks"]) == 4


def test_query() -> None:
    game = full_game()
    for off in ("false", "False", "0"):
        assert not {"moves", "clocks", "opening"} & to_json(game, moves=off, clocks=off, opening=off).keys()
    for on in ("true", "True", "1"):
        exported = to_json(game, pgnInJson=on, lastFen=on, evals=on)
        assert exported["pgn"] == to_pgn(game).strip()
        assert exported["lastFen"] == game.states[-1].positions[-1].fen
    assert to_pgn(game, tags="false", clocks="0") == "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O 1-0\n\n\n"


def test_pgn() -> None:
    pgn = to_pgn(full_game(), literate="true")
    headers = read(pgn).headers
    assert list(headers) == [
        "Event",
        "Site",
        "Date",
        "Round",
        "White",
        "Black",
        "Result",
        "GameId",
        "UTCDate",
        "UTCTime",
        "WhiteElo",
        "BlackElo",
        "WhiteRatingDiff",
        "BlackRatingDiff",
        "WhiteTitle",
        "Variant",
        "TimeControl",
        "ECO",
        "Opening",
        "Termination",
        "Annotator",
    ]
    assert (headers["Event"], headers["TimeControl"], headers["BlackRatingDiff"]) == ("rated blitz game", "180+2", "-6")
    assert pgn.split("\n\n", 1)[1] == (
        "1. e4 { [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] } "
        "2. Nf3 { White offers draw } { [%clk 0:03:01] } 2... Nc6 { [%clk 0:03:00] } "
        "3. Bb5 { [%clk 0:03:02] } 3... a6 { [%clk 0:03:01] } 4. Ba4 { [%clk 0:03:03] } 4... Nf6 { [%clk 0:03:02] } "
        "5. O-O { [%clk 0:03:04] } { C84 Ruy Lopez: Closed } { Black resigns. } 1-0\n\n\n"
    )


def test_offers_are_only_in_a_literate_pgn() -> None:
    assert "offers draw" not in to_pgn(full_game())
    running = Script(control=BLITZ).moves("e4 e5").offer(chess.BLACK).moves("Nf3").game()
    assert "1... e5 { Black offers draw } { [%clk" in to_pgn(running, literate="1")


def test_a_game_without_moves() -> None:
    pgn = to_pgn(Script(control=BLITZ).abort().game(), literate="1")
    assert pgn.endswith('[Termination "Abandoned"]\n[Annotator "lichess.org"]\n\n *\n\n\n')


def test_from_a_position_with_black_to_move() -> None:
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    pgn = to_pgn(Script(initial_fen=fen, variant="fromPosition", control=BLITZ).moves("Nc6 Bb5").game())
    assert f'[FEN "{fen}"]\n[SetUp "1"]\n\n2... Nc6 {{ [%clk 0:03:00] }} 3. Bb5 {{ [%clk' in pgn


def test_anonymous_players_and_the_engine() -> None:
    game = Script(white=Player(), black=Player(ai_level=3), rated=False).moves("e4").game()
    assert to_json(game)["players"] == {"white": {}, "black": {"aiLevel": 3}}
    headers = read(to_pgn(game)).headers
    assert (headers["White"], headers["Black"], headers["TimeControl"]) == ("Anonymous", "lichess AI level 3", "-")


def test_berserk() -> None:
    game = Script(control=BLITZ).berserk(chess.BLACK).moves("e4 e5").game()
    assert to_json(game)["players"]["black"]["berserk"]
    assert read(to_pgn(game)).headers["BlackBerserk"] == "true"


@pytest.mark.parametrize(
    ("status", "winner", "result", "termination", "comment"),
    [
        ("aborted", None, "*", "Abandoned", "Game was aborted."),
        ("mate", chess.WHITE, "1-0", "Normal", "White wins by checkmate."),
        ("resign", chess.BLACK, "0-1", "Normal", "White resigns."),
        ("stalemate", None, "1/2-1/2", "Normal", "Draw by stalemate."),
        ("timeout", chess.WHITE, "1-0", "Time forfeit", "Black left the game."),
        ("timeout", None, "1/2-1/2", "Time forfeit", "The game is a draw."),
        ("draw", None, "1/2-1/2", "Normal", "The game is a draw."),
        ("outoftime", chess.BLACK, "0-1", "Time forfeit", "Black wins on time."),
        ("outoftime", None, "1/2-1/2", "Time forfeit", "Draw by time and insufficient material."),
        ("cheat", chess.WHITE, "1-0", "Rules infraction", "Cheat detected."),
        ("noStart", chess.WHITE, "1-0", "Abandoned", "White wins by forfeit."),
        ("unknownFinish", None, "1/2-1/2", "Unknown", "The game is a draw."),
        ("insufficientMaterialClaim", None, "1/2-1/2", "Insufficient material", "The game is a draw."),
        ("variantEnd", chess.BLACK, "0-1", "Normal", "Black wins."),
    ],
)
def test_how_the_end_is_told(
    status: str, winner: chess.Color | None, result: str, termination: str, comment: str
) -> None:
    game = Script(control=BLITZ).moves("e4 e5").finish(statuses.STATUSES[status], winner).game()
    exported, pgn = to_json(game), to_pgn(game, literate="true")
    assert (exported["status"], exported.get("winner")) == (status, {None: None, True: "white", False: "black"}[winner])
    headers = read(pgn).headers
    assert (headers["Result"], headers["Termination"]) == (result, termination)
    assert pgn.endswith(f"{{ {comment} }} {result}\n\n\n")


def test_clocks_are_whole_seconds_in_pgn_and_centiseconds_in_json() -> None:
    events = [Event(1, Kind.MOVE, uci="e2e4", clock_ms=3_725_499), Event(2, Kind.MOVE, uci="e7e5", clock_ms=59_500)]
    game = Script(control=TimeControl(7200, 0)).game().extended(events)
    assert to_json(game)["clocks"] == [372549, 5950]
    assert [node.clock() for node in read(to_pgn(game)).mainline()] == [3725, 60]


def test_the_fields_of_real_exports(shared: Path) -> None:
    examples = shared / "lichess/examples"
    real = json.loads((examples / "games-exportOneGame.json").read_text())
    ours = to_json(full_game())
    common = [key for key in real if key in ours]
    assert common == [key for key in ours if key in real]
    assert set(ours) - set(real) == {"winner", "clocks"}
    tags = read((examples / "games-exportOneGame.pgn").read_text()).headers
    our_tags = read(to_pgn(full_game(), literate="1")).headers
    assert [tag for tag in tags if tag != "WhiteBerserk"] == list(our_tags)
