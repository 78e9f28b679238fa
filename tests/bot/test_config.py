"""The configuration file: what is wrong in it is told in words, and the example is the truth."""

import json
import os
import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from bot.config import (
    WAYS,
    Config,
    ConfigError,
    EventSection,
    FollowSection,
    StoreSection,
    load_config,
    parse_config,
    store_password,
    store_url,
)
from bot.config.boards import BoardSection
from bot.config.obs import ObsRule
from bot.lichess.explorer import EXPLORER_URL
from scoring import Rules

EXAMPLE = Path(__file__).parents[2] / "config.example.toml"

UNKNOWN_KEYS = [
    ("[lichess]\nbase_ulr = 1", 'unknown key "lichess.base_ulr": did you mean "base_url"?'),
    ("[lichess]\ntoken_fil = 1", 'unknown key "lichess.token_fil": did you mean "token_file"?'),
    ("[follow]\ngame = []", 'unknown key "follow.game": did you mean "games"?'),
    ("[follow]\narena = []", 'unknown key "follow.arena": did you mean "arenas"?'),
    ("[follow]\nbroadcast_round = []", 'unknown key "follow.broadcast_round": did you mean "broadcast_rounds"?'),
    ("[follow]\nuser = []", 'unknown key "follow.user": did you mean "users"?'),
    ("[follow]\nme = true", 'unknown key "follow.me": did you mean "mine"?'),
    ("[show]\nPort = 1", 'unknown key "show.Port": did you mean "port"?'),
    ("[store]\nkeep_day = 1", 'unknown key "store.keep_day": did you mean "keep_days"?'),
    ("[book]\nfile = []", 'unknown key "book.file": did you mean "files"?'),
    ("[rules]\nflagfall = 'lichess'", 'unknown key "rules.flagfall": did you mean "flag_fall"?'),
    ("[lichss]\n", 'unknown key "lichss": did you mean "lichess"?'),
    (
        "port = 8086",
        'unknown key "port": known are lichess, follow, show, rules, book, store, bus, boards, obs, stream, events',
    ),
    ("[show]\nxyzzy = 1", 'unknown key "show.xyzzy": known are host, port, lang, featured'),
]

WRONG_VALUES = [
    ('[show]\nport = "8086"', "show.port: must be a valid integer, not '8086'"),
    ("[show]\nport = 8086.0", "show.port: must be a valid integer, not 8086.0"),
    ("[show]\nport = true", "show.port: must be a valid integer, not True"),
    ("[show]\nport = 65536", "show.port: must be less than or equal to 65535, not 65536"),
    ("[show]\nport = -1", "show.port: must be greater than or equal to 0, not -1"),
    ("[show]\nlang = 'fr'", "show.lang: must be 'de' or 'en', not 'fr'"),
    ("[show]\nhost = 1", "show.host: must be a valid string, not 1"),
    ("[follow]\ngames = 'abcdefgh'", "follow.games: must be a valid list, not 'abcdefgh'"),
    ("[follow]\ngames = ['abc']", "follow.games.0: must be a game id, eight letters and digits, not 'abc'"),
    ("[follow]\nusers = ['amsel', 'a b']", "follow.users.1: must be the name of a user, not 'a b'"),
    (
        "[follow]\ngames = ['https://lichess.org/abcdefgh']",
        "follow.games.0: must be a game id, eight letters and digits, not",
    ),
    ("[follow]\nmine = 'yes'", "follow.mine: must be a valid boolean, not 'yes'"),
    ("[follow]\nmine = 1", "follow.mine: must be a valid boolean, not 1"),
    (
        "[follow]\narenas = ['tournament/winter01']",
        "follow.arenas.0: must be the id of an event, the last part of its address",
    ),
    (
        "[follow]\nswiss = ['abc']",
        "follow.swiss.0: must be the id of an event, the last part of its address, not 'abc'",
    ),
    (
        "[follow]\nteams = ['Chess Club']",
        "follow.teams.0: must be the id of a team, the last part of its address, not 'Ch",
    ),
    (
        "[follow]\nteams = ['team/club']",
        "follow.teams.0: must be the id of a team, the last part of its address, not 'te",
    ),
    ("[follow]\ntv = ['Top Rated']", 'follow.tv.0: must be the name of a TV channel, like "best", "blitz" or "rapid"'),
    ("[follow]\ntv = true", "follow.tv: must be a valid list, not True"),
    ("[follow]\nbroadcast_rounds = ['a-b-c-d-e']", "follow.broadcast_rounds.0: must be the id of an event, the last"),
    ("[follow]\nbroadcast_tournaments = ['']", "follow.broadcast_tournaments.0: must be the id of an event, the last"),
    ("[follow]\nbroadcast_groups = [1]", "follow.broadcast_groups.0: must be a valid string, not 1"),
    ("[follow]\npgn = ['']", "follow.pgn.0: must have at least 1 character, not ''"),
    ("[rules]\npreset = 'strict'", "rules.preset: must be 'letter' or 'spirit', not 'strict'"),
    ("[rules]\nbook_lookahead = 0", "rules.book_lookahead: must be greater than or equal to 1, not 0"),
    ("[rules]\nflag_fall = 'uscf'", "rules.flag_fall: must be 'chessmail', 'fide', 'lichess' or 'server', not 'uscf'"),
    ("[book]\nonline = 'player'", "book.online: must be '', 'masters' or 'lichess'"),
    ("[book]\nembedded = 1", "book.embedded: must be a valid boolean"),
    ("[book]\nfiles = 'own.book'", "book.files: must be a valid list"),
    ("[book]\nfiles = ['']", "book.files.0: must have at least 1 character"),
    ("[book]\nexplorer_url = 'http://h/masters'", "book.explorer_url: must be the address of a server without a path"),
    ("[book]\nembedded = false", "book: must name a book: say embedded = true, or name files, or a database online"),
    ("[bus]\nurl = 'amqp://h'", 'bus.url: must be "memory://", or begin with "redis://" or "rediss://"'),
    ("[bus]\nurl = 'redis://user:secret@h'", "bus.url: must hold no password; it belongs into the environment"),
    ("[bus]\nname = 'a b'", "bus.name: must be letters, digits, - and _, forty at most"),
    ("[show]\nproxies = ['10.1.0.0/16', 'nginx']", "show.proxies.1: must be an IP address or a network of them"),
    ("[store]\nkeep_days = -1", "store.keep_days: must be greater than or equal to 0"),
    ("[store]\nurl = 'mysql://h/d'", 'store.url: must be a file, or a URL that begins with "postgresql://"'),
    ("show = 5", "show: must be a section with keys of its own, not 5"),
    ("[lichess]\nbase_url = 'lichess.org'", "lichess.base_url: must be the address of a server without a path, like"),
    ("[lichess]\nbase_url = 'https://lichess.org/api'", "lichess.base_url: must be the address of a server without"),
    ("[lichess]\ncontact = 'https://me'", "lichess.contact: must be one line without a colon"),
]


@pytest.mark.parametrize(("text", "sentence"), UNKNOWN_KEYS + WRONG_VALUES)
def test_a_mistake_names_the_key_and_what_was_expected(text: str, sentence: str) -> None:
    with pytest.raises(ConfigError, match=f"^{re.escape(sentence)}"):
        parse_config(text)


FOLLOWED: list[tuple[str, list[object]]] = [
    ("games", ["abcdefgh", "ABCD1234"]),
    ("users", ["Amsel", "a1", "amsel_-x", "a" * 30, *(f"user{n}" for n in range(1000))]),
    ("arenas", ["winter01", "may25lta"]),
    ("swiss", ["AbCd1234"]),
    ("teams", ["chess-club_amsel", "4x", "QmXy12Ab"]),
    ("tv", ["best", "blitz", "ultraBullet", "kingOfTheHill", "chess960"]),
    ("broadcast_rounds", ["round123"]),
    ("broadcast_tournaments", ["tour1234"]),
    ("broadcast_groups", ["group123"]),
    ("pgn", ["round.pgn", "/boards/live.pgn", "C:\\boards\\live.pgn", "https://club.example/live.pgn?key=1&round=2"]),
]


@pytest.mark.parametrize(("key", "values"), FOLLOWED)
def test_what_can_be_followed(key: str, values: list[object]) -> None:
    follow = parse_config(f"[follow]\n{key} = {json.dumps(values)}").follow
    assert getattr(follow, key) == values
    assert follow.names_something


def test_own_games_are_followed_when_that_is_asked_for() -> None:
    assert parse_config("[follow]\nmine = true").follow.names_something
    assert not parse_config("[follow]\nmine = false").follow.names_something


def test_every_way_to_name_games_is_tested_and_told() -> None:
    assert {"mine", *(key for key, _ in FOLLOWED)} == set(FollowSection.model_fields)
    assert all(key in WAYS for key in FollowSection.model_fields)


ADDRESSES = ["http://127.0.0.1:8080", "http://[::1]:8080/", "https://lichess.dev"]
NO_ADDRESSES = ["http://[::1", "http://h:99999", "http://h:0", "http://h:x", "http://:80", "ftp://h", "https://h?a=b"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_any_server_by_its_address(address: str) -> None:
    assert parse_config(f"[lichess]\nbase_url = '{address}'").lichess.base_url == address


@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_what_is_no_address_of_a_server(address: str) -> None:
    with pytest.raises(ConfigError, match=r"^lichess\.base_url: must be the address of a server without a path"):
        parse_config(f"[lichess]\nbase_url = '{address}'")


@pytest.mark.parametrize("address", [one for one in NO_ADDRESSES if one.startswith("http://")])
def test_what_is_no_address_of_a_page(address: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(f"[follow]\npgn = ['round.pgn', '{address}/s3cret']")
    assert str(caught.value) == "follow.pgn: number 1 must be a file, or the address of a page"


@pytest.mark.parametrize(
    ("contact", "agent"), [("", "unruh"), ("club@chess.example", "unruh (contact club@chess.example)")]
)
def test_the_server_is_told_how_to_reach_the_user(contact: str, agent: str) -> None:
    assert parse_config(f"[lichess]\ncontact = '{contact}'").lichess.agent == agent


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config("[show]\nprot = 1\nlang = 'fr'\n[rules]\npreset = 1")
    assert str(caught.value).count("; ") == 2
    for part in ('unknown key "show.prot"', "show.lang: ", "rules.preset: "):
        assert part in str(caught.value)


@pytest.mark.parametrize("text", ["[lichess", "a = ", 'a = "\\q"', "a = 1\na = 2", "\x00"])
def test_what_is_no_toml(text: str) -> None:
    with pytest.raises(ConfigError, match=r"^not valid TOML: .* \(at (line \d|end of document)"):
        parse_config(text)


@given(st.text(max_size=40))
def test_any_text_is_a_configuration_or_an_error(text: str) -> None:
    with suppress(ConfigError):
        assert isinstance(parse_config(text), Config)


# --- files


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b'\xef\xbb\xbf[follow]\r\nusers = ["Amsel"]\r\n')
    assert load_config(path).follow.users == ["Amsel"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"\xff\xfe\x00", "cannot be read: it is not UTF-8 text"),
        (b"[show]\nprot = 1", ': unknown key "show.prot": did you mean "port"?'),
        (b"[show", ": not valid TOML: "),
    ],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, content: bytes | None, reason: str) -> None:
    path = tmp_path / "config.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    assert str(caught.value).startswith(str(path))
    assert reason in str(caught.value)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read: "):
        load_config(tmp_path)


@pytest.mark.skipif(os.name == "nt" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.touch(mode=0)
    with pytest.raises(ConfigError, match="cannot be read: Permission denied"):
        load_config(path)


# --- the example


MANY: dict[str, type[BaseModel]] = {"events": EventSection, "boards.games": BoardSection, "obs.rules": ObsRule}
"""What sections in a list are, by the place of the list."""


def keys(model: type[BaseModel], before: str = "") -> Iterator[tuple[str, str]]:
    """Section and name of every key."""
    for name, field in model.model_fields.items():
        place = f"{before}.{name}".lstrip(".")
        if place in MANY:
            yield from keys(MANY[place], place)
        elif isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from keys(field.annotation, name)
        else:
            yield before, field.alias or name


def example_sections() -> dict[str, str]:
    """The text of every section of the example."""
    _, *parts = re.split(r"^(?:# )?\[+([\w.]+)\]+$", EXAMPLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_the_example_is_what_holds_without_it() -> None:
    example, default = load_config(EXAMPLE), Config()
    assert (example.lichess, example.follow, example.show) == (default.lichess, default.follow, default.show)
    assert (example.book, example.store) == (default.book, default.store)
    assert default.book.explorer_url == EXPLORER_URL
    assert example.rule_options() == default.rule_options() == Rules()


@pytest.mark.parametrize(("section", "key"), list(keys(Config)))
def test_the_example_explains_every_key(section: str, key: str) -> None:
    text = example_sections()[section]
    (place,) = re.finditer(rf"^(?:# )?{key} = \S", text, flags=re.MULTILINE)
    above = text[: place.start()].rstrip("\n").splitlines()[-1]
    assert above.startswith("# ") or " = " in above, f"{section}.{key} is not explained"


def test_the_example_has_no_other_key() -> None:
    known = {section: {key for place, key in keys(Config) if place == section} for section in Config.model_fields}
    for section, values in tomllib.loads(EXAMPLE.read_text(encoding="utf-8")).items():
        assert set(values) <= known[section]


RULE_OPTIONS: list[tuple[str, Rules]] = [
    ("", Rules()),
    ('preset = "spirit"', Rules("spirit")),
    ('preset = "spirit"\npawn_credit = "each"', Rules("spirit", pawn_credit="each")),
    ('flag_fall = "server"\nbook_lookahead = 3', Rules(flag_fall="server", book_lookahead=3)),
    ('flag_fall = "fide"\nflag_fall_nodes = 500', Rules(flag_fall="fide", flag_fall_nodes=500)),
]


@pytest.mark.parametrize(("text", "rules"), RULE_OPTIONS)
def test_rules(text: str, rules: Rules) -> None:
    assert parse_config(f"[rules]\n{text}").rule_options() == rules


def test_a_configuration_cannot_be_changed() -> None:
    config: Any = Config()
    with pytest.raises(ValueError, match="frozen"):
        config.show = None


# --- the store

HERE = Path("there", "club")
SERVER = "postgresql://unruh@localhost/club"


@pytest.mark.parametrize(
    ("url", "where"),
    [
        ("unruh.sqlite", str(HERE / "unruh.sqlite")),
        ("sqlite:///data/unruh.sqlite", str(HERE / "data" / "unruh.sqlite")),
        ("/var/lib/unruh.sqlite", "/var/lib/unruh.sqlite"),
        ("sqlite:////var/lib/unruh.sqlite", "/var/lib/unruh.sqlite"),
        (SERVER, SERVER),
        ("", ""),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="paths differ")
def test_where_the_store_is(url: str, where: str) -> None:
    assert store_url(parse_config(f"[store]\nurl = '{url}'").store, HERE) == where


def test_the_password_of_the_store_is_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    section = StoreSection(password_env="CLUB_PASSWORD")
    monkeypatch.delenv("CLUB_PASSWORD", raising=False)
    assert store_password(section) is None
    monkeypatch.setenv("CLUB_PASSWORD", "se cret")
    assert store_password(section) == "se cret"


@pytest.mark.parametrize("url", ["['postgresql://u:s3cret@h/d']", "'mysql://u:s3cret@h/d'", "{a = 's3cret'}"])
def test_a_password_in_the_store_s_address_is_not_repeated(url: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(f"[store]\nurl = {url}")
    assert "s3cret" not in str(caught.value)
