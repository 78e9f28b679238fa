"""Who met whom."""

from dataclasses import replace

from bot.events.crosstable import crosstable
from bot.events.table import table
from tests.bot.events.making import F, entrants, event, game


def test_every_game_stands_in_both_cells_in_order() -> None:
    games = [game("Ben", "Anna", ("0.3", "0.7")), game("Anna", "ben", ("0.2", "0.1")), game("Anna", "Ben")]
    evening = event(games, entrants=entrants("Anna", "Ben", "Cleo"))
    cells = crosstable(evening, table(evening))
    assert cells.keys() == {(0, 1), (1, 0)}  # Anna is first, and Cleo has met nobody
    assert [(one.game.id, one.white, one.points, one.classical) for one in cells[0, 1]] == [
        ("g1", False, F("0.7"), 1),
        ("g2", True, F("0.2"), 1),
        ("g3", True, None, None),
    ]
    assert [(one.game.id, one.white, one.points, one.classical) for one in cells[1, 0]] == [
        ("g1", True, F("0.3"), 0),
        ("g2", False, F("0.1"), 0),
        ("g3", False, None, None),
    ]


def test_void_games_and_players_without_a_row_are_left_out() -> None:
    void = replace(game("Anna", "Ben"), outcome="void")
    evening = event([game("Anna", "Ben", ("0.4", "0.2")), void, game("Guest", "Ben", ("1", "0"))])
    rows = [row for row in table(evening) if row.entrant.name != "Guest"]
    assert {pair: len(meetings) for pair, meetings in crosstable(evening, rows).items()} == {(0, 1): 1, (1, 0): 1}


def test_the_cells_of_a_row_are_its_points() -> None:
    games = [game("A", "B", ("0.4", "0.2")), game("C", "A", ("0.9", "0.1")), game("B", "A", ("0.5", "0.5"))]
    evening = event(games)
    rows = table(evening)
    cells = crosstable(evening, rows)
    for number, row in enumerate(rows):
        mine = [one for (player, _), meetings in cells.items() if player == number for one in meetings]
        assert sum(one.points or 0 for one in mine) == row.points
        assert sum(one.classical or 0 for one in mine) == row.classical
