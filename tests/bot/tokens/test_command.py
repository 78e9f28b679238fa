"""`unruh token`: what is said, and that a token is said once."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bot.__main__ import app
from bot.tokens.file import FILE
from bot.tokens.kept import KeptTokens


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    path.write_text("show.port = 8099\n")
    return path


def unruh(config: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, ["token", *arguments, "--config", str(config)])


def secret_in(text: str, prefix: str) -> str:
    """The token, which stands on a line of its own."""
    (line,) = [line.strip() for line in text.splitlines() if line.strip().startswith(prefix)]
    return line


def test_a_token_is_made_listed_made_anew_and_revoked(config: Path) -> None:
    made = unruh(config, "new", "control", "Regie").stdout
    secret = secret_in(made, "uc_")
    assert "the control token Regie is made;" in made
    assert f"http://127.0.0.1:8099/enter#{secret}\n" in made
    kept = KeptTokens(config.parent / FILE)
    assert kept.find(secret)

    viewer = unruh(config, "new", "viewer", "Co host", "--delay", "30").stdout
    assert f"http://127.0.0.1:8099/enter?to=/scene/bar#{secret_in(viewer, 'uv_')}\n" in viewer

    listed = unruh(config, "list").stdout
    assert [line.split()[:2] for line in listed.splitlines()] == [["control", "Regie"], ["viewer", "Co"]]
    assert listed.splitlines()[0].endswith("  operator")
    assert "30 s later" in listed
    assert "uc_" not in listed

    again = unruh(config, "new", "control", "Regie").stdout
    assert "made anew, the old one is no longer valid" in again
    assert kept.find(secret) is None

    revoked = unruh(config, "revoke", "Regie").stdout
    assert "the control token Regie is no longer valid" in revoked
    assert "/control answers on this computer only" in revoked
    assert kept.find(secret_in(again, "uc_")) is None


def test_a_token_has_a_role_until_it_is_made_with_another(config: Path) -> None:
    for options, role in ((["--role", "arbiter"], "arbiter"), ([], "arbiter"), (["--role", "admin"], "admin")):
        made = unruh(config, "new", "control", "Amsel", *options).stdout
        assert f"\n\nIt makes whoever has it an {role}.\n\n" in made
        assert unruh(config, "list").stdout.rstrip().endswith(f"  {role}")


def test_only_the_roles_that_there_are_can_be_given(config: Path) -> None:
    result = unruh(config, "new", "control", "Amsel", "--role", "viewer")
    assert result.exit_code == 2
    assert not (config.parent / FILE).exists()


@pytest.mark.parametrize(
    ("host", "origin"), [("0.0.0.0", "127.0.0.1:8086"), ("::", "[::1]:8086"), ("192.0.2.7", "192.0.2.7:8086")]
)
def test_the_address_can_be_opened_here(config: Path, host: str, origin: str) -> None:
    config.write_text(f'show.host = "{host}"')
    assert f"  http://{origin}/enter#uc_" in unruh(config, "new", "control", "dock").stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["new", "control", "dock", "--delay", "3"], "a control token has no delay; leave --delay out"),
        (["new", "viewer", "host", "--role", "arbiter"], "a viewer token has no role; leave --role out"),
        (["new", "viewer", "a/b"], "a name has 1 to 40 letters, digits, blanks, dots and hyphens"),
        (["revoke", "dock"], "there is no token dock; unruh token list says which there are"),
    ],
)
def test_a_mistake_is_one_sentence(config: Path, arguments: list[str], sentence: str) -> None:
    result = unruh(config, *arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"unruh: {sentence}\n")


def test_a_configuration_that_is_not_there_is_told(tmp_path: Path) -> None:
    result = unruh(tmp_path / "config.toml", "new", "control", "dock")
    assert (result.exit_code, result.stdout) == (2, "")
    assert [file.name for file in tmp_path.iterdir()] == []
