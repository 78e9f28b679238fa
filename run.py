"""Sets up Unruh and starts it: the standard library and Python 3.11 are all it needs.

    python3 run.py demo              real games, replayed and scored live, in the browser
    python3 run.py COMMAND …         any other command of unruh (--help lists them)
    python3 run.py test [CHECK …]    every check, or only those named

The first run makes .venv beside this file and installs what the lock file names; later runs start at once.
"""

import hashlib
import importlib.util
import os
import subprocess
import sys
import time
import venv
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - this very line tells those who have an older one
    sys.exit(f"Unruh needs Python 3.11 or newer; this is {sys.version_info[0]}.{sys.version_info[1]}, {sys.executable}")

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "unruh-installed"
LOCKS = {"runtime": "requirements.lock", "dev": "requirements-dev.lock"}  # dev has all of runtime
INPUTS = (*LOCKS.values(), "pyproject.toml", "hatch_build.py", "package.json", "package-lock.json")


def tool(name: str) -> str:
    """The path of a program in the virtual environment."""
    return str(VENV / ("Scripts" if os.name == "nt" else "bin") / (f"{name}.exe" if os.name == "nt" else name))


# --- Setting up ----------------------------------------------------------------------------------------------------


def set_up(kind: str) -> None:
    """Make the virtual environment and install what is locked, unless that has been done for these very files."""
    digest = hashlib.sha256(str(ROOT).encode())
    for name in INPUTS:
        digest.update((ROOT / name).read_bytes())
    wanted = {f"{digest.hexdigest()} {level}" for level in (kind, "dev")}
    if runs(tool("python")) and STAMP.is_file() and STAMP.read_text() in wanted:
        return
    first = "Installing into .venv (first run, about a minute) …"
    print("Bringing .venv up to date …" if STAMP.is_file() else first, file=sys.stderr, flush=True)
    STAMP.unlink(missing_ok=True)
    make_venv()
    pip = [tool("python"), "-m", "pip", "--quiet", "--no-input", "--disable-pip-version-check", "install"]
    must([*pip, "--require-hashes", "-r", LOCKS[kind]], f"Installing the packages of {LOCKS[kind]} failed")
    must([*pip, "--no-deps", "-e", "."], "Installing Unruh itself failed")
    if kind == "dev":
        npm = [tool("npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        must(npm, "Installing the packages of package-lock.json failed")
    STAMP.write_text(f"{digest.hexdigest()} {kind}")


def make_venv() -> None:
    """Make .venv afresh if there is none that works, or it was made for another place: its programs know that place."""
    activate = Path(tool("python")).with_name("activate")
    if runs(tool("python"), "import pip") and str(VENV) in activate.read_text(encoding="utf-8", errors="replace"):
        return
    if importlib.util.find_spec("ensurepip") is None:
        sys.exit("This Python cannot make virtual environments; on Debian or Ubuntu, first: apt install python3-venv")
    try:
        venv.create(VENV, clear=True, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"Making the virtual environment in {VENV} failed: {error}")


def runs(python: str, code: str = "") -> bool:
    """Whether this interpreter is there and can run the code."""
    try:
        return subprocess.run([python, "-c", code], capture_output=True).returncode == 0
    except OSError:
        return False


def must(command: list[str], sentence: str) -> None:
    """Run a step of the installation; when it fails, show its last lines and end with the sentence."""
    pipe = subprocess.PIPE
    done = subprocess.run(command, cwd=ROOT, stdout=pipe, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace")
    if done.returncode:
        print(*done.stdout.strip().splitlines()[-20:], sep="\n", file=sys.stderr)
        sys.exit(f"\n{sentence}; the lines above say why. Is this machine online?")


# --- Checking ------------------------------------------------------------------------------------------------------


PARALLEL = "-n auto --dist loadgroup -p no:benchmark"
ESLINT = "node_modules/eslint/bin/eslint.js --no-inline-config --config tests/tools/eslint.config.js"


def checks() -> dict[str, list[str]]:
    """The checks in their order, each with its command."""
    return {
        "format": [tool("ruff"), "format", "--check", "."],
        "lint": [tool("ruff"), "check", "."],
        "types": [tool("mypy"), "--strict"],
        "imports": [tool("lint-imports"), "--no-logo"],
        "javascript": [tool("node"), "node_modules/typescript/bin/tsc", "--noEmit", "-p", "jsconfig.json"],
        "baseline": [tool("node"), *ESLINT.split(), "overlay/static"],
        "tests": [tool("pytest"), "-m", "not browser and not bench and not long", *PARALLEL.split()],
        "browser": [tool("pytest"), "-m", "browser and not long", *PARALLEL.split()],
        "bench": [tool("pytest"), "-m", "bench", "-s"],  # they print what they measured
    }


def long_checks() -> dict[str, list[str]]:
    """The checks that take many minutes, and only run when they are named."""
    names = ("attack", "boards", "chaos", "deploy", "kill", "load", "machines", "obs", "scale", "show", "winnability")
    files = {name: f"tests/long/test_{name}.py" for name in names}
    files["looks"] = "tests/browser/test_all_scenes.py"
    commands = {name: [tool("pytest"), file, "-m", "long", "-s"] for name, file in files.items()}
    return commands | {"fanout": [tool("python"), "-m", "tests.bench.fanout"]}


def test(names: list[str]) -> int:
    """Run the named checks, or all; print a summary; give the exit status."""
    commands = checks() | long_checks()
    unknown = [name for name in names if name not in commands]
    if unknown:
        sys.exit(f"There is no check {unknown[0]!r}; there are: {', '.join(commands)}")
    set_up("dev")
    results: list[tuple[str, bool, float]] = []
    for name in names or checks():
        print(f"\n── {name} {'─' * (76 - len(name))}", flush=True)
        start = time.perf_counter()
        passed = finish(subprocess.Popen(commands[name], cwd=ROOT)) == 0
        results.append((name, passed, time.perf_counter() - start))
    print(f"\n── summary {'─' * 69}")
    for name, passed, seconds in results:
        print(f"   {name:<12} {'passed' if passed else 'FAILED'} {seconds:>7.1f} s")
    return 0 if all(passed for _, passed, _ in results) else 1


# --- Starting ------------------------------------------------------------------------------------------------------


def start(arguments: list[str]) -> int:
    """Start unruh in this process's place (on Windows, which has no such thing, beside it)."""
    set_up("runtime")
    command = [tool("unruh"), *arguments]
    if os.name != "nt":
        os.execv(command[0], command)
    return finish(subprocess.Popen(command))


def finish(child: subprocess.Popen[bytes]) -> int:
    """Wait for the child. Ctrl-C reaches it too: let it end in its own way, then say so to the caller."""
    try:
        return child.wait()
    except KeyboardInterrupt:
        child.wait()
        raise


def main() -> int:
    """Do what the arguments say."""
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    if arguments[0] == "test":
        return test(arguments[1:])
    return start(arguments)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
