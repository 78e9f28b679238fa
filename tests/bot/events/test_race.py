"""The match of an event, in every branch of RULES 11."""

from dataclasses import replace

from bot.events.model import Event, EventGame
from bot.events.race import Race, race
from tests.bot.events.making import F, entrants, event, game

PLAYERS = entrants("Anna", "Ben")


def match(*points: tuple[str, str], reserves: tuple[str, ...] = ()) -> Event:
    """A match whose points are Anna's first; she has White in the first game, then they take turns."""
    games = [
        game("Anna", "Ben", both) if number % 2 else game("Ben", "Anna", both[::-1])
        for number, both in enumerate(points, 1)
    ]
    return event(games, kind="match", entrants=PLAYERS, reserves=reserves)


def raced(evening: Event) -> Race:
    found = race(evening)
    assert found
    return found


def test_won_in_game_nine() -> None:
    won = raced(match(*[("0.8", "0.1")] * 10))
    assert (won.state.winner, won.state.won_after, won.state.games_left) == (0, 9, 5)
    assert (len(won.games), len(won.states)) == (9, 10)
    assert won.state.points == (F("7.2"), F("0.9"))
    assert [state.points[0] for state in won.states[:3]] == [0, F("0.8"), F("1.6")]


def test_won_in_the_last_game() -> None:
    last = raced(match(*[("0.45", "0.47")] * 13, ("0", "0.9")))
    assert (last.state.winner, last.state.won_after, last.state.over) == (1, 14, True)


def test_both_have_lost_after_twelve_and_play_on_for_the_prize() -> None:
    twelve = raced(match(*[("0.37", "0.3")] * 12, reserves=("Cleo", "Dora", "Emil")))
    assert (twelve.state.lost_after, twelve.state.over, twelve.state.prize) == (12, False, None)
    assert twelve.playing_on == ("Anna", "Ben")
    end = raced(match(*[("0.37", "0.3")] * 12, ("0.3", "0.4"), ("0.4", "0.3"), reserves=("Cleo", "Dora", "Emil")))
    assert (end.state.lost_after, end.state.over, end.state.classical) == (12, True, (F(13), F(1)))
    assert end.state.prize == (F(1), F(0))
    assert end.playing_on == ("Cleo", "Dora")


def test_the_prize_is_shared_and_a_single_reserve_takes_one_place() -> None:
    end = raced(match(*[("0.4", "0.3"), ("0.3", "0.4")] * 7, reserves=("Cleo",)))
    assert (end.state.prize, end.playing_on) == ((F(1, 2), F(1, 2)), ("Cleo", "Ben"))


def test_who_has_won_plays_on() -> None:
    assert raced(match(*[("0.8", "0.1")] * 9, reserves=("Cleo", "Dora"))).playing_on == ("Anna", "Ben")


def test_a_void_game_is_replayed_and_a_running_one_counts_as_left() -> None:
    evening = match(*[("0.6", "0.4")] * 3)
    void = replace(game("Anna", "Ben"), outcome="void", id="void")
    runs = game("ben", "Anna", id="runs")
    found = raced(Event(evening.setup, (void, *evening.games, runs)))
    assert (found.state.games_left, found.state.points) == (11, (F("1.8"), F("1.2")))
    assert [one.id for one in found.games] == ["g1", "g2", "g3"]
    assert found.running == runs


def test_games_of_others_are_no_part_of_it() -> None:
    evening = match(("0.6", "0.4"))
    others: tuple[EventGame, ...] = (game("Anna", "Guest", ("1", "0")), game("Anna", "Guest"))
    found = raced(Event(evening.setup, (*evening.games, *others)))
    assert (found.state.points, found.running) == ((F("0.6"), F("0.4")), None)


def test_nothing_runs_after_the_decision() -> None:
    evening = match(*[("0.8", "0.1")] * 9)
    assert raced(Event(evening.setup, (*evening.games, game("Anna", "Ben")))).running is None


def test_the_first_two_who_play_are_the_players_unless_others_are_named() -> None:
    found = raced(event([game("Ben", "Anna", ("0.6", "0.4"))]))
    assert [player.name for player in found.players] == ["Ben", "Anna"]
    assert race(event([])) is None
