"""How many files, and so connections, this process may have open."""

import sys

ENOUGH = 65_536
"""More is not asked for: every open file of the limit costs the system a little."""
WITHOUT_LIMIT = 8_192


def most_open_files() -> int:
    """How many it may be, after the limit was raised as far as the system lets this process do it."""
    if sys.platform == "win32":
        return WITHOUT_LIMIT
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(ENOUGH, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return ENOUGH if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # macOS has another limit beside this one, which it does not tell
        return soft
    return wanted
