"""Operators and arbiters work on any node as they would beside the bot."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import pytest
import pytest_asyncio
from redis.asyncio import Redis

from overlay.arbiter.live import Arbiter, Asked, NotCorrected
from overlay.bus.answering import handlers
from overlay.bus.asks import Answers, Asks
from overlay.bus.no_answer import NoAnswer
from overlay.bus.remote import RemoteArbiter, RemoteDesk, remote_files, remote_status
from overlay.channels import Channels, Want
from overlay.desk import actions
from overlay.desk.desk import ControlDesk
from overlay.desk.refused import Refused
from overlay.hub import Hub
from overlay.state import Desk, Lang
from overlay.web.events import EventFiles, FileFormat
from overlay.web.status import BotStatus, RequestStatus, Slots
from tests.overlay import samples
from tests.overlay.arbited import Arbited, arbited
from tests.overlay.bus.machines import NAME, Bot, Machines, Node, until
from tests.overlay.desk.test_desk import Show

STATUS = BotStatus("lichess.example", RequestStatus(paused_ms=7), Slots(1, 8, ("a",)))
EXCLUDE = msgspec.Raw(b'{"act": "excluded", "game_id": "won00001"}')


@dataclass
class Behind:
    """What stands behind the pages of the bot."""

    desk: ControlDesk
    arbiter: Arbiter | None
    files: EventFiles
    status: Callable[[], BotStatus] | None


@dataclass
class Remote:
    """A bot with its desk, and a node with what stands for it."""

    machines: Machines
    bot: Bot
    desk: ControlDesk
    at: Arbited
    node: Node
    remote: RemoteDesk
    asks: Asks
    written: list[tuple[str, FileFormat, Lang]]


async def another(machines: Machines) -> tuple[Node, RemoteDesk]:
    """One more node."""
    desks: list[RemoteDesk] = []

    def private_of(channels: Channels, redis: Redis) -> Hub:
        desks.append(RemoteDesk(Asks(redis, NAME), channels))
        return desks[0].private

    return await machines.node(private_of), desks[0]


@pytest_asyncio.fixture
async def remote(machines: Machines) -> Remote:
    desks: list[ControlDesk] = []

    def private_of(channels: Channels, _redis: Redis) -> Hub:
        desks.append(ControlDesk(channels, Show(), themes=("light",)))
        return desks[0].private

    written: list[tuple[str, FileFormat, Lang]] = []
    at = arbited()

    async def files(event_id: str, format_: FileFormat, lang: Lang) -> bytes | None:
        written.append((event_id, format_, lang))
        return b"1. e4" if event_id == "club" else None

    bot = await machines.bot(private_of=private_of)
    behind = Behind(desks[0], at.arbiter, files, lambda: STATUS)
    bot.run(Answers(bot.redis, NAME, bot.lease).run(handlers(behind)))
    node, remote_desk = await another(machines)
    return Remote(machines, bot, desks[0], at, node, remote_desk, Asks(node.redis, NAME), written)


async def test_an_action_is_carried_out_and_steers_all_nodes(remote: Remote) -> None:
    other, other_desk = await another(remote.machines)
    await remote.remote.carry_out(actions.Delay(30))
    await remote.remote.carry_out(actions.Freeze(True))
    all_channels = (remote.desk.channels, remote.remote.channels, other_desk.channels)
    await until(lambda: {(channels.public_delay_s, channels.frozen) for channels in all_channels} == {(30, True)})
    await remote.remote.carry_out(actions.Undo())
    await until(lambda: not remote.remote.channels.frozen and not other_desk.channels.frozen)
    desk = other.private.state("desk")
    assert isinstance(desk, Desk)
    assert desk.undo == "delay"


async def test_an_action_that_makes_no_sense_is_refused(remote: Remote) -> None:
    with pytest.raises(Refused) as refused:
        await remote.remote.carry_out(actions.Offer("nowhere1", "white", "offer"))
    assert refused.value.reason == "refused_offer"


async def test_a_node_that_starts_later_holds_back_what_is_held_back(remote: Remote) -> None:
    remote.bot.hub.publish("game/a", samples.state("a", 1))
    await remote.remote.carry_out(actions.Delay(30))
    remote.bot.hub.publish("game/a", samples.state("a", 2))
    await until(lambda: "desk" in remote.node.private.topics() and remote.remote.channels.public_delay_s == 30)
    _, late = await another(remote.machines)
    assert late.channels.truth.told("game/a")
    assert late.channels.hub(Want()).state("game/a") is None, "it is not thirty seconds old"


async def test_a_node_that_starts_while_the_air_is_frozen_shows_something(remote: Remote) -> None:
    remote.bot.hub.publish("game/a", samples.state("a", 1))
    await remote.remote.carry_out(actions.Freeze(True))
    await until(lambda: not remote.bot.outlet._waiting and remote.remote.channels.frozen)
    _, late = await another(remote.machines)
    await until(lambda: late.channels.frozen)
    assert late.channels.hub(Want(on_air=True)).told("game/a")


async def test_events_are_corrected_once(remote: Remote) -> None:
    arbiter = RemoteArbiter(remote.asks)
    assert await arbiter.names() == {"club": "Club evening"}
    assert await arbiter.view("club") == await remote.at.arbiter.view("club")
    asked = Asked(EXCLUDE, "not played")
    assert await arbiter.attempt("club", asked, who="Anna", role="arbiter") == await remote.at.arbiter.attempt(
        "club", asked, who="Anna", role="arbiter"
    )
    assert remote.at.memory.kept == []
    await arbiter.correct("club", asked, who="Anna", role="arbiter")
    assert [made.who for made in remote.at.memory.kept] == ["Anna"]
    with pytest.raises(NotCorrected) as stale:
        await arbiter.correct("club", asked, who="Bea", role="arbiter")
    assert (stale.value.cause, stale.value.between[0].who) == ("stale", "Anna")
    with pytest.raises(NotCorrected) as forbidden:
        await arbiter.correct("club", asked, who="Vera", role="viewer")
    assert forbidden.value.cause == "role"
    for call in (arbiter.view("other"), arbiter.attempt("other", asked, who="Anna", role="arbiter")):
        with pytest.raises(KeyError):
            await call


async def test_files_and_the_status_come_from_the_bot(remote: Remote) -> None:
    files = remote_files(remote.asks)
    both = await asyncio.gather(*(files("club", "pgn", "de") for _ in range(2)))
    assert (both, remote.written) == ([b"1. e4", b"1. e4"], [("club", "pgn", "de")])
    assert await files("other", "csv", "en") is None
    assert await remote_status(remote.asks)() == STATUS


async def test_whoever_asks_for_the_status_asks_the_bot_once(remote: Remote) -> None:
    status = remote_status(remote.asks)
    await status()
    before = await remote.node.redis.xlen(f"{NAME}:asks")
    assert await asyncio.gather(*(status() for _ in range(20))) == [STATUS] * 20
    assert await remote.node.redis.xlen(f"{NAME}:asks") == before + 1


async def test_nobody_answers(remote: Remote, monkeypatch: pytest.MonkeyPatch) -> None:
    arbiter = RemoteArbiter(remote.asks)
    names = await arbiter.names()
    await remote.bot.kill()
    ask = remote.asks.ask

    async def impatient(kind: str, body: bytes, timeout_s: float = 10) -> bytes:
        return await ask(kind, body, 0.05)

    monkeypatch.setattr(remote.asks, "ask", impatient)
    assert await arbiter.names() == names, "the pages that need them are still there"
    with pytest.raises(NotCorrected) as failed:
        await arbiter.correct("club", Asked(EXCLUDE, ""), who="Anna", role="arbiter")
    assert failed.value.cause == "store"
    for call in (arbiter.view("club"), remote_status(remote.asks)(), remote_files(remote.asks)("club", "pgn", "de")):
        with pytest.raises(NoAnswer):
            await call
