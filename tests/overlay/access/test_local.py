"""Who is on this computer, which address counts, and what is another site."""

from collections.abc import Mapping

import pytest
from aiohttp import HttpVersion
from aiohttp.test_utils import make_mocked_request
from aiohttp.web import Application, Request
from multidict import CIMultiDict

from overlay.access.local import PROXIES, address_of, is_local, is_loopback, same_origin
from overlay.access.proxies import Proxies

HERE = {"Host": "127.0.0.1:8086"}


def request(
    remote: str, headers: Mapping[str, str], version: tuple[int, int] = (1, 1), trusted: tuple[str, ...] = ()
) -> Request:
    app = Application()
    app[PROXIES] = Proxies(trusted)
    made = make_mocked_request("GET", "/", headers=headers, version=HttpVersion(*version), app=app)
    return made.clone(remote=remote)


@pytest.mark.parametrize("remote", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8086", "localhost:1", "LOCALHOST", "[::1]", "[::1]:8086"])
def test_this_computer_under_its_own_name(remote: str, host: str) -> None:
    assert is_local(request(remote, {"Host": host}))


@pytest.mark.parametrize("remote", ["192.168.0.7", "203.0.113.7", "2001:db8::1", "::ffff:10.0.0.1", "0.0.0.0", "", "x"])
def test_another_computer_is_not_this_one_whatever_it_says(remote: str) -> None:
    assert not is_local(request(remote, HERE))
    assert not is_local(request(remote, HERE | {"X-Forwarded-For": "127.0.0.1"}))


REBOUND = ["evil.example", "evil.example:8086", "localhost.evil.example", "127.0.0.1.evil.example", "192.168.0.7", ""]
STRANGE = ["[", "[::1", "127.0.0.1@evil.example", "evil.example#localhost", "evil.example/localhost", "localhost."]


@pytest.mark.parametrize("host", [*REBOUND, *STRANGE])
def test_a_name_that_leads_here_is_not_its_own(host: str) -> None:
    assert not is_local(request("127.0.0.1", {"Host": host}))


@pytest.mark.parametrize(
    "header",
    [
        "Forwarded",
        "X-Forwarded-For",
        "x-forwarded-host",
        "X-Forwarded-Proto",
        "X-Forwarded-Server",
        "X-Real-IP",
        "Via",
        "CF-Connecting-IP",
        "True-Client-IP",
    ],
)
def test_a_proxy_does_not_pass_for_this_computer(header: str) -> None:
    assert not is_local(request("127.0.0.1", HERE | {header: "127.0.0.1"}))


def test_old_http_is_a_proxy() -> None:
    assert not is_local(request("127.0.0.1", HERE, (1, 0)))


@pytest.mark.parametrize(
    ("remote", "forwarded", "counted"),
    [
        ("203.0.113.7", None, "203.0.113.7"),
        ("203.0.113.7", "198.51.100.1", "203.0.113.7"),
        ("127.0.0.1", None, "127.0.0.1"),
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "1.1.1.1, 2.2.2.2 ,198.51.100.1", "198.51.100.1"),
        ("::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", None, "2001:db8:1:2::/64"),
        ("::ffff:198.51.100.1", None, "198.51.100.1"),
        ("127.0.0.1", "nonsense", "unknown"),
        ("127.0.0.1", "", "unknown"),
    ],
)
def test_the_address_that_counts(remote: str, forwarded: str | None, counted: str) -> None:
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    assert address_of(request(remote, headers)) == counted


def test_of_several_headers_the_last_counts() -> None:
    headers = CIMultiDict([("X-Forwarded-For", "198.51.100.1"), ("X-Forwarded-For", "198.51.100.2")])
    assert address_of(request("127.0.0.1", headers)) == "198.51.100.2"
    asked = request("127.0.0.1", headers, trusted=("198.51.100.2",))
    assert address_of(asked) == "198.51.100.1"


@pytest.mark.parametrize(
    ("remote", "forwarded", "counted"),
    [
        ("10.1.2.3", "198.51.100.1", "198.51.100.1"),
        ("::ffff:10.1.2.3", "198.51.100.1", "198.51.100.1"),
        ("172.18.0.2", "203.0.113.9, 198.51.100.1, 10.1.0.7", "198.51.100.1"),
        ("172.18.0.3", "198.51.100.1", "172.18.0.3"),
        ("127.0.0.1", "198.51.100.1,10.1.0.7,172.18.0.2", "198.51.100.1"),
        ("203.0.113.7", "10.1.0.7", "203.0.113.7"),
        ("10.1.2.3", "127.0.0.1, 203.0.113.7", "203.0.113.7"),
        ("10.1.2.3", "198.51.100.1, 10.1.0", "unknown"),
        ("10.1.2.3", None, "10.1.2.3"),
        ("2001:db8:5::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ],
)
def test_named_proxies_say_for_whom_they_ask(remote: str, forwarded: str | None, counted: str) -> None:
    headers = HERE | ({} if forwarded is None else {"X-Forwarded-For": forwarded})
    asked = request(remote, headers, trusted=("10.1.0.0/16", "172.18.0.2", "2001:db8:5::/48"))
    assert address_of(asked) == counted
    assert not is_local(asked)


def test_what_is_no_network_is_no_proxy() -> None:
    with pytest.raises(ValueError, match="proxy"):
        Proxies(["proxy.example"])


@pytest.mark.parametrize("address", [None, "", "unknown", "2001:db8::/64", "10.0.0.1"])
def test_what_is_no_loopback(address: str | None) -> None:
    assert not is_loopback(address)


@pytest.mark.parametrize(
    ("origin", "same"),
    [
        (None, True),
        ("http://127.0.0.1:8086", True),
        ("https://127.0.0.1:8086", True),
        ("http://127.0.0.1", False),
        ("http://127.0.0.1:80860", False),
        ("http://user@127.0.0.1:8086", False),
        ("null", False),
        ("file://", False),
        ("", False),
        ("http://[", False),
    ],
)
def test_the_origin(origin: str | None, same: bool) -> None:
    assert same_origin(request("127.0.0.1", HERE | ({} if origin is None else {"Origin": origin}))) is same
