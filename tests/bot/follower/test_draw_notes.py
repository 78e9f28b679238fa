"""Draw offers that an operator notes for a game over the board, and what they do to its score."""

import chess
import pytest

from bot.follower.draw_notes import DrawNotes, Kind, Note, Side
from bot.updates import GameInfo, GameUpdate, Happening
from scoring import Finish
from scoring.ending import Ending
from tests.bot.following import Told, following
from tests.bot.live import Live

H = Happening
GAME = "abcdefgh"
LINE = "e4 e5 Nf3 Nc6 Bb5 a6"
RECORD = f'[Result "1-0"]\n\n1. {LINE} 1-0\n'


def told_by(told: Told, plies: int, happening: H = H.MOVED, finish: Finish | None = None) -> None:
    """News of the game from a PGN that tells nothing of draw offers."""
    board = chess.Board()
    for san in LINE.split()[:plies]:
        board.push_san(san)
    record = RECORD if happening is H.SETTLED else ""
    update = GameUpdate(GAME, happening, GameInfo(), tuple(board.move_stack), finish=finish, record=record)
    told.follower.carried(update, "source", "PGN board.pgn")


def stake(told: Told) -> float:
    return float(told.game(GAME).report.stakes[chess.WHITE])


async def test_a_noted_offer_is_declined_by_the_next_move_and_shifts_the_stake(live: Live) -> None:
    async with following(live) as told:
        told_by(told, 1, H.DESCRIBED)
        before, notes = stake(told), told.follower.notes
        assert notes.boards == [GAME]
        assert told.game(GAME).offers is None
        notes.note(GAME, "white", "offer")
        assert (stake(told), len(told.game(GAME).offers or ())) == (before, 1)
        told_by(told, 2)
        after = stake(told)
        assert after != before
        notes.unnote(GAME)
        assert (stake(told), told.game(GAME).offers) == (before, None)
        notes.unnote(GAME)  # there is nothing left to take back
        assert stake(told) == before


async def test_a_withdrawn_offer_shifts_nothing_and_one_declined_by_word_does(live: Live) -> None:
    async with following(live) as told:
        told_by(told, 1, H.DESCRIBED)
        before, notes = stake(told), told.follower.notes
        notes.note(GAME, "white", "offer")
        notes.note(GAME, "white", "withdraw")
        told_by(told, 2)
        assert stake(told) == before
        notes.note(GAME, "black", "offer")
        notes.note(GAME, "white", "decline")
        assert stake(told) != before


@pytest.mark.parametrize(
    ("said", "side", "kind"),
    [
        ([], "white", "withdraw"),
        ([], "white", "decline"),
        ([("white", "offer")], "white", "offer"),
        ([("white", "offer")], "white", "decline"),
        ([("white", "offer"), ("black", "decline")], "black", "decline"),
    ],
)
async def test_what_cannot_be_said_is_refused(
    live: Live, said: list[tuple[Side, Kind]], side: Side, kind: Kind
) -> None:
    async with following(live) as told:
        told_by(told, 1, H.DESCRIBED)
        for words in said:
            told.follower.notes.note(GAME, *words)
        with pytest.raises(ValueError, match="cannot"):
            told.follower.notes.note(GAME, side, kind)
        assert len(told.follower.notes.noted) == len(said)


async def test_only_games_from_a_source_of_whole_games_are_noted(live: Live) -> None:
    async with following(live) as told:
        with pytest.raises(ValueError, match="no draw offers are noted"):
            told.follower.notes.note(GAME, "white", "offer")
        board = chess.Board()
        told.follower.carried(GameUpdate(GAME, H.DESCRIBED, GameInfo(), tuple(board.move_stack)), "tv", "tv best")
        assert told.follower.notes.boards == []


async def test_a_takeback_takes_the_note_along_and_the_moves_bring_it_back(live: Live) -> None:
    async with following(live) as told:
        told_by(told, 3, H.DESCRIBED)
        before, notes = stake(told), told.follower.notes
        notes.note(GAME, "white", "offer")
        told_by(told, 4)
        shifted = stake(told)
        told_by(told, 2)
        assert stake(told) == before
        told_by(told, 4)
        assert stake(told) == shifted != before


async def test_the_settled_record_tells_what_was_noted(live: Live) -> None:
    async with following(live) as told:
        told_by(told, 2, H.DESCRIBED)
        told.follower.notes.note(GAME, "black", "offer")
        told_by(told, 6, H.SETTLED, Finish(Ending.RESIGNATION, chess.WHITE))
        settled = told.first(H.SETTLED)
        assert "Black offers draw" in settled.record
        assert told.game(GAME).lifecycle == "settled"
        assert told.follower.notes.boards == []


async def test_notes_are_kept_and_gone_on_with(live: Live) -> None:
    kept: list[bytes] = []
    async with following(live) as told:
        told.follower.notes.recall(None, kept.append)
        told_by(told, 1, H.DESCRIBED)
        told.follower.notes.note(GAME, "white", "offer")
        told_by(told, 2)
        shifted = stake(told)
    async with following(live) as told:
        told.follower.notes.recall(kept[-1], kept.append)
        assert told.follower.notes.noted == [Note(GAME, 1, "white", "offer")]
        told_by(told, 2, H.DESCRIBED)
        assert stake(told) == shifted


@pytest.mark.parametrize("kept", [None, b"", b"{", b'[["a"]]', b'[["a",1,"green","offer"]]'])
def test_what_was_kept_and_cannot_be_read_is_no_note(kept: bytes | None) -> None:
    notes = DrawNotes({}, {}, lambda _: None)
    notes.recall(kept, lambda _: None)
    assert notes.noted == []
