"""The answer of every route against Lichess' published description, field by field."""

import io
import json
import re
from typing import Any

import chess.pgn
import pytest

from bot.lichess.simulator import Token
from bot.lichess.simulator.routes.route import Route
from bot.lichess.simulator.views.tv_channels import CHANNELS
from tests.bot.lichess.simulator.description import Description
from tests.bot.lichess.simulator.everything import PATHS, TOKENS, answered, asked, fill, shape_of
from tests.bot.lichess.simulator.lab import Lab

NDJSON, JSON, PGN = "application/x-ndjson", "application/json", "application/x-chess-pgn"
PGN_KINDS = {"export", "export_ids", "user_games", "current_game", "tv_games", "arena_games", "swiss_games"}
PGN_KINDS |= {"broadcast_stream", "broadcast_pgn"}


@pytest.fixture
def tokens() -> dict[str, str | Token]:
    return dict(TOKENS)


# What real answers have and the description has not.
REAL = {
    "/api/stream/game/{id}": {"drawOffers is not described", "winner is not described"},
    "/game/export/{id}": {"lastFen is not described"},
    "/api/account/playing": {
        "nowPlaying[0]: rating is not described",
        "nowPlaying[0].status: {'id': 20, 'name': 'started'} is none of …",
    },
    "/api/users/status": {"playingId is not described"},
    "/api/tournament/{id}": {"isStarted is not described"},
    "/api/swiss/{id}/results": {"tieBreak: 0.25 is no integer"},
    # Channels without a game: here are few games, at Lichess there is always one.
    "/api/tv/channels": {
        f"{channel} is missing" for channel in CHANNELS if channel not in ("best", "blitz", "bot", "rapid")
    },
}


def test_every_route_is_asked() -> None:
    assert {shape for _, shape in asked()} == set(PATHS)


def described(description: Description, route: Route) -> dict[str, Any]:
    """The answers to a route that are described, by content type."""
    shapes = {re.sub(r"\{[^}]*\}", "{}", path): path for path in description.root["paths"]}
    path = shapes[re.sub(r"\{[^}]*\}", "{}", shape_of(route))]
    content: dict[str, Any] = description.root["paths"][path][route.method.lower()]["responses"]["200"]["content"]
    return content


@pytest.mark.parametrize("route", [route for route, _ in asked()], ids=shape_of)
async def test_answers(lab: Lab, description: Description, route: Route) -> None:
    fill(lab)
    await lab.clock.advance(200_000)
    content = described(description, route)
    if not content.keys() & {NDJSON, JSON}:
        assert content.keys() == {PGN}  # see below
        return
    kind = NDJSON if NDJSON in content else JSON
    _, body = await answered(lab, route, f"{JSON}, {NDJSON}")
    told = [json.loads(line) for line in body.split(b"\n") if line]
    assert told
    schema = content[kind]["schema"]
    whole = isinstance(told[0], dict) and description.resolved(schema).get("type") == "array"
    faults = [fault for value in ([told] if whole else told) for fault in description.faults(value, schema)]
    assert {brief(fault) for fault in faults} == REAL.get(shape_of(route), set())


def brief(fault: str) -> str:
    """A fault without the number of the line and what would have been right."""
    return re.sub(r"\[('\w+', )+'\w+'\]$", "…", re.sub(r"^\$(\[\d+\])?[.:] ?", "", fault))


@pytest.mark.parametrize("route", [route for route, _ in asked() if route.kind in PGN_KINDS], ids=shape_of)
async def test_pgn(lab: Lab, route: Route) -> None:
    fill(lab)
    await lab.clock.advance(200_000)
    kind, body = await answered(lab, route, PGN)
    assert kind == PGN
    *texts, rest = body.decode().split("\n\n\n")
    assert texts
    assert rest.strip() == ""
    for text in texts:
        assert "\n\n" in text.strip()
        game = chess.pgn.read_game(io.StringIO(text))
        assert game is not None
        assert game.errors == []
        assert game.headers["Result"] == text.split()[-1]
        assert game.end().ply() > 0
