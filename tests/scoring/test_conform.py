"""The reference vectors: an independent implementation of RULES.md says the same of 320 games, and of the presets."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_conforms_to_the_reference_vectors(shared: Path) -> None:
    vectors = [shared / "vectors" / name for name in ("presets.jsonl", "scoring.jsonl")]
    result = subprocess.run(
        [sys.executable, shared / "tools" / "conform.py", *vectors],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in vectors)
    assert result.stderr == ""
    assert re.fullmatch(r"(\d+) passed, 0 failed", result.stdout.splitlines()[-1]), result.stdout
    assert result.stdout.split()[0] == str(lines)
    assert result.returncode == 0
