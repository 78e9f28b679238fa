"""Text files: whole, only when something is new, and nothing that goes wrong with them is heard of more than once."""

import asyncio
import errno
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.clock import ManualClock
from bot.stream.texts import LOOK_MS, PATIENCE_MS, TextFiles


class Texts:
    """Text files of which a test says what is in them."""

    def __init__(self, folder: Path) -> None:
        self.clock = ManualClock()
        self.now: dict[str, str] = {"score.txt": "0,45 – 0,55", "lead.txt": "Schwarz führt +0,10"}
        self.files = TextFiles(folder, lambda: self.now, self.clock)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def test_files_say_what_there_is(tmp_path: Path) -> None:
    folder = tmp_path / "texts" / "obs"
    texts = Texts(folder)
    await texts.files.look()
    assert (folder / "score.txt").read_bytes() == "0,45 – 0,55".encode()
    assert (folder / "lead.txt").read_bytes() == "Schwarz führt +0,10".encode()
    texts.now = {"score.txt": "0,50 – 0,50", "lead.txt": ""}
    await texts.files.look()
    assert [(folder / name).read_text("utf-8") for name in names(folder)] == ["", "0,50 – 0,50"]


async def test_what_is_the_same_is_not_written_again(tmp_path: Path) -> None:
    texts = Texts(tmp_path)
    await texts.files.look()
    for name in names(tmp_path):
        (tmp_path / name).unlink()
    texts.now = texts.now | {"lead.txt": "Gleichstand"}
    await texts.files.look()
    assert names(tmp_path) == ["lead.txt"]


async def test_half_a_character_stops_nothing(tmp_path: Path) -> None:
    texts = Texts(tmp_path)
    texts.now = {"players.txt": "a\ud800b"}
    await texts.files.look()
    assert (tmp_path / "players.txt").read_text("utf-8") == "a?b"


async def test_a_file_that_is_being_read_is_replaced_at_the_next_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = Texts(tmp_path)
    replace = Path.replace

    def held(new: Path, target: Path) -> Path:
        if target.name == "score.txt":
            raise PermissionError(errno.EACCES, "Access is denied")
        return replace(new, target)

    with capture_logs() as logs:
        monkeypatch.setattr(Path, "replace", held)
        await texts.files.look()
        assert (tmp_path / "lead.txt").exists()
        monkeypatch.undo()
        await texts.files.look()
    assert names(tmp_path) == ["lead.txt", "score.txt"]
    assert not logs


async def test_a_folder_that_cannot_be_written_is_said_once(tmp_path: Path) -> None:
    blocked = tmp_path / "texts"
    blocked.write_text("a file")
    texts = Texts(blocked)

    async def looked(times: int) -> None:
        for number in range(times):
            texts.now = {"score.txt": str(number)}
            await texts.files.look()
            await texts.clock.advance(LOOK_MS)

    with capture_logs() as logs:
        await looked(PATIENCE_MS // LOOK_MS)
        assert not logs
        await looked(50)
        assert [(line["event"], line["folder"]) for line in logs] == [("text files cannot be written", str(blocked))]
        assert "\n" not in logs[0]["reason"]
        blocked.unlink()
        await looked(1)
        assert names(blocked) == ["score.txt"]
        (blocked / "score.txt").unlink()
        blocked.rmdir()
        blocked.write_text("a file")
        await looked(PATIENCE_MS // LOOK_MS + 2)
    assert len(logs) == 2


async def test_it_looks_a_few_times_a_second_whatever_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = Texts(tmp_path)
    looks: list[int] = []

    async def look() -> None:
        looks.append(texts.clock.now_ms())
        raise LookupError

    monkeypatch.setattr(texts.files, "look", look)
    with capture_logs() as logs:
        task = asyncio.ensure_future(texts.files.run())
        await texts.clock.advance(1_000)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert (len(looks), len(logs)) == (5, 1)
