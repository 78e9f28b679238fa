"""`unruh event correct`, `backup` and `restore`: what changes or copies what is kept."""

from pathlib import Path
from typing import Annotated

import typer

from bot.events.commands.options import ERRORS, ConfigFile, Which, say, write_file
from bot.one_sentence import one_sentence


def correct_command(
    config: ConfigFile,
    who: Annotated[str, typer.Option(help="Who corrects it.", show_default=False)],
    why: Annotated[str, typer.Option(help="Why.", show_default=False)],
    event: Which = None,
    result: Annotated[str | None, typer.Option(help="GAME=1-0, 0-1, 1/2-1/2 or void.", show_default=False)] = None,
    flag_fall: Annotated[str | None, typer.Option(help="GAME=win or GAME=draw.", show_default=False)] = None,
    points: Annotated[str | None, typer.Option(help="GAME=0.52:0.48, White first.", show_default=False)] = None,
    offer: Annotated[
        str | None, typer.Option(help="GAME=40:white: White offered a draw at ply 40.", show_default=False)
    ] = None,
    strike_offer: Annotated[
        str | None, typer.Option(help="GAME=40:white: that was no offer.", show_default=False)
    ] = None,
    exclude: Annotated[str | None, typer.Option(help="GAME counts for nobody.", show_default=False)] = None,
    include: Annotated[str | None, typer.Option(help="GAME counts again.", show_default=False)] = None,
    merge: Annotated[str | None, typer.Option(help="OLD=NEW: one player under two names.", show_default=False)] = None,
    place: Annotated[str | None, typer.Option(help="GAME=3.2: round and board.", show_default=False)] = None,
    undo: Annotated[str | None, typer.Option(help="The number of a correction.", show_default=False)] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Make it; without this it is only shown.")] = False,
) -> None:
    """Correct one thing as the arbiter: what it changes in the table is shown; with --yes it is made, and kept.

    Exit status: 0 it is made, 1 it is only shown, 2 it cannot be made.
    """
    from bot.events.commands.correcting import correct
    from bot.events.commands.loading import in_store, section_of, settings_of

    with one_sentence(*ERRORS):
        asked = {
            "result": result, "flag_fall": flag_fall, "points": points, "offer": offer, "strike_offer": strike_offer,
            "exclude": exclude, "include": include, "merge": merge, "place": place, "undo": undo,
        }  # fmt: skip
        settings = settings_of(config)
        section = section_of(settings, event)
        told = in_store(correct(settings, config, section, asked, who=who, why=why, yes=yes))
        for line in told:
            print(line)
    if not yes:
        say("nothing is changed yet; --yes makes the correction")
        raise typer.Exit(1)


def backup_command(
    config: ConfigFile,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.", show_default=False)],
    event: Which = None,
) -> None:
    """Take a whole event out of the store into one file: its games, reports and corrections."""
    from bot.events.commands.loading import in_store, keeping, section_of, settings_of

    with one_sentence(*ERRORS):
        settings = settings_of(config)
        section = section_of(settings, event)

        async def backup() -> bytes:
            async with keeping(settings, config) as keeper:
                return await keeper.backup(section.id)

        write_file(output, in_store(backup()), [str(config)])
        say(f"{output} has the whole event {section.id}")


def restore_command(
    file: Annotated[Path, typer.Argument(help="What unruh event backup has written.", show_default=False)],
    config: ConfigFile,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the event if it is there.")] = False,
) -> None:
    """Put an event from a backup into the store, all or nothing."""
    from bot.events.commands.loading import in_store, keeping, settings_of

    with one_sentence(*ERRORS):
        settings, data = settings_of(config), file.read_bytes()

        async def restore() -> str:
            async with keeping(settings, config) as keeper:
                return await keeper.restore(data, overwrite=overwrite)

        say(f"the event {in_store(restore())} is in the store")
