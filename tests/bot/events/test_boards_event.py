"""An event of the games at the electronic boards."""

import pytest

from bot.config import ConfigError, parse_config
from bot.events.attribution import attribute
from bot.events.setup import terms_of
from bot.events.terms import GameFacts
from bot.sources.livechess import NAME

BOARDS = '[boards]\nlivechess = "ws://127.0.0.1:1982/api/v1.0"\n'
EVENT = '[[events]]\nid = "night"\nkind = "round_robin"\nboards = true\n'


def test_every_game_at_a_board_belongs_to_it() -> None:
    config = parse_config(BOARDS + EVENT)
    (section,) = config.events
    games = [
        GameFacts("board-10001-20261130-1", "Amsel", "Birke", origins=frozenset({NAME}), round="2.1"),
        GameFacts("abcdefgh", "Amsel", "Cedern", origins=frozenset({"users"})),
    ]
    (placed,) = attribute(terms_of(section), games).placed
    assert (placed.game.id, placed.round, placed.board) == ("board-10001-20261130-1", 2, 1)
    assert config.wanted.users == []
    assert config.names_something


def test_there_must_be_boards() -> None:
    with pytest.raises(ConfigError, match=r'events: "night" needs boards: boards\.livechess must'):
        parse_config(EVENT)
