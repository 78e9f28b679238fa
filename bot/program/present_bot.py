"""Which program follows the games for those who hear a bus."""

from bot.config import BusSection
from bot.serving import UserError


async def present_bot(section: BusSection, password: str | None) -> str | None:
    """Who has the bus now, for people; None: nobody. Raises `UserError` if it cannot be reached."""
    from overlay.bus.connect import BusError, connect
    from overlay.bus.lease import holder_of

    try:
        async with connect(section.url, password) as redis:
            return await holder_of(redis, section.name)
    except BusError as error:
        raise UserError(str(error)) from error
