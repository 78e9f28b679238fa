"""The desk: every action does what it says, is told to those who control, is kept, and can be taken back."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from overlay.channels import Channels, Want
from overlay.desk import actions
from overlay.desk.desk import REMEMBERED, ControlDesk
from overlay.desk.refused import Refused
from overlay.hub import Hub
from overlay.state import Air, Automatic, Choices, Desk, GameState, NotedOffer, OfferKind, Room, Side, Text
from tests.overlay import samples
from tests.overlay.conftest import Time
from tests.overlay.followed import LINE, H, followed


class Show:
    """Remembers what is pinned."""

    pinned: str | None = None

    def pin(self, game_id: str | None) -> None:
        self.pinned = game_id


class Boards:
    """One game over the board."""

    boards = ("board001",)

    def __init__(self) -> None:
        self.noted: list[NotedOffer] = []

    def note(self, game_id: str, side: Side, kind: OfferKind) -> None:
        if game_id not in self.boards:
            raise ValueError
        self.noted.append(NotedOffer(game_id, 7, side, kind))

    def unnote(self, game_id: str) -> None:
        self.noted.pop()


class Rooms:
    """Remembers what is done at the boards; there is no board called "9"."""

    def __init__(self) -> None:
        self.done: list[actions.AtBoards] = []

    def state(self) -> Room:
        return Room(connected=True, round=1 + len(self.done), boards=())

    def carry_out(self, action: actions.AtBoards) -> Callable[[], None]:
        if isinstance(action, actions.Turn) and action.board == "9":
            raise Refused("refused_unknown")
        self.done.append(action)
        return partial(self.done.remove, action)


class Helper:
    """Something that can be told "not now"."""

    name = "obs"
    paused = False
    note = Text("OBS fehlt", "OBS is missing")
    last = Text("Wiederholung gespeichert", "replay saved")

    def pause(self, on: bool) -> None:
        self.paused = on


class Desked:
    """A desk, and all that it moves."""

    def __init__(self, kept: bytes | None = None, delay_s: int = 0) -> None:
        self.time, self.show, self.boards, self.kept = Time(), Show(), Boards(), [b""]
        self.rooms, self.helper = Rooms(), Helper()
        self.channels = Channels(Hub(clock=lambda: self.time.now), self.time.later, delay_s)
        self.desk = ControlDesk(
            self.channels,
            self.show,
            kept=kept,
            keep=self.kept.append,
            boards=self.boards,
            rooms=self.rooms,
            automatics=[self.helper],
            examples={"sacrifice": followed((H.MOVED, LINE))},
            build="b1",
        )

    def do(self, **action: Any) -> None:
        self.desk.act(msgspec.convert(action, actions.Action))

    @property
    def air(self) -> Air:
        state = self.channels.hub(Want(on_air=True)).state("air")
        assert isinstance(state, Air)
        return state

    @property
    def told(self) -> Desk:
        state = self.desk.private.state("desk")
        assert isinstance(state, Desk)
        return state

    def everything(self) -> tuple[Any, ...]:
        """All that an action can change."""
        test = self.desk.private.state("test") is not None
        return (
            self.air, self.show.pinned, self.channels.public_delay_s, self.channels.frozen, test,
            tuple(self.boards.noted), tuple(self.rooms.done), self.helper.paused, self.told.choices,
        )  # fmt: skip


ACTIONS: dict[str, dict[str, Any]] = {
    "pin": {"do": "pin", "game": "live0001"},
    "scene": {"do": "scene", "name": "ledger", "on": False},
    "freeze": {"do": "freeze", "on": True},
    "clear": {"do": "clear", "on": True},
    "delay": {"do": "delay", "seconds": 30},
    "theme": {"do": "theme", "name": "light"},
    "language": {"do": "language", "lang": "de"},
    "test": {"do": "test", "rule": "sacrifice"},
    "offer": {"do": "offer", "game": "board001", "side": "white", "kind": "offer"},
    "nameplayers": {"do": "nameplayers", "board": "1", "white": "Amsel", "black": "Birke", "round": "1.1"},
    "nameboard": {"do": "nameboard", "board": "1", "name": "Window"},
    "namegame": {"do": "namegame", "game": "board001", "white": "Amsel", "black": "Birke", "round": "1.1"},
    "round": {"do": "round", "number": 2},
    "end": {"do": "end", "game": "board001", "outcome": "draw", "ending": "flag_fall", "flagged": "white"},
    "reopen": {"do": "reopen", "game": "board001"},
    "correct": {"do": "correct", "game": "board001", "ply": 3, "moves": "2... Nc6 3. Bb5"},
    "newgame": {"do": "newgame", "board": "1", "moves": ""},
    "turn": {"do": "turn", "board": "1"},
    "notnow": {"do": "notnow", "name": "obs", "on": True},
}


@pytest.mark.parametrize("name", ACTIONS)
def test_every_action_changes_something_and_is_undone_in_one(name: str) -> None:
    desked = Desked()
    before = desked.everything()
    desked.do(**ACTIONS[name])
    assert desked.everything() != before
    assert desked.told.undo == name
    desked.do(do="undo")
    assert desked.everything() == before
    assert desked.told.undo is None


def test_actions_are_undone_in_their_order() -> None:
    desked = Desked()
    states = [desked.everything()]
    for action in ACTIONS.values():
        desked.do(**action)
        states.append(desked.everything())
    for state in reversed(states[:-1]):
        desked.do(do="undo")
        assert desked.everything() == state
    with pytest.raises(Refused, match="refused_undo"):
        desked.do(do="undo")


def test_what_changes_nothing_is_nothing_to_undo() -> None:
    desked = Desked()
    desked.do(do="clear", on=False)
    desked.do(do="scene", name="bar", on=True)
    desked.do(do="notnow", name="obs", on=False)
    assert desked.told.undo is None


def test_only_so_many_actions_are_remembered() -> None:
    desked = Desked()
    for number in range(REMEMBERED + 5):
        desked.do(do="clear", on=number % 2 == 0)
    for _ in range(REMEMBERED):
        desked.do(do="undo")
    assert desked.told.undo is None


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ({"do": "scene", "name": "nothing", "on": True}, "refused_unknown"),
        ({"do": "theme", "name": "pink"}, "refused_unknown"),
        ({"do": "test", "rule": "nothing"}, "refused_unknown"),
        ({"do": "offer", "game": "other001", "side": "white", "kind": "offer"}, "refused_offer"),
        ({"do": "turn", "board": "9"}, "refused_unknown"),
        ({"do": "notnow", "name": "nothing", "on": True}, "refused_unknown"),
        ({"do": "pause", "on": True}, "refused_rehearsal"),
        ({"do": "undo"}, "refused_undo"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(action: dict[str, Any], reason: str) -> None:
    desked = Desked()
    before = desked.everything()
    with pytest.raises(Refused, match=reason):
        desked.do(**action)
    assert desked.everything() == before


def test_choices_are_kept_but_for_what_would_leave_the_air_empty() -> None:
    first = Desked()
    for action in ACTIONS.values():
        first.do(**action)
    second = Desked(first.kept[-1])
    wanted = msgspec.structs.replace(first.told.choices, frozen=False, test=None)
    assert second.told.choices == wanted
    assert (second.show.pinned, second.channels.public_delay_s, second.channels.frozen) == ("live0001", 30, False)
    assert second.air == Air(cleared=True, hidden=("ledger",), theme="light", lang="de", build="b1")


@pytest.mark.parametrize(
    ("kept", "choices"),
    [
        (None, Choices()),
        (b"", Choices()),
        (b'{"delay_s": "soon"}', Choices()),
        (b'{"hidden": ["bar", "gone"], "theme": "gone"}', Choices(hidden=("bar",))),
    ],
)
def test_what_was_kept_and_cannot_be_read_is_no_choice(kept: bytes | None, choices: Choices) -> None:
    assert Desked(kept).told.choices == choices


def test_the_configured_delay_holds_until_another_is_chosen() -> None:
    desked = Desked(delay_s=60)
    assert desked.told.delay_s == 60
    desked.do(do="delay", seconds=0)
    assert (desked.told.delay_s, desked.channels.public_delay_s) == (0, 0)
    desked.do(do="delay", seconds=None)
    assert (desked.told.delay_s, desked.channels.public_delay_s) == (60, 60)


def test_a_test_event_is_in_no_hub_that_the_public_can_ask() -> None:
    desked = Desked()
    desked.channels.truth.publish("featured", samples.live())
    desked.do(do="test", rule="sacrifice")
    private = desked.desk.private.state("test")
    assert isinstance(private, GameState)
    for want in (Want(), Want(on_air=True), Want(own_delay_s=0), Want(more_s=30)):
        hub = desked.channels.hub(want)
        assert {"test", "desk"}.isdisjoint(hub.topics())
        assert hub.state("featured") == desked.channels.truth.state("featured") != private


def test_the_private_hub_tells_everything_at_once_even_when_frozen_and_delayed() -> None:
    desked = Desked(delay_s=60)
    desked.do(do="freeze", on=True)
    desked.channels.truth.publish("featured", samples.live())
    assert desked.desk.private.state("featured") == samples.live()


def test_boards_and_what_goes_by_itself_are_told() -> None:
    desked = Desked()
    desked.do(do="round", number=2)
    desked.do(do="notnow", name="obs", on=True)
    assert desked.told.room == Room(connected=True, round=2, boards=())
    assert desked.told.automatics == (Automatic("obs", True, desked.helper.note, desked.helper.last),)


def test_what_rests_still_rests_after_a_restart() -> None:
    desked = Desked()
    desked.do(do="notnow", name="obs", on=True)
    again = Desked(kept=desked.kept[-1])
    assert again.helper.paused
    again.do(do="notnow", name="obs", on=False)
    assert not Desked(kept=again.kept[-1]).helper.paused


def test_what_can_no_longer_be_taken_back_is_refused_and_what_came_before_can() -> None:
    desked = Desked()
    desked.do(do="turn", board="1")
    desked.do(do="turn", board="2")
    del desked.rooms.done[1]
    with pytest.raises(Refused, match="refused_undone"):
        desked.do(do="undo")
    desked.do(do="undo")
    assert desked.rooms.done == []


def test_without_boards_nothing_is_done_at_them() -> None:
    desk = ControlDesk(Channels(Hub(), Time().later), Show())
    with pytest.raises(Refused, match="refused_room"):
        desk.act(actions.Turn("1"))


def test_a_detail_is_a_part_of_the_sentence() -> None:
    assert Refused("refused_move:Kf6").sentence({"refused_move": "No: {detail}"}) == "No: Kf6"
