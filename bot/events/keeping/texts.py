"""Setups, acts and what they changed as JSON texts, and back; points are exact fractions such as "9/20"."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import msgspec

from bot.events.model import Setup
from scoring import Rules, RulesError

_FRACTION = re.compile(r"-?[0-9]{1,12}(?:/[1-9][0-9]{0,11})?\Z")


class TextError(ValueError):
    """A text is not what it should be; the error says what is wrong with it."""


def text_of(value: Any) -> str:
    """Anything of events as one line of JSON; the same value always gives the same text."""
    return json.dumps(plain(value), separators=(",", ":"))


def plain(value: Any) -> Any:
    """Anything of events as JSON knows it."""
    return msgspec.to_builtins(value, enc_hook=_encoded)


def value_of(text: str, kind: Any) -> Any:
    """What a text says. Raises `TextError`."""
    try:
        return understood(json.loads(text), kind)
    except (ValueError, RecursionError) as error:
        raise error if isinstance(error, TextError) else TextError("it is no JSON") from error


def understood(value: Any, kind: Any) -> Any:
    """What was plain, as one of this kind. Raises `TextError`."""
    try:
        return msgspec.convert(value, kind, dec_hook=_decoded)
    except (msgspec.ValidationError, RulesError) as error:
        raise TextError(str(error)) from error


def setup_of(value: Any) -> Setup:
    """A setup that was plain; its options of the rules are looked at again. Raises `TextError`."""
    setup: Setup = understood(value, Setup)
    try:
        options: dict[str, Any] = setup.rules.as_dict()
        return replace(setup, rules=Rules(**options))
    except RulesError as error:
        raise TextError(str(error)) from error


def _encoded(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"{type(value)} is not a part of events")


def _decoded(kind: type, value: object) -> Fraction:
    if kind is Fraction and isinstance(value, str) and _FRACTION.match(value):
        return Fraction(value)
    raise ValueError('points are exact fractions such as "9/20"')
