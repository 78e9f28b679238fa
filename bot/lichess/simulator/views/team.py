"""Teams and their members."""

from __future__ import annotations

import msgspec

from bot.lichess.simulator.model import Player
from bot.lichess.simulator.tournaments import Team
from bot.lichess.simulator.views.wire import User, Wire, user


class TeamObject(Wire, kw_only=True, frozen=True):
    """A team."""

    id: str
    name: str
    description: str
    open: bool
    leader: User
    nb_members: int
    leaders: list[User]
    joined: bool
    requested: bool


class MemberLine(Wire, kw_only=True, frozen=True):
    """A member."""

    id: str
    name: str
    title: str | None = None


def team_object(team: Team) -> bytes:
    """A team as one sees it who is no member."""
    known = next((member for member in team.members if member.id == team.leader), Player(team.leader))
    leader = user(known) or User(name=team.leader, id=team.leader)
    message = TeamObject(
        id=team.id,
        name=team.name,
        description=team.description,
        open=True,
        leader=leader,
        nb_members=len(team.members),
        leaders=[leader],
        joined=False,
        requested=False,
    )
    return msgspec.json.encode(message)


def team_members(team: Team) -> list[bytes]:
    """A line for each member, the one who joined last first."""
    return [
        msgspec.json.encode(MemberLine(id=member.id, name=member.name, title=member.title))
        for member in reversed(team.members)
    ]
