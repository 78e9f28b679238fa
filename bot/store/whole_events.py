"""An event taken out of the database whole, and put into it whole."""

from dataclasses import asdict
from typing import Any

from sqlalchemy import Table, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.event_rows import CorrectionRow, EventGameRow, ReportRow, SetupRow, WholeEvent, row_of
from bot.store.model import StoredReport, StoreError
from bot.store.reports import add_report
from bot.store.tables import event_corrections, event_games, events, reports


async def read_whole(connection: AsyncConnection, event_id: str) -> WholeEvent:
    """All rows of an event, and all reports of its games."""

    async def rows(table: Table) -> list[Any]:
        of_event = select(table).where(table.c.event_id == event_id)
        return list(await connection.execute(of_event.order_by(*table.primary_key)))

    # What a row refers to is read after it, so that it is there even if somebody writes meanwhile.
    corrections = tuple(row_of(CorrectionRow, row) for row in await rows(event_corrections))
    games = tuple(row_of(EventGameRow, row) for row in await rows(event_games))
    setups = tuple(row_of(SetupRow, row) for row in await rows(events))
    of_event = select(event_games.c.game_id).where(event_games.c.event_id == event_id)
    of_games = select(reports).where(reports.c.game_id.in_(of_event)).order_by(*reports.primary_key)
    told = tuple(
        ReportRow(row.game_id, row.number, row.at_ms, row_of(StoredReport, row))
        for row in await connection.execute(of_games)
    )
    return WholeEvent(setups, games, corrections, told)


async def put_whole(connection: AsyncConnection, event_id: str, whole: WholeEvent, *, overwrite: bool) -> None:
    """Put an event in its place.

    Reports that other events may rest on are never taken away: where a game has others, the latest one comes on top of
    them. Raises `StoreError` if something else is there, unless it is to be overwritten.
    """
    there = await read_whole(connection, event_id)
    known = await _reports_there(connection, whole)
    if not overwrite:
        _refuse_what_is_there(event_id, there, whole, known)
    for table in (events, event_games, event_corrections):
        await connection.execute(delete(table).where(table.c.event_id == event_id))
    for table, rows in ((events, whole.setups), (event_games, whole.games), (event_corrections, whole.corrections)):
        if rows:
            await connection.execute(insert(table), [asdict(row) for row in rows])
    for game_id, told in _by_game(whole.reports).items():
        if game_id in known:
            await add_report(connection, game_id, told[-1].at_ms, told[-1].content)
        else:
            await connection.execute(insert(reports), [_report_columns(report) for report in told])


async def _reports_there(connection: AsyncConnection, whole: WholeEvent) -> dict[str, StoredReport]:
    """The latest reports that the games of an event have already."""
    there = {}
    for game_id in _by_game(whole.reports):
        of_game = select(reports).where(reports.c.game_id == game_id).order_by(reports.c.number.desc()).limit(1)
        if (row := (await connection.execute(of_game)).one_or_none()) is not None:
            there[game_id] = row_of(StoredReport, row)
    return there


def _refuse_what_is_there(event_id: str, there: WholeEvent, whole: WholeEvent, known: dict[str, StoredReport]) -> None:
    rows = (there.setups, there.games, there.corrections)
    if any(rows) and rows != (whole.setups, whole.games, whole.corrections):
        raise StoreError(f"there is an event {event_id} already, and it is not the same; say so to overwrite it")
    for game_id, told in _by_game(whole.reports).items():
        if known.get(game_id, told[-1].content) != told[-1].content:
            raise StoreError(f"the game {game_id} has another score here by now; say so to overwrite it")


def _by_game(told: tuple[ReportRow, ...]) -> dict[str, list[ReportRow]]:
    games: dict[str, list[ReportRow]] = {}
    for report in told:
        games.setdefault(report.game_id, []).append(report)
    return games


def _report_columns(report: ReportRow) -> dict[str, Any]:
    return {
        "game_id": report.game_id,
        "number": report.number,
        "at_ms": report.at_ms,
        **asdict(report.content),
    }
