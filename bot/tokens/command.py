"""The command `unruh token`."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from bot.config import ConfigError, ShowSection, load_config
from bot.one_sentence import one_sentence
from bot.score.table import printable
from bot.tokens.change import Made, make, revoke
from bot.tokens.file import FILE, MAX_DELAY_S, ControlRole, Token, TokensError, read_tokens
from bot.tokens.secret import Kind

token_app = typer.Typer(
    help="Tokens for the pages: who may control the show, and who sees it with another delay than the public."
    "\n\nA program that runs notices every change by itself.",
    no_args_is_help=True,
)

ConfigFile = Annotated[Path, typer.Option(help=f"The configuration file; {FILE} is kept beside it.")]
Name = Annotated[str, typer.Argument(help="What you call it.", show_default=False)]


@token_app.command("new")
def new_command(
    kind: Annotated[Kind, typer.Argument(help="control: for /control; viewer: to see only.", show_default=False)],
    name: Name,
    config: ConfigFile,
    delay: Annotated[
        int | None,
        typer.Option(
            min=0, max=MAX_DELAY_S, help="How many seconds later a viewer sees it; 0 by default.", show_default=False
        ),
    ] = None,
    role: Annotated[
        ControlRole | None,
        typer.Option(help="What a control token is for; operator by default.", show_default=False),
    ] = None,
) -> None:
    """Make a token, or replace the one of this name. It is shown this once and kept nowhere.

    An operator steers the show, an arbiter corrects events as well, an admin may do everything.

    Exit status: 0, or 2 if it could not be made.
    """
    with one_sentence(ConfigError, TokensError):
        show = load_config(config).show
        made = make(config.parent / FILE, kind, name, delay, datetime.now(UTC).strftime("%Y-%m-%d"), role=role)
        print(_made(made, show))


@token_app.command("list")
def list_command(config: ConfigFile) -> None:
    """Say which tokens there are; the tokens themselves cannot be shown again."""
    with one_sentence(TokensError):
        path = config.parent / FILE
        for token in read_tokens(path):
            print(_line(token))
        _say_who_controls(path)


@token_app.command("revoke")
def revoke_command(name: Name, config: ConfigFile) -> None:
    """Take a token back; whoever uses it has none from now on."""
    with one_sentence(TokensError):
        path = config.parent / FILE
        gone = revoke(path, name)
        print(printable(f"the {gone.kind} token {gone.name} is no longer valid"))
        _say_who_controls(path)


def _made(made: Made, show: ShowSection) -> str:
    token, origin = made.token, _origin(show)
    told = "made anew, the old one is no longer valid" if made.replaces else "made"
    lines = [
        f"the {token.kind} token {token.name} is {told}; it is shown this once:",
        f"  {made.secret}",
        "Open this address in the browser or the OBS dock that is to have it, once:",
        f"  {origin}/enter#{made.secret}",
    ]
    if token.kind == "control":
        lines.append(f"It makes whoever has it an {token.role}.")
    else:
        lines += [
            "An OBS source enters it by itself; behind to= any scene may stand:",
            f"  {origin}/enter?to=/scene/bar#{made.secret}",
        ]
    lines.append(f"Programs send it in the header Authorization: Bearer {made.secret[:3]}…")
    return "\n\n".join(lines)


def _origin(show: ShowSection) -> str:
    """Where the pages are to be had on this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(show.host, f"[{show.host}]" if ":" in show.host else show.host)  # noqa: S104
    return f"http://{host}:{show.port or 'PORT'}"


def _say_who_controls(path: Path) -> None:
    if not any(token.kind == "control" for token in read_tokens(path)):
        print("there is no control token: /control answers on this computer only")


def _line(token: Token) -> str:
    delay = f"{token.delay_s} s later" if token.delay_s else "without delay"
    what = delay if token.kind == "viewer" else token.role
    return printable(f"{token.kind:<8}{token.name:<20} made {token.made}  {what}")
