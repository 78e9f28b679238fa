"""Ports for servers that are to come, or to come back."""

import random
import socket

BELOW_THE_SYSTEMS_OWN = range(20_000, 32_000)
"""No system gives one of these to whoever connects or listens without a wish, so that it stays free meanwhile."""


def free_port() -> int:
    """A port of the loopback on which nobody listens."""
    while True:
        port = random.SystemRandom().choice(BELOW_THE_SYSTEMS_OWN)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
