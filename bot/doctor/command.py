"""The command `unruh doctor`."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from bot.config import ConfigError, load_config, read_token, store_password, store_url
from bot.doctor.checks import examine
from bot.doctor.finding import Finding
from bot.logs import set_up_logs

_SIGNS = {"good": "[green]✓[/green]", "note": "[yellow]![/yellow]", "bad": "[red]✗[/red]"}


def doctor_command(
    config: Annotated[Path, typer.Option(help="The configuration file; config.example.toml explains every key.")],
) -> None:
    """Look whether everything is right: configuration, server, token, port, store; and how a running program is doing.

    Exit status: 0 all is well, 1 something is not.
    """
    set_up_logs(verbose=False)
    console = Console(highlight=False)
    if asyncio.run(_examine(config, console)):
        raise typer.Exit(1)


async def _examine(config: Path, console: Console) -> int:
    """Tell every finding as it comes; gives the number of bad ones."""
    bad = 0
    try:
        settings = load_config(config)
        token = read_token(settings.lichess, config.parent)
    except ConfigError as error:
        _tell(console, Finding("bad", "configuration", str(error)))
        return 1
    _tell(console, Finding("good", "configuration", f"{config} is right"))
    store = store_url(settings.store, config.parent)
    async for finding in examine(settings, token, store, store_password(settings.store)):
        _tell(console, finding)
        bad += finding.verdict == "bad"
    return bad


def _tell(console: Console, finding: Finding) -> None:
    advice = f"; {finding.advice}" if finding.advice else ""
    console.print(f"{_SIGNS[finding.verdict]} {escape(f'{finding.subject}: {finding.text}{advice}')}", soft_wrap=True)
