"""The command `unruh`: puts the parts together. The only module of the bot that knows the overlay."""

import asyncio
import errno
import signal
import sys
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from aiohttp import web
from rich.console import Console

from bot.clock import RealClock
from bot.config import Config, ConfigError, FollowSection, LichessSection, ShowSection, load_config, read_token
from bot.demo.world import demo_lichess
from bot.follower.follower import Follower
from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError
from bot.lichess.governor import Governor
from bot.logs import set_up_logs
from bot.score.command import score_command
from bot.sources.users import UsersSource
from overlay.app import create_app
from overlay.hub import Hub
from overlay.show import Show

app = typer.Typer(
    name="unruh",
    help="Follows chess games on Lichess while they are played, scores them live, and shows the score with its reasons."
    " Start with: unruh demo",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.command("score")(score_command)
console = Console(stderr=True, highlight=False)


class UserError(Exception):
    """Something that the user has to know, in one sentence."""


@app.command()
def demo(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the pages; 0 takes any free one.")] = 8086,
    speed: Annotated[float, typer.Option(min=0.1, max=100, help="How many times faster than it was played.")] = 1.0,
    verbose: Annotated[bool, typer.Option("--verbose", help="Log what happens.")] = False,
) -> None:
    """Show real games being played, from a Lichess simulator on this machine: no network, no configuration."""
    set_up_logs(verbose=verbose)
    _run(_demo(port, speed))


@app.command()
def run(
    config: Annotated[Path, typer.Option(help="The configuration file; config.example.toml explains every key.")],
    verbose: Annotated[bool, typer.Option("--verbose", help="Log what happens.")] = False,
) -> None:
    """Follow the games and players that the configuration names, and show them."""
    set_up_logs(verbose=verbose)
    try:
        settings = load_config(config)
        token = read_token(settings.lichess, config.parent)
    except ConfigError as error:
        raise _failure(str(error)) from None
    if not (settings.follow.games or settings.follow.users):
        raise _failure(f"{config} names nothing to follow; put ids into follow.games or names into follow.users")
    _run(_follow_and_show(settings, token))


async def _demo(port: int, speed: float) -> None:
    async with demo_lichess(speed=speed) as lichess:
        settings = Config(
            lichess=LichessSection(base_url=lichess.base_url),
            follow=FollowSection(users=list(lichess.user_ids)),
            show=ShowSection(port=port),
        )
        await _follow_and_show(settings, token=None)


async def _follow_and_show(settings: Config, token: str | None) -> None:
    """Serve the pages and follow what is named, until the program is ended."""
    clock = RealClock()
    hub = Hub()
    show = Show(hub, settings.show.featured)
    contact = f" (contact {settings.lichess.contact})" if settings.lichess.contact else ""
    client = LichessClient(settings.lichess.base_url, Governor(clock), token=token, agent=f"unruh{contact}")
    async with (
        _served(create_app(hub, default_lang=settings.show.lang), settings.show.host, settings.show.port) as url,
        client,
        Follower(client, settings.rule_options(), clock, show.update, show.forget) as follower,
    ):
        console.print(
            f"Unruh follows {client.host} and shows it at [bold]{url}[/bold]  (Ctrl-C ends it)", soft_wrap=True
        )
        for game_id in settings.follow.games:
            follower.follow(game_id)
        if settings.follow.users:
            try:
                await UsersSource(settings.follow.users, client, clock).discover(follower.follow)
            except LichessError as error:
                raise UserError(str(error)) from error
        await asyncio.Event().wait()


@asynccontextmanager
async def _served(application: web.Application, host: str, port: int) -> AsyncIterator[str]:
    """Serve the pages; gives their address. Raises `UserError` if they cannot be served there."""
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            advice = "another program uses it; choose another port" if taken else "check host and port"
            raise UserError(f"the pages cannot be served at {host}:{port}: {advice} ({error.strerror})") from error
        yield f"http://{host}:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


def _run(work: Coroutine[Any, Any, None]) -> None:
    """Run until the work ends or the program is told to; what goes wrong is one sentence."""
    try:
        asyncio.run(_until_told(work))
    except KeyboardInterrupt:
        pass
    except UserError as error:
        raise _failure(str(error)) from None


async def _until_told(work: Coroutine[Any, Any, None]) -> None:
    """End quietly on SIGTERM as on Ctrl-C."""
    task = asyncio.ensure_future(work)
    with suppress(NotImplementedError):  # Windows has no signal handlers in the loop
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    with suppress(asyncio.CancelledError):
        await task


def _failure(sentence: str) -> typer.Exit:
    console.print(f"unruh: {sentence}", markup=False, soft_wrap=True)
    return typer.Exit(2)


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point of the command."""
    app(args=arguments if arguments is None else list(arguments), prog_name="unruh")


if __name__ == "__main__":
    main(sys.argv[1:])
