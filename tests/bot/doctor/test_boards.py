"""What the doctor says of electronic boards."""

from pathlib import Path

from bot.boards.stand_in.boards import SimulatedBoard
from bot.boards.stand_in.server import serving
from bot.clock import RealClock
from bot.config import Config, LichessSection, ShowSection
from bot.config.boards import BoardSection, BoardsSection
from bot.doctor.boards import look_at_boards
from bot.doctor.checks import examine


async def found(section: BoardsSection) -> list[tuple[str, str]]:
    return [(finding.verdict, finding.text) async for finding in look_at_boards(section, RealClock())]


async def test_boards_that_are_there_and_others() -> None:
    there, silent = SimulatedBoard("10001"), SimulatedBoard("10002", state="NOTRESPONDING")
    async with serving([there, silent], RealClock()) as stand_in:
        games = [BoardSection(board=serial) for serial in ("10001", "10002", "10003")]
        assert await found(BoardsSection(livechess=stand_in.url, games=games)) == [
            ("good", "LiveChess knows 2 boards"),
            ("note", "board 10002 does not respond"),
            ("note", "board 10003 is not connected"),
        ]


async def test_nobody_answers() -> None:
    ((verdict, text),) = await found(BoardsSection(livechess="ws://127.0.0.1:9/api/v1.0"))
    assert (verdict, text) == ("bad", "LiveChess cannot be reached; is it running?")


async def test_where_only_boards_are_followed_no_server_is_asked(tmp_path: Path) -> None:
    async with serving([SimulatedBoard("10001")], RealClock()) as stand_in:
        settings = Config(
            lichess=LichessSection(base_url="http://127.0.0.1:9"),
            boards=BoardsSection(livechess=stand_in.url),
            show=ShowSection(port=0),
        )
        findings = [finding async for finding in examine(settings, tmp_path, None)]
    assert {finding.subject for finding in findings}.isdisjoint({"server", "token"})
    assert all(finding.verdict != "bad" for finding in findings)
