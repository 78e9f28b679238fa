"""`unruh score --from-store`: lists what would change in the stored reports, and asks before anything is replaced."""

import sys
from pathlib import Path

from bot.score.differences import Difference, difference_line, difference_text
from bot.score.files import FileError, output_stream
from bot.score.recompute import find_differences, recomputation, replace_reports
from scoring.words import Language


def score_from_store(config: Path | None, language: Language, *, as_json: bool, yes: bool) -> bool:
    """List the differences and replace the reports, if that is wanted; returns whether all are up to date now.

    Raises `FileError`.
    """
    if config is None:
        raise FileError("--from-store needs --config, the configuration file that names store and rules")
    work = recomputation(config)
    with output_stream(None, [], machine=as_json) as out:

        def tell(difference: Difference) -> None:
            out.write(f"{difference_line(difference) if as_json else difference_text(difference, language)}\n")

        findings = find_differences(work, tell)
        out.flush()
    _say(findings.summary)
    if not findings.numbers:
        return not findings.broken
    if not (yes or _agreed()):
        _say("nothing was replaced")
        return False
    replaced = replace_reports(work, findings.numbers)
    _say(f"{replaced} replaced")
    return replaced == len(findings.numbers) and not findings.broken


def _agreed() -> bool:
    """Ask, if there is somebody to ask."""
    if not sys.stdin.isatty():
        _say("there is no terminal to ask at; --yes replaces without a question")
        return False
    print("unruh: replace them? What was said before is kept [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _say(text: str) -> None:
    print(f"unruh: {text}", file=sys.stderr)
