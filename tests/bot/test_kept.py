"""What an operator chose survives a restart, and nothing that goes wrong with its file stops the show."""

from pathlib import Path

import pytest

from bot.kept import FILE, Kept


def test_parts_are_kept_by_their_names(tmp_path: Path) -> None:
    first = Kept(tmp_path / FILE)
    assert first.part("choices") is None
    first.keep("choices", b'{"cleared":true}')
    first.keep("offers", b"[]")
    second = Kept(tmp_path / FILE)
    assert (second.part("choices"), second.part("offers")) == (b'{"cleared":true}', b"[]")
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'"text"', b"\xff\xfe"])
def test_a_file_that_cannot_be_read_is_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    kept = Kept(tmp_path / FILE)
    assert kept.part("choices") is None
    kept.keep("choices", b"{}")
    assert Kept(tmp_path / FILE).part("choices") == b"{}"


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "missing" / FILE)
    kept.keep("choices", b"{}")
    assert kept.part("choices") == b"{}"


def test_what_is_the_same_is_not_written_again(tmp_path: Path) -> None:
    kept = Kept(tmp_path / FILE)
    kept.keep("choices", b"{}")
    (tmp_path / FILE).unlink()
    kept.keep("choices", b"{}")
    assert not (tmp_path / FILE).exists()


def test_without_a_file_nothing_is_written() -> None:
    kept = Kept(None)
    kept.keep("choices", b"{}")
    assert kept.part("choices") == b"{}"
