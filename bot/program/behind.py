"""What stands behind the pages: here, or in another program, which is asked through the bus."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from overlay.arbiter.live import Arbiter
from overlay.desk.live import Desk
from overlay.web.events import EventFiles
from overlay.web.status import BotStatus


@dataclass(frozen=True, slots=True)
class Behind:
    """The operator's desk, the arbiter if there are events, their files, and how the following goes.

    `status` is that of this program, `remote_status` asks another one. `ready` says why the program cannot do yet, or
    not any more, what it is for; None: it can.
    """

    desk: Desk
    arbiter: Arbiter | None
    files: EventFiles
    status: Callable[[], BotStatus] | None = None
    remote_status: Callable[[], Awaitable[BotStatus]] | None = None
    ready: Callable[[], str | None] = lambda: None
