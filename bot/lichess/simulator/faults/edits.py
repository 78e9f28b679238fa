"""How faults change the JSON of a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from bot.lichess.simulator.faults.base import Chunk

Message = dict[str, Any]
Edit = Callable[[Message], Message]


def decoded(data: bytes) -> Any:
    """The JSON value in bytes, or None if there is none."""
    try:
        return json.loads(data)
    except ValueError:
        return None


def with_value(chunk: Chunk, value: Any) -> Chunk:
    """The chunk with another JSON value, and the end mark that it had."""
    end = chunk.data[len(chunk.data.rstrip()) :]
    return replace(chunk, data=json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + end)


def edited(chunk: Chunk, edit: Edit) -> Chunk:
    """The chunk with its JSON object changed, or all objects of its JSON list; anything else stays as it is."""
    value = decoded(chunk.data)
    if isinstance(value, dict):
        return with_value(chunk, edit(value))
    if isinstance(value, list):
        return with_value(chunk, [edit(item) if isinstance(item, dict) else item for item in value])
    return chunk


def everywhere(value: Any, edit: Edit) -> Any:
    """The value with every object in it changed, however deep."""
    if isinstance(value, dict):
        return edit({key: everywhere(item, edit) for key, item in value.items()})
    return [everywhere(item, edit) for item in value] if isinstance(value, list) else value


def without(message: Message, names: Iterable[str]) -> Message:
    """The message without some keys."""
    return {key: value for key, value in message.items() if key not in names}


def with_status(message: Message, status_id: int, name: str) -> Message:
    """The message with another status, in the form in which it tells its own: an object, a number, or a word."""
    if isinstance(message.get("status"), int):
        return message | {"status": status_id, "statusName": name}
    return message | {"status": {"id": status_id, "name": name} if isinstance(message.get("status"), dict) else name}
