"""Whether those who can reach the pages find them open or closed as they should be."""

from ipaddress import ip_address
from pathlib import Path

from bot.doctor.finding import Finding
from bot.tokens.file import FILE, TokensError, read_tokens


def look_at_access(host: str, folder: Path) -> Finding | None:
    """Look at the tokens beside the configuration; None if there is nothing to say about them."""
    try:
        tokens = read_tokens(folder / FILE)
    except TokensError as error:
        return Finding("bad", "access", str(error), "until then /control is for nobody")
    if any(token.kind == "control" for token in tokens):
        return Finding("good", "access", "/control is for those who have a control token")
    if _is_loopback(host):
        return None
    text = f"the pages are served on {host}, and without a control token /control answers on this computer only"
    advice = "if you control from elsewhere, or behind a proxy, make one: unruh token new control NAME"
    return Finding("note", "access", text, advice)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
