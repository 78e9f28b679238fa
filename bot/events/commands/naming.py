"""`unruh event list` and `unruh event new`."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from bot.config import parse_config, store_url
from bot.events.commands.new import Value, section_text
from bot.events.commands.options import ERRORS, ConfigFile, say
from bot.events.commands.trouble import EventCommandError
from bot.events.model import Kind
from bot.one_sentence import one_sentence


def list_command(config: ConfigFile) -> None:
    """Say which events the configuration names, and how many games of each are kept."""
    from bot.events.commands.loading import in_store, keeping, settings_of  # with the store: half a second

    with one_sentence(*ERRORS):
        settings = settings_of(config)

        async def counted() -> dict[str, int]:
            async with keeping(settings, config) as keeper:
                return {section.id: len(await keeper.games(section.id)) for section in settings.events}

        url = store_url(settings.store, config.parent)
        there = bool(url) and ("://" in url or Path(url).exists())
        games = in_store(counted()) if there else {}
        for section in settings.events:
            print(f"{section.id:<24}{section.kind:<12}{games.get(section.id, 0):>6} games  {section.name}".rstrip())


def new_command(
    event_id: Annotated[str, typer.Argument(metavar="ID", help="Letters, digits, - and _.", show_default=False)],
    kind: Annotated[Kind, typer.Option(help="What kind of event it is.", show_default=False)],
    name: Annotated[str, typer.Option(help="What people call it.")] = "",
    arena: Annotated[list[str] | None, typer.Option(help="An arena.", show_default=False)] = None,
    swiss: Annotated[list[str] | None, typer.Option(help="A Swiss tournament.", show_default=False)] = None,
    broadcast_tournament: Annotated[list[str] | None, typer.Option(help="A broadcast.", show_default=False)] = None,
    broadcast_round: Annotated[list[str] | None, typer.Option(help="A round of one.", show_default=False)] = None,
    pgn: Annotated[list[str] | None, typer.Option(help="A PGN file or its address.", show_default=False)] = None,
    game: Annotated[list[str] | None, typer.Option(help="A game by its id.", show_default=False)] = None,
    player: Annotated[list[str] | None, typer.Option(help="A player.", show_default=False)] = None,
    team: Annotated[
        list[str] | None, typer.Option(help='A team and its players: "Woods: Amsel, Birke".', show_default=False)
    ] = None,
    begins: Annotated[
        datetime | None, typer.Option("--from", help="Games that begin from then on count.", show_default=False)
    ] = None,
    until: Annotated[datetime | None, typer.Option(help="… and until then.", show_default=False)] = None,
    time_zone: Annotated[str, typer.Option(help="Where these times are told, like Europe/Berlin.")] = "",
    clock: Annotated[str, typer.Option(help="Only games with this clock count, like 3+2.")] = "",
    match_games: Annotated[int, typer.Option(min=0, max=100, help="Of how many games a match is.")] = 0,
    tie_break: Annotated[list[str] | None, typer.Option(help="Decides between equals.", show_default=False)] = None,
    prize: Annotated[list[str] | None, typer.Option(help="A prize, by place.", show_default=False)] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Append it to this configuration.", show_default=False)
    ] = None,
) -> None:
    """Write the section of a new event, to standard output or to the end of a configuration. It asks nothing.

    Exit status: 0, or 2 if something is wrong; then nothing is written.
    """
    with one_sentence(*ERRORS):
        values: dict[str, Value] = {
            "id": event_id, "name": name, "kind": kind, "arena": arena or [], "swiss": swiss or [],
            "broadcast_tournament": broadcast_tournament or [], "broadcast_round": broadcast_round or [],
            "pgn": pgn or [], "games": game or [], "players": player or [], "teams": _teams(team or []),
            "from": begins or "", "until": until or "", "time_zone": time_zone, "clock": clock,
            "match_games": match_games, "tie_breaks": list(tie_break or []), "prizes": prize or [],
        }  # fmt: skip
        text = section_text(values)
        if output is None:
            print(text, end="")
        else:
            _append(output, text)
            say(f"{output} has the event {event_id} now")


def _teams(told: list[str]) -> dict[str, list[str]]:
    teams: dict[str, list[str]] = {}
    for team in told:
        name, sign, players = team.partition(":")
        if not sign:
            raise EventCommandError(f'--team {team!r} must look like "Woods: Amsel, Birke"')
        teams[name.strip()] = [player.strip() for player in players.split(",") if player.strip()]
    return teams


def _append(path: Path, text: str) -> None:
    """Put a section behind a configuration, which must be right before and after."""
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    parse_config(whole := f"{before.rstrip()}\n\n{text}".lstrip())
    path.write_text(whole, encoding="utf-8")
