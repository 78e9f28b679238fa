"""The command `unruh obs`."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from bot.config import ConfigError, load_config
from bot.config.obs import obs_password
from bot.obs.errors import ObsError
from bot.obs.pages import Page, pages
from bot.obs.session import connected
from bot.obs.setup import BROWSER, Step, carry_out, plan
from bot.one_sentence import one_sentence
from bot.score.table import printable

obs_app = typer.Typer(
    help="OBS 28 or newer, by its WebSocket server (in OBS: Tools, WebSocket Server Settings).", no_args_is_help=True
)


@obs_app.callback()
def _of_several() -> None:
    """Keep "setup" a word of its own, though it is the only command."""


@obs_app.command("setup")
def setup_command(
    config: Annotated[Path, typer.Option(help="The configuration file; its section [obs] says where OBS is.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
) -> None:
    """Make a scene in OBS for each of obs.scenes, with a browser source of the right size and address.

    Done again, it changes nothing but the address or the size, if they are others now. What it did not make, it leaves
    alone.

    Exit status: 0, or 2 if OBS could not be asked.
    """
    with one_sentence(ConfigError, ObsError):
        settings = load_config(config)
        section = settings.obs
        wanted = pages(section.scenes, settings.show, section.url)
        steps = asyncio.run(set_up(section.url, obs_password(section, config.parent), wanted, dry_run=dry_run))
        for step in steps:
            print(printable(step.line))
        print(summary(steps, dry_run=dry_run))


async def set_up(url: str, password: str, wanted: list[Page], *, dry_run: bool, kind: str = BROWSER) -> list[Step]:
    """Make what is wanted, or only say how; gives what was, or would be, done. Raises `ObsError`."""
    async with connected(url, password) as session:
        steps = await plan(session, wanted, kind)
        if not dry_run:
            await carry_out(session, steps, kind)
        return steps


def summary(steps: list[Step], *, dry_run: bool) -> str:
    """What was done in all, or would be."""
    made, changed = (sum(step.verb == verb for step in steps) for verb in ("create", "update"))
    would = "would be " if dry_run else ""
    if not made and not changed:
        return f"nothing {would or 'was '}changed"
    return f"{made} {would}created, {changed} {would}updated, {len(steps) - made - changed} left as they are"
