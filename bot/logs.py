"""Log lines for people, on standard error."""

import logging
import sys
from enum import StrEnum

import structlog


class LogForm(StrEnum):
    """For whom log lines are."""

    TEXT = "text"
    JSON = "json"


def set_up_logs(*, verbose: bool, form: LogForm = LogForm.TEXT) -> None:
    """Show warnings and errors, with `verbose` everything; nothing that is logged contains a token."""
    level = logging.INFO if verbose else logging.WARNING
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False),
            structlog.processors.JSONRenderer()
            if form is LogForm.JSON
            else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty()),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
