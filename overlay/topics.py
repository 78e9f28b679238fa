"""The names of topics."""

import re

_TOPIC = re.compile(r"lobby|featured|air|desk|test|(?:game|event)/[A-Za-z0-9_-]{1,64}")


def valid_topic(name: str) -> bool:
    """Whether this is the name of a topic: `lobby`, `featured`, `air`, `desk`, `test`, `game/<id>`, `event/<id>`."""
    return _TOPIC.fullmatch(name) is not None
