"""What tokens are good for: anybody who has them may ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from aiohttp import web

from bot.lichess.simulator.faults import Fault
from bot.lichess.simulator.limits import check_count
from bot.lichess.simulator.routes.route import Route, json_answer
from bot.lichess.simulator.views.token import told_tokens

if TYPE_CHECKING:
    from bot.lichess.simulator.server import Simulator

MAX_TOKENS: Final = 1000


async def tokens(simulator: Simulator, request: web.Request, _faults: Sequence[Fault]) -> web.StreamResponse:
    """`POST /api/token/test`: up to a thousand tokens, in the body."""
    texts = [text.strip() for text in (await request.text()).split(",") if text.strip()]
    check_count(texts, MAX_TOKENS)
    return json_answer(told_tokens({text: simulator.bearers.known(text) for text in texts}))


ROUTES = (Route("token", "POST", "/api/token/test", tokens),)
