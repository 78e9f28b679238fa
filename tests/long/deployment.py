"""The processes of compose.yaml, without containers: its commands and configuration, on the loopback."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import yaml

from tests.bot.store.postgres import PASSWORD, find_programs, running_server

ROOT = Path(__file__).parents[2]
NODES = ("overlay1", "overlay2")
SECRETS = {"POSTGRES_PASSWORD": PASSWORD, "VALKEY_PASSWORD": "a-password-for-the-bus"}
PATIENCE_S = 20.0


def missing() -> str:
    """Which program is not on this machine, "" if all are."""
    wanted = {"redis-server or valkey-server": _redis(), "nginx": _nginx(), "postgres": find_programs()}
    return next((name for name, found in wanted.items() if not found), "")


@dataclass
class Deployment:
    """What runs, each service by its name in compose.yaml; `ports` are where they listen."""

    folder: Path
    services: dict[str, Any]
    ports: dict[str, int]
    processes: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    @property
    def origin(self) -> str:
        """The address of nginx."""
        return f"http://127.0.0.1:{self.ports['nginx']}"

    def start(self, service: str) -> None:
        """Start a service, and wait until it is ready."""
        command = self._commands(service)
        environment = os.environ | self._environment(service)
        log = (self.folder / f"{service}.log").open("ab")
        self.processes[service] = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        log.close()
        self._wait(service)

    def end(self, service: str, number: signal.Signals = signal.SIGTERM) -> int:
        """End a service, or kill it; gives its exit status."""
        process = self.processes.pop(service)
        process.send_signal(number)
        return process.wait(15)

    def log(self, service: str) -> str:
        """What a service has said."""
        return (self.folder / f"{service}.log").read_text(encoding="utf-8")

    def _commands(self, service: str) -> Sequence[str | Path]:
        port = str(self.ports[service])
        if service == "nginx":
            return [_nginx(), "-c", self.folder / "nginx.conf", "-g", "daemon off;", "-e", "stderr"]
        arguments = [_filled(str(each)) for each in self.services[service]["command"]]
        if service == "valkey":
            return [_redis(), *arguments[1:], "--port", port, "--bind", "127.0.0.1", "--dir", str(self.folder)]
        config = str(self.folder / "config.toml")
        own = [config if each == "/show/config.toml" else each for each in arguments]
        return [sys.executable, "-m", "bot", *own, "--port", port]

    def _environment(self, service: str) -> dict[str, str]:
        return {name: _filled(value) for name, value in self.services[service].get("environment", {}).items()}

    def _wait(self, service: str) -> None:
        end = monotonic() + PATIENCE_S
        while monotonic() < end:
            if self.processes[service].poll() is not None:
                raise RuntimeError(f"{service} has ended: {self.log(service)}")
            if self._is_ready(service):
                return
            sleep(0.1)
        raise RuntimeError(f"{service} is not ready: {self.log(service)}")

    def _is_ready(self, service: str) -> bool:
        port = self.ports[service]
        if service in ("bot", *NODES):
            return status(f"http://127.0.0.1:{port}/healthz/ready") == 200
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def deployed(folder: Path, lichess_url: str, users: Sequence[str]) -> Iterator[Deployment]:
    """Everything that compose.yaml names runs, and follows users on a server that speaks like Lichess."""
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    ports = {service: _free_port() for service in services if service != "postgres"}
    deployment = Deployment(folder, services, ports)
    programs = find_programs()
    assert programs
    with ExitStack() as stack:
        server = stack.enter_context(running_server(programs))
        _write_config(folder, lichess_url, users, server.url("postgres"), ports)
        _write_nginx(folder, services, ports)
        stack.callback(_kill_all, deployment)
        for service in ("valkey", "bot", *NODES, "nginx"):
            deployment.start(service)
        yield deployment


def status(url: str) -> int:
    """The HTTP status of an address; 0 if nobody answers."""
    try:
        with urllib.request.urlopen(url, timeout=5) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def _write_config(folder: Path, lichess: str, users: Sequence[str], store: str, ports: dict[str, int]) -> None:
    """The configuration that comes with compose.yaml, with other addresses, and something to follow."""
    text = (ROOT / "deploy" / "config.toml").read_text(encoding="utf-8")
    for there, here in (
        ('host = "0.0.0.0"', 'host = "127.0.0.1"'),
        ("postgresql://unruh@postgres/unruh", store),
        ("redis://valkey:6379", f"redis://127.0.0.1:{ports['valkey']}"),
        ("[follow]\n", f"[follow]\nusers = {list(users)}\n"),
    ):
        assert text.count(there) == 1, there
        text = text.replace(there, here)
    text += f'\n[lichess]\nbase_url = "{lichess}"\n'
    tomllib.loads(text)
    (folder / "config.toml").write_text(text, encoding="utf-8")


def _write_nginx(folder: Path, services: dict[str, Any], ports: dict[str, int]) -> None:
    """The configuration of nginx with other addresses."""
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for there, here in (
        *((f" {_address(services[node])}:8086 ", f" 127.0.0.1:{ports[node]} ") for node in NODES),
        (" listen 80;", f" listen 127.0.0.1:{ports['nginx']};"),
        ("pid /run/", f"pid {folder}/"),
        ("proxy_cache_path /run/", f"proxy_cache_path {folder}/"),
        ("access_log /var/log/nginx/access.log ", "access_log /dev/stdout "),
        ("error_log /var/log/nginx/error.log ", "error_log /dev/stderr "),
    ):
        assert text.count(there) == 1, there
        text = text.replace(there, here)
    if os.geteuid() == 0:
        text = "user root;\n" + text
    (folder / "nginx.conf").write_text(text, encoding="utf-8")


def _address(service: dict[str, Any]) -> str:
    """The address that compose.yaml gives to a service."""
    address: str = service["networks"]["default"]["ipv4_address"]
    return address


def _filled(text: str) -> str:
    """A text of compose.yaml with its variables."""
    return re.sub(r"\$\{(\w+)(:[?-])\}", lambda match: SECRETS[match[1]] if match[2] == ":?" else "", text)


def _kill_all(deployment: Deployment) -> None:
    for process in deployment.processes.values():
        process.terminate()
    for process in deployment.processes.values():
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def _redis() -> str:
    return shutil.which("valkey-server") or shutil.which("redis-server") or ""


def _nginx() -> str:
    return shutil.which("nginx", path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin") or ""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
