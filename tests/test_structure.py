"""What belongs together is there together: rules with their tables, sources with their recorded streams."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "scoring" / "rules"
SOURCES = ROOT / "bot" / "sources"


def module_names(folder: Path) -> list[str]:
    """The public modules of a package; helpers begin with an underscore."""
    return sorted(file.stem for file in folder.glob("*.py") if not file.stem.startswith("_"))


def material(folder: str, name: str) -> list[Path]:
    """The files in a folder of tests that belong to a name: ``name.*``, or what is in a folder of that name."""
    place = ROOT / "tests" / folder
    return [path for path in (*place.glob(f"{name}.*"), *place.glob(f"{name}/*")) if path.stat().st_size]


def listed_rules() -> list[set[str]]:
    """For each element of the tuple RULES in scoring/rules/__init__.py the words in it, read without running it."""
    for node in ast.parse((RULES / "__init__.py").read_text(encoding="utf-8")).body:
        match node:
            case ast.Assign(targets=[ast.Name(id="RULES")], value=ast.Tuple(elts=elements)):
                return [words(element) for element in elements]
            case ast.AnnAssign(target=ast.Name(id="RULES"), value=ast.Tuple(elts=elements)):
                return [words(element) for element in elements]
    return []


def words(expression: ast.expr) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(expression):
        match node:
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.Constant(value=str(word)):
                found.add(word)
    return found


@pytest.mark.parametrize("rule", module_names(RULES))
def test_a_rule_has_its_golden_table(rule: str) -> None:
    assert material("golden", rule), f"scoring/rules/{rule}.py has no table tests/golden/{rule}.*"


@pytest.mark.parametrize("rule", module_names(RULES))
def test_a_rule_has_its_line_in_rules(rule: str) -> None:
    assert any(rule in line for line in listed_rules()), f"scoring/rules/{rule}.py has no line in scoring.rules.RULES"


def test_a_line_in_rules_names_one_rule() -> None:
    if not (RULES / "__init__.py").is_file():
        pytest.skip("no rules yet")
    lines = listed_rules()
    assert lines, "scoring/rules/__init__.py has no literal tuple RULES"
    for line in lines:
        assert len(line & set(module_names(RULES))) == 1, f"a line in RULES names no rule, or more than one: {line}"


@pytest.mark.parametrize("source", module_names(SOURCES))
def test_a_source_has_its_recorded_stream(source: str) -> None:
    assert material("streams", source), f"bot/sources/{source}.py has no recorded stream tests/streams/{source}"


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock", "package-lock.json"])
def test_a_lock_file_names_packages_not_places(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert [word for word in ("resolved", "index-url", "find-links", " @ ") if word in text] == []
