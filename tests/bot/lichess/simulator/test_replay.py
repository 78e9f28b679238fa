"""What events make of a game."""

from dataclasses import replace

import chess
import pytest

from bot.lichess.simulator import Event, Kind, Player, Script, TimeControl, statuses
from bot.lichess.simulator.endings import ending
from bot.lichess.simulator.state import DrawOffer, State
from tests.bot.lichess.simulator.events import SWISS

BLITZ = TimeControl(180, 2)
SHUFFLE = "Nf3 Nf6 Ng1 Ng8"


def clocks(state: State) -> tuple[int | None, int | None]:
    position = state.positions[-1]
    return position.white_ms, position.black_ms


def test_the_clock_runs_only_once_both_sides_have_moved() -> None:
    states = Script(control=BLITZ, pace_ms=5000).moves("e4 e5 Nf3 Nc6").game().states
    assert [clocks(state) for state in states] == [
        (180_000, 180_000),
        (180_000, 180_000),
        (180_000, 180_000),
        (177_000, 180_000),
        (177_000, 177_000),
    ]


def test_a_known_clock_goes_before_a_computed_one() -> None:
    game = Script(control=BLITZ).game().extended([Event(9, Kind.MOVE, uci="e2e4", clock_ms=7)])
    assert clocks(game.states[-1]) == (7, 180_000)


def test_berserk_halves_the_clock_and_takes_the_increment() -> None:
    state = Script(control=BLITZ, pace_ms=5000).berserk(chess.WHITE).moves("e4 e5 Nf3 Nc6").game().states[-1]
    assert clocks(state) == (85_000, 177_000)
    assert state.berserk == {chess.WHITE}


def test_given_time_is_on_the_clock_of_the_next_positions() -> None:
    script = Script(control=TimeControl(60, 0)).moves("e4 e5").more_time(chess.BLACK).moves("Nf3")
    assert clocks(script.game().states[-1]) == (58_000, 75_000)


def test_a_takeback_brings_position_and_clocks_back() -> None:
    script = Script(control=TimeControl(60, 0)).moves("e4 e5 Nf3 Nc6 Bb5").takeback(2)
    states = script.game().states
    assert states[-1].positions == states[3].positions
    again = script.moves("d6").game().states[-1]
    assert [position.san for position in again.positions[1:]] == ["e4", "e5", "Nf3", "d6"]
    assert clocks(again) == (59_000, 58_000)  # the move that Black took back has cost its time


def test_without_initial_time_a_clock_starts_with_the_increment_but_three_seconds_at_least() -> None:
    assert [TimeControl(0, inc).start_ms for inc in (1, 5)] == [3000, 5000]


@pytest.mark.parametrize(
    ("control", "speed"),
    [
        (TimeControl(15, 0), "ultraBullet"),
        (TimeControl(60, 0), "bullet"),
        (TimeControl(180, 2), "blitz"),
        (TimeControl(600, 0), "rapid"),
        (TimeControl(1800, 0), "classical"),
        (None, "correspondence"),
    ],
)
def test_speeds(control: TimeControl | None, speed: str) -> None:
    assert Script(control=control).game().speed == speed


@pytest.mark.parametrize(
    ("script", "name", "winner"),
    [
        (Script(), "started", None),
        (Script().moves("f3 e5 g4 Qh4#"), "mate", chess.BLACK),
        (Script().moves("e4").resign(chess.BLACK), "resign", chess.WHITE),
        (Script(initial_fen="7k/8/8/8/8/8/5Q2/K7 w - - 0 1").moves("Qf7"), "stalemate", None),
        (Script(initial_fen="7k/8/8/8/8/8/6q1/K6B w - - 0 1").moves("Bxg2"), "draw", None),
        (Script().moves(" ".join([SHUFFLE] * 4)), "draw", None),
        (Script().moves(" ".join([SHUFFLE] * 2)).offer(chess.WHITE), "draw", None),
        (Script().moves(f"{SHUFFLE} Nf3 Nf6 Ng1").offer(chess.BLACK).moves("Ng8"), "draw", None),
        (Script().moves(f"{SHUFFLE} {SHUFFLE}"), "started", None),
        (Script(initial_fen="7k/8/8/8/8/8/R7/K7 w - - 98 80").moves("Ra3 Kg8"), "draw", None),
        (Script().moves("e4 e5").offer(chess.WHITE).accept(chess.BLACK), "draw", None),
        (Script().moves("e4 e5").offer(chess.WHITE).offer(chess.BLACK), "draw", None),
        (Script(initial_fen="7k/8/8/8/8/8/R7/K7 w - - 0 2").offer(chess.WHITE), "insufficientMaterialClaim", None),
        (Script().moves("e4 e5").flag(), "outoftime", chess.BLACK),
        (Script(initial_fen="7k/8/8/8/8/8/R7/K7 w - - 0 2").flag(), "outoftime", None),
        (Script().moves("e4 e5 Nf3").offer(chess.WHITE).flag(), "draw", None),
        (Script().moves("e4").abort(), "aborted", None),
        (Script().moves("e4").restart(), "aborted", None),
        (Script().moves("e4 e5").gone(chess.WHITE).finish(statuses.TIMEOUT, chess.BLACK), "timeout", chess.BLACK),
        (Script().moves("e4 e5").finish(statuses.TIMEOUT), "timeout", None),
        (Script().finish(statuses.CREATED), "created", None),
        (Script().finish(statuses.CHEAT, chess.WHITE), "cheat", chess.WHITE),
        (Script().finish(statuses.NO_START, chess.WHITE), "noStart", chess.WHITE),
        (Script().finish(statuses.UNKNOWN_FINISH), "unknownFinish", None),
        (Script().finish(statuses.Status(61, "futureEnd"), chess.BLACK), "futureEnd", chess.BLACK),
    ],
)
def test_ends(script: Script, name: str, winner: chess.Color | None) -> None:
    state = script.game().states[-1]
    assert (state.status.name, state.winner) == (name, winner)


def test_no_game_goes_on_after_six_hundred_plies() -> None:
    assert ending(chess.Board(), offered=False, plies=600) is None
    assert ending(chess.Board(), offered=False, plies=601) == (statuses.DRAW, None)


def test_every_status_is_within_reach() -> None:
    for status in statuses.STATUSES.values():
        assert Script().finish(status).game().states[-1].status == status


def test_the_king_of_the_hill_wins_at_once() -> None:
    state = Script(variant="kingOfTheHill").moves("e4 a6 Ke2 a5 Ke3 a4 Kd4").game().states[-1]
    assert (state.status.name, state.winner) == ("variantEnd", chess.WHITE)


def test_nothing_happens_after_the_end() -> None:
    states = Script().moves("e4").resign(chess.WHITE).moves("e5").offer(chess.BLACK).game().states
    assert states[-1] == replace(states[2], event=None)


def test_offers_count_for_the_move_that_they_belong_to() -> None:
    script = Script().moves("e4 e5").offer(chess.BLACK).moves("Nf3 Nc6").offer(chess.WHITE).moves("Bb5")
    state = script.game().states[-1]
    assert state.offers == (DrawOffer(2, chess.BLACK), DrawOffer(5, chess.WHITE))
    assert state.standing == {chess.WHITE}


def test_an_offer_stands_until_the_opponent_moves_or_answers() -> None:
    offered = Script().moves("e4 e5 Nf3").offer(chess.WHITE)
    assert offered.game().states[-1].standing == {chess.WHITE}
    for script in (
        Script().moves("e4 e5 Nf3").offer(chess.WHITE).decline(chess.BLACK),
        Script().moves("e4 e5 Nf3").offer(chess.WHITE).cancel(chess.WHITE),
        Script().moves("e4 e5 Nf3").offer(chess.WHITE).moves("Nc6"),
        Script().moves("e4 e5 Nf3").offer(chess.WHITE).takeback(),
    ):
        assert not script.game().states[-1].standing


def test_presence() -> None:
    states = Script().gone(chess.BLACK).back(chess.BLACK).game().states
    assert [state.gone for state in states] == [frozenset(), {chess.BLACK}, frozenset()]


def test_a_game_from_a_position_counts_its_plies_from_there() -> None:
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    state = Script(initial_fen=fen, variant="fromPosition").moves("Nc6").offer(chess.BLACK).game().states[-1]
    assert (state.start_ply, state.turns, state.plies) == (3, 4, 1)
    assert state.offers == (DrawOffer(4, chess.BLACK),)


def test_chess960_castling_keeps_its_own_notation() -> None:
    fen = "nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN w KQkq - 0 1"
    moves = "e2e4 e7e5 e1e2 e8e7 f2f3 f7f6 g1f2 g8f7 d1f1"
    last = Script(initial_fen=fen, variant="chess960").moves(moves).game().states[-1].positions[-1]
    assert (last.uci, last.san) == ("d1f1", "O-O")


def test_three_check_counts_the_checks_given() -> None:
    state = Script(variant="threeCheck").moves("e4 e5 Qh5 Ke7 Qxe5+").game().states[-1]
    assert state.positions[-1].fen.endswith(" b KQ - 0 3 +1+0")


def test_impossible_events_are_refused() -> None:
    with pytest.raises(ValueError, match=r"abcdefgh, ply 1: .*e2e5"):
        _ = Script().game().extended([Event(0, Kind.MOVE, uci="e2e5")]).states
    with pytest.raises(ValueError, match="cannot be taken back"):
        _ = Script().game().extended([Event(0, Kind.TAKEBACK, amount=1)]).states
    with pytest.raises(ValueError, match="no draw offer"):
        _ = Script().accept(chess.WHITE).game().states
    with pytest.raises(ValueError, match="unknown variant 'bughouse'"):
        Script(variant="bughouse")
    with pytest.raises(ValueError, match="needs a side"):
        _ = Script().game().extended([Event(0, Kind.RESIGN)]).states
    with pytest.raises(ValueError, match="order of time"):
        Script().game().extended([Event(2, Kind.ABORT), Event(1, Kind.ABORT)])


def test_the_state_at_a_time_holds_all_events_up_to_it() -> None:
    game = Script(pace_ms=1000).moves("e4 e5").game().anew("x", 50_000)
    assert [game.state_at(now).plies for now in (50_000, 50_999, 51_000, 51_999, 52_000, 99_000)] == [0, 0, 1, 1, 2, 2]
    assert [game.due_ms(count) for count in (0, 1, 2)] == [51_000, 52_000, None]


@pytest.mark.parametrize(
    ("script", "offers"),
    [
        (Script().moves("e4").offer(chess.WHITE), []),
        (Script().moves("e4 e5").offer(chess.WHITE), [3]),
        (Script(black=Player(ai_level=3)).moves("e4 e5").offer(chess.WHITE), []),
        (Script(rules=("noEarlyDraw",)).moves("e4 e5").offer(chess.WHITE), []),
        (Script(initial_fen="7k/8/8/8/8/r7/8/K7 w - - 0 31", rules=("noEarlyDraw",)).offer(chess.WHITE), [61]),
        (Script(initial_fen="7k/8/8/8/8/r7/8/K7 b - - 0 30", rules=("noEarlyDraw",)).offer(chess.BLACK), []),
        (Script(initial_fen="7k/8/8/8/8/r7/8/K7 b - - 0 30", swiss=SWISS).offer(chess.BLACK), []),
    ],
)
def test_offers_that_lichess_takes_no_notice_of(script: Script, offers: list[int]) -> None:
    state = script.game().states[-1]
    assert [offer.ply for offer in state.offers] == offers
    assert (state.event is None) == (not offers)


def test_twenty_plies_lie_between_the_offers_of_a_side() -> None:
    line = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5"
    words = line.split()
    soon = Script().moves("e4 e5").offer(chess.WHITE).moves(" ".join(words[2:23])).offer(chess.WHITE).game()
    assert [offer.ply for offer in soon.states[-1].offers] == [3]
    late = Script().moves("e4 e5").offer(chess.WHITE).moves(" ".join(words[2:23]) + " axb5").offer(chess.WHITE).game()
    assert [offer.ply for offer in late.states[-1].offers] == [3, 25]


def test_a_proposed_takeback() -> None:
    proposed = Script().moves("e4 e5 Nf3").propose_takeback(chess.WHITE)
    assert proposed.game().states[-1].takebacks == {chess.WHITE}
    for script in (
        Script().moves("e4 e5 Nf3").propose_takeback(chess.WHITE).decline_takeback(chess.BLACK),
        Script().moves("e4 e5 Nf3").propose_takeback(chess.WHITE).cancel_takeback(chess.WHITE),
        Script().moves("e4 e5 Nf3").propose_takeback(chess.WHITE).moves("Nc6"),
        Script().moves("e4 e5 Nf3").propose_takeback(chess.WHITE).takeback(),
    ):
        assert script.game().states[-1].takebacks == frozenset()
        assert script.game().states[-1].event is not None
    assert Script().moves("e4").decline_takeback(chess.BLACK).game().states[-1].event is None


def test_offers_whose_move_was_taken_back() -> None:
    script = Script().moves("e4 e5").offer(chess.BLACK).moves("Nf3").offer(chess.WHITE).takeback()
    offers = script.game().states[-1].offers
    assert offers == (DrawOffer(2, chess.BLACK), DrawOffer(3, chess.WHITE, undone=True))


def test_clocks_between_the_moves() -> None:
    game = (
        Script(control=TimeControl(60, 0))
        .moves("e4 e5 Nf3")
        .more_time(chess.WHITE)
        .wait(2000)
        .resign(chess.BLACK)
        .game()
    )
    running = game.states[-2].clocks
    assert running.left_ms(chess.BLACK, 3000) == 60_000
    assert running.left_ms(chess.BLACK, 5500) == 57_500
    assert running.left_ms(chess.WHITE, 5500) == 74_000
    assert game.states[-1].clocks.left_ms(chess.BLACK, 99_000) == 56_000
