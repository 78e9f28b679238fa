"""What rules have OBS do, moment by moment: priorities, pauses, cooldowns, and the way back."""

from collections.abc import Sequence
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from bot.config.obs import ObsRule
from bot.moments import Kind
from bot.obs.automation import Automation, Heard
from bot.obs.commands import Command, PressHotkey, SaveReplay, ShowItem, SwitchScene
from tests.bot.obs.contract import moment

PAYS: Final = "sacrifice_pays"
DECLINED: Final = "offer_declined"
FLAG: Final = "flag_fall_draw"
BIG, APPLAUSE = SwitchScene("Big"), ShowItem("Game", "Applause", visible=True)
GONE = ShowItem("Game", "Applause", visible=False)


class Obs:
    """Rules, and an OBS that does what they say."""

    def __init__(self, *rules: ObsRule, scene: str = "Game") -> None:
        self.automation = Automation(rules)
        self.scene = scene
        self.automation.scene_is(scene)

    def at(self, s: float, *kinds: Kind, featured: bool = True) -> list[Command]:
        """What is done at a second, of which some is undone."""
        self.automation.scene_is(self.scene)
        now_ms = round(s * 1000)
        heard = [Heard(moment(kind), featured) for kind in kinds]
        commands = [*self.automation.due(now_ms), *self.automation.take(heard, now_ms)]
        for command in commands:
            if isinstance(command, SwitchScene):
                self.scene = command.scene
        return commands


def test_what_rules_can_do() -> None:
    rules = [
        ObsRule(on=PAYS, scene="Big"),
        ObsRule(on=PAYS, show="Game/Applause"),
        ObsRule(on=PAYS, hide="A/b/Camera"),
        ObsRule(on=PAYS, hotkey="OBSBasic.Screenshot"),
        ObsRule(on=PAYS, replay=True),
    ]
    hidden = ShowItem("A/b", "Camera", visible=False)
    done: Sequence[Command] = [BIG, APPLAUSE, hidden, PressHotkey("OBSBasic.Screenshot"), SaveReplay()]
    obs = Obs(*rules)
    assert obs.at(0, PAYS) == done
    assert obs.automation.due_ms is None
    assert obs.at(1, DECLINED) == []


def test_there_and_back() -> None:
    obs = Obs(ObsRule(on=PAYS, scene="Big", for_s=8), ObsRule(on=DECLINED, show="Game/Applause", for_s=2.5))
    assert obs.at(0, PAYS) == [BIG]
    assert obs.at(1, DECLINED) == [APPLAUSE]
    assert obs.automation.due_ms == 3500
    assert obs.at(3.4) == []
    assert obs.at(3.5) == [GONE]
    assert obs.at(8) == [SwitchScene("Game")]
    assert obs.automation.due_ms is None


def test_a_scene_that_somebody_has_chosen_stays() -> None:
    obs = Obs(ObsRule(on=PAYS, scene="Big", for_s=8))
    obs.at(0, PAYS)
    obs.scene = "Pause"
    assert obs.at(2) == []
    obs.scene = "Big"  # and back again: it is the streamer's now
    assert obs.at(3) == []
    assert obs.at(9) == []
    assert obs.at(10, PAYS) == []  # it is on air already, and nobody is to be taken off it
    assert obs.at(20) == []


def test_of_what_happens_at_once_the_higher_priority_goes_first() -> None:
    obs = Obs(
        ObsRule(on=PAYS, scene="Big", for_s=8),
        ObsRule(on=FLAG, scene="Flag", for_s=8, priority=5),
        ObsRule(on=DECLINED, scene="Also", for_s=8),
    )
    assert obs.at(0, PAYS, FLAG) == [SwitchScene("Flag")]
    assert obs.at(20, DECLINED, PAYS) == [SwitchScene("Game"), BIG]


def test_a_lower_priority_does_not_interrupt_and_a_higher_one_does() -> None:
    obs = Obs(
        ObsRule(on=PAYS, scene="Big", for_s=8, priority=5),
        ObsRule(on=FLAG, scene="Flag", for_s=4, priority=1),
        ObsRule(on=DECLINED, scene="Declined", for_s=4, priority=9),
        ObsRule(on=FLAG, show="Game/Applause"),
    )
    assert obs.at(0, PAYS) == [BIG]
    assert obs.at(1, FLAG) == [APPLAUSE]  # which is in nobody's way
    assert obs.at(2, DECLINED) == [SwitchScene("Declined")]
    assert obs.at(5.9) == []
    assert obs.at(6) == [SwitchScene("Game")]  # not to the scene of the rule that it interrupted
    assert obs.at(9) == []


def test_the_same_again_goes_on_for_longer() -> None:
    obs = Obs(ObsRule(on=PAYS, scene="Big", for_s=8), ObsRule(on=PAYS, show="Game/Applause", for_s=8))
    assert obs.at(0, PAYS) == [BIG, APPLAUSE]
    assert obs.at(5, PAYS) == []
    assert obs.at(8) == []
    assert obs.at(13) == [SwitchScene("Game"), GONE]


def test_a_rule_rests() -> None:
    obs = Obs(ObsRule(on=PAYS, hotkey="Boom", cooldown_s=30), ObsRule(on=PAYS, hotkey="Other"))
    both: list[Command] = [PressHotkey("Boom"), PressHotkey("Other")]
    assert obs.at(0, PAYS) == both
    assert obs.at(29.9, PAYS) == both[1:]
    assert obs.at(30, PAYS) == both


def test_a_rule_that_was_kept_from_its_turn_does_not_rest() -> None:
    obs = Obs(
        ObsRule(on=PAYS, scene="Big", for_s=8, priority=1), ObsRule(on=FLAG, scene="Flag", for_s=8, cooldown_s=60)
    )
    obs.at(0, PAYS)
    assert obs.at(1, FLAG) == []
    assert obs.at(10, FLAG) == [SwitchScene("Game"), SwitchScene("Flag")]


def test_which_games_count() -> None:
    rules = [ObsRule(on=PAYS, hotkey="featured"), ObsRule(on=PAYS, hotkey="any", games="any")]
    match = ObsRule(on="match_decided", hotkey="match")
    obs = Obs(*rules, match)
    assert obs.at(0, PAYS) == [PressHotkey("featured"), PressHotkey("any")]
    assert obs.at(1, PAYS, featured=False) == [PressHotkey("any")]
    assert obs.at(2, "match_decided", featured=False) == [PressHotkey("match")]
    assert not obs.automation.wants(Heard(moment(DECLINED), True))


def test_not_now() -> None:
    obs = Obs(ObsRule(on=PAYS, scene="Big", for_s=8), ObsRule(on=PAYS, show="Game/Applause", for_s=8))
    obs.at(0, PAYS)
    obs.automation.pause(True)
    assert obs.at(5, PAYS) == []
    assert obs.at(10) == []  # not back either
    obs.automation.pause(False)
    assert obs.at(11) == []
    obs.scene = "Game"
    assert obs.at(12, PAYS) == [BIG, APPLAUSE]


def test_what_was_done_in_vain_is_not_undone() -> None:
    obs = Obs(
        ObsRule(on=PAYS, show="Game/Applause", for_s=8),
        ObsRule(on=FLAG, show="Game/Nothing", for_s=8),
        ObsRule(on=DECLINED, hide="Game/Applause", for_s=1),
    )
    obs.at(0, FLAG)
    obs.automation.vain(ShowItem("Game", "Nothing", visible=True))
    assert obs.automation.due_ms is None
    obs.at(0, PAYS)
    assert obs.at(2, DECLINED) == [GONE]
    obs.automation.vain(GONE)  # so the one before is on again
    assert obs.automation.due_ms == 8000
    assert obs.at(8) == [GONE]


KINDS: list[Kind] = ["sacrifice_pays", "offer_declined", "flag_fall_draw"]
STEPS = st.lists(st.tuples(st.sampled_from([*KINDS, "", "by hand"]), st.integers(0, 6)), max_size=30)


@given(STEPS, st.lists(st.tuples(st.integers(0, 2), st.integers(1, 9)), min_size=3, max_size=3))
def test_in_the_end_a_scene_is_on_air_that_somebody_chose(
    steps: list[tuple[str, int]], terms: list[tuple[int, int]]
) -> None:
    rules = [
        ObsRule(on=kind, scene=f"Rule {kind}", for_s=for_s, priority=priority)
        for kind, (priority, for_s) in zip(KINDS, terms, strict=True)
    ]
    obs, chosen, now_s = Obs(*rules), "Game", 0
    for number, (what, after_s) in enumerate(steps):
        now_s += after_s
        obs.at(now_s)
        if what == "by hand":
            chosen = obs.scene = f"Hand {number}"
        obs.at(now_s, *[kind for kind in KINDS if kind == what])
    while (due_ms := obs.automation.due_ms) is not None:
        obs.at(due_ms / 1000)
    assert obs.scene == chosen
