"""The command `unruh`: puts the parts together. The only module of the bot that knows the overlay."""

import asyncio
import sys
from collections.abc import Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from bot.book.command import book_app
from bot.book.errors import BookError
from bot.clock import RealClock
from bot.config import (
    WAYS,
    Config,
    ConfigError,
    FollowSection,
    LichessSection,
    ShowSection,
    load_config,
    read_token,
    store_password,
    store_url,
)
from bot.demo.world import demo_lichess
from bot.doctor.command import doctor_command
from bot.flag.command import flag_command
from bot.follower.books import asked_book
from bot.follower.followed import FollowedGame
from bot.follower.follower import Follower
from bot.follower.journal import StoreJournal
from bot.follower.resume import resume
from bot.follower.sources import Sources
from bot.follower.worker import Worker
from bot.lichess.client import LichessClient
from bot.lichess.governor import Governor
from bot.logs import set_up_logs
from bot.rehearse.files import UnplayableError
from bot.rehearse.keys import HINT, Keys
from bot.rehearse.rehearsal import Rehearsal
from bot.rehearse.terminal import keys
from bot.rehearse.world import rehearsed_lichess
from bot.score.command import score_command
from bot.serving import UserError, served, until_told
from bot.sources import sources_of
from bot.tokens.command import token_app
from bot.tokens.file import FILE
from bot.tokens.kept import KeptTokens
from overlay import status as shown
from overlay.app import create_app
from overlay.hub import Hub
from overlay.show import Show

if TYPE_CHECKING:
    from bot.store import Store

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

SWITCH_S = 0.001
"""How long the event loop waits at most until the thread beside it lets it go on; Python's own choice is 5 ms."""


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


@app.command()
def run(
    config: Annotated[Path, typer.Option(help="The configuration file; config.example.toml explains every key.")],
    verbose: Annotated[bool, typer.Option("--verbose", help="Log what happens.")] = False,
) -> None:
    """Follow what the configuration names, and show it: the address of the pages is printed, Ctrl-C ends it.

    One line makes a configuration: follow.users = ["Amsel"]

    A program that was ended or killed goes on where it was when it is started again.
    """
    set_up_logs(verbose=verbose)
    try:
        settings = load_config(config)
        token = read_token(settings.lichess, config.parent)
        password = store_password(settings.store)
    except ConfigError as error:
        raise _failure(str(error)) from None
    if not settings.follow.names_something:
        raise _failure(f"{config} names nothing to follow; {WAYS}")
    _run(_kept_and_shown(settings, config.parent, token, password))


app.add_typer(book_app, name="book")
app.add_typer(token_app, name="token")
app.command("doctor")(doctor_command)
app.command("flag")(flag_command)
app.command("score")(score_command)


async def _demo(port: int, speed: float) -> None:
    async with demo_lichess(speed=speed) as lichess:
        settings = Config(
            lichess=LichessSection(base_url=lichess.base_url),
            follow=FollowSection(users=list(lichess.user_ids)),
            show=ShowSection(port=port),
        )
        await _follow_and_show(settings, Path(), None, None)


async def _rehearse(file: Path, port: int, speed: float, ply: int) -> None:
    try:
        async with rehearsed_lichess(file, speed=speed, ply=ply) as (base_url, rehearsal):
            settings = Config(lichess=LichessSection(base_url=base_url), show=ShowSection(port=port))
            await _follow_and_show(settings, Path(), None, None, rehearsal)
    except UnplayableError as error:
        raise UserError(str(error)) from error


async def _kept_and_shown(settings: Config, folder: Path, token: str | None, password: str | None) -> None:
    url = store_url(settings.store, folder)
    if not url:
        await _follow_and_show(settings, folder, token, None)
        return
    from bot.store import StoreError, open_store  # half a second that other commands need not wait

    try:
        async with open_store(url, RealClock(), password=password, keep_days=settings.store.keep_days) as store:
            await _follow_and_show(settings, folder, token, store)
    except StoreError as error:
        raise UserError(str(error)) from error


async def _follow_and_show(
    settings: Config, folder: Path, token: str | None, store: "Store | None", rehearsal: Rehearsal | None = None
) -> None:
    """Serve the pages and follow what is named, until the program is ended; files are looked for in `folder`."""
    clock, rules, hub = RealClock(), settings.rule_options(), Hub()
    show = Show(hub, settings.show.featured)
    client = LichessClient(settings.lichess.base_url, Governor(clock), token=token, agent=settings.lichess.agent)
    if store:
        client.received = store.line

    def changed(game: FollowedGame) -> None:
        show.update(game)
        if rehearsal and game.over and game.id == show.pinned:
            show.pin(None)
        follower.transports.feature(show.featured)

    def answered(epd: str) -> None:
        follower.answered(epd)

    sys.setswitchinterval(SWITCH_S)
    worker = Worker()
    journal = StoreJournal(store, rules, worker) if store else None
    pinned = [*settings.follow.games, *filter(None, [settings.show.featured])]
    async with asked_book(settings, folder, client.governor, token=token, store=store, answered=answered) as book:
        follower = Follower(
            client, rules, clock, changed, show.forget, journal=journal, pinned=pinned, worker=worker, book=book
        )
        sources = Sources(sources_of(settings.follow, folder, client, clock), follower, clock)
        status = partial(_status, client, follower, sources, store)
        tokens = KeptTokens(folder / FILE)
        pages = create_app(hub, default_lang=settings.show.lang, status=status, tokens=tokens)
        async with served(pages, settings.show.host, settings.show.port) as url, client, follower:
            told = f"Unruh follows {client.host} and shows it at [bold]{url}[/bold]  (Ctrl-C ends it)"
            console.print(told, soft_wrap=True)
            if rehearsal:
                await _steered(rehearsal, follower, show)
            await _follow(settings, follower, sources, store, client.governor)


async def _steered(rehearsal: Rehearsal, follower: Follower, show: Show) -> None:
    """Follow a rehearsal, for ever; what somebody moves in it is featured."""

    def moved(old_id: str | None, new_id: str) -> None:
        if old_id in (None, show.featured):
            show.pin(new_id)

    rehearsal.moved = moved
    steering = Keys(rehearsal, lambda: show.featured, partial(console.print, markup=False))
    with keys(steering.pressed) as possible:
        if possible:
            console.print(HINT, soft_wrap=True)
        await rehearsal.run(follower)


async def _follow(
    settings: Config, follower: Follower, sources: Sources, store: "Store | None", governor: Governor
) -> None:
    """Go on with what the store knows, and follow what is named, for ever."""
    if store:
        await resume(follower, store, governor)
    for game_id in settings.follow.games:
        follower.found(game_id, "the configuration")
    if store:
        follower.leave_alone(await store.over())
    await sources.run()
    if not follower.games and (reasons := [source.note for source in sources.statuses if source.note]):
        raise UserError("; ".join(reasons))
    await asyncio.Event().wait()


def _status(client: LichessClient, follower: Follower, sources: Sources, store: "Store | None") -> shown.BotStatus:
    """What the program is doing, for `/api/v1/status` and `/healthz`."""
    governor = client.governor
    now_ms = governor.clock.now_ms()

    def ago(at_ms: int | None) -> int | None:
        return None if at_ms is None else now_ms - at_ms

    streams = tuple(sorted(follower.streams.games))
    games = tuple(
        shown.GameStatus(
            game.id,
            game.lifecycle,
            game.transport,
            game.plies_behind,
            ago(game.heard_at_ms or None),
            follower.transports.rank(game) + 1,
        )
        for game in follower.games.values()
    )
    kept = None
    if store:
        health = store.health
        kept = shown.StoreStatus(
            health.backlog, health.dropped_lines, ago(health.failing_since_ms), health.reason or None
        )
    return shown.BotStatus(
        server=client.host,
        requests=shown.RequestStatus(
            governor.pause_left_ms, governor.pauses, governor.waiting, ago(governor.limited_at_ms)
        ),
        slots=shown.Slots(len(streams), follower.streams.slots, streams),
        games=games,
        lag=shown.lag(games),
        sources=tuple(
            shown.SourceStatus(source.name, source.state, now_ms - source.since_ms, source.note)
            for source in sources.statuses
        ),
        store=kept,
    )


def _run(work: Coroutine[Any, Any, None]) -> None:
    """Run until the work ends or the program is told to; what goes wrong is one sentence."""
    try:
        asyncio.run(until_told(work))
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
