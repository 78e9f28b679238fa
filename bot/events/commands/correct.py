"""The correction that an option of `unruh event correct` asks for."""

import re
from fractions import Fraction
from typing import Any

import msgspec

from bot.events.arbiter.acts import Act
from bot.events.commands.trouble import EventCommandError

_RESULTS = {"1-0": "white_wins", "0-1": "black_wins", "1/2-1/2": "draw", "½-½": "draw", "void": "void"}
_NUMBER = re.compile(r"\d{1,6}([.,/]\d{1,6})?")


def read_act(option: str, text: str) -> Act:
    """What is to be corrected, from an option's name and its value. Raises `EventCommandError`."""
    name, _, value = (part.strip() for part in text.rpartition("="))
    values = _VALUES[option](text, name, value)
    try:
        act: Act = msgspec.convert(values, Act, strict=False, dec_hook=_fraction)
    except msgspec.ValidationError as error:
        raise EventCommandError(f"--{option.replace('_', '-')} {text!r} cannot be done: {error}") from error
    return act


def _result(text: str, game: str, value: str) -> dict[str, Any]:
    if not game or value not in _RESULTS:
        raise EventCommandError(f"--result {text!r} must look like GAME=1-0, 0-1, 1/2-1/2 or void")
    return {"act": "result", "game_id": game, "outcome": _RESULTS[value]}


def _flag_fall(text: str, game: str, value: str) -> dict[str, Any]:
    if not game or value not in ("win", "draw"):
        raise EventCommandError(f"--flag-fall {text!r} must look like GAME=win or GAME=draw")
    return {"act": "flag_fall", "game_id": game, "means": value}


def _points(text: str, game: str, value: str) -> dict[str, Any]:
    white, _, black = value.partition(":")
    if not game or not (_NUMBER.fullmatch(white) and _NUMBER.fullmatch(black)):
        raise EventCommandError(f"--points {text!r} must look like GAME=0.52:0.48, White first")
    return {"act": "points", "game_id": game, "white": white.replace(",", "."), "black": black.replace(",", ".")}


def _place(text: str, game: str, value: str) -> dict[str, Any]:
    number, _, board = value.partition(".")
    if not game or not number.isdigit() or (board and not board.isdigit()):
        raise EventCommandError(f"--place {text!r} must look like GAME=3.2, the round first")
    return {"act": "place", "game_id": game, "round": int(number), "board": int(board) if board else None}


def _merge(text: str, _: str, __: str) -> dict[str, Any]:
    old, sign, new = (part.strip() for part in text.partition("="))
    if not (old and sign and new):
        raise EventCommandError(f"--merge {text!r} must look like OLD=NEW, the name that stays behind")
    return {"act": "names", "old": old, "new": new}


def _undo(text: str, _: str, __: str) -> dict[str, Any]:
    if not (text.isascii() and text.isdigit()):
        raise EventCommandError(f"--undo {text!r} must be the number of a correction")
    return {"act": "undo", "number": int(text)}


def _offer(act: str) -> Any:
    def values(text: str, game: str, value: str) -> dict[str, Any]:
        ply, _, side = value.partition(":")
        if not game or not ply.isdigit() or side not in ("white", "black"):
            raise EventCommandError(f"the offer {text!r} must look like GAME=40:white, the ply first")
        return {"act": act, "game_id": game, "ply": int(ply), "side": side}

    return values


_VALUES = {
    "result": _result,
    "flag_fall": _flag_fall,
    "points": _points,
    "offer": _offer("offer_added"),
    "strike_offer": _offer("offer_struck"),
    "exclude": lambda text, _, __: {"act": "excluded", "game_id": text},
    "include": lambda text, _, __: {"act": "included", "game_id": text},
    "merge": _merge,
    "place": _place,
    "undo": _undo,
}


def _fraction(kind: type, value: Any) -> Any:
    if kind is not Fraction:
        raise NotImplementedError
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError("points must be a number") from error
