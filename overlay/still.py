"""A hub on which nothing moves: the air while the operator freezes it."""

from functools import partial

from overlay.content import Content
from overlay.hub import Hub
from overlay.topics import AT_ONCE


class Still(Hub):
    """What another hub told at this moment, for ever; only what is done at once still is."""

    def __init__(self, other: Hub, truth: Hub) -> None:
        moment = other.clock()
        super().__init__(clock=lambda: moment)
        self.counts = truth.counts
        self.silent_since = other.silent_since
        for topic in other.topics():
            if told := other.told(topic):
                _ = told.content.state
                self.tell(topic, told.version, told.content, at=told.at)
        truth.taps.append(self)
        self.stop = partial(truth.taps.remove, self)

    def heard(self, topic: str, version: int, content: Content | None) -> None:
        """The truth has told this."""
        if topic in AT_ONCE:
            self.tell(topic, version, content)

    def silent(self, since: float | None) -> None:
        """What stands still goes on standing still."""
