"""The names of topics."""

import re

_TOPIC = re.compile(r"lobby|featured|air|desk|test|(?:game|event)/[A-Za-z0-9_-]{1,64}")

PRIVATE = ("desk", "test")
"""What only those who control may hear."""
AT_ONCE = ("air",)
"""What is never held back: what the operator says is done now."""


def valid_topic(name: str) -> bool:
    """Whether this is the name of a topic: `lobby`, `featured`, `air`, `desk`, `test`, `game/<id>`, `event/<id>`."""
    return _TOPIC.fullmatch(name) is not None
