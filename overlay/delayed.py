"""A hub that tells everything later than another one: what it holds back is in no hub that its viewers could ask."""

from functools import partial

from overlay.content import Content
from overlay.hub import Hub
from overlay.pace import Later
from overlay.topics import AT_ONCE

SAMPLE_S = 0.2
"""How often a hub that holds back takes a state of each topic: what changes faster need not be made and held."""


class Delayed(Hub):
    """Tells what another hub tells, `delay_s` later."""

    def __init__(self, truth: Hub, delay_s: int, later: Later, public: Hub) -> None:
        """Begin with what the truth told `delay_s` ago if it still does, else with what is public already."""
        super().__init__(clock=truth.clock, versions_from=truth.last_version)
        self.counts = truth.counts
        self.delay_s = delay_s
        self._truth = truth
        self._hold_back = later
        self._news: dict[str, tuple[int, Content | None, float]] = {}
        for topic in dict.fromkeys((*public.topics(), *truth.topics())):
            if seen := public.told(topic):
                self.tell(topic, seen.version, seen.content, at=seen.at)
            if (told := truth.told(topic)) and topic not in AT_ONCE:
                self.recall(topic, told.version, told.content, told.at)
        self.silent_since = public.silent_since
        if truth.silent_since != public.silent_since:
            self.silent(truth.silent_since)
        truth.taps.append(self)
        self.stop = partial(truth.taps.remove, self)

    def recall(self, topic: str, version: int, content: Content | None, at: float) -> None:
        """Tell in time what the truth has told since `at`, by its clock: now, if that is long enough ago."""
        seconds = at + self.delay_s - self.clock()
        tell = partial(self.tell, topic, version, content, at=at + self.delay_s)
        if seconds <= 0:
            tell()
            return
        if content:
            _ = content.state  # made now: later it would be that of later
        self._hold_back(seconds, tell)

    def heard(self, topic: str, version: int, content: Content | None) -> None:
        """The truth has told this."""
        told = self._truth.told(topic)
        at = told.at if told else self.clock()  # which may be long ago, where the truth came over a bus
        if topic in AT_ONCE or not self.delay_s:
            self.tell(topic, version, content, at=at)
            return
        if topic not in self._news:
            self._hold_back(SAMPLE_S, partial(self._take_news, topic))
        self._news[topic] = version, content, at

    def silent(self, since: float | None) -> None:
        """The truth has fallen silent, or speaks again; that too is told later, after all that was heard before."""
        then = self.speak if since is None else partial(self.fall_silent, since + self.delay_s)
        if self.delay_s:
            self._hold_back(self.delay_s + SAMPLE_S, then)
        else:
            then()

    def _take_news(self, topic: str) -> None:
        self.recall(topic, *self._news.pop(topic))
