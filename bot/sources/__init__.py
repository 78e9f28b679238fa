"""Where games come from: one file a source, which tells a `Listener` of its games."""

from bot.clock import Clock
from bot.config import FollowSection
from bot.lichess.client import LichessClient
from bot.sources.users import UsersSource
from bot.updates import Source


def sources_of(follow: FollowSection, client: LichessClient, clock: Clock) -> list[Source]:
    """The sources that a configuration names."""
    sources: list[Source] = []
    if follow.users:
        sources.append(UsersSource(follow.users, client, clock))
    return sources
