"""Where one game ends and the next begins, whatever stands between them."""

import io

import pytest

from bot.pgn import NotPgnError, PgnGame, read_pgn, split_games
from bot.pgn.split import MAX_GAME_BYTES


def texts(data: bytes) -> list[bytes]:
    return [raw.text.strip() for raw in split_games(io.BytesIO(data))]


@pytest.mark.parametrize(
    ("data", "games"),
    [
        pytest.param(b'[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. d4 *\n', 2, id="the plain case"),
        pytest.param(b'[Event "a"]\r\n\r\n1. e4 *\r\n\r\n[Event "b"]\r\n\r\n1. d4 *\r\n', 2, id="windows newlines"),
        pytest.param(b'[Event "a"]\r\r1. e4 *\r\r[Event "b"]\r\r1. d4 *\r', 2, id="old mac newlines"),
        pytest.param(b'[Event "a"]\n1. e4 *\n[Event "b"]\n1. d4 *\n', 2, id="no blank lines"),
        pytest.param(b'[Event "a"]\n\n[White "x"]\n\n1. e4 *', 1, id="blank line between tags"),
        pytest.param(b'[Event "a"]\n\n1. e4\n\n[Event "b"]\n\n1. d4 *', 2, id="the first has no result"),
        pytest.param(b'[Event "a"]\n\n1. e4 {open\n\n[Event "b"]\n\n1. d4 *', 2, id="unclosed comment"),
        pytest.param(b'[White "a"]\n\n1. e4 {open\n\n[White "b"]\n\n1. d4 *', 2, id="unclosed comment, no event"),
        pytest.param(b'[Event "a"]\n\n1. e4 {see\n[White "b"] there} e5 *', 1, id="a tag quoted in a comment"),
        pytest.param(b'[Event "a"]\n\n1. e4 {\n[%clk 0:01:00]} e5 *', 1, id="a command at the start of a line"),
        pytest.param(b'[Event "a"]\n\n1. e4 (1. d4\n\n1... d5) 1... e5 *', 1, id="blank line in a variation"),
        pytest.param(b'[Event "a"]\n\n1. e4\n\n{long}\n\n1... e5\n\n2. Nf3 *', 1, id="blank lines between moves"),
        pytest.param(b'[Event "1. Liga"]\n\n{Hm.}\n\n1. e4 *', 1, id="a tag like a first move"),
        pytest.param(b"1. e4 e5 1-0\n\n1. d4 d5 0-1\n", 2, id="no tags at all"),
        pytest.param(b"1. e4 e5\n\n1. d4 d5\n", 2, id="no tags and no results"),
        pytest.param(b"1. e4 e5 1-0\n{White resigns}\n\n1. d4 d5 0-1\n", 2, id="comment behind a result"),
        pytest.param(b"1. e4 e5 1-0\n\n{the end}\n", 1, id="only a comment behind the last game"),
        pytest.param(b'; a remark\n[Event "a"]\n\n1. e4 *\n\n; more\n[Event "b"]\n\n1. d4 *', 2, id="remarks between"),
        pytest.param(b'[Result "1-0"] e4 *\n[Result "0-1"] e4 *\n', 2, id="tag and moves on one line"),
        pytest.param(b'    [Variant "Standard"] 1. e4\n\n    [Variant "Standard"]\n1. d4\n', 2, id="indented"),
        pytest.param(b'[Event "a"]\n\n*\n\n[Event "b"]\n\n*\n', 2, id="tags only"),
        pytest.param(b"% escaped\n1. e4 *", 1, id="escaped line"),
        pytest.param('\ufeff[Event "a"]\n\n1. e4 *'.encode(), 1, id="byte-order mark"),
        pytest.param('[Event "a"]\r\n\r\n1. e4 *\r\n\r\n[Event "é"]\r\n\r\n1. d4 *'.encode("utf-16"), 2, id="utf-16"),
    ],
)
def test_games_are_told_apart(data: bytes, games: int) -> None:
    found = list(read_pgn(io.BytesIO(data), "x.pgn"))
    assert [one.number for one in found] == list(range(1, games + 1))
    assert sum(isinstance(one, PgnGame) for one in found) == games - data.count(b"{open")


def test_nothing_of_a_file_is_lost() -> None:
    data = b'[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. d4 *\n'
    games = list(split_games(io.BytesIO(data)))
    assert b"".join(game.text for game in games) == data
    assert games[-1].end == len(data)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "there is no game in it"),
        (b"\n  \n", "there is no game in it"),
        (b"{ a comment alone }\n", "there is no game in it"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "this is a binary file, not a PGN"),
    ],
)
def test_a_file_without_games_says_so(data: bytes, reason: str) -> None:
    with pytest.raises(NotPgnError, match=reason):
        texts(data)


def test_a_huge_game_is_not_kept_in_memory_and_harms_no_other() -> None:
    huge = b'[Event "a"]\n\n1. e4 {' + b"x" * (MAX_GAME_BYTES + (3 << 20)) + b'} *\n\n[Event "b"]\n\n1. d4 *'
    first, second = split_games(io.BytesIO(huge))
    assert first.too_long
    assert len(first.text) < MAX_GAME_BYTES + (2 << 20)
    assert not second.too_long
    problem, game = read_pgn(io.BytesIO(huge), "x.pgn")
    assert "longer than 4 MiB" in getattr(problem, "reason", "")
    assert isinstance(game, PgnGame)


def test_a_stream_that_comes_in_small_pieces() -> None:
    class Trickle(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(min(7, size) if size and size > 0 else 7)

    data = b'[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. d4 *\n'
    assert [raw.number for raw in split_games(Trickle(data))] == [1, 2]
