"""What the values of the configuration must look like, and what every section has in common."""

import re
from ipaddress import ip_network
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, ConfigDict, Field

_GAME_ID = r"^[A-Za-z0-9]{8}$"
_EVENT_ID = r"^[A-Za-z0-9]{4,12}$"
_TEAM_ID = r"^[A-Za-z0-9][A-Za-z0-9_-]{1,59}$"
_CHANNEL = r"^[a-z][A-Za-z0-9]{2,19}$"
_USER_NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]{1,29}$"
_ADDRESS = r"^https?://[^/\s?#@]+/?$"
CONTACT = r"^[^\r\n:]*$"
EVENT_NAME = r"^[A-Za-z0-9_-]{1,40}$"
TIME_CONTROL = r"^([0-9]{1,3}(\.[0-9]{1,2})?\+[0-9]{1,3})?$"
PRIZE = r"^[0-9]{1,9}([./][0-9]{1,9})?$"
USER = re.compile(_USER_NAME)
MEANING = {
    _GAME_ID: "must be a game id, eight letters and digits",
    _EVENT_ID: "must be the id of an event, the last part of its address",
    _TEAM_ID: "must be the id of a team, the last part of its address",
    _CHANNEL: 'must be the name of a TV channel, like "best", "blitz" or "rapid"',
    _USER_NAME: "must be the name of a user",
    _ADDRESS: 'must be the address of a server without a path, like "https://lichess.org"',
    CONTACT: "must be one line without a colon",
    EVENT_NAME: "must be letters, digits, - and _, forty at most",
    TIME_CONTROL: 'must be minutes and the seconds for every move, like "3+2"',
    PRIZE: 'must be a share like "1/2" or an amount like "120"',
}
"""The patterns in words."""


def is_address(text: str) -> bool:
    """Whether it is an address with a host, and a port that can be."""
    try:
        address = urlsplit(text)
        return bool(address.hostname) and address.port != 0
    except ValueError:  # a port that is none, a bracket that is not closed
        return False


def _server(address: str) -> str:
    if not is_address(address):
        raise ValueError(MEANING[_ADDRESS])
    return address


def _network(text: str) -> str:
    try:
        ip_network(text, strict=False)
    except ValueError:
        raise ValueError('must be an IP address or a network of them, like "172.18.0.2" or "10.1.0.0/16"') from None
    return text


def readable_places(value: list[str]) -> list[str]:
    """Files, and addresses of pages."""
    for number, place in enumerate(value):
        if place.startswith(("http://", "https://")) and not is_address(place):
            raise ValueError(f"number {number} must be a file, or the address of a page")
    return value


ServerAddress = Annotated[str, Field(pattern=_ADDRESS), AfterValidator(_server)]
Network = Annotated[str, AfterValidator(_network)]
GameId = Annotated[str, Field(pattern=_GAME_ID)]
EventId = Annotated[str, Field(pattern=_EVENT_ID)]
TeamId = Annotated[str, Field(pattern=_TEAM_ID)]
Channel = Annotated[str, Field(pattern=_CHANNEL)]
UserName = Annotated[str, Field(pattern=_USER_NAME)]

STRICT = ConfigDict(extra="forbid", strict=True, frozen=True)
"""For every section: unknown keys and values of another kind are mistakes."""
