"""Making, replacing and revoking tokens in their file."""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from bot.tokens.file import ControlRole, Token, TokensError, read_tokens, write_tokens
from bot.tokens.secret import Kind, hash_of, new_token


@dataclass(frozen=True, slots=True)
class Made:
    """A new token, the only time that it is to be seen, and whether it replaces an older one of its name."""

    secret: str
    token: Token
    replaces: bool


def make(
    path: Path, kind: Kind, name: str, delay_s: int | None, today: str, *, role: ControlRole | None = None
) -> Made:
    """Make a token. One of the same name and kind is replaced, and keeps its delay and its role where none is given.

    Raises `TokensError`.
    """
    tokens = read_tokens(path)
    old = next((token for token in tokens if token.name == name), None)
    if kind == "control" and delay_s is not None:
        raise TokensError("a control token has no delay; leave --delay out")
    if kind == "viewer" and role is not None:
        raise TokensError("a viewer token has no role; leave --role out")
    if old and old.kind != kind:
        raise TokensError(f"{name} is a {old.kind} token; take another name, or revoke it first")
    secret = new_token(kind)
    if delay_s is None:
        delay_s = old.delay_s if old else 0
    role = role or (old.role if old else "operator")
    fields = {"kind": kind, "name": name, "delay_s": delay_s, "made": today, "hash": hash_of(secret), "role": role}
    try:
        token = msgspec.convert(fields, Token)
    except msgspec.ValidationError as error:
        raise TokensError("a name has 1 to 40 letters, digits, blanks, dots and hyphens") from error
    write_tokens(path, (*(other for other in tokens if other is not old), token))
    return Made(secret, token, replaces=old is not None)


def revoke(path: Path, name: str) -> Token:
    """Take a token out; whoever uses it has none from now on. Raises `TokensError`."""
    tokens = read_tokens(path)
    gone = next((token for token in tokens if token.name == name), None)
    if gone is None:
        raise TokensError(f"there is no token {name}; unruh token list says which there are")
    write_tokens(path, tuple(token for token in tokens if token is not gone))
    return gone
