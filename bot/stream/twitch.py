"""Asks Twitch: whose token it is, and about predictions."""

from collections.abc import Mapping
from typing import Any, Self, TypeVar

import aiohttp
import msgspec

from bot.clock import Clock, within
from bot.stream.errors import BusyError, ForbiddenError, RefusedError, TwitchError
from bot.stream.question import Question
from bot.stream.wire import Account, End, Prediction, Predictions, Refusal

API = "https://api.twitch.tv"
ACCOUNTS = "https://id.twitch.tv"
SCOPE = "channel:manage:predictions"
TIMEOUT_MS = 10_000
ANSWER_BYTES = 1_000_000
"""No answer that is longer is read to its end."""
CHECK_MS = 3_600_000
"""How often Twitch wants a token to be checked."""
SHORTEST_PAUSE_MS = 1_000
USUAL_PAUSE_MS = 60_000
LONGEST_PAUSE_MS = 3_600_000
AFRESH = "make a new one and start again; a prediction that is open is then settled"
_PREDICTIONS = "/helix/predictions"

T = TypeVar("T")


class Twitch:
    """Asks for the channel of the token's owner. Errors are `TwitchError`s; the token is sent in a header only."""

    def __init__(self, token: str, clock: Clock, *, api: str = API, accounts: str = ACCOUNTS) -> None:
        """Take a user access token and the addresses of the servers; use as a context manager."""
        self._token = token
        self._clock = clock
        self._api = api
        self._accounts = accounts
        self._session: aiohttp.ClientSession | None = None
        self._account: Account | None = None
        self._checked_ms = 0

    async def __aenter__(self) -> Self:
        """Open the session."""
        self._session = aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar())
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close all connections."""
        if self._session:
            await self._session.close()

    async def account(self) -> Account:
        """What the token is good for, asked again once an hour. Raises `ForbiddenError` if that is not enough."""
        if self._account is None or self._clock.now_ms() >= self._checked_ms + CHECK_MS:
            headers = {"Authorization": f"OAuth {self._token}"}
            account = await self._ask(f"{self._accounts}/oauth2/validate", headers, Account)
            if not account.user_id:
                raise ForbiddenError("the Twitch token belongs to no user; a user access token is needed")
            if SCOPE not in (account.scopes or ()):
                raise ForbiddenError(f"the Twitch token lacks the permission {SCOPE}")
            self._account, self._checked_ms = account, self._clock.now_ms()
        return self._account

    async def newest(self) -> Prediction | None:
        """The newest prediction of the channel, which is the open one if there is one; None without any."""
        found = await self._predictions("GET", first="1")
        return found[0] if found else None

    async def prediction(self, prediction_id: str) -> Prediction | None:
        """A prediction as it stands; None if there is none with this id."""
        found = await self._predictions("GET", id=prediction_id)
        return next((one for one in found if one.id == prediction_id), None)

    async def open(self, question: Question, window_s: int) -> Prediction:
        """Ask the audience. Raises `RefusedError` if Twitch does not want this question now."""
        body = {
            "title": question.title,
            "outcomes": [{"title": question.white}, {"title": question.black}],
            "prediction_window": window_s,
        }
        return _one(await self._predictions("POST", **body))

    async def end(self, prediction_id: str, status: End, winner: str | None = None) -> Prediction:
        """Lock a prediction, give its points to the winning outcome, or give them back. Raises `RefusedError`."""
        winning = {} if winner is None else {"winning_outcome_id": winner}
        return _one(await self._predictions("PATCH", id=prediction_id, status=status, **winning))

    async def _predictions(self, method: str, **about: Any) -> tuple[Prediction, ...]:
        account = await self.account()
        headers = {"Authorization": f"Bearer {self._token}", "Client-Id": account.client_id}
        about = {"broadcaster_id": account.user_id, **about}
        sent: dict[str, Any] = {"params": about} if method == "GET" else {"json": about}
        return (await self._ask(self._api + _PREDICTIONS, headers, Predictions, method=method, **sent)).data

    async def _ask(self, url: str, headers: Mapping[str, str], wanted: type[T], method: str = "GET", **sent: Any) -> T:
        assert self._session
        request = self._session.request(method, url, headers=headers, allow_redirects=False, **sent)
        try:
            status, received, body = await within(self._clock, TIMEOUT_MS, _answer(request))
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            # The kind of an error alone: texts of HTTP libraries repeat addresses and headers.
            raise TwitchError(f"Twitch cannot be reached: {type(error).__name__}") from error
        if status >= 300:
            raise self._error(status, received, body)
        try:
            return msgspec.json.decode(body, type=wanted)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise TwitchError("Twitch's answer is not understood") from error

    def _error(self, status: int, headers: Mapping[str, str], body: bytes) -> TwitchError:
        """The error for an HTTP status of 300 or more."""
        if status == 401:
            return ForbiddenError(f"Twitch refuses the token (HTTP 401), which may have expired; {AFRESH}")
        if status == 403:
            return ForbiddenError("Twitch permits no predictions on this channel (HTTP 403); it must be an affiliate")
        if status == 429:
            return BusyError(self._pause_ms(headers))
        if 400 <= status < 500:
            return RefusedError(f"Twitch refuses this (HTTP {status}): {_reason(body)}")
        return TwitchError(f"Twitch answers with HTTP {status}")

    def _pause_ms(self, headers: Mapping[str, str]) -> int:
        """How long a refusal asks to wait: `Ratelimit-Reset` is a time in seconds since 1970."""
        reset = headers.get("Ratelimit-Reset", "")
        if not (reset.isascii() and reset.isdigit()):
            return USUAL_PAUSE_MS
        return min(max(int(reset[:12]) * 1000 - self._clock.now_ms(), SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)


async def _answer(request: Any) -> tuple[int, Mapping[str, str], bytes]:
    """The status, the headers and the body of an answer."""
    async with request as response:
        body = bytearray()
        async for part in response.content.iter_any():
            body += part
            if len(body) > ANSWER_BYTES:
                raise ValueError
        return response.status, response.headers, bytes(body)


def _one(found: tuple[Prediction, ...]) -> Prediction:
    if not found:
        raise TwitchError("Twitch's answer is not understood")
    return found[0]


def _reason(body: bytes) -> str:
    """What a refusal says, on one line."""
    try:
        message = msgspec.json.decode(body, type=Refusal).message
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        message = ""
    return "".join(filter(str.isprintable, message))[:120] or "it does not say why"
