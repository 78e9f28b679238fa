"""Who is believed when they say for whom they ask: proxies on this machine, and those that are named."""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

Ip = IPv4Address | IPv6Address


class Proxies:
    """The reverse proxies whose `X-Forwarded-For` is believed. This machine's own addresses always are."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        """Believe addresses and networks, like `172.18.0.2` and `10.1.0.0/16`; raises ValueError for anything else."""
        self._networks = tuple(ip_network(network, strict=False) for network in networks)

    def trust(self, ip: Ip | None) -> bool:
        """Whether what comes from there is believed."""
        return ip is not None and (ip.is_loopback or any(ip in network for network in self._networks))

    def origin(self, peer: str | None, forwarded: Sequence[str]) -> Ip | None:
        """Who asks, behind all proxies that are believed; None where somebody who is believed names no address.

        Every proxy adds the one who asked it at the end, so the last who is not believed is the one; what stands before
        that is anybody's word.
        """
        ip, said = ip_of(peer), [name for header in forwarded for name in header.split(",")]
        while said and self.trust(ip):
            ip = ip_of(said.pop().strip())
        return ip


def ip_of(address: str | None) -> Ip | None:
    """An IP address, those of IPv4 as such however they are written; None for what is none."""
    try:
        ip = ip_address(address or "")
    except ValueError:
        return None
    return getattr(ip, "ipv4_mapped", None) or ip


def counted(ip: Ip | None) -> str:
    """The name under which an address is counted: IPv6 by networks of 64 bits."""
    if isinstance(ip, IPv6Address) and not ip.is_loopback:
        return f"{IPv6Address(int(ip) >> 64 << 64)}/64"
    return str(ip or "unknown")
