"""A world in which there is something of everything, and one request for each route."""

import asyncio
from collections.abc import Iterator

import chess

from bot.lichess.simulator import Group, Player, Script, TimeControl
from bot.lichess.simulator.chapter_script import ChapterScript
from bot.lichess.simulator.routes import ROUTES
from bot.lichess.simulator.routes.route import Route
from tests.bot.lichess.simulator.boards import tour_of
from tests.bot.lichess.simulator.events import (
    AMSEL,
    ARENA,
    BIRKE,
    CEDERN,
    DOHLE,
    START_MS,
    SWISS,
    WOODS,
    drawn,
    open_game,
    won,
)
from tests.bot.lichess.simulator.lab import Lab

TOKENS = {"lip_a": "amsel", "lip_b": "elster"}
RAPID = TimeControl(900, 10)
ELSTER = Player("Elster", 2000, title="BOT")
GAMES = ("abcdefgh", "botgame0", "arenag01", "arenag02", "swissg01", "swissg02")

PATHS: dict[str, tuple[str, str | None]] = {
    "/api/stream/game/{id}": ("/api/stream/game/abcdefgh", None),
    "/game/export/{id}": ("/game/export/abcdefgh?literate=true&pgnInJson=true&lastFen=true", None),
    "/api/games/export/_ids": ("/api/games/export/_ids?literate=true&opening=true", ",".join(GAMES)),
    "/api/games/user/{user}": ("/api/games/user/amsel?ongoing=true", None),
    "/api/user/{user}/current-game": ("/api/user/amsel/current-game", None),
    "/api/game/{id}/chat": ("/api/game/abcdefgh/chat", None),
    "/api/board/game/stream/{id}": ("/api/board/game/stream/abcdefgh", None),
    "/api/bot/game/stream/{id}": ("/api/bot/game/stream/botgame0", None),
    "/api/board/game/{id}/chat": ("/api/board/game/abcdefgh/chat", None),
    "/api/stream/event": ("/api/stream/event", None),
    "/api/account/playing": ("/api/account/playing", None),
    "/api/account": ("/api/account", None),
    "/api/token/test": ("/api/token/test", "lip_a,lip_unknown"),
    "/api/stream/games-by-users": ("/api/stream/games-by-users?withCurrentGames=true", "amsel,birke,elster"),
    "/api/stream/games/{stream}": ("/api/stream/games/mine", ",".join(GAMES)),
    "/api/stream/games/{stream}/add": ("/api/stream/games/mine/add", "abcdefgh"),
    "/api/users/status": ("/api/users/status?ids=amsel,birke,dohle,nobody&withGameIds=true", None),
    "/api/tv/channels": ("/api/tv/channels", None),
    "/api/tv/feed": ("/api/tv/feed", None),
    "/api/tv/{channel}/feed": ("/api/tv/rapid/feed", None),
    "/api/tv/{channel}": ("/api/tv/rapid", None),
    "/api/tournament": ("/api/tournament", None),
    "/api/tournament/{id}": ("/api/tournament/arena000", None),
    "/api/tournament/{id}/games": ("/api/tournament/arena000/games", None),
    "/api/tournament/{id}/results": ("/api/tournament/arena000/results?sheet=true", None),
    "/api/swiss/{id}": ("/api/swiss/swiss000", None),
    "/api/swiss/{id}/games": ("/api/swiss/swiss000/games", None),
    "/api/swiss/{id}/results": ("/api/swiss/swiss000/results", None),
    "/api/team/{id}": ("/api/team/woods", None),
    "/api/team/{id}/users": ("/api/team/woods/users", None),
    "/api/team/{id}/arena": ("/api/team/woods/arena", None),
    "/api/team/{id}/swiss": ("/api/team/woods/swiss", None),
    "/api/stream/broadcast/round/{id}.pgn": ("/api/stream/broadcast/round/round000.pgn", None),
    "/api/stream/broadcast/tour/{id}.pgn": ("/api/stream/broadcast/tour/tour0000.pgn", None),
    "/api/stream/broadcast/group/{id}.pgn": ("/api/stream/broadcast/group/group000.pgn", None),
    "/api/broadcast/round/{id}.pgn": ("/api/broadcast/round/round000.pgn", None),
    "/api/broadcast/{id}.pgn": ("/api/broadcast/tour0000.pgn", None),
    "/api/broadcast/{id}": ("/api/broadcast/tour0000", None),
    "/api/broadcast/{tour}/{round}/{id}": ("/api/broadcast/-/-/round000", None),
    "/masters": ("/masters?play=e2e4", None),
    "/lichess": ("/lichess?play=e2e4", None),
}
"""What is asked of each route: the path, and the body by POST."""


def shape_of(route: Route) -> str:
    """The path of a route without what its ids look like."""
    return route.path.replace(":[A-Za-z0-9]+", "")


def asked() -> Iterator[tuple[Route, str]]:
    """All routes with the shape of their path; the page for people has no answer of its own."""
    return ((route, shape_of(route)) for route in ROUTES if route.kind != "page")


def fill(lab: Lab) -> None:
    """Let there be something of everything; the games and the round begin within four minutes."""
    world = lab.world
    world.add_team(WOODS)
    talk = Script(control=RAPID, source="friend", white=AMSEL, black=BIRKE).moves("e4 e5").chat("Cedern", "Ha")
    talk = talk.offer(chess.WHITE).decline(chess.BLACK).moves("Nf3 Nc6").gone(chess.BLACK).wait(20_000)
    own = talk.back(chess.BLACK).moves("Bb5 a6").propose_takeback(chess.WHITE).takeback(2).moves("Bc4 Bc5")
    bot = Script("botgame0", control=RAPID, source="friend", white=ELSTER, black=BIRKE).moves("d4 d5 c4")
    for script, created_ms in ((own, START_MS + 190_000), (bot, START_MS + 191_000)):
        game = script.wait(30_000).resign(chess.BLACK).game()
        world.add(game.anew(game.id, created_ms))
    world.add(won("arenag01", AMSEL, BIRKE, START_MS + 60_000, arena=ARENA))
    world.add(open_game("arenag02", CEDERN, DOHLE, START_MS + 120_000, arena=ARENA))
    world.add(won("swissg01", CEDERN, DOHLE, START_MS + 60_000, swiss=SWISS))
    world.add(drawn("swissg02", AMSEL, BIRKE, START_MS + 60_000, swiss=SWISS))
    boards = [ChapterScript(f"chapter{n}", pace_ms=40_000).moves("e4 e5 Nf3", clocks=(5400, None)) for n in (1, 2)]
    world.add_broadcast(tour_of(*(board.tag("Result", "1-0").chapter() for board in boards)))
    world.add_broadcast_group(Group("group000", "Woods", ("tour0000",)))
    for table in (world.masters_openings, world.lichess_openings):
        table.add_line("e4 c5 Nf3", chess.BLACK, 3)


async def answered(lab: Lab, route: Route, accept: str, token: str | None = None) -> tuple[str, bytes]:
    """The content type of an answer, and all that comes of it within two minutes of the simulator's time."""
    path, body = PATHS[shape_of(route)]
    headers = {"Accept": accept, "Authorization": f"Bearer {token or ('lip_b' if '/bot/' in path else 'lip_a')}"}
    kind, data = "", bytearray()

    async def read() -> None:
        nonlocal kind
        async with lab.session.request(route.method, lab.url + path, data=body, headers=headers) as response:
            assert response.status == 200, (path, response.status)
            kind = response.content_type
            async for piece in response.content.iter_any():
                data.extend(piece)

    reading = asyncio.create_task(read())
    await asyncio.wait([reading], timeout=0.02)
    for _ in range(10):
        if reading.done():
            break
        await lab.clock.advance(12_000)
        await asyncio.wait([reading], timeout=0.004)
    if reading.done():
        reading.result()
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    return kind, bytes(data)
