"""What came before a game was put on TV: from the channel's games, which are not late, or else from the record."""

from urllib.parse import quote

import structlog

from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError, TokenError
from bot.lichess.listing import fetch_lines
from bot.lichess.record import RecordReader
from bot.lichess.records import fetch_records
from bot.lichess.wire import ExportedGame
from bot.updates import GameUpdate, Happening

log = structlog.get_logger()

_OPTIONS = {"nb": "30", "moves": "true", "clocks": "true", "opening": "false"}


async def fetch_before(client: LichessClient, channel: str, game_id: str) -> GameUpdate | None:
    """A game under way with its moves so far, or one of a variant that is not scored.

    None if it cannot be had, or if it is over. Raises TokenError.
    """
    for fetch in (_listed, _recorded):
        try:
            game = await fetch(client, channel, game_id)
            if game is not None:
                update = RecordReader(game_id, client.game_url(game_id)).read(game)
                return update if update.happening in (Happening.MOVED, Happening.VARIANT) else None
        except TokenError:
            raise
        except LichessError as error:
            log.warning("what came before not known", game=game_id, reason=str(error))
    return None


async def _listed(client: LichessClient, channel: str, game_id: str) -> ExportedGame | None:
    path, what = f"/api/tv/{quote(channel, safe='')}", f"the games of tv {channel}"
    games = [game async for game in fetch_lines(client, path, what, ExportedGame, params=_OPTIONS)]
    return next((game for game in games if game.id == game_id), None)


async def _recorded(client: LichessClient, _channel: str, game_id: str) -> ExportedGame | None:
    games = [game async for game in fetch_records(client, [game_id], complete=False)]
    return next((game for game in games if game.id == game_id), None)
