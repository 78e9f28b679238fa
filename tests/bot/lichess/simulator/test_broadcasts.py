"""Broadcasts: what a board becomes, and what a stream tells of it."""

import io
from pathlib import Path
from typing import Any

import chess.pgn
import pytest

from bot.lichess.simulator.broadcast_from_pgn import chapter_from_pgn, tour_from_pgn
from bot.lichess.simulator.broadcasts import Chapter, Named, Round
from bot.lichess.simulator.chapter_script import ChapterScript
from bot.lichess.simulator.views.broadcast_pgn import PgnOptions, Place, chapter_pgn, round_pgns
from bot.lichess.simulator.views.broadcast_stream import BroadcastStream
from tests.bot.lichess.simulator.boards import START_MS, movetext, tour_of, two_boards


def told_by(*chapters: Chapter, **options: Any) -> list[str]:
    """The movetext and result of every game that a stream tells after its begin, in the order of time."""
    tour = tour_of(*chapters)
    places = [Place(tour, tour.rounds[0])]
    stream = BroadcastStream(PgnOptions(**options))
    assert stream.open(places, START_MS) == []
    return [movetext(pgn) for pgn in stream.update(places, START_MS + 600_000)]


def test_every_move_and_every_tag_sends_the_whole_game() -> None:
    script = ChapterScript().moves("e4 e5").tag("WhiteElo", "2000").tag("Result", "1/2-1/2")
    assert told_by(script.chapter()) == ["1. e4 *", "1. e4 e5 *", "1. e4 e5 *", "1. e4 e5 1/2-1/2"]


def test_corrections_that_nothing_tells() -> None:
    script = ChapterScript().moves("e4 e5 Nf3", clocks=(60, 50)).clock(1, 61).delete(2).moves("c5")
    assert told_by(script.chapter(), clocks=False)[3:] == ["1. e4 c5 *"]
    assert told_by(ChapterScript().moves("e4").reset().remove().chapter()) == ["1. e4 *"]


def test_a_corrected_move_is_told_though_the_game_gets_shorter() -> None:
    script = ChapterScript().moves("e4 e5 Nf3 Nc6").correct(2, "c5")
    assert told_by(script.chapter())[4:] == ["1. e4 c5 *"]


def test_boards_come_and_come_back() -> None:
    first = ChapterScript("chapter1").moves("e4").remove().moves("e5").chapter()
    late = ChapterScript("chapter2", added_ms=1500).chapter()
    assert told_by(first, late) == ["1. e4 *", "*", "1. e4 e5 *"]


def test_nothing_is_told_before_the_first_move() -> None:
    script = ChapterScript().tag("WhiteElo", "2000").moves("e4")
    assert told_by(script.chapter(), ChapterScript("chapter2").wait(500).tag("Round", "1.2").chapter()) == ["1. e4 *"]


def test_clocks_with_holes_and_comments() -> None:
    script = ChapterScript().moves("d4 d5 c4 e6", clocks=(7140, None, 7134), comment="[%emt 0:00:58]")
    assert told_by(script.chapter())[-1] == (
        "1. d4 { [%emt 0:00:58] } { [%clk 1:59:00] } 1... d5 { [%emt 0:00:58] } "
        "2. c4 { [%emt 0:00:58] } { [%clk 1:58:54] } 2... e6 { [%emt 0:00:58] } *"
    )
    assert told_by(script.chapter(), comments=False)[-1] == (
        "1. d4 { [%clk 1:59:00] } 1... d5 2. c4 { [%clk 1:58:54] } 2... e6 *"
    )
    assert told_by(script.chapter(), comments=False, clocks=False)[-1] == "1. d4 d5 2. c4 e6 *"


def test_tags() -> None:
    tags = {"White": 'O"Hara', "WhiteElo": "2000", "GameURL": "https://example.org/1", "Event": "Team Cup"}
    tour = tour_of(ChapterScript(tags=tags).moves("e4").chapter())
    url = "https://lichess.org/broadcast/woods-birds-open/round-1/round000"
    (pgn,) = round_pgns(Place(tour, tour.rounds[0]), START_MS + 1000, PgnOptions())
    assert pgn.splitlines() == [
        '[Event "Team Cup"]',
        f'[Site "{url}/chapter1"]',
        '[Date "2023.11.14"]',
        '[White "O\\"Hara"]',
        '[Black "Birke, Bert"]',
        '[Result "*"]',
        '[WhiteElo "2000"]',
        '[Variant "Standard"]',
        '[UTCDate "2023.11.14"]',
        '[UTCTime "22:13:20"]',
        '[BroadcastName "Woods & Birds Open"]',
        f'[BroadcastURL "{url}"]',
        f'[GameURL "{url}/chapter1"]',
        "",
        "1. e4 *",
    ]


def test_a_stream_opened_later_begins_with_all_games() -> None:
    tour = two_boards()
    places = [Place(tour, tour.rounds[0])]
    stream = BroadcastStream(PgnOptions(clocks=False))
    assert [movetext(pgn) for pgn in stream.open(places, START_MS + 2000)] == ["1. e4 e5 *", "*"]
    assert [movetext(pgn) for pgn in stream.update(places, START_MS + 3400)] == ["1. e4 e5 2. Nf3 *"]
    assert [movetext(pgn) for pgn in stream.update(places, START_MS + 9000)] == ["1. d4 *", "1. e4 e5 2. Nf3 1-0"]
    assert stream.update(places, START_MS + 9000) == []


def test_boards_of_the_same_id_in_two_rounds_are_two() -> None:
    long, short = ChapterScript().moves("e4 e5").chapter(), ChapterScript().moves("d4").chapter()
    tours = [tour_of(long), tour_of(short, round_id="round002")]
    places = [Place(tour, tour.rounds[0]) for tour in tours]
    stream = BroadcastStream(PgnOptions())
    stream.open(places, START_MS)
    told = [movetext(pgn) for pgn in stream.update(places, START_MS + 5000)]
    assert told == ["1. e4 *", "1. d4 *", "1. e4 e5 *"]
    assert stream.update(places, START_MS + 5000) == []


def test_a_round_is_over_with_its_last_result() -> None:
    first = ChapterScript("chapter1").moves("e4").tag("Result", "0-1").chapter()
    second = ChapterScript("chapter2").wait(7000).tag("Result", "1/2-1/2").chapter()
    relayed = Round("round000", "Round 1", START_MS, (first, second))
    assert [relayed.started(START_MS + ms) for ms in (999, 1000)] == [False, True]
    assert [relayed.finished_ms(START_MS + ms) for ms in (7999, 9000)] == [None, START_MS + 8000]
    assert [relayed.due_ms(START_MS + ms) for ms in (1000, 8000)] == [START_MS + 2000, None]


@pytest.mark.parametrize(
    ("name", "slug"), [("Round 9 | Armageddon", "round-9-armageddon"), ("Übung", "bung"), ("???", "-")]
)
def test_slugs(name: str, slug: str) -> None:
    assert Named("x", name).slug == slug


PGN = """[White "Amsel, Anna"]
[Black "Birke, Bert"]
[Result "1-0"]
[TimeControl "5400+30"]
[WhiteElo "2000"]

1. e4 { [%clk 1:30:28] } e5 { [%clk 1:30:20] } 2. Nf3 { [%clk 1:30:48] } Nc6 3. Bb5 { [%clk 1:20:00] } 1-0
"""


def source(pgn: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(pgn))
    assert game
    return game


def test_a_game_is_replayed_at_the_times_of_its_clocks() -> None:
    chapter = chapter_from_pgn(source(PGN), "chapter1", cadence_ms=5000)
    times = [version.at_ms for version in chapter.versions]
    assert times == [0, 2000, 4000, 14_000, 19_000, 697_000, 699_000]
    last = chapter.versions[-1]
    assert [move.clock_s for move in last.moves] == [5428, 5420, 5448, None, 4800]
    assert [version.result for version in chapter.versions[-2:]] == ["*", "1-0"]
    tour = tour_of(chapter)
    again = source(chapter_pgn(Place(tour, tour.rounds[0]), chapter, last, PgnOptions()))
    assert [node.clock() for node in again.mainline()] == [5428, 5420, 5448, None, 4800]
    assert again.headers["WhiteElo"] == "2000"


def test_the_clocks_of_a_real_game_keep_their_holes(shared: Path) -> None:
    real = source((shared / "lichess/captures/broadcast-broken-clocks-lila15037.pgn.txt").read_text())
    chapter = chapter_from_pgn(real, "chapter1")
    tour = tour_of(chapter)
    told = source(chapter_pgn(Place(tour, tour.rounds[0]), chapter, chapter.versions[-1], PgnOptions()))
    clocks = [node.clock() for node in told.mainline()]
    assert clocks == [node.clock() for node in real.mainline()]
    assert None in clocks[:10]
    assert [node.san() for node in told.mainline()] == [node.san() for node in real.mainline()]


def test_a_game_without_a_time_control_is_replayed_in_a_beat() -> None:
    without = source(PGN.replace("5400+30", "90 min. + 30 s. per move"))
    chapter = chapter_from_pgn(without, "chapter1", cadence_ms=1000)
    assert [version.at_ms for version in chapter.versions] == [0, 1000, 2000, 3000, 4000, 5000, 7000]
    assert chapter.versions[-1].moves[0].clock_s == 5428


def test_a_tournament_from_games() -> None:
    tour = tour_from_pgn([source(PGN), source(PGN)], starts_ms=START_MS)
    ids = {chapter.id for chapter in tour.rounds[0].chapters} | {tour.id, tour.rounds[0].id}
    assert len(ids) == 4
    assert tour == tour_from_pgn([source(PGN), source(PGN)], starts_ms=START_MS)


def test_broken_movetext_is_no_board() -> None:
    with pytest.raises(ValueError, match="board chapter1"):
        chapter_from_pgn(source("1. e4 e5 2. Ke3 *"), "chapter1")
