"""What the commands about events have in common: options, mistakes, and how they speak."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from bot.book.errors import BookError
from bot.config import ConfigError
from bot.events.arbiter.correction import ArbiterError
from bot.events.commands.trouble import EventCommandError
from bot.events.exports.trouble import EventFileError
from bot.score.files import FileError
from scoring import RulesError

ERRORS = (EventCommandError, ConfigError, FileError, BookError, RulesError, ArbiterError, EventFileError)
"""What a command ends with in one sentence."""

Which = Annotated[
    str | None, typer.Option("--event", help="The id of the event, if there are several.", show_default=False)
]
ConfigFile = Annotated[Path, typer.Option(help="The configuration file.", show_default=False)]


def write_file(path: Path, data: bytes, inputs: list[str]) -> None:
    """Write a file that is none of the inputs; raises `FileError`."""
    if path.exists() and any(name != "-" and Path(name).exists() and path.samefile(name) for name in inputs):
        raise FileError(f"{path} is to be read and cannot be the output as well")
    path.write_bytes(data)


def say(text: str) -> None:
    """Tell the person who called, beside the output."""
    print(f"unruh: {text}", file=sys.stderr)
