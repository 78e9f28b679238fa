"""What is logged, on standard error: lines for people, or JSON for programs. No line holds a token."""

import json
import logging
import re
import sys
from collections.abc import Callable
from enum import StrEnum

import structlog
from structlog.typing import EventDict, Processor

from overlay.access.redact import redacted


class LogForm(StrEnum):
    """For whom log lines are."""

    TEXT = "text"
    JSON = "json"


_SECRETS = re.compile(
    r"lip_\w+"  # tokens of Lichess
    r"|(?<=://)[^/\s]*@"  # name and password in an address
    r"|(?<=bearer )\S+",  # what a program sends to show who it is
    re.IGNORECASE,
)
_FIRST = ("timestamp", "level", "event", "logger")
_LONG = ("exception", "stack")


def set_up_logs(*, verbose: bool, form: LogForm = LogForm.TEXT) -> None:
    """Show warnings and errors, with `verbose` everything, of this program and of the libraries alike."""
    level = logging.INFO if verbose else logging.WARNING
    processors: list[Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.format_exc_info,
        *(_json() if form is LogForm.JSON else _text()),
    ]
    structlog.configure(
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
    )
    handler = _Handler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, _keep_traceback],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *processors],
        )
    )
    root = logging.getLogger()
    root.handlers = [*(other for other in root.handlers if not isinstance(other, _Handler)), handler]
    root.setLevel(level)
    for talkative in ("alembic", "websockets"):  # they tell at length that all is as usual
        logging.getLogger(talkative).setLevel(logging.WARNING)


class _Handler(logging.Handler):
    """Writes to what standard error is at that moment."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line."""
        try:
            sys.stderr.write(f"{self.format(record)}\n")
            sys.stderr.flush()
        except Exception:
            self.handleError(record)


def _json() -> list[Processor]:
    return [
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _each(lambda _name, text: text),
        structlog.processors.JSONRenderer(json.dumps),
    ]


def _text() -> list[Processor]:
    return [
        structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False),
        _each(lambda name, text: _set_in(text) if name in _LONG else _visible(text)),
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback, sort_keys=False
        ),
    ]


def _keep_traceback(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Go on with a traceback of which a filter has made a text."""
    record: logging.LogRecord = event["_record"]
    if record.exc_text and not record.exc_info:
        event["exception"] = record.exc_text
    return event


def _each(change: Callable[[str, str], str]) -> Processor:
    """Take secrets out of all that a line says, and change every text in it, told by its name."""

    def clean(name: str, value: object) -> object:
        if value is None or isinstance(value, int | float):
            return value
        if isinstance(value, dict):
            return {clean(name, key): clean(name, inner) for key, inner in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [clean(name, inner) for inner in value]
        return change(name, _SECRETS.sub("…", redacted(str(value))))

    def processor(_logger: object, _method: str, event: EventDict) -> EventDict:
        first = {name: event.pop(name) for name in _FIRST if name in event}
        return {name: clean(name, value) for name, value in (first | dict(event)).items()}

    return processor


def _visible(text: str) -> str:
    """The text with everything written out that could begin another line, or steer a terminal."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


def _set_in(text: str) -> str:
    """Several lines, none of which can be taken for a line of the log."""
    return "\n".join(f"    {_visible(line)}" for line in text.splitlines())
