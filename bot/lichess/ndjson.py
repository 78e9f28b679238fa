"""Lines out of bytes, however the network cut them."""


class LineSplitter:
    """Splits bytes at line feeds only, keeping an incomplete last line for the next bytes; blank lines are dropped.

    A line longer than `limit` bytes is dropped whole, so that memory stays bounded.
    """

    def __init__(self, limit: int = 4_000_000) -> None:
        """Take the longest line in bytes."""
        self._rest = b""
        self._limit = limit
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that these bytes complete."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        if lines and self._skipping:
            self._skipping = False
            del lines[0]
        if self._skipping or len(self._rest) > self._limit:
            self._rest, self._skipping = b"", True
        return [line for line in lines if line.strip() and len(line) <= self._limit]

    @property
    def rest(self) -> bytes:
        """What was received of a line that has not ended."""
        return self._rest
