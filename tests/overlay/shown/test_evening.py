"""The evening: every game counts once, with its latest state, and its result outlives the game."""

from fractions import Fraction

import chess
import msgspec
import pytest

from bot.follower.followed import FollowedGame
from bot.updates import GameInfo, GameUpdate, Happening, Player
from overlay.shown import evening as module
from overlay.shown.evening import Evening
from overlay.shown.event_view import LINES, event_state, rounded_down, rounded_up
from overlay.state import Event, Text
from scoring import Ending, Finish, Rules
from tests.overlay.followed import LINE, H

F = Fraction
NAME = Text("Alle Partien", "All games")
MATE, DRAW, ABORTED = Finish(Ending.MATE, chess.WHITE), Finish(Ending.DRAW), Finish(Ending.ABORTED)
RESIGNED = Finish(Ending.RESIGNATION, chess.BLACK)


class Games:
    """An evening, and the games that it is told of."""

    def __init__(self) -> None:
        self.evening = Evening()
        self.games: dict[str, FollowedGame] = {}

    def tell(
        self,
        game_id: str,
        happening: Happening,
        white: str | Player = "Amsel",
        black: str | Player = "Birke",
        *,
        ply: int = 4,
        finish: Finish | None = None,
    ) -> None:
        """News of a game, which is found with the first ones."""
        game = self.games.get(game_id)
        info = GameInfo(_player(white), _player(black))
        if game is None:
            game = self.games[game_id] = FollowedGame(game_id, Rules())
            game.apply(GameUpdate(game_id, H.DESCRIBED, info), 1)
        board = chess.Board()
        for san in LINE.split()[:ply]:
            board.push_san(san)
        game.apply(GameUpdate(game_id, happening, info, tuple(board.move_stack), finish=finish), 2)
        self.evening.update(game)

    def run(self, game_id: str, white: str | Player = "Amsel", black: str | Player = "Birke", ply: int = 4) -> None:
        self.tell(game_id, H.MOVED, white, black, ply=ply)

    def end(
        self, game_id: str, white: str | Player = "Amsel", black: str | Player = "Birke", finish: Finish = MATE
    ) -> None:
        self.tell(game_id, H.SETTLED, white, black, finish=finish)

    def forget(self, game_id: str) -> None:
        self.evening.forget(self.games.pop(game_id))

    def event(self, featured: str | None = None, match_games: int = 14) -> Event:
        return event_state(self.evening, NAME, featured, match_games)

    def rows(self) -> list[tuple[int, str, str, str, int]]:
        rows = self.event().rows
        return [(row.place, row.player.name, row.points, row.classical, row.games) for row in rows]


def _player(player: str | Player) -> Player:
    return player if isinstance(player, Player) else Player(player)


@pytest.fixture
def games() -> Games:
    return Games()


def test_an_empty_evening(games: Games) -> None:
    assert games.event() == Event("all", NAME)


def test_results_make_the_standings(games: Games) -> None:
    games.end("g1", "Amsel", "Birke")
    games.end("g2", "Cedar", "Amsel", finish=RESIGNED)
    games.end("g3", "Birke", "Cedar", finish=DRAW)
    assert games.rows() == [
        (1, "Amsel", "1.95", "2.00", 2),
        (2, "Cedar", "0.30", "0.50", 2),
        (3, "Birke", "0.25", "0.50", 2),
    ]
    event = games.event()
    assert (event.players, event.played, event.running) == (3, 3, 0)
    assert [(meeting.white, meeting.black, meeting.outcome) for meeting in event.meetings] == [
        (0, 2, "white_wins"),
        (1, 0, "black_wins"),
        (2, 1, "draw"),
    ]
    assert [game.id for game in event.games] == ["g3", "g2", "g1"]


def test_a_result_outlives_its_game_and_counts_once(games: Games) -> None:
    games.end("g1")
    before = games.event()
    games.forget("g1")
    assert games.event() == before
    games.end("g1")  # followed once more
    assert games.event() == before


def test_a_result_that_nobody_has_looked_at_outlives_its_game_too(games: Games) -> None:
    games.run("g1")
    games.event()
    games.end("g1")
    games.forget("g1")
    assert games.rows()[0] == (1, "Amsel", "0.95", "1.00", 1)


def test_a_game_that_is_found_again_and_not_read_yet_keeps_its_result(games: Games) -> None:
    games.end("g1")
    before = games.event()
    games.forget("g1")
    games.evening.update(FollowedGame("g1", Rules()))
    assert games.event() == before


def test_a_game_that_is_let_go_before_its_end_is_no_part_of_it(games: Games) -> None:
    games.run("g1")
    assert games.event().running == 1
    games.forget("g1")
    assert games.event() == Event("all", NAME)


def test_a_later_state_replaces_the_earlier_one(games: Games) -> None:
    """A corrected result, one that is taken back, and a game that turns out to be void."""
    games.end("g1")
    games.end("g1", finish=DRAW)
    assert games.rows()[0][3] == "0.50"
    games.tell("g1", H.REOPENED, ply=6)
    assert (games.event().played, games.event().running, games.rows()[0][4]) == (0, 1, 0)
    games.end("g1", finish=RESIGNED)
    assert games.rows()[0] == (1, "Birke", "1.00", "1.00", 1)
    games.tell("g2", H.ENDED, finish=MATE)
    games.tell("g2", H.VOID, finish=ABORTED)
    assert games.event().played == 1
    games.end("g1", finish=ABORTED)
    assert games.event() == Event("all", NAME)


def test_what_has_no_score_is_left_out(games: Games) -> None:
    for game_id, happening in (("atomic01", H.VARIANT), ("missing1", H.MISSING)):
        game = FollowedGame(game_id, Rules())
        game.apply(GameUpdate(game_id, happening, GameInfo(Player("Amsel"), Player("Birke"))), 1)
        games.evening.update(game)
    games.evening.update(FollowedGame("waiting1", Rules()))
    assert games.event() == Event("all", NAME)


def test_players_are_told_by_name_whatever_its_case_and_named_as_last_seen(games: Games) -> None:
    games.end("g1", Player("amsel", None, 2200), "Birke")
    games.end("g2", Player("Amsel", "WGM", 2210), "BIRKE")
    first, second = games.event().rows
    assert (first.player.name, first.player.title, first.player.rating, first.games) == ("Amsel", "WGM", 2210, 2)
    assert second.player.name == "BIRKE"


@pytest.mark.parametrize("nobody", [Player(""), Player("", ai_level=3), Player("Stockfish", ai_level=3)])
def test_who_has_no_name_has_no_row_but_the_opponent_gets_the_points(games: Games, nobody: Player) -> None:
    games.end("g1", "Amsel", nobody)
    assert games.rows() == [(1, "Amsel", "0.95", "1.00", 1)]
    event = games.event("g1")
    assert (len(event.games), event.meetings, event.match) == (1, (), None)


def test_a_player_against_the_same_name_gets_nothing(games: Games) -> None:
    games.end("g1", "Amsel", "amsel")
    assert (games.rows(), games.event().played, games.event("g1").match) == ([], 1, None)


def test_running_games_come_first_and_say_what_a_draw_would_give(games: Games) -> None:
    games.end("g1", "Amsel", "Birke")
    games.run("g2", "Amsel", "Cedar")
    games.run("g3", "Dorn", "Amsel")
    event = games.event()
    rows = {row.player.name: row for row in event.rows}
    drawn = {game.id: game.draw for game in event.games}
    assert [game.id for game in event.games] == ["g2", "g3", "g1"]
    assert (rows["Amsel"].points, rows["Amsel"].playing, rows["Amsel"].games) == ("0.95", "g2", 1)
    assert F(rows["Amsel"].live or 0) == F("0.95") + F(drawn["g2"].white) + F(drawn["g3"].black)
    assert (rows["Birke"].playing, rows["Birke"].live) == (None, None)
    assert (rows["Cedar"].points, rows["Cedar"].games, rows["Cedar"].live) == ("0.00", 0, drawn["g2"].black)
    assert [(meeting.outcome, meeting.points) for meeting in event.meetings[1:]] == [
        (None, drawn["g2"]),
        (None, drawn["g3"]),
    ]


def test_the_match_of_the_featured_game(games: Games) -> None:
    games.end("g1", "Amsel", "Birke")
    games.end("other", "Amsel", "Cedar")
    games.end("g2", "Birke", "Amsel", finish=DRAW)
    games.run("g3", "Birke", "Amsel")
    event = games.event("g3")
    match, now = event.match, event.games[0].draw
    assert match
    assert [player.name for player in match.players] == ["Amsel", "Birke"]
    assert (match.classical, match.target, match.length, match.games_left) == (("1.50", "0.50"), "7.01", 14, 12)
    assert (match.playing, match.white, match.winner, match.over, match.both_lost) == ("g3", 1, None, False, False)
    assert match.live == (
        rounded_down(F(match.points[0]) + F(now.black)),
        rounded_down(F(match.points[1]) + F(now.white)),
    )
    assert match.needs[0].missing == rounded_up(F("7.01") - F(match.points[0]))
    assert games.event("other").match != match
    assert games.event("nothing").match is None


def test_a_match_that_is_won_has_no_running_game(games: Games) -> None:
    for number in range(3):
        games.end(f"g{number}", "Amsel", "Birke")
    games.run("g3", "Birke", "Amsel")
    match = games.event("g3", match_games=4).match
    assert match
    assert (match.points, match.winner, match.over, match.playing, match.live) == (
        ("2.85", "0.15"),
        0,
        True,
        None,
        None,
    )
    assert (match.needs[0].missing, match.needs[0].reachable) == ("0.00", True)
    assert (match.needs[1].reachable, match.needs[1].per_game) == (False, None)


@pytest.mark.parametrize(
    ("points", "down", "up"),
    [
        (F("7.01"), "7.01", "7.01"),
        (F(70099, 10000), "7.0099", "7.0099"),
        (F("7.01") - F(1, 10**9), "7.0099", "7.01"),
        (F(1, 3), "0.3333", "0.3334"),
        (F(0), "0.00", "0.00"),
    ],
)
def test_sums_never_say_more_than_there_is_and_needs_never_less(points: Fraction, down: str, up: str) -> None:
    assert (rounded_down(points), rounded_up(points)) == (down, up)


def test_an_event_has_an_end(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told is bounded, and so is what is kept; the oldest results are let go first."""
    monkeypatch.setattr(module, "KEPT_GAMES", 120)
    for number in range(130):
        games.end(f"g{number}", f"first{number}", f"second{number}")
        games.forget(f"g{number}")
    event = games.event()
    assert (len(event.rows), len(event.games), event.players, event.played) == (LINES, LINES, 240, 120)
    assert (event.games[0].id, event.games[-1].id) == ("g129", "g30")
    assert "first9" not in games.evening.entrants
    assert "g9" not in games.evening.games


def test_a_change_is_cheap_whatever_the_number_of_games(games: Games) -> None:
    """The games that have not changed are not looked at again."""
    for number in range(40):
        games.run(f"g{number}", f"first{number}", f"second{number}")
    games.event()
    seen: list[str] = []
    see = games.evening._see

    def counted(live: FollowedGame) -> None:
        seen.append(live.id)
        see(live)

    games.evening._see = counted  # type: ignore[method-assign, assignment]
    games.run("g7", "first7", "second7", ply=6)
    games.event()
    games.event()
    assert seen == ["g7"]


def test_an_event_can_be_sent(games: Games) -> None:
    games.end("g1")
    games.run("g2")
    event = games.event("g2")
    assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event
