"""Broadcasts and their rounds in JSON."""

from __future__ import annotations

import msgspec

from bot.lichess.simulator.broadcasts import Group, Round, Tour
from bot.lichess.simulator.views.broadcast_board import BoardObject, board_object
from bot.lichess.simulator.views.broadcast_pgn import SITE, Place
from bot.lichess.simulator.views.wire import Wire


class RoundObject(Wire, kw_only=True, frozen=True):
    """A round. Lichess calls it ongoing from its first move to its last result."""

    id: str
    name: str
    slug: str
    created_at: int
    rated: bool
    ongoing: bool = False
    starts_at: int
    finished_at: int | None = None
    finished: bool = False
    url: str


class TourObject(Wire, kw_only=True, frozen=True):
    """A tournament; `dates` are the begin of its first and of its last round."""

    id: str
    name: str
    slug: str
    info: dict[str, str]
    created_at: int
    url: str
    tier: int | None = None
    dates: list[int]


class GroupTour(msgspec.Struct, frozen=True):
    """A tournament of a group: whether it goes on these days, and whether a round is under way."""

    id: str
    name: str
    active: bool
    live: bool


class GroupObject(msgspec.Struct, frozen=True):
    """Tournaments that belong together."""

    id: str
    slug: str
    name: str
    tours: list[GroupTour]


class TourAnswer(Wire, kw_only=True, frozen=True):
    """A tournament with its rounds."""

    tour: TourObject
    group: GroupObject | None = None
    rounds: list[RoundObject]
    default_round_id: str | None = None
    photos: dict[str, str]


class Features(msgspec.Struct, frozen=True):
    """What the page offers."""

    chat: bool = True
    computer: bool = True
    explorer: bool = True


class Study(msgspec.Struct, frozen=True):
    """Whether the client may write: never here."""

    writeable: bool = False
    features: Features = Features()


class RoundAnswer(Wire, kw_only=True, frozen=True):
    """A round with its boards."""

    round: RoundObject
    tour: TourObject
    study: Study
    games: list[BoardObject]
    group: GroupObject | None = None
    photos: dict[str, str]
    is_subscribed: bool


def tour_answer(tour: Tour, group: Group | None, tours: dict[str, Tour], now_ms: int) -> bytes:
    """A tournament; `tours` are all that there are, by id."""
    message = TourAnswer(
        tour=_tour(tour),
        group=_group(group, tours, now_ms) if group else None,
        rounds=[_round(Place(tour, relayed), now_ms) for relayed in tour.rounds],
        default_round_id=_default_round(tour, now_ms),
        photos={},
    )
    return msgspec.json.encode(message)


def round_answer(place: Place, group: Group | None, tours: dict[str, Tour], now_ms: int) -> bytes:
    """A round with its boards; `tours` are all that there are, by id."""
    message = RoundAnswer(
        round=_round(place, now_ms),
        tour=_tour(place.tour),
        study=Study(),
        games=[board_object(place.round, *shown, now_ms) for shown in place.round.shown(now_ms)],
        group=_group(group, tours, now_ms) if group else None,
        photos={},
        is_subscribed=False,
    )
    return msgspec.json.encode(message)


def is_ongoing(relayed: Round, now_ms: int) -> bool:
    """Whether a round has begun and is not over."""
    return relayed.started(now_ms) and relayed.finished_ms(now_ms) is None


def _round(place: Place, now_ms: int) -> RoundObject:
    relayed = place.round
    finished_ms = relayed.finished_ms(now_ms)
    return RoundObject(
        id=relayed.id,
        name=relayed.name,
        slug=relayed.slug,
        created_at=place.tour.created_ms,
        rated=True,
        ongoing=is_ongoing(relayed, now_ms),
        starts_at=relayed.starts_ms,
        finished_at=finished_ms,
        finished=finished_ms is not None,
        url=place.url,
    )


def _tour(tour: Tour) -> TourObject:
    starts = sorted({relayed.starts_ms for relayed in tour.rounds})
    return TourObject(
        id=tour.id,
        name=tour.name,
        slug=tour.slug,
        info={},
        created_at=tour.created_ms,
        url=f"{SITE}/broadcast/{tour.slug}/{tour.id}",
        tier=tour.tier,
        dates=[*starts[:1], *starts[1:][-1:]],
    )


def _group(group: Group, tours: dict[str, Tour], now_ms: int) -> GroupObject:
    own = [tours[tour_id] for tour_id in group.tours if tour_id in tours]
    entries = []
    for tour in own:
        live = any(is_ongoing(relayed, now_ms) for relayed in tour.rounds)
        active = live or any(not relayed.started(now_ms) for relayed in tour.rounds)
        entries.append(GroupTour(tour.id, tour.name, active, live))
    return GroupObject(group.id, group.slug, group.name, entries)


def _default_round(tour: Tour, now_ms: int) -> str | None:
    """The round under way, or the next one, or the last."""
    ongoing = [relayed for relayed in tour.rounds if is_ongoing(relayed, now_ms)]
    coming = [relayed for relayed in tour.rounds if not relayed.started(now_ms)]
    return next((relayed.id for relayed in (*ongoing, *coming, *tour.rounds[-1:])), None)
