"""Tokens and the cookies made of them never stand in an address or in a log, nor does what is no request at all."""

import logging
import re
from urllib.parse import unquote

from aiohttp.http_exceptions import HttpProcessingError

_SECRET = re.compile(r"u[cv]p?(?:_|%5f)[\w%-]{16,}", re.IGNORECASE)
_LOGGERS = [f"aiohttp.{part}" for part in ("access", "client", "internal", "server", "web", "websocket")]


def holds_secret(address: str) -> bool:
    """Whether a token stands in an address, however it is quoted."""
    return bool(_SECRET.search(unquote(address)))


def redacted(text: str) -> str:
    """The text without tokens."""
    return _SECRET.sub("…", text)


def keep_out_of_logs() -> None:
    """Take tokens out of what the web server itself may log of a request."""
    logging.getLogger("aiohttp.server").addFilter(_is_ours)
    for name in _LOGGERS:
        logging.getLogger(name).addFilter(_FILTER)


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether it is not about bytes that are no request: whoever sends them could fill the log, and it is theirs."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


class _Redacting(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = record.getMessage(), ()
        if record.exc_info:
            record.exc_text, record.exc_info = logging.Formatter().formatException(record.exc_info), None
        for name, value in vars(record).items():
            setattr(record, name, _without(value))
        return True


def _without(value: object) -> object:
    if isinstance(value, str):
        return redacted(value)
    if isinstance(value, dict):
        return {name: _without(inner) for name, inner in value.items()}
    return value


_FILTER = _Redacting()
