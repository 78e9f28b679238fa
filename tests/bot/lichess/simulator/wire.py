"""Answers of the simulator byte by byte, as they come over the loopback."""

import asyncio
from urllib.parse import urlsplit

from tests.bot.lichess.simulator.lab import TIMEOUT_S, Lab

END = b"0\r\n\r\n"
"""What ends an answer in chunks."""


def chunks(*pieces: bytes) -> bytes:
    """Pieces as chunks on the wire."""
    return b"".join(f"{len(piece):x}\r\n".encode() + piece + b"\r\n" for piece in pieces)


def unchunked(body: bytes) -> list[bytes]:
    """The pieces of an answer in chunks."""
    pieces = []
    while body != END:
        size, _, rest = body.partition(b"\r\n")
        pieces.append(rest[: int(size, 16)])
        body = rest[int(size, 16) + 2 :]
    return pieces


async def ask(lab: Lab, path: str, accept: str = "*/*") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Send a request over a connection of its own."""
    address = urlsplit(lab.url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    head = f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\nAccept: {accept}\r\nConnection: close\r\n\r\n"
    writer.write(head.encode())
    return reader, writer


async def answer(lab: Lab, path: str, accept: str = "*/*") -> tuple[bytes, bytes]:
    """The whole answer to a request until the connection closes: head and body."""
    reader, writer = await ask(lab, path, accept)
    try:
        async with asyncio.timeout(TIMEOUT_S):
            head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    finally:
        writer.close()
    return head, body
