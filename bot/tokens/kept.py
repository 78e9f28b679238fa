"""The tokens that are valid now, for a program that runs while they are changed."""

import hmac
from pathlib import Path
from typing import TypeAlias

import structlog

from bot.tokens.file import Token, TokensError, read_tokens
from bot.tokens.secret import cookie_of, hash_of

log = structlog.get_logger()

_Mark: TypeAlias = tuple[int, int, int]


class KeptTokens:
    """The tokens in a file, which is read again when it has changed.

    While it cannot be read, the tokens that were read last stay valid, and control is for nobody else.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tokens: tuple[Token, ...] = ()
        self._unreadable = False
        self._seen = self._mark()
        self._read()

    @property
    def any_control(self) -> bool:
        """Whether there is a control token, or may be one that cannot be read."""
        tokens = self._now()
        return self._unreadable or any(token.kind == "control" for token in tokens)

    def find(self, secret: str, /) -> Token | None:
        """The token that this is, or whose cookie; None if it is not valid (any more)."""
        if not secret:
            return None
        wanted, found = hash_of(secret).encode(), None
        for token in self._now():  # all of them: how long it takes tells nothing
            if hmac.compare_digest(token.hash.encode(), wanted):
                found = token
        return found

    def cookie(self, token: str, /) -> str:
        """The value of the cookie that stands for a token."""
        return cookie_of(token)

    def _now(self) -> tuple[Token, ...]:
        mark = self._mark()
        if mark != self._seen:
            self._seen = mark
            self._read()
        return self._tokens

    def _read(self) -> None:
        try:
            self._tokens, self._unreadable = read_tokens(self._path), False
        except TokensError as error:
            self._unreadable = True
            log.warning("tokens", problem=str(error))

    def _mark(self) -> _Mark | None:
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_ino, status.st_mtime_ns, status.st_size
