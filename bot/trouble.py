"""What is wrong just now with whatever runs a task, told to whoever started it, however deep below it is noticed."""

from collections.abc import Callable
from contextvars import ContextVar

_hearer: ContextVar[Callable[[str | None], None]] = ContextVar("hearer", default=lambda _: None)


def tell_trouble(reason: str | None) -> None:
    """Tell why things do not go on, in one sentence; None when they do again."""
    _hearer.get()(reason)


def hear_trouble(hearer: Callable[[str | None], None]) -> None:
    """Be told of the troubles of this task and of all tasks that it starts."""
    _hearer.set(hearer)
