"""The command `unruh doctor`."""

import asyncio
import io
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from bot.config import ConfigError, load_config, read_token
from bot.doctor.finding import Finding, Verdict
from bot.program.logs import set_up_logs

_STYLES: dict[Verdict, str] = {"good": "green", "note": "yellow", "bad": "bold red"}


def doctor_command(
    config: Annotated[Path, typer.Option(help="The configuration file; config.example.toml explains every key.")],
) -> None:
    """Look whether all is well: configuration, server, token, port, store, and how a running program is doing.

    One line for everything that was looked at, beginning with good, note or bad, and saying what to do. Nothing is
    changed. Exit status: 0 without a bad line, 1 with one.
    """
    set_up_logs(verbose=False)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    if asyncio.run(_examine(config, Console(highlight=False))):
        raise typer.Exit(1)


async def _examine(config: Path, console: Console) -> int:
    """Tell every finding as it comes; gives the number of bad ones."""
    try:
        settings = load_config(config)
        token = None if settings.only_shows else read_token(settings.lichess, config.parent)
    except ConfigError as error:
        _tell(console, Finding("bad", "configuration", str(error), "mend that and look again"))
        return 1
    from bot.doctor.checks import examine  # opening stores takes half a second that other commands need not wait

    _tell(console, Finding("good", "configuration", f"{config} can be used"))
    bad = 0
    async for finding in examine(settings, config.parent, token):
        _tell(console, finding)
        bad += finding.verdict == "bad"
    return bad


def _tell(console: Console, finding: Finding) -> None:
    """One line, whatever stands in it: other programs have a say in some findings."""
    advice = f"; {finding.advice}" if finding.advice else ""
    words = f"{finding.subject}: {finding.text}{advice}"
    plain = "".join(letter if letter.isprintable() else " " for letter in words)
    console.print(Text.assemble((f"{finding.verdict:<4}", _STYLES[finding.verdict]), f"  {plain}"), soft_wrap=True)
