"""Games of PGN files on the simulator."""

from pathlib import Path

import chess
import pytest

from bot.lichess.simulator import Kind, Player, statuses
from bot.lichess.simulator.statuses import Status
from bot.pgn import PgnGame, read_pgn
from bot.rehearse.files import UnplayableError, games_in
from bot.rehearse.games import simulated, stretched
from scoring import Ending
from tests.bot.rehearse.pgns import LINE, pgn, record

MATE = "1. f3 e5 2. g4 Qh4#"


@pytest.mark.parametrize(
    ("moves", "result", "termination", "status", "winner"),
    [
        (LINE, "1-0", "Normal", statuses.RESIGN, chess.WHITE),
        (LINE, "0-1", "", statuses.UNKNOWN_FINISH, chess.BLACK),
        (LINE, "1/2-1/2", "Normal", statuses.DRAW, None),
        (LINE, "0-1", "Time forfeit", statuses.OUT_OF_TIME, chess.BLACK),
        (LINE, "1-0", "White wins because Black left the game", statuses.TIMEOUT, chess.WHITE),
        (LINE, "1-0", "Rules infraction", statuses.CHEAT, chess.WHITE),
        (LINE, "*", "Abandoned", statuses.ABORTED, None),
        (LINE, "*", "", statuses.STARTED, None),
        (MATE, "0-1", "Normal", statuses.MATE, chess.BLACK),
    ],
)
def test_how_a_game_ends(moves: str, result: str, termination: str, status: Status, winner: chess.Color | None) -> None:
    state = simulated(record(moves, result, Termination=termination)).states[-1]
    assert (state.status, state.winner) == (status, winner)


def test_offers_come_with_their_moves_and_answers_before_the_next_one() -> None:
    talk = "1. e4 e5 2. Nf3 { White offers draw } Nc6 3. Bb5 a6 { Black offers draw. } 4. Ba4 Nf6"
    declined = talk.replace("draw. }", "draw. White declines draw }")
    game = simulated(record(declined, "1/2-1/2"))
    said = [event for event in game.events if event.kind in (Kind.DRAW_OFFER, Kind.DRAW_DECLINE)]
    assert [(event.kind, event.side) for event in said] == [
        (Kind.DRAW_OFFER, chess.WHITE),
        (Kind.DRAW_OFFER, chess.BLACK),
        (Kind.DRAW_DECLINE, chess.WHITE),
    ]
    times = [position.at_ms for position in game.states[-1].positions]
    assert [said[0].at_ms, said[1].at_ms] == [times[3], times[6]]
    assert times[6] < said[2].at_ms < times[7]
    accepted = simulated(record("1. e4 e5 2. Nf3 Nc6 3. Bb5 { White offers draw }", "1/2-1/2")).states[-1]
    assert accepted.acceptance is not None


def test_players() -> None:
    tags = {"White": 'O\'Hara, "Bo"', "WhiteElo": "2710", "WhiteTitle": "GM", "Black": "?", "BlackElo": "-12"}
    game = simulated(record(**{name: value.replace('"', '\\"') for name, value in tags.items()}))
    assert game.white == Player('O\'Hara, "Bo"', 2710, title="GM")
    assert game.black == Player("")


def test_set_up_positions_and_chess960() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"
    black_begins = simulated(record("40... Kd7 41. e4", FEN=fen, SetUp="1"))
    assert (black_begins.variant, black_begins.initial_fen) == ("fromPosition", fen)
    assert black_begins.states[-1].positions[1].san == "Kd7"
    fen = "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w HBhb - 0 1"
    shuffled = simulated(record("1. e4 e5 2. O-O", "*", FEN=fen, Variant="Chess960"))
    assert (shuffled.variant, shuffled.states[-1].positions[-1].san) == ("chess960", "O-O")


def test_a_game_is_stretched_and_its_clocks_stay() -> None:
    game = simulated(record(TimeControl="60+1", Termination="Time forfeit"))
    slow = stretched(game, 10)
    assert [event.at_ms for event in slow.events] == [10 * event.at_ms for event in game.events]
    shown = [[(position.white_ms, position.black_ms) for position in g.states[-1].positions] for g in (game, slow)]
    assert shown[0] == shown[1]


def test_a_file_gives_its_games_and_says_which_it_leaves_out(tmp_path: Path) -> None:
    file = tmp_path / "some.pgn"
    file.write_text(pgn() + pgn("1. e4 e4") + pgn("") + pgn(Variant="Atomic") + pgn(result="0-1"))
    with file.open("rb") as stream:
        games = list(games_in(stream, file.name))
    assert [str(game) for game in games if isinstance(game, UnplayableError)] == [
        "some.pgn, game 2, cannot be played: the move 1... e4 is not legal",
        "some.pgn, game 3, cannot be played: it has no moves",
        "some.pgn, game 4, cannot be played: the variant 'Atomic' is not scored",
    ]
    assert [isinstance(game, UnplayableError) for game in games] == [False, True, True, True, False]


EACH = {"real": 4, "tricky": 1}
"""So many games of every file in a folder are played."""


def test_real_games_end_as_they_did(shared: Path) -> None:
    files = sorted((shared / "games").glob("*/*.pgn"))
    assert files
    for path in files:
        with path.open("rb") as stream:
            records = [
                game for game, _ in zip(read_pgn(stream, path.name), range(EACH[path.parent.name]), strict=False)
            ]
        for game in records:
            if isinstance(game, PgnGame):
                _ends_as_it_did(game)


def _ends_as_it_did(game: PgnGame) -> None:
    """Lichess ends some games by itself that went on over the board."""
    state, finish, place = simulated(game).states[-1], game.finish, (game.file, game.number)
    if state.status == statuses.DRAW and (finish is None or state.plies < len(game.moves)):
        return
    assert state.plies == len(game.moves), place
    if finish is None:
        assert state.playable, place
    elif finish.outcome == "void":
        assert state.status in (statuses.ABORTED, statuses.NO_START), place
    else:
        assert (state.winner, state.status.finished) == (finish.winner, True), place
        assert (finish.ending is Ending.MATE) == (state.status == statuses.MATE), place
