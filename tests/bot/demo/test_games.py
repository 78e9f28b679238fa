"""The games that the demo carries."""

import re
from collections import Counter
from pathlib import Path

import chess
import pytest

from bot.demo.games import DemoGame, load_games, parse_games
from bot.lichess.simulator import Kind, Player, statuses

GAMES = load_games()
NAMES = [demo.name for demo in GAMES]


def players() -> list[Player]:
    return [player for demo in GAMES for player in (demo.game.white, demo.game.black)]


def named(name: str) -> DemoGame:
    return next(demo for demo in GAMES if demo.name == name)


@pytest.mark.parametrize("demo", GAMES, ids=NAMES)
def test_every_game_is_legal_and_its_clocks_are_possible(demo: DemoGame) -> None:
    board, control = chess.Board(), demo.game.control
    assert control is not None
    clocks = {chess.WHITE: control.start_ms, chess.BLACK: control.start_ms}
    for event in demo.game.events:
        if event.kind is not Kind.MOVE:
            continue
        assert event.clock_ms is not None
        assert 0 <= event.clock_ms <= clocks[board.turn] + control.increment_ms
        clocks[board.turn] = event.clock_ms
        board.push(board.parse_uci(event.uci))
    assert board.fen() == demo.game.states[-1].positions[-1].fen
    assert demo.game.states[-1].status.finished


@pytest.mark.parametrize("demo", GAMES, ids=NAMES)
def test_every_game_is_described(demo: DemoGame) -> None:
    assert demo.shows
    assert 0 <= demo.enter_ply < demo.game.states[-1].plies
    assert demo.enter_ms < demo.game.length_ms - 20_000
    assert demo.game.opening is not None
    assert demo.game.opening.ply is not None
    assert demo.added == any(event.kind is Kind.DRAW_OFFER for event in demo.game.events)


def test_the_characters_of_the_games() -> None:
    ends = {demo.name: demo.game.states[-1] for demo in GAMES}
    assert len(GAMES) == 8
    drawn = ends["flag_fall_drawn"]
    assert (drawn.status, drawn.winner) == (statuses.OUT_OF_TIME, None)
    won = ends["flag_fall_won"]
    assert (won.status, won.winner) == (statuses.OUT_OF_TIME, chess.WHITE)
    short = ends["short_draw"]
    assert (short.status, short.plies) == (statuses.DRAW, 30)
    assert (ends["lasting_sacrifice"].status, ends["lasting_sacrifice"].winner) == (statuses.MATE, chess.BLACK)
    castlings = [(p.san, (p.ply + 1) // 2) for p in ends["late_castling"].positions if p.san.startswith("O-O")]
    assert castlings == [("O-O", 20), ("O-O", 21)]
    assert not [p for p in ends["kings_in_the_centre"].positions if p.san.startswith("O-O")]


def test_the_added_offer_is_declined() -> None:
    game = named("declined_draw").game
    assert [demo.name for demo in GAMES if demo.added] == ["declined_draw"]
    after = [(event.kind, state.standing) for event, state in zip(game.events, game.states[1:], strict=True)]
    assert after[65:68] == [
        (Kind.MOVE, frozenset()),
        (Kind.DRAW_OFFER, {chess.BLACK}),
        (Kind.DRAW_DECLINE, frozenset()),
    ]
    assert game.states[-1].winner == chess.WHITE


def test_the_names_are_invented(shared: Path) -> None:
    names = [player.name for player in players()]
    assert [name for name, count in Counter(names).items() if count > 1] == []
    assert all(re.fullmatch("[A-Z][a-z]+", name) for name in names)
    text = (shared / "games/real/lichess-2025-05-438-games-clocks.pgn").read_text()
    real = {name.lower() for name in re.findall(r'^\[(?:White|Black) "(.*)"]$', text, re.MULTILINE)}
    assert not real & {name.lower() for name in names}


FILE = """# a comment
[one]
shows    Nothing much.
white    Amsel 1700 -3
black    Birke 1650 +3
clock    60+1
opening  1 B00 King's Pawn
enter    1
moves    f3 e5
moves    g4 Qh4#
clocks   60 60 55 58
added    2 offer black
added    2 decline white
end      mate 0-1
"""


def test_the_format() -> None:
    (demo,) = parse_games(FILE)
    assert (demo.name, demo.shows, demo.enter_ply, demo.added) == ("one", "Nothing much.", 1, True)
    assert demo.game.white == Player("Amsel", 1700, -3)
    kinds = [(event.at_ms, event.kind) for event in demo.game.events]
    assert kinds == [
        (2000, Kind.MOVE),
        (4000, Kind.MOVE),
        (4000, Kind.DRAW_OFFER),
        (7000, Kind.DRAW_DECLINE),
        (10_000, Kind.MOVE),
        (13_000, Kind.MOVE),
    ]


@pytest.mark.parametrize(
    ("line", "wrong", "reason"),
    [
        ("moves    g4 Qh4#", "moves    g4 Qh5", "illegal san"),
        ("clocks   60 60 55 58", "clocks   60 60 55", "shorter"),
        ("end      mate 0-1", "end      mate 1-0", "not as mate 1-0"),
        ("end      mate 0-1", "end      stalemate 1/2-1/2", "ends as mate"),
        ("end      mate 0-1", "end      checkmate 0-1", "checkmate"),
        ("clock    60+1", "clock    one minute", "invalid literal"),
    ],
)
def test_a_contradiction_names_the_game(line: str, wrong: str, reason: str) -> None:
    with pytest.raises(ValueError, match=f"demo game one: .*{reason}"):
        parse_games(FILE.replace(line, wrong))
