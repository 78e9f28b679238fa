"""The file of tokens beside the configuration: what is kept of each, and never the token itself."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec

from bot.tokens.secret import Kind

FILE = "unruh-tokens.json"
MAX_DELAY_S = 900

ControlRole: TypeAlias = Literal["operator", "arbiter", "admin"]
Name = Annotated[str, msgspec.Meta(pattern=r"^\w[\w .-]{0,39}\Z")]


class Token(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is kept of a token: `made` is the day it was made, `hash` what it is found by.

    `role` is what a control token permits; a viewer token has no other than the first, which is not written.
    """

    kind: Kind
    name: Name
    delay_s: Annotated[int, msgspec.Meta(ge=0, le=MAX_DELAY_S)]
    made: str
    hash: str
    role: ControlRole = "operator"

    def __post_init__(self) -> None:
        if self.kind == "viewer" and self.role != "operator":
            raise ValueError("a viewer token has no role")


class _File(msgspec.Struct, forbid_unknown_fields=True):
    tokens: tuple[Token, ...]


class TokensError(Exception):
    """Something about tokens that the user has to know, in one sentence."""


def read_tokens(path: Path) -> tuple[Token, ...]:
    """The tokens in the file, none if it is not there. Raises `TokensError`."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=_File).tokens
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise TokensError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from error
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise TokensError(f"{path} is not a file of tokens; delete it and make the tokens anew") from error


def write_tokens(path: Path, tokens: tuple[Token, ...]) -> None:
    """Put the file in its place at once and whole, readable by its owner only. Raises `TokensError`."""
    text = msgspec.json.format(msgspec.json.encode(_File(tokens)), indent=2) + b"\n"
    try:
        number, new = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # made with mode 0600
        try:
            with os.fdopen(number, "wb") as file:
                file.write(text)
                file.flush()
                os.fsync(number)
            Path(new).replace(path)
        except OSError:
            with suppress(OSError):
                Path(new).unlink()
            raise
    except OSError as error:
        raise TokensError(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from error
