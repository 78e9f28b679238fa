"""Whether the bus can be reached, and which program follows the games for those who hear it."""

from bot.config import BusSection
from bot.doctor.finding import Finding
from bot.program.present_bot import present_bot
from bot.serving import UserError


async def look_at_bus(section: BusSection, password: str | None) -> Finding:
    """Ask the bus who is there; nothing is changed."""
    try:
        bot = await present_bot(section, password)
    except UserError as error:
        return Finding("bad", "bus", str(error), f"start it, or check bus.url and the variable {section.password_env}")
    if bot is None:
        return Finding("note", "bus", f"it answers, and {section.name!r} has no bot", "start one with: unruh bot")
    return Finding("good", "bus", f"it answers, and the bot of {section.name!r} is {bot}")
