"""A PostgreSQL server of the tests' own, where its programs are on the machine."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.ports import free_port

PASSWORD = "p@ss:w/ord"
_PLACES = [Path("/usr/local/bin"), *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]


@dataclass(frozen=True)
class Server:
    """A server that listens on the loopback, and wants a password."""

    port: int

    def url(self, database: str, user: str = "unruh") -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    async def ask(self, statement: str, database: str = "postgres") -> Any:
        """Run a statement and give its only value, on a connection of its own."""
        url = make_url(self.url(database)).set(drivername="postgresql+asyncpg", password=PASSWORD)
        engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
        try:
            async with engine.connect() as connection:
                result = await connection.execute(text(statement))
                return result.scalar() if result.returns_rows else None
        finally:
            await engine.dispose()


def find_programs() -> Path | None:
    """The folder of `initdb` and `postgres`; None where there is none."""
    found = shutil.which("initdb")
    places = ([Path(found).resolve().parent] if found else []) + _PLACES
    return next((place for place in places if (place / "initdb").exists() and (place / "postgres").exists()), None)


@contextmanager
def running_server(programs: Path) -> Iterator[Server]:
    """A server with fresh data, on a free port."""
    with tempfile.TemporaryDirectory(prefix="unruh-pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        password_file = folder / "password"
        password_file.write_text(PASSWORD, encoding="utf-8")
        account = _give_away(folder, password_file)
        make: list[str | Path] = [
            programs / "initdb",
            "-D",
            folder / "data",
            "-U",
            "unruh",
            "-E",
            "UTF8",
            "--no-locale",
            "--no-sync",
        ]
        secure = ["--auth=scram-sha-256", f"--pwfile={password_file}"]
        subprocess.run([*make, *secure], check=True, capture_output=True, cwd=folder, **account)
        port = free_port()
        start: list[str | Path] = [
            programs / "postgres",
            "-D",
            folder / "data",
            "-p",
            str(port),
            "-h",
            "127.0.0.1",
            "-k",
            folder,
        ]
        with (
            (folder / "log").open("wb") as log,
            subprocess.Popen[bytes](
                [*start, "-c", "fsync=off"], stdout=log, stderr=log, cwd=folder, **account
            ) as process,
        ):
            try:
                _wait_for(port, process, folder / "log")
                yield Server(port)
            finally:
                process.send_signal(signal.SIGINT)  # without waiting for clients
                process.wait(30)


def _give_away(*paths: Path) -> dict[str, Any]:
    """Who may run the server: not root."""
    if os.geteuid() != 0:
        return {}
    user = next(entry for entry in pwd.getpwall() if entry.pw_name in ("postgres", "nobody"))
    for path in paths:
        os.chown(path, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _wait_for(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"PostgreSQL did not start: {log.read_text(encoding='utf-8', errors='replace')}")
