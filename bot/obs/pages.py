"""Which scenes of the pages are wanted in OBS, at which address and in which size."""

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from bot.config import ShowSection
from bot.config.obs import SceneName
from bot.moments import Text
from bot.obs.errors import ObsError

WIDE, TALL = (1920, 1080), (1080, 1920)
STANDING: tuple[SceneName, ...] = ("vertical",)
"""The scenes that stand upright."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page as a scene of OBS: `scene` and `source` are what they are called there, `mark` is by what it is known."""

    mark: SceneName
    url: str
    width: int
    height: int

    @property
    def scene(self) -> str:
        """The name of its scene."""
        return f"Unruh {self.mark}"

    @property
    def source(self) -> str:
        """The name of its source."""
        return f"Unruh {self.mark} page"


def pages(names: Iterable[SceneName], show: ShowSection, obs_url: str) -> list[Page]:
    """The pages of these names, at the address at which OBS finds them. Raises `ObsError` if there is none."""
    if show.port == 0:
        raise ObsError(
            Text(
                "Mit show.port = 0 haben die Seiten bei jedem Start eine andere Adresse; nenne einen Port",
                "With show.port = 0 the pages have another address with every start; name a port",
            )
        )
    host = _reachable(show.host)
    if _is_here(host) and not _is_here(urlsplit(obs_url).hostname or ""):
        raise ObsError(
            Text(
                f"OBS läuft auf einem anderen Rechner und findet die Seiten nicht unter {host}; nenne show.host",
                f"OBS runs on another computer and does not find the pages at {host}; name show.host",
            )
        )
    name = f"[{host}]" if ":" in host else host
    return [Page(mark, f"http://{name}:{show.port}/scene/{mark}", *_size(mark)) for mark in names]


def _size(mark: SceneName) -> tuple[int, int]:
    return TALL if mark in STANDING else WIDE


def _reachable(host: str) -> str:
    """The address by which pages are found that are served on a host: "everywhere" is no address."""
    return {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104


def _is_here(host: str) -> bool:
    """Whether it is this computer, by its own name for itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
