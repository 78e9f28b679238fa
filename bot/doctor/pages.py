"""Whether the pages can be served."""

import errno
import os
import socket

from bot.doctor.finding import Finding


def look_at_port(host: str, port: int) -> Finding | None:
    """Take the place for a moment, as a web server would; None if a program has it already."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as place:
            if os.name == "posix":  # elsewhere that would take the port from another program
                place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            place.bind(address)
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            return None
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "that is no host"
        text = f"they cannot be served at {host}:{port} ({reason})"
        return Finding("bad", "pages", text, "check show.host and show.port")
    where = "at any free port" if port == 0 else f"at port {port}"
    return Finding("good", "pages", f"they can be served on {host} {where}")
