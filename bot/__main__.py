"""The command `unruh`."""

import asyncio
import sys
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from bot.boards.stand_in.demo import demo_board
from bot.book.command import book_app
from bot.book.errors import BookError
from bot.clock import RealClock
from bot.config import (
    WAYS,
    Config,
    ConfigError,
    FollowSection,
    LichessSection,
    Secrets,
    ShowSection,
    bus_password,
    load_config,
    read_secrets,
)
from bot.demo.world import demo_lichess
from bot.doctor.command import doctor_command
from bot.event_loop import loop_factory
from bot.events.command import event_app
from bot.flag.command import flag_command
from bot.obs.command import obs_app
from bot.program.following import followed_and_shown
from bot.program.logs import LogForm, set_up_logs
from bot.program.node import shown
from bot.program.opening import kept_and_shown
from bot.rehearse.files import UnplayableError
from bot.rehearse.world import rehearsed_lichess
from bot.score.command import score_command
from bot.serving import UserError, until_told
from bot.tokens.command import token_app

app = typer.Typer(
    name="unruh",
    help="Follows chess games on Lichess while they are played, scores them live, and shows the score with its reasons."
    "\n\nStart with: unruh demo"
    "\n\nThen copy config.example.toml to config.toml, name games, players or events in it, and:"
    " unruh run --config config.toml",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
console = Console(stderr=True, highlight=False)


@app.command()
def demo(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the pages; 0 takes any free one.")] = 8086,
    speed: Annotated[float, typer.Option(min=0.1, max=100, help="How many times faster than it was played.")] = 1.0,
    verbose: Annotated[bool, typer.Option("--verbose", help="Log what happens.")] = False,
) -> None:
    """Show real games being played: no network, no configuration.

    Eight are played on a Lichess simulator on this machine, one by hand on a simulated electronic board.
    """
    set_up_logs(verbose=verbose)
    _run(_demo(port, speed))


@app.command()
def rehearse(
    file: Annotated[Path, typer.Argument(metavar="FILE.pgn", help="The games: eight at once, the others after them.")],
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the pages; 0 takes any free one.")] = 8086,
    speed: Annotated[float, typer.Option(min=0.1, max=100, help="How many times faster than it was played.")] = 1.0,
    ply: Annotated[int, typer.Option(min=0, help="Begin every game at this ply.")] = 0,
    verbose: Annotated[bool, typer.Option("--verbose", help="Log what happens.")] = False,
) -> None:
    """Show the games of a PGN file being played, from a Lichess simulator on this machine, as you steer it.

    Pause, go to any ply, change the speed, let an example of any rule be played: by keys, or on the control page.
    """
    set_up_logs(verbose=verbose)
    _run(_rehearse(file, port, speed, ply))


ConfigOption = Annotated[Path, typer.Option(help="The configuration file; config.example.toml explains every key.")]
PortOption = Annotated[
    int | None, typer.Option(min=0, max=65535, help="Port of the pages, instead of show.port; 0 takes any free one.")
]
LogsOption = Annotated[LogForm, typer.Option(help="Log lines for people, or for programs.")]
VerboseOption = Annotated[bool, typer.Option("--verbose", help="Log what happens.")]


@app.command()
def run(
    config: ConfigOption, port: PortOption = None, logs: LogsOption = LogForm.TEXT, verbose: VerboseOption = False
) -> None:
    """Follow what the configuration names, and show it: the address of the pages is printed, Ctrl-C ends it.

    One line makes a configuration: follow.users = ["Amsel"]

    A program that was ended or killed goes on where it was when it is started again.
    """
    set_up_logs(verbose=verbose, form=logs)
    settings = _configured(config, port)
    secrets = _secrets(settings, config)
    _must_follow(settings, config)
    _run(kept_and_shown(settings, config.parent, secrets))


@app.command()
def bot(
    config: ConfigOption, port: PortOption = None, logs: LogsOption = LogForm.TEXT, verbose: VerboseOption = False
) -> None:
    """Follow what the configuration names, and leave the pages to other programs: see "unruh overlay".

    They hear of it through the bus: bus.url must name a Redis or a Valkey. docs/machines.md tells more.
    """
    set_up_logs(verbose=verbose, form=logs)
    settings = _configured(config, port)
    secrets = _secrets(settings, config)
    _must_follow(settings, config)
    _must_share(settings, config)
    _run(kept_and_shown(settings, config.parent, secrets, with_pages=False))


@app.command()
def overlay(
    config: ConfigOption, port: PortOption = None, logs: LogsOption = LogForm.TEXT, verbose: VerboseOption = False
) -> None:
    """Serve the pages of what an "unruh bot" follows, on as many machines as viewers need.

    It hears of it through the bus: bus.url must name the same Redis or Valkey. docs/machines.md tells more.
    """
    set_up_logs(verbose=verbose, form=logs)
    settings = _configured(config, port)
    _must_share(settings, config)
    _run(shown(settings, config.parent, bus_password(settings.bus)))


def _configured(config: Path, port: int | None) -> Config:
    """The configuration, with another port if one is given."""
    try:
        settings = load_config(config)
    except ConfigError as error:
        raise _failure(str(error)) from None
    if port is None:
        return settings
    return settings.model_copy(update={"show": settings.show.model_copy(update={"port": port})})


def _secrets(settings: Config, config: Path) -> Secrets:
    """What a program needs that follows games and keeps them."""
    try:
        return read_secrets(settings, config.parent)
    except ConfigError as error:
        raise _failure(str(error)) from None


def _must_follow(settings: Config, config: Path) -> None:
    if not settings.names_something:
        raise _failure(f"{config} names nothing to follow; {WAYS}")


def _must_share(settings: Config, config: Path) -> None:
    if not settings.bus.is_shared:
        raise _failure(f'{config} names no bus; name one in the section [bus], like url = "redis://127.0.0.1:6379/0"')


app.add_typer(book_app, name="book")
app.add_typer(event_app, name="event")
app.add_typer(token_app, name="token")
app.add_typer(obs_app, name="obs")
app.command("doctor")(doctor_command)
app.command("flag")(flag_command)
app.command("score")(score_command)


async def _demo(port: int, speed: float) -> None:
    async with demo_lichess(speed=speed) as lichess, demo_board(RealClock(speed)) as boards:
        settings = Config(
            lichess=LichessSection(base_url=lichess.base_url),
            follow=FollowSection(users=list(lichess.user_ids)),
            show=ShowSection(port=port),
            boards=boards,
        )
        await followed_and_shown(settings, Path())


async def _rehearse(file: Path, port: int, speed: float, ply: int) -> None:
    try:
        async with rehearsed_lichess(file, speed=speed, ply=ply) as (base_url, rehearsal):
            settings = Config(lichess=LichessSection(base_url=base_url), show=ShowSection(port=port))
            await followed_and_shown(settings, Path(), rehearsal=rehearsal)
    except UnplayableError as error:
        raise UserError(str(error)) from error


def _run(work: Coroutine[Any, Any, None]) -> None:
    """Run until the work ends or the program is told to; what goes wrong is one sentence."""
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(until_told(work))
    except KeyboardInterrupt:
        pass
    except (BookError, UserError) as error:
        raise _failure(str(error)) from None


def _failure(sentence: str) -> typer.Exit:
    console.print(f"unruh: {sentence}", markup=False, soft_wrap=True)
    return typer.Exit(2)


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point of the command."""
    app(args=arguments if arguments is None else list(arguments), prog_name="unruh")


if __name__ == "__main__":
    main(sys.argv[1:])
