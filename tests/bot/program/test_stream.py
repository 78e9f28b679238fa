"""What the audience sees, as text files and predictions take it."""

from fractions import Fraction
from typing import get_args

import msgspec

from bot.program.stream import PHASES, WHATS, Seen
from bot.stream.standing import Standing
from overlay.hub import Hub
from overlay.looks.wording import OURS
from overlay.state import GameState, Status
from overlay.state.common import Lifecycle
from tests.overlay import samples


def seen(state: GameState) -> Seen:
    hub = Hub()
    hub.publish("featured", state)
    return Seen(lambda: hub, "de", OURS)


def as_if(state: GameState, status: Status) -> Standing | None:
    return seen(msgspec.structs.replace(state, status=status)).featured()


def test_every_lifecycle_has_a_phase() -> None:
    assert set(PHASES) == set(get_args(Lifecycle))


def test_points_are_told_when_they_are_settled() -> None:
    won, given = samples.won(), (Fraction("0.8571"), Fraction("0.1429"))
    for status, phase, points in (
        (Status("settled", settled=True), "settled", given),
        (Status("settled", settled=True, provisional=True), "over", None),
        (Status("ended", provisional=True), "over", None),
        (Status("void"), "void", None),
    ):
        standing = as_if(won, status)
        assert standing
        assert (standing.phase, standing.points) == (phase, points)


def test_names_are_as_they_may_be_shown() -> None:
    nameless, hostile = seen(samples.nameless()).featured(), seen(samples.hostile()).featured()
    assert nameless
    assert (nameless.white, nameless.black) == ("Anonym", "Computer Stufe 8")
    assert hostile
    assert (hostile.white + hostile.black).isprintable()


def test_the_files_are_there_without_a_game_too() -> None:
    nobody = Seen(Hub, "de", OURS)
    assert nobody.texts() == dict.fromkeys(WHATS, "")
    assert (nobody.featured(), nobody.game("game0001")) == (None, None)
    texts = seen(samples.flag_draw()).texts()
    assert texts["score.txt"] == "0,31 – 0,35"
    assert texts["all.txt"].count("\n") == 2
