"""What is told of a game: everything once, whatever its source takes back, corrects or says again."""

from random import Random

import chess
import pytest

from bot.moments.teller import Moments
from scoring import Ending, Finish, OfferEvent
from tests.bot.moments.following import GAMBIT, LATER_MS, START_MS, H, Played

WHITE, BLACK = chess.WHITE, chess.BLACK
SHUFFLE = "Nf3 Nf6 Ng1 Ng8 "
LINES = {
    "a sacrifice pays with its sixth move": (GAMBIT, ["game_begins", "sacrifice_pays white"]),
    "five moves and a half pay nothing": (GAMBIT.rsplit(maxsplit=1)[0], ["game_begins"]),
    "queens are traded early": ("e4 d5 exd5 Qxd5 Nc3 Qd4 Qe2 Qe4 Qxe4", ["game_begins"]),
    "queens are traded": ("e4 e5 d4 exd4 Qxd4 Qf6 Qxf6 Nxf6", ["game_begins", "queen_trade"]),
    "the kings stay": (
        SHUFFLE * 8,
        ["game_begins", "king_in_centre black", "king_in_centre white"],
    ),
    "one castles late": (
        "e4 e5 " + "Nf3 Nf6 Ng1 Ng8 " * 8 + "Nf3 Nf6 Be2 Be7 O-O",
        ["game_begins", "king_in_centre black", "king_in_centre white", "late_castling white"],
    ),
}


@pytest.mark.parametrize(("line", "told"), LINES.values(), ids=LINES)
def test_what_the_ledger_gives(line: str, told: list[str]) -> None:
    assert [kind for kind in sorted(Played().plays(line)) if not kind.startswith("lead")] == sorted(told)


def test_the_lead_changes_when_the_other_side_leads() -> None:
    game = Played()
    game.plays("e4 e5 f4 exf4 " + SHUFFLE * 5)
    assert "lead_changes white" not in game.told  # ten hundredths only make it even
    game = Played()
    game.plays("e4 d5 f4 dxe4 f5 Bxf5 " + "Nf3 Nf6 Ng1 Ng8 " * 5)
    assert game.told.count("lead_changes white") == 1
    assert game.told.count("lead_changes black") == 0


def test_a_takeback_tells_nothing_again() -> None:
    game = Played()
    game.plays(GAMBIT)
    moves = GAMBIT.split()
    for ply in (14, 15, 13, 16):
        assert game.says(H.MOVED, " ".join(moves[:ply])) == []
    assert game.says(H.MOVED, " ".join([*moves[:14], "Ng1", "Nd5"])) == []
    assert game.says(H.MOVED, GAMBIT + "Nf3") == []


def test_whatever_is_repeated_and_taken_back_nothing_is_told_twice() -> None:
    random, line = Random(5), ("e4 e5 f4 exf4 " + SHUFFLE * 9).split()
    straight = Played()
    straight.plays(" ".join(line))
    halting = Played()
    halting.says(H.DESCRIBED)
    for ply in range(1, len(line) + 1):
        halting.says(H.MOVED, " ".join(line[:ply]))
        if random.random() < 0.3:
            halting.says(H.MOVED, " ".join(line[: max(0, ply - random.randrange(4))]))
    assert sorted(halting.told) == sorted(straight.told)


def test_a_draw_offer_is_declined_once() -> None:
    game, offer = Played(), (OfferEvent(3, WHITE),)
    game.plays("e4 e5 Nf3")
    assert game.says(H.MOVED, "e4 e5 Nf3", offers=offer) == []
    assert game.says(H.MOVED, "e4 e5 Nf3 Nc6", offers=offer) == ["offer_declined white"]
    assert game.says(H.MOVED, "e4 e5 Nf3", offers=offer) == []
    assert game.says(H.MOVED, "e4 e5 Nf3 Nf6", offers=offer) == []
    again = (*offer, OfferEvent(4, BLACK), OfferEvent(4, WHITE, "decline"))
    assert game.says(H.MOVED, "e4 e5 Nf3 Nf6", offers=again) == ["offer_declined black"]


def test_what_the_record_adds_about_the_past_is_no_news() -> None:
    game = Played()
    line = "e4 e5 " + SHUFFLE * 3
    game.plays(line)
    assert game.says(H.MOVED, line + "Nf3", offers=(OfferEvent(3, WHITE),)) == []


@pytest.mark.parametrize(
    ("finish", "flagged", "line", "told"),
    [
        (Finish(Ending.RESIGNATION, WHITE), None, "e4 e5", ["game_ends white"]),
        (Finish(Ending.DRAW), None, "e4 e5", ["game_ends"]),
        (Finish(Ending.FLAG_FALL, BLACK), WHITE, "e4 e5", ["flag_fall white", "game_ends black"]),
        (Finish(Ending.ABORTED), None, "e4", []),
    ],
)
def test_an_end(finish: Finish, flagged: chess.Color | None, line: str, told: list[str]) -> None:
    game = Played()
    game.plays(line)
    happening = H.VOID if finish.ending == Ending.ABORTED else H.ENDED
    assert game.says(happening, line, finish=finish, flagged=flagged) == told
    if told:
        assert game.says(H.SETTLED, line, finish=finish, flagged=flagged) == []


def test_a_flag_fall_that_is_a_draw() -> None:
    game, bare_king = Played(start=chess.Board("7k/8/8/8/8/8/8/KQ6 w - - 0 1")), Finish(Ending.FLAG_FALL)
    game.says(H.DESCRIBED)
    game.says(H.MOVED, "Qb2+")
    assert game.says(H.ENDED, "Qb2+ Kg8", finish=bare_king, flagged=WHITE) == ["flag_fall_draw white", "game_ends"]
    assert game.all[-1].game_id == "abcdefgh"


def test_a_result_that_is_corrected_is_not_told_again() -> None:
    game = Played()
    game.plays("e4 e5")
    game.says(H.ENDED, "e4 e5", finish=Finish(Ending.RESIGNATION, WHITE))
    assert game.says(H.SETTLED, "e4 e5 Nf3", finish=Finish(Ending.FLAG_FALL, BLACK), flagged=WHITE) == []
    assert game.says(H.SETTLED, "e4 e5 Nf3", finish=Finish(Ending.DRAW), offers=(OfferEvent(1, WHITE),)) == []


def test_a_game_that_is_opened_again_and_goes_on_ends_again() -> None:
    game, draw = Played(), Finish(Ending.DRAW)
    game.plays("e4 e5")
    assert game.says(H.SETTLED, "e4 e5", finish=draw) == ["game_ends"]
    assert game.says(H.REOPENED, "e4 e5") == []
    assert game.says(H.SETTLED, "e4 e5", finish=draw) == []
    game.says(H.REOPENED, "e4 e5 Nf3")
    assert game.says(H.SETTLED, "e4 e5 Nf3", finish=draw) == ["game_ends"]


def test_what_was_there_when_the_program_began_is_no_news() -> None:
    game = Played()
    assert game.says(H.DESCRIBED, GAMBIT) == []
    assert game.says(H.MOVED, GAMBIT + "Nf3 Nf6") == []


def test_a_game_that_was_over_when_it_was_first_seen() -> None:
    played, late = Played(), Played()
    played.says(H.DESCRIBED, GAMBIT)
    played.says(H.SETTLED, GAMBIT, finish=Finish(Ending.DRAW))
    late.game = played.game
    assert late.look() == []
    assert late.says(H.SETTLED, GAMBIT, finish=Finish(Ending.RESIGNATION, WHITE)) == []


def test_a_restart_in_the_middle_of_a_game_tells_nothing_again() -> None:
    game = Played()
    game.plays(GAMBIT)
    again = Played(Moments(game.now_ms))
    again.says(H.LOST, GAMBIT)  # as it was known before
    assert again.says(H.DESCRIBED, GAMBIT + "Nf3 Nf6") == []
    assert again.says(H.ENDED, GAMBIT + "Nf3 Nf6", finish=Finish(Ending.DRAW)) == ["game_ends"]


@pytest.mark.parametrize(("more", "told"), [("", ["sacrifice_pays white"]), ("d4 Nf6 Bxf4 Ng8 " + SHUFFLE * 3, [])])
def test_what_happened_while_the_source_was_away_is_told_if_it_is_recent(more: str, told: list[str]) -> None:
    game = Played()
    game.plays("e4 e5 f4 exf4")
    game.says(H.LOST, "e4 e5 f4 exf4")
    news = game.says(H.DESCRIBED, GAMBIT + more)
    assert [kind for kind in news if kind.startswith("sacrifice")] == told


@pytest.mark.parametrize(
    ("first_seen_ms", "began_ms", "told"),
    [
        (START_MS + 1000, None, []),  # it may have been there before
        (LATER_MS, None, ["game_begins"]),
        (START_MS + 1000, START_MS + 500, ["game_begins"]),
        (LATER_MS, START_MS - 1, []),
    ],
)
def test_which_beginnings_are_news(first_seen_ms: int, began_ms: int | None, told: list[str]) -> None:
    game = Played()
    game.now_ms = first_seen_ms
    assert game.says(H.DESCRIBED, "e4", began_ms=began_ms) == told


def test_a_game_that_is_forgotten_and_found_again_tells_nothing_again() -> None:
    game = Played()
    game.plays(GAMBIT)
    game.moments.forget("abcdefgh")
    assert game.look() == []
