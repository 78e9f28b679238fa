"""The command `unruh event`."""

import typer

from bot.events.commands.keeping import backup_command, correct_command, restore_command
from bot.events.commands.naming import list_command, new_command
from bot.events.commands.reporting import export_command, report_command

event_app = typer.Typer(
    help="Scored events: matches, round robins, Swiss, arenas, leagues and team matches."
    "\n\nAn event is a section [[events]] of the configuration; docs/events.md tells how a club runs an evening."
    " Its games can also be those of PGN files.",
    no_args_is_help=True,
)
event_app.command("report")(report_command)
event_app.command("export")(export_command)
event_app.command("list")(list_command)
event_app.command("new")(new_command)
event_app.command("correct")(correct_command)
event_app.command("backup")(backup_command)
event_app.command("restore")(restore_command)
