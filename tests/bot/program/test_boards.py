"""The boards at the operator's desk: what is told of them, what is done, and how it is taken back."""

import inspect
import re
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock, patch

import chess
import pytest

from bot.boards.livechess import client
from bot.boards.words import said
from bot.program.room_state import SHOWN_BOARDS, SHOWN_MOVES
from overlay.desk import actions
from overlay.desk.refused import Refused
from overlay.state import RoomBoard, RoomNames, Text
from tests.bot.program.rooms import START, Seated

GAME = "board-1-20261130-1"
ODD = "rnbqkbnr/pppp1ppp/8/4p3/4P3/7N/PPPP1PPP/RNBQKB2"
"""After 1. e4 e5, a knight has come to h3, and a rook is missing."""

PUT_BACK = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"
KINGS = "r1bq1bnr/pppp1ppp/2n5/4k3/3KP3/5N2/PPPP1PPP/RNBQ1B1R"
"""After 1. e4 e5 2. Nf3 Nc6, and with both kings in the centre then."""


async def test_a_board_is_told_as_it_stands() -> None:
    seated = Seated()
    assert seated.board().link == "connected"
    await seated.plays("e4 e5")
    board = seated.board()
    assert (board.white, board.black, board.battery, board.game) == ("Amsel", "Birke", "87 %", GAME)
    assert (board.state, board.moves, board.games[0].plies, board.position) == ("playing", ("e4", "e5"), 2, None)
    await seated.stands(ODD)
    board = seated.board()
    assert (board.state, set(board.differs)) == ("odd", {"g1", "h1", "h3"})
    assert board.position == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"
    assert board.stands == ODD
    seated.respond("1")
    assert seated.board().link == "silent"
    seated.rooms.carry_out(actions.End(GAME, "draw", "draw"))
    assert seated.board().position is None  # the pieces may stand anywhere now


async def test_a_board_that_is_turned_in_a_game_is_told_as_the_game_has_it() -> None:
    seated = Seated()
    await seated.plays("e4 e5 Nf3")
    upright = seated.board()
    await seated.stands(upside_down(upright.stands))
    assert seated.board() == upright
    await seated.stands(upside_down(ODD))
    assert (seated.board().state, seated.board().stands) == ("odd", ODD)


async def test_names_of_the_next_game_are_told_when_the_last_one_is_over() -> None:
    seated = Seated()
    await seated.plays("e4 e5")
    seated.rooms.carry_out(actions.End(GAME, "draw", "draw"))
    before = seated.board()
    assert before.next == RoomNames("Amsel", "Birke")
    undo = seated.rooms.carry_out(actions.NamePlayers("1", "Cedar", "Dohle", "7.1"))
    assert seated.board().next == RoomNames("Cedar", "Dohle", "7.1")
    assert (seated.board().white, seated.board().games[0].white) == ("Amsel", "Amsel")
    undo()
    assert seated.board() == before


async def test_whoever_is_not_named_has_no_name() -> None:
    seated = Seated([("", "Birke")])
    await seated.plays("e4")
    assert (seated.board().white, seated.board().black) == ("", "Birke")
    assert (seated.board().games[0].white, seated.board().name) == ("", "")


async def test_only_so_much_is_told() -> None:
    seated = Seated([("Amsel", "Birke")] * (SHOWN_BOARDS + 2))
    await seated.plays("Nf3 Nf6 Ng1 Ng8 " * 4)
    assert seated.rooms.state().more == 2
    assert len(seated.rooms.state().boards) == SHOWN_BOARDS
    assert len(seated.board().moves) == SHOWN_MOVES
    assert seated.board().games[0].plies == 16


SEEN: list[tuple[actions.AtBoards, Callable[[RoomBoard], object], object]] = [
    (actions.NamePlayers("1", "Cedar", "Dohle", "2.1"), lambda board: (board.white, board.round), ("Cedar", "2.1")),
    (actions.NameBoard("1", "Window"), lambda board: board.name, "Window"),
    (actions.NameGame(GAME, "Cedar", "Dohle", "2.1"), lambda board: board.games[0].black, "Dohle"),
    (actions.End(GAME, "white_wins", "resignation"), lambda board: board.games[0].outcome, "white_wins"),
    (actions.End(GAME, "draw", "flag_fall", "black"), lambda board: board.games[0].ending, "flag_fall"),
    (actions.End(GAME, "void", "unknown"), lambda board: board.games[0].outcome, "void"),
    (actions.Correct(GAME, 1, "1... c5 2. Nf3"), lambda board: board.moves, ("e4", "c5", "Nf3")),
    (actions.Correct(GAME, 1, ""), lambda board: board.moves, ("e4",)),
]


@pytest.mark.parametrize(("action", "seen", "then"), SEEN)
async def test_what_is_done_is_seen_and_taken_back(
    action: actions.AtBoards, seen: Callable[[RoomBoard], object], then: object
) -> None:
    seated = Seated()
    await seated.plays("e4 e5")
    before = seated.board()
    undo = seated.rooms.carry_out(action)
    assert seen(seated.board()) == then != seen(before)
    undo()
    assert seated.board() == before


async def test_a_result_is_taken_back_and_given_again() -> None:
    seated = Seated()
    await seated.plays("e4 e5")
    seated.rooms.carry_out(actions.End(GAME, "white_wins", "resignation"))
    undo_other = seated.rooms.carry_out(actions.End(GAME, "draw", "draw"))
    undo_other()
    assert (seated.board().games[0].outcome, seated.board().games[0].ending) == ("white_wins", "resignation")
    undo_reopen = seated.rooms.carry_out(actions.Reopen(GAME))
    assert seated.board().games[0].outcome is None
    undo_reopen()
    assert (seated.board().games[0].outcome, seated.board().games[0].ending) == ("white_wins", "resignation")


@pytest.mark.parametrize(("after_ms", "outcome"), [(2_000, None), (10_900, None), (12_000, "black_wins")])
async def test_kings_that_are_put_back_soon_let_the_game_go_on(after_ms: int, outcome: str | None) -> None:
    seated = Seated()
    await seated.plays("e4 e5 Nf3 Nc6")
    await seated.stands(KINGS, for_ms=after_ms - 1_000)
    assert seated.board().games[0].outcome == "black_wins"
    await seated.stands(PUT_BACK)  # the next move is thought about for a minute
    assert seated.board().games[0].outcome == outcome
    await seated.stands("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R")
    assert ("Bb5" in seated.board().moves, seated.board().games[0].outcome) == (outcome is None, outcome)


async def test_kings_that_are_put_back_do_not_take_back_what_the_operator_said() -> None:
    seated = Seated()
    await seated.plays("e4 e5 Nf3 Nc6")
    await seated.stands(KINGS, for_ms=2_000)
    seated.rooms.carry_out(actions.End(GAME, "white_wins", "resignation"))
    await seated.stands(PUT_BACK)
    assert seated.board().games[0].outcome == "white_wins"


async def test_a_game_goes_on_though_the_kings_still_show_a_result() -> None:
    seated = Seated()
    await seated.plays("e4 e5 Nf3 Nc6")
    await seated.stands(KINGS)
    seated.rooms.carry_out(actions.Reopen(GAME))
    await seated.stands(KINGS)  # as a board with a clock says every second
    assert seated.board().games[0].outcome is None


async def test_whose_flag_fell_and_what_moves_have_ended_is_given_back() -> None:
    seated = Seated()
    await seated.plays("e4 e5")
    seated.rooms.carry_out(actions.End(GAME, "draw", "flag_fall", "black"))
    seated.rooms.carry_out(actions.End(GAME, "white_wins", "resignation"))()
    (game,) = seated.room.view().games
    assert (game.outcome, game.ending, game.flagged) == ("draw", "flag_fall", "black")
    seated.rooms.carry_out(actions.Correct(GAME, 0, "f3 e5 g4 Qh4#"))()
    assert seated.room.view().games == (game,)


async def test_a_correction_is_not_taken_back_when_more_has_been_played() -> None:
    seated = Seated()
    await seated.plays("e4 e5 Nf3")
    undo = seated.rooms.carry_out(actions.Correct(GAME, 1, "1... c5 2. Nf3"))
    await seated.stands("rnbqkbnr/pp1p1ppp/4p3/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R")
    assert seated.board().moves == ("e4", "c5", "Nf3", "e6")
    with pytest.raises(ValueError, match="since"):
        undo()
    assert seated.board().moves == ("e4", "c5", "Nf3", "e6")


async def test_the_names_of_rounds_come_back_with_the_round() -> None:
    seated = Seated()
    seated.rooms.carry_out(actions.NamePlayers("1", "Amsel", "Birke", "1.7"))
    undo = seated.rooms.carry_out(actions.Round(2))
    assert seated.board().round == ""
    undo()
    assert (seated.board().round, seated.rooms.state().round) == ("1.7", 1)


async def test_a_round_begins_and_a_game_by_hand() -> None:
    seated = Seated()
    await seated.stands(START)
    undo = seated.rooms.carry_out(actions.Round(2))
    undo_turn = seated.rooms.carry_out(actions.Turn("1"))
    undo_turn()
    undo_game = seated.rooms.carry_out(actions.NewGame("1", "1.d4 d5"))
    assert (seated.board().moves, seated.board().games[0].round) == (("d4", "d5"), "2.1")
    with pytest.raises(ValueError, match="for good"):
        undo_game()
    undo()
    assert seated.rooms.state().round == 1


async def test_the_last_game_can_be_judged_when_the_next_one_is_set_up_and_before_it() -> None:
    seated = Seated()
    await seated.plays("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7")
    await seated.stands(START)
    assert (seated.board().game, seated.board().games[0].id) == (None, GAME)
    seated.rooms.carry_out(actions.End(GAME, "black_wins", "resignation"))
    await seated.plays("d4 d5")
    latest, earlier = seated.board().games
    assert (latest.outcome, earlier.id, earlier.outcome) == (None, GAME, "black_wins")
    with pytest.raises(Refused, match="refused_reopen"):
        seated.rooms.carry_out(actions.Reopen(GAME))


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (actions.NamePlayers("9", "", "", ""), "refused_unknown"),
        (actions.NameBoard("9", ""), "refused_unknown"),
        (actions.Turn("9"), "refused_unknown"),
        (actions.NameGame("9", "", "", ""), "refused_unknown"),
        (actions.End("9", "draw", "draw"), "refused_unknown"),
        (actions.Correct("9", 0, "e4"), "refused_unknown"),
        (actions.Correct(GAME, 5, "e4"), "refused_unknown"),
        (actions.Correct(GAME, 4, "Ke2 Kf6 Ke3"), "refused_move:Kf6"),
        (actions.Correct(GAME, 4, "Ke2 " + "x" * 99), "refused_move:xxxxxxxxxxxx"),
        (actions.Correct(GAME, 0, "Nf3 Nf6 Ng1 Ng8 " * 251), "refused_move:Nf3"),
        (actions.NewGame("1", "e4 e4"), "refused_move:e4"),
        (actions.Reopen(GAME), "refused_reopen"),
    ],
)
async def test_what_cannot_be_done_is_refused_and_changes_nothing(action: actions.AtBoards, reason: str) -> None:
    seated = Seated()
    await seated.plays("e4 e5 Nf3 Nc6")
    before = seated.rooms.state()
    with pytest.raises(Refused) as refused:
        seated.rooms.carry_out(action)
    assert refused.value.reason == reason
    assert seated.rooms.state() == before


async def test_a_mate_can_be_nothing_else() -> None:
    seated = Seated()
    await seated.plays("f3 e5 g4 Qh4#")
    assert seated.board().games[0].outcome == "black_wins"
    with pytest.raises(Refused, match="refused_end"):
        seated.rooms.carry_out(actions.End(GAME, "draw", "draw"))
    with pytest.raises(Refused, match="refused_reopen"):
        seated.rooms.carry_out(actions.Reopen(GAME))


@pytest.mark.parametrize("end", [("lost", "unknown", None), ("draw", "boredom", None), ("draw", "flag_fall", "red")])
async def test_games_end_in_no_other_way(end: tuple[Any, Any, Any]) -> None:
    seated = Seated()
    await seated.plays("e4 e5")
    with pytest.raises(ValueError, match="cannot end like that"):
        seated.room.control.end(GAME, *end)
    assert seated.board().games[0].outcome is None


async def test_what_is_wrong_is_said_in_both_languages() -> None:
    seated = Seated()
    seated.rooms.carry_out(actions.NameBoard("1", "Fenster"))
    seated.respond("1")
    assert seated.board().note == Text("Fenster antwortet nicht", "Fenster does not respond")
    twins = "two boards have the number 1: the one at COM3 is read, not the one at COM4"
    seated.room.listed((), (twins, "something new"))
    assert seated.rooms.state().notes == (
        Text("Zwei Bretter haben die Nummer 1: Gelesen wird das an COM3, nicht das an COM4", f"T{twins[1:]}"),
        Text("Something new", "Something new"),
    )


def test_whatever_keeps_livechess_away_is_said_in_both_languages() -> None:
    reasons = re.findall(r'(?:_LostError\(|"" else|if too_long else|reason = )"([^"]+)"', inspect.getsource(client))
    assert len(reasons) >= 6
    assert [reason for reason in reasons if said(reason).de == reason] == []


async def test_sixty_four_boards_are_told_in_no_time() -> None:
    seated = Seated([("Amsel", "Birke")] * SHOWN_BOARDS)
    for number in range(1, SHOWN_BOARDS + 1):
        seated.rooms.carry_out(actions.NewGame(str(number), "Nf3 Nf6 Ng1 Ng8 " * 20))
    seated.rooms.state()
    played = Mock(wraps=chess.Board.push)
    with patch.object(chess.Board, "push", played):
        assert seated.rooms.state().boards[-1].games[0].plies == 80
    played.assert_not_called()


def upside_down(fen_board: str | None) -> str:
    assert fen_board
    return fen_board[::-1]
