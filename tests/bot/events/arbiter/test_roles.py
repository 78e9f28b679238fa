"""The published table of roles is the one that counts."""

from pathlib import Path

from bot.events.arbiter import MAY, ROLES, may

PAGE = Path(__file__).parents[4] / "docs" / "arbiter.md"


def test_the_published_table_is_the_one_that_counts() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| `")]
    published = {row[0].strip("`"): [cell == "yes" for cell in row[2:]] for row in rows if len(row) == 6}
    assert published == {duty: [may(role, duty) for role in ROLES] for duty in MAY}
    assert all(allowed == sorted(allowed) for allowed in published.values())
