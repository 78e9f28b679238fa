"""Which build of the pages this is: a page that was made by another one has to be loaded again."""

import hashlib
from pathlib import Path

_HERE = Path(__file__).parents[1]


def build_of() -> str:
    """A word that differs whenever a file of the pages does."""
    digest = hashlib.sha256()
    for folder in ("static", "templates"):
        for path in sorted((_HERE / folder).rglob("*")):
            if path.is_file():
                digest.update(f"{path.relative_to(_HERE)} {path.stat().st_size} {path.stat().st_mtime_ns}\n".encode())
    return digest.hexdigest()[:12]
