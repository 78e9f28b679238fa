"""What OBS is to do when something happens: rules, priorities, pauses, and the way back. It does no I/O."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from bot.config.obs import ObsRule
from bot.moments import Moment
from bot.obs.commands import Command, PressHotkey, SaveReplay, ShowItem, SwitchScene

Target: TypeAlias = str | tuple[str, str]
"""What a command changes: rules for different things do not get in each other's way."""
ON_AIR: Target = "the scene on air"


class Heard(NamedTuple):
    """A moment, and whether its game was the featured one then."""

    moment: Moment
    featured: bool


@dataclass(slots=True)
class _On:
    """A rule that is on: what it did, until when, what to do then, and what was on before it."""

    priority: int
    did: Command
    until_ms: int
    back: Command
    before: "_On | None"


class Automation:
    """Carries out rules.

    Of the rules for the same thing that moments of the same time call for, the one with the highest priority goes
    first, of equal ones the first. While a rule with `for_s` is on, none of a lower priority changes the same thing;
    one that does takes over the way back. A scene that somebody else has chosen meanwhile stays.
    """

    def __init__(self, rules: Sequence[ObsRule]) -> None:
        self.paused = False
        self._rules = rules
        self._rests_until_ms = [0] * len(rules)
        self._on: dict[Target, _On] = {}
        self._scene = ""

    @property
    def due_ms(self) -> int | None:
        """When something has to be undone next."""
        return min((on.until_ms for on in self._on.values()), default=None)

    def pause(self, on: bool) -> None:
        """Do nothing any more, and forget every way back: what is on air is the streamer's now. Or begin again."""
        self.paused = on
        self._on.clear()

    def scene_is(self, scene: str) -> None:
        """OBS says which scene is on air, after all that it was told to do; to be asked before `take` and `due`."""
        self._scene = scene
        on = self._on.get(ON_AIR)
        if on and on.did != SwitchScene(scene):
            del self._on[ON_AIR]  # somebody has chosen another

    def wants(self, heard: Heard) -> bool:
        """Whether any rule is for this moment."""
        return any(_is_for(rule, heard) for rule in self._rules)

    def take(self, happened: Sequence[Heard], now_ms: int) -> list[Command]:
        """What is to be done about what has happened at the same time."""
        if self.paused:
            return []
        commands: list[Command] = []
        taken: set[Target] = set()
        for number in self._called(happened, now_ms):
            rule = self._rules[number]
            command = command_of(rule)
            target, on = _target(command), self._on.get(_target(command))
            if target in taken or (on and on.priority > rule.priority):
                continue
            taken.add(target)
            self._rests_until_ms[number] = now_ms + round(rule.cooldown_s * 1000)
            if self._turn_on(rule, command, now_ms):
                commands.append(command)
        return commands

    def due(self, now_ms: int) -> list[Command]:
        """What is to be undone by now."""
        over = [target for target, on in self._on.items() if on.until_ms <= now_ms]
        return [back for back in (self._on.pop(target).back for target in over) if self._tell(back)]

    def vain(self, command: Command) -> None:
        """A command has changed nothing, or could not be carried out: there is nothing to undo."""
        on = self._on.get(_target(command))
        if on and on.did == command:
            del self._on[_target(command)]
            if on.before:
                self._on[_target(command)] = on.before

    def _called(self, happened: Sequence[Heard], now_ms: int) -> list[int]:
        """The numbers of the rules that are called for and do not rest, the most important first."""
        called = [
            number
            for number, rule in enumerate(self._rules)
            if self._rests_until_ms[number] <= now_ms and any(_is_for(rule, heard) for heard in happened)
        ]
        return sorted(called, key=lambda number: -self._rules[number].priority)

    def _turn_on(self, rule: ObsRule, command: Command, now_ms: int) -> bool:
        """Note what a rule does; whether OBS has to be told."""
        target, back = _target(command), self._back(command)
        before = self._on.pop(target, None)
        again = before is not None and before.did == command
        if not again and not self._tell(command):
            return False
        if rule.for_s is not None and back is not None:
            until_ms = now_ms + round(rule.for_s * 1000)
            back = before.back if before else back
            self._on[target] = _On(rule.priority, command, until_ms, back, None if again else before)
        return not again

    def _tell(self, command: Command) -> bool:
        """Whether OBS has to be told a command: not to switch to the scene that is on air."""
        if isinstance(command, SwitchScene):
            if command.scene == self._scene:
                return False
            self._scene = command.scene
        return True

    def _back(self, command: Command) -> Command | None:
        match command:
            case SwitchScene():
                return SwitchScene(self._scene)
            case ShowItem(scene, source, visible):
                return ShowItem(scene, source, not visible)
        return None


def command_of(rule: ObsRule) -> Command:
    """What a rule has OBS do."""
    if rule.scene is not None:
        return SwitchScene(rule.scene)
    if rule.hotkey is not None:
        return PressHotkey(rule.hotkey)
    if item := rule.show or rule.hide:
        scene, _, source = item.rpartition("/")
        return ShowItem(scene, source, visible=rule.show is not None)
    return SaveReplay()


def _is_for(rule: ObsRule, heard: Heard) -> bool:
    """A match is decided for everybody, whichever game is featured."""
    counts = heard.featured or rule.games == "any" or heard.moment.kind == "match_decided"
    return counts and rule.on == heard.moment.kind


def _target(command: Command) -> Target:
    match command:
        case SwitchScene():
            return ON_AIR
        case ShowItem(scene, source):
            return scene, source
        case PressHotkey(hotkey):
            return "hotkey", hotkey
        case SaveReplay():
            return "replay"
