"""What an operator chose survives a restart, and nothing that goes wrong with its file stops the show."""

from contextlib import suppress
from pathlib import Path
from threading import get_ident
from unittest import mock

import pytest

from bot.clock import ManualClock
from bot.kept import FILE, PAUSE_MS, Kept
from tests.bot.live import Background


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


# --- What changes all the time


async def test_what_changes_all_the_time_is_written_once_a_second_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    background, kept, threads = Background(), Kept(tmp_path / FILE), list[int]()
    clock, write = ManualClock(settle=background.quiet), Path.write_bytes

    def noted(path: Path, data: bytes) -> int:
        threads.append(get_ident())
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", noted)
    with mock.patch("bot.kept.in_background", background.run):
        async with kept.writing(clock):
            for number in range(3 * PAUSE_MS // 100):
                kept.keep_soon("boards", b"%d" % number)
                await clock.advance(100)
            await clock.advance(10 * PAUSE_MS)
            assert Kept(tmp_path / FILE).part("boards") == kept.part("boards") == b"29"
            assert len(threads) == 4
            assert get_ident() not in threads
    assert len(threads) == 4, "there was nothing new at the end"


async def test_the_last_state_is_written_at_the_end_however_it_comes(tmp_path: Path) -> None:
    kept = Kept(tmp_path / FILE)
    with suppress(LookupError):
        async with kept.writing(ManualClock()):
            kept.keep_soon("boards", b"1")
            kept.keep("choices", b"2")
            assert Kept(tmp_path / FILE).part("boards") == b"1", "what is written at once takes it along"
            kept.keep_soon("boards", b"3")
            raise LookupError
    again = Kept(tmp_path / FILE)
    assert (again.part("boards"), again.part("choices")) == (b"3", b"2")
