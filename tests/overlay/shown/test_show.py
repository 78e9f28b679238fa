"""The show: what it publishes, and which game it features."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace

import chess
import msgspec
import pytest

from bot.follower.followed import FollowedGame
from bot.updates import GameInfo, GameUpdate, Happening, Player
from overlay import state
from overlay.hub import Hub
from overlay.shown.featured import AFTERGLOW_MS, CLOSEST_STAYS_MS, Choice, Wishes, choose_featured
from overlay.shown.live import LiveGame
from overlay.shown.show import Show
from scoring import Rules
from tests.overlay.conftest import Web
from tests.overlay.followed import LINE, H, knowing

ENDED_AT = 1000


def at(game_id: str, happening: Happening, ply: int, now_ms: int = ENDED_AT, white: str = "Amsel") -> FollowedGame:
    """A game after some plies of the line, the last update of which came with this happening."""
    game = FollowedGame(game_id, Rules())
    info = GameInfo(Player(white), Player("Birke"))
    board = chess.Board()
    for san in LINE.split()[:ply]:
        board.push_san(san)
    game.apply(GameUpdate(game_id, H.DESCRIBED, info), now_ms)
    game.apply(GameUpdate(game_id, happening, info, tuple(board.move_stack)), now_ms)
    return game


def with_facts(
    game_id: str,
    *,
    ply: int = 2,
    ratings: tuple[int | None, int | None] = (None, None),
    lead: int = 0,
    own: bool = False,
) -> LiveGame:
    """A running game with the facts by which it may be chosen."""
    info = SimpleNamespace(white=Player("Amsel", rating=ratings[0]), black=Player("Birke", rating=ratings[1]))
    report = SimpleNamespace(leader=(bool(lead), lead))
    transport = "own" if own else "stream"
    return knowing(at(game_id, H.MOVED, ply), info=info, report=report, transport=transport)


def without_score() -> FollowedGame:
    game = FollowedGame("atomic01", Rules())
    game.apply(GameUpdate("atomic01", H.VARIANT, GameInfo(variant="atomic")), ENDED_AT)
    return game


def by_id(*games: LiveGame) -> dict[str, LiveGame]:
    return {game.id: game for game in games}


GAMES = by_id(
    at("short001", H.MOVED, 2), at("longgame", H.MOVED, 8, white="Cedar"), at("overgame", H.ENDED, 9), without_score()
)
OVER = by_id(at("overgame", H.ENDED, 9), without_score())
OWN = by_id(at("longgame", H.MOVED, 8), with_facts("mine0001", own=True), with_facts("mine0002", ply=4, own=True))
BOARDS = by_id(
    with_facts("board001", ratings=(2500, 2300)),
    with_facts("board002", ratings=(2300, 2500)),
    with_facts("nameless", ratings=(None, 2900)),
)
LEADS = by_id(with_facts("far00001", lead=12), with_facts("near0001", lead=7), with_facts("near0002", lead=7, ply=4))


@dataclass
class Case:
    """Who should be featured of which games."""

    games: Mapping[str, LiveGame]
    featured: str | None
    last: str | None = None
    wishes: Wishes = field(default_factory=Wishes)
    now_ms: int = ENDED_AT
    since_ms: int = 0


TOP, CLOSEST = Wishes(rule="top"), Wishes(rule="closest")
SOON = ENDED_AT + AFTERGLOW_MS - 1
LATER = ENDED_AT + AFTERGLOW_MS
SETTLED = CLOSEST_STAYS_MS  # the last choice is of 0, if nothing else is said
CHOICES = {
    "no games": Case({}, None),
    "most plies": Case(GAMES, "longgame"),
    "the running one stays": Case(GAMES, "short001", "short001"),
    "the one before the start again": Case(GAMES, "short001", None, Wishes(before="short001")),
    "also when another was found first": Case(GAMES, "short001", "longgame", Wishes(before="short001")),
    "not when it is over": Case(GAMES, "longgame", None, Wishes(before="overgame")),
    "not when it is not found": Case(GAMES, "longgame", None, Wishes(before="nothing1")),
    "not against another rule": Case(BOARDS, "board001", None, Wishes(rule="top", before="nameless")),
    "a player who is named": Case(GAMES, "longgame", "short001", Wishes(named="cedar")),
    "a game that is named": Case(GAMES, "short001", "longgame", Wishes(named="short001")),
    "who is named does not play": Case(GAMES, "short001", "short001", Wishes(named="dorn")),
    "the end is seen": Case(GAMES, "overgame", "overgame", now_ms=SOON),
    "but not for long": Case(GAMES, "longgame", "overgame", now_ms=LATER),
    "not when it was over before": Case(GAMES, "longgame", "overgame", now_ms=SOON, since_ms=ENDED_AT),
    "who is named does not wait for that": Case(GAMES, "longgame", "overgame", Wishes(named="cedar"), SOON),
    "the latest, when none runs": Case(OVER, "overgame"),
    "the last one stays, when none runs": Case(OVER, "overgame", "overgame", now_ms=10**9),
    "never one without a score": Case(by_id(without_score()), None, "atomic01", Wishes("atomic01", "amsel")),
    "pinned": Case(GAMES, "short001", "longgame", Wishes("short001")),
    "pinned, though another is named": Case(GAMES, "short001", "longgame", Wishes("short001", "cedar")),
    "pinned, though another is one's own": Case(OWN, "longgame", "mine0001", Wishes("longgame")),
    "pinned and over for long": Case(GAMES, "overgame", "longgame", Wishes("overgame"), 10**9),
    "pinned, but there is none": Case(GAMES, "longgame", None, Wishes("nothing1")),
    "named before own": Case(OWN, "longgame", "mine0001", Wishes(named="longgame")),
    "own before the longest": Case(OWN, "mine0002", "longgame"),
    "own, and it stays": Case(OWN, "mine0001", "mine0001"),
    "own before the top board": Case(BOARDS | OWN, "mine0002", "board001", TOP),
    "the first of the top boards": Case(BOARDS, "board001", None, TOP),
    "the top board at once": Case(BOARDS, "board001", "nameless", TOP),
    "the end of a lower board is seen": Case(BOARDS | OVER, "overgame", "overgame", TOP, SOON),
    "the smallest lead, more plies": Case(LEADS, "near0002", None, CLOSEST),
    "no jump before a minute": Case(LEADS, "far00001", "far00001", CLOSEST, SETTLED - 1),
    "a clear difference": Case(LEADS, "near0002", "far00001", CLOSEST, SETTLED),
    "no clear difference": Case(
        LEADS | by_id(with_facts("far00001", lead=11)), "far00001", "far00001", CLOSEST, SETTLED
    ),
    "the closest after an end": Case(LEADS | OVER, "near0002", "overgame", CLOSEST, LATER),
}


@pytest.mark.parametrize("case", CHOICES.values(), ids=CHOICES)
def test_the_featured_game(case: Case) -> None:
    last = Choice(case.last, case.since_ms)
    chosen = choose_featured(case.games, case.wishes, last, case.now_ms)
    assert chosen.id == case.featured
    assert chosen == last or chosen.since_ms == case.now_ms


def test_a_pinned_game_is_featured_as_soon_and_as_long_as_there_is_one() -> None:
    hub = Hub()
    show = Show(hub, "amsel")
    show.pin("gametwo2")
    show.update(at("gameone1", H.MOVED, 4))
    assert (show.pinned, show.featured) == ("gametwo2", "gameone1")
    show.update(at("gametwo2", H.MOVED, 2, white="Cedar"))
    assert show.featured == "gametwo2"
    assert hub.state("featured") == hub.state("game/gametwo2")
    show.pin("gameone1")
    assert hub.state("featured") == hub.state("game/gameone1")
    show.pin("gametwo2")
    show.forget("gametwo2")
    assert (show.pinned, show.featured) == ("gametwo2", "gameone1")
    show.pin(None)
    assert (show.pinned, show.featured) == (None, "gameone1")


def test_the_game_before_the_start_is_featured_until_another_is_pinned() -> None:
    show = Show(Hub(), before="gametwo2")
    show.pin(None)
    show.update(at("gameone1", H.MOVED, 4))
    assert show.featured == "gameone1"
    show.update(at("gametwo2", H.MOVED, 2))
    assert show.featured == "gametwo2"
    show.pin("gameone1")
    show.pin(None)
    assert show.featured == "gameone1"


def test_the_featured_game_is_sent_only_when_it_has_changed() -> None:
    now = [0.0]
    hub = Hub(clock=lambda: now[0])
    show = Show(hub)
    viewer = hub.connect()
    hub.subscribe(viewer, "featured")
    show.update(at("gameone1", H.MOVED, 4))
    viewer.pending.clear()
    now[0] = 5.0
    show.update(at("gametwo2", H.MOVED, 8))
    assert viewer.pending == {}
    show.update(at("gameone1", H.MOVED, 5))
    assert set(viewer.pending) == {"featured"}
    viewer.pending.clear()
    show.forget("gameone1")
    assert hub.state("featured") == hub.state("game/gametwo2")
    assert set(viewer.pending) == {"featured"}


def test_the_show_publishes_and_forgets() -> None:
    hub = Hub()
    show = Show(hub)
    assert hub.state("lobby") == state.Lobby(())
    show.update(at("gameone1", H.MOVED, 4))
    assert set(hub.topics()) == {"lobby", "event/all", "game/gameone1", "featured"}
    assert hub.state("featured") == hub.state("game/gameone1")
    show.forget("gameone1")
    assert set(hub.topics()) == {"lobby", "event/all"}
    assert hub.state("lobby") == state.Lobby(())


async def test_the_evening_over_http(hub: Hub, web: Web) -> None:
    assert (await web.get("/api/v1/events/all")).status == 404
    Show(hub).update(at("gameone1", H.MOVED, 4))
    answer = await (await web.get("/api/v1/events/all")).read()
    assert msgspec.json.decode(answer, type=state.Event) == hub.state("event/all")
    assert (await web.get("/api/v1/events/none")).status == 404
    assert (await web.get("/api/v1/events/a%22b")).status == 404


def test_the_evening_is_told_with_the_match_of_the_featured_game() -> None:
    hub = Hub()
    show = Show(hub, match_games=4)
    empty = hub.state("event/all")
    assert empty == state.Event("all", state.Text("Alle Partien", "All games"))
    show.update(at("gameone1", H.MOVED, 4))
    show.update(at("gametwo2", H.MOVED, 2, white="Cedar"))
    event = hub.state("event/all")
    assert isinstance(event, state.Event)
    assert [row.player.name for row in event.rows] == ["Amsel", "Birke", "Cedar"]
    assert event.match
    assert [player.name for player in event.match.players] == ["Amsel", "Birke"]
    assert (event.match.length, event.match.target, event.match.playing) == (4, "2.01", "gameone1")
    show.pin("gametwo2")
    event = hub.state("event/all")
    assert isinstance(event, state.Event)
    assert event.match
    assert [player.name for player in event.match.players] == ["Cedar", "Birke"]
