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

    def resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        """What a schema is, or what it refers to."""
        return self.schema(schema["$ref"].rsplit("/", 1)[1]) if "$ref" in schema else schema

    def _merged(self, parts: list[dict[str, Any]]) -> dict[str, Any]:
        """One schema for an object that is described in parts."""
        known = {key: inner for part in parts for key, inner in part.get("properties", {}).items()}
        required = [key for part in parts for key in part.get("required", [])]
        return {"type": "object", "properties": known, "required": required}

    def faults(self, value: Any, schema: dict[str, Any], where: str = "$") -> list[str]:
        if "$ref" in schema:
            return self.faults(value, self.resolved(schema), where)
        for key in ("oneOf", "anyOf"):
            if key in schema:
                tries = [self.faults(value, choice, where) for choice in schema[key]]
                return [] if [] in tries else min(tries, key=lambda found: (_of_another_type(found, where), len(found)))
        if "allOf" in schema:
            return self.faults(value, self._merged([self.resolved(part) for part in schema["allOf"]]), where)
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


def _of_another_type(faults: list[str], where: str) -> bool:
    """Whether a value is not even of the type that is described: then another choice was meant."""
    return faults[0].startswith(f"{where}: ") and " is no " in faults[0]
