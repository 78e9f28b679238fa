"""When a game of a record began."""

from datetime import UTC, datetime

from bot.pgn.model import PgnGame


def began_ms(game: PgnGame) -> int | None:
    """The time that the record names in UTC, in milliseconds since 1970; None where it names none, or no such time."""
    told = f"{game.header('UTCDate')} {game.header('UTCTime')}"
    try:
        return round(datetime.strptime(told, "%Y.%m.%d %H:%M:%S").replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        return None
