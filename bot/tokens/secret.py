"""A token, the cookie that stands for it, and the hash that is kept.

    token `uc_…`  ──SHA-256──►  cookie `ucp_…`  ──SHA-256──►  hash

The file holds hashes only: who reads it has neither token nor cookie. A browser keeps the cookie only: who finds it
does not learn the token.
"""

import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["control", "viewer"]

_PREFIXES: dict[Kind, str] = {"control": "uc", "viewer": "uv"}


def new_token(kind: Kind) -> str:
    """A token that nobody can guess: 256 random bits after what tells its kind."""
    return f"{_PREFIXES[kind]}_{secrets.token_urlsafe(32)}"


def cookie_of(token: str) -> str:
    """The value of the cookie that stands for a token; it begins with the kind too, so that it is of no other."""
    prefix = token.partition("_")[0]
    return f"{prefix}p_{_text(token)}"


def hash_of(secret: str) -> str:
    """What is kept of a token, found by it as by its cookie."""
    is_token = secret.startswith(tuple(f"{prefix}_" for prefix in _PREFIXES.values()))
    return _text(cookie_of(secret) if is_token else secret)


def _text(secret: str) -> str:
    digest = sha256(secret.encode(errors="surrogatepass")).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")
