"""What goes wrong in a command that reads and writes is told in one sentence."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import typer


@contextmanager
def one_sentence(*errors: type[Exception]) -> Iterator[None]:
    """End the command with status 2 and one sentence for `errors`, whose text is one, and for errors of the system.

    It ends quietly when nobody reads the output any more.
    """
    try:
        yield
    except BrokenPipeError:
        _quiet_pipe()
        raise typer.Exit(0) from None
    except errors as error:
        sentence = str(error)
    except OSError as error:
        sentence = f"{error.filename}: {why(error)}" if error.filename else why(error)
    else:
        return
    print(f"unruh: {sentence}", file=sys.stderr)
    raise typer.Exit(2)


def why(error: OSError) -> str:
    """What the system says is wrong, without the file."""
    return (error.strerror or str(error)).lower()


def _quiet_pipe() -> None:
    """Let nothing more be said on standard output once its reader has gone."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
