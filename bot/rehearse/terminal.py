"""Single keys from a terminal, while the program does something else."""

import asyncio
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

LEFT: Final = "\x1b[D"
RIGHT: Final = "\x1b[C"

_KEY = re.compile(r"\x1b[\[O][A-Z]|.", re.DOTALL)
_MOST = 64
"""So many bytes are read at once: nobody is so quick."""


@contextmanager
def keys(pressed: Callable[[str], object], descriptor: int = 0) -> Iterator[bool]:
    """Within, `pressed` is called for every key: a letter, `LEFT`, `RIGHT`, …; gives whether that is possible.

    It is not where standard input, or another `descriptor`, is no terminal, where the program runs in the background,
    and on Windows.
    """
    if sys.platform == "win32" or not os.isatty(descriptor) or os.tcgetpgrp(descriptor) != os.getpgrp():
        yield False
        return
    import termios
    import tty

    loop, before = asyncio.get_running_loop(), termios.tcgetattr(descriptor)

    def read() -> None:
        data = os.read(descriptor, _MOST)
        if not data:
            loop.remove_reader(descriptor)
        for key in _KEY.findall(data.decode(errors="ignore").replace("\x1bO", "\x1b[")):
            pressed(key)

    tty.setcbreak(descriptor)
    loop.add_reader(descriptor, read)
    try:
        yield True
    finally:
        loop.remove_reader(descriptor)
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
