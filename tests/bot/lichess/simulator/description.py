"""Lichess' published description of its API, and how an answer is held against it."""

import json
from pathlib import Path
from typing import Any

TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


class Description:
    """The part of JSON Schema that the description uses, stricter: a key that it does not name is a fault."""

    def __init__(self, path: Path) -> None:
        self.root = json.loads(path.read_text())

    def schema(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = self.root["components"]["schemas"][name]
        return found

    def faults(self, value: Any, schema: dict[str, Any], where: str = "$") -> list[str]:
        if "$ref" in schema:
            return self.faults(value, self.schema(schema["$ref"].rsplit("/", 1)[1]), where)
        for key in ("oneOf", "anyOf"):
            if key in schema:
                tries = [self.faults(value, choice, where) for choice in schema[key]]
                return [] if [] in tries else min(tries, key=len)
        if "allOf" in schema:
            return [fault for part in schema["allOf"] for fault in self.faults(value, part, where)]
        if "enum" in schema and value not in schema["enum"]:
            return [f"{where}: {value!r} is none of {schema['enum']}"]
        kind = schema.get("type")
        if isinstance(kind, str) and not isinstance(value, TYPES[kind]):
            return [f"{where}: {value!r} is no {kind}"]
        if isinstance(value, list):
            items = schema.get("items", {})
            return [fault for i, item in enumerate(value) for fault in self.faults(item, items, f"{where}[{i}]")]
        if not isinstance(value, dict) or "properties" not in schema:
            return []
        known = schema["properties"]
        faults = [f"{where}: {key} is missing" for key in schema.get("required", []) if key not in value]
        faults += [f"{where}: {key} is not described" for key in value if key not in known]
        return faults + [
            fault for key in value if key in known for fault in self.faults(value[key], known[key], f"{where}.{key}")
        ]
