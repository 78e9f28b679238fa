"""A node that starts while there is a public delay shows at once what is public by then, and nothing newer, ever."""

import asyncio
import random

import msgspec
import pytest
import pytest_asyncio
from redis.asyncio import Redis

from overlay.bus.asks import Asks
from overlay.bus.past import STATES, Keeping
from overlay.bus.remote import RemoteDesk
from overlay.channels import Channels, Want
from overlay.content import Content
from overlay.delayed import SAMPLE_S
from overlay.hub import Hub
from overlay.state import Air, Choices, Clocks, Desk, GameState, State
from tests.overlay import samples
from tests.overlay.bus.machines import NAME, Bot, Machines, until
from tests.overlay.conftest import Time

DELAY_S = 30
PAST = f"{NAME}:past"
STATE = samples.state("a", 1)


def desk(delay_s: int = DELAY_S) -> Desk:
    return Desk(Choices(), delay_s, (), (), (), ())


@pytest_asyncio.fixture
async def bot(machines: Machines) -> Bot:
    """A bot with a public delay."""
    bot = await machines.bot()
    bot.private.publish("desk", desk())
    return bot


async def tell(bot: Bot, topic: str, state: State, ago_s: float) -> None:
    """Tell something that is true since so long ago, and was told then."""
    known = bot.hub.told(topic)
    version, at = (known.version if known else bot.hub.last_version) + 1, bot.hub.clock() - ago_s
    bot.hub.tell(topic, version, Content(state), at=at)
    await all_told(bot)


async def all_told(bot: Bot) -> None:
    await until(lambda: not bot.outlet._waiting and not bot.outlet._turn.locked())
    bot.outlet._telling._keeping._kept_at.clear()  # as if there were some time until the next one


async def new_node(machines: Machines) -> Channels:
    """The channels of a node that has just begun."""
    begun: list[Channels] = []

    def private_of(channels: Channels, redis: Redis) -> Hub:
        begun.append(channels)
        return RemoteDesk(Asks(redis, NAME), channels).private

    await machines.node(private_of)
    return begun[0]


def ply(hub: Hub, topic: str = "game/a") -> int | None:
    """Which ply is shown."""
    state = hub.state(topic)
    return state.ply if isinstance(state, GameState) else None


async def test_a_new_node_shows_what_is_public_and_goes_on_as_it_becomes_due(machines: Machines, bot: Bot) -> None:
    clocks = Clocks(60_000, 60_000, "white", 0)
    for number, ago_s in enumerate((DELAY_S + 70, DELAY_S + 2, DELAY_S - 0.5, 1), 1):
        await tell(bot, "game/a", samples.state("a", number, clocks=clocks), ago_s)
    await tell(bot, "game/b", samples.state("b", 7), 1)
    channels = await new_node(machines)
    public = channels.hub(Want())
    state = public.state("game/a")
    assert isinstance(state, GameState)
    assert state.ply == 2
    assert state.clocks.age_ms == pytest.approx(2000, abs=400), "a clock as it was then"
    assert (ply(channels.hub(Want(own_delay_s=0))), ply(public, "game/b")) == (4, None)
    await until(lambda: ply(public) == 3, 1)
    told = public.told("game/a")
    assert told
    assert told.at == pytest.approx(public.clock(), abs=0.1), "not before it was due"
    scene = channels.hub(Want(on_air=True))
    assert ply(scene) == 3


async def test_what_has_ended_is_shown_until_its_end_is_public(machines: Machines, bot: Bot) -> None:
    await tell(bot, "game/a", samples.state("a", 1), DELAY_S + 10)
    await tell(bot, "game/gone", samples.state("gone", 9), DELAY_S + 20)
    clock = bot.private.clock
    bot.private.clock = lambda: clock() - DELAY_S + 0.5  # the end is told of this moment
    bot.hub.remove("game/a")
    await all_told(bot)
    bot.private.clock = lambda: clock() - DELAY_S - 1
    bot.hub.remove("game/gone")
    await all_told(bot)
    channels = await new_node(machines)
    public = channels.hub(Want())
    assert channels.truth.topics() == ()
    assert public.topics() == ("game/a",)
    await until(lambda: not public.topics(), 1)


async def test_a_bot_that_starts_again_loses_nothing_of_it(machines: Machines, bot: Bot) -> None:
    await tell(bot, "game/a", samples.state("a", 1), DELAY_S + 10)
    await tell(bot, "game/a", samples.state("a", 2), 5)
    await bot.kill()
    another = await machines.bot()
    another.private.publish("desk", desk())
    await tell(another, "game/a", samples.state("a", 3), 0)
    assert ply((await new_node(machines)).hub(Want())) == 1


async def test_without_a_delay_nothing_is_kept_and_of_no_private_topic_ever(machines: Machines, bot: Bot) -> None:
    for number in range(3):
        for delay_s in (DELAY_S, 0):
            bot.private.publish("desk", desk(delay_s))
            bot.private.publish("test", samples.state("test", number))
            bot.hub.publish("air", Air(cleared=bool(number % 2)))
            if not delay_s:
                bot.hub.publish("game/a", samples.state("a", number))
            await all_told(bot)
    assert not await bot.redis.exists(PAST)


async def test_what_is_kept_ends(machines: Machines, bot: Bot) -> None:
    await tell(bot, "game/a", samples.state("a", 1), 0)
    await tell(bot, "game/a", samples.state("a", 2), 0)
    assert await bot.redis.xlen(PAST) == 1
    assert DELAY_S < await bot.redis.ttl(PAST) < 1.2 * DELAY_S
    await bot.redis.xadd(PAST, {"game/a": "nonsense", b"\xff": "1 2 3\n{}", "<script>": "1 2 3\n{}"})
    await new_node(machines)


@pytest.mark.parametrize("delay_s", [1, 900])
def test_a_long_delay_takes_no_more_memory_than_a_short_one(delay_s: int) -> None:
    time = Time()
    hub = Hub(clock=time.clock)
    hub.publish("desk", desk(delay_s))
    keeping, kept = Keeping(hub), []
    for _ in range(3000):
        if keeping.keeps("lobby"):
            kept.append(time.now)
        time.advance(delay_s / 1000)
    kept = [at for at in kept if time.now - at < keeping.lasts_ms / 1000]
    assert STATES - 2 <= len(kept) <= STATES
    assert min(kept) < time.now - delay_s - delay_s / STATES, "and what is public now is among it"


@pytest.mark.parametrize("seed", range(2))
async def test_no_node_is_ever_ahead_and_a_new_one_is_hardly_behind(seed: int, machines: Machines) -> None:
    dice, bot = random.Random(seed), await machines.bot()
    bot.private.publish("desk", desk(1))
    all_channels, told, begun_at = [await new_node(machines)], [], bot.hub.clock()
    while (age_s := bot.hub.clock() - begun_at) < 2.6:
        told.append(bot.hub.clock())
        bot.hub.publish("game/a", msgspec.structs.replace(STATE, ply=len(told)))
        await asyncio.sleep(dice.choice([0.002, 0.02, 0.06]))
        if len(all_channels) < 1 + (age_s > 1.4) + (age_s > 2):
            all_channels.append(await new_node(machines))
            assert ply(all_channels[-1].hub(Want())), "at once"
        public = sum(at <= bot.hub.clock() - 1 for at in told)
        for channels in all_channels:
            shown = ply(channels.hub(Want())) or 0
            assert shown <= public
            behind_s = told[public - 1] - told[shown - 1] if shown and public else 0.0
            assert behind_s < SAMPLE_S + 0.2
    assert len(all_channels) == 3
