"""What viewers and the operator see, before it is served: the show, the events, and the operator's desk."""

from collections.abc import Callable, Sequence

from bot.config import Config
from bot.follower.draw_notes import DrawNotes
from bot.follower.followed import FollowedGame
from bot.kept import Kept
from bot.program.event_pages import EventPages, Scored
from bot.program.pages import Pages
from bot.rehearse.examples import example_games
from bot.rehearse.rehearsal import Rehearsal
from overlay.desk.desk import ControlDesk
from overlay.desk.live import Helper, Rooms
from overlay.hub import Hub
from overlay.shown.show import Show
from overlay.web.build import build_of
from overlay.web.serving import channels_of, later

REFRESH_S = 0.2
"""How often the operator is told of boards at most: every touch of a piece is a change."""


class Stage:
    """Shows followed games.

    `feature` may be set, to be told which game is featured.
    """

    def __init__(
        self,
        settings: Config,
        pages: Pages,
        events: Scored,
        now_ms: Callable[[], int],
        *,
        versions_from: int = 0,
        before: str | None = None,
    ) -> None:
        """`now_ms` is the clock by which games are followed; all versions of states are above `versions_from`.

        `before` is the game that was featured when the program ended the last time.
        """
        shown = settings.show
        self._settings = settings
        self._pages = pages
        self.hub = Hub(later=later, versions_from=versions_from)
        self.show = Show(
            self.hub,
            shown.featured,
            pages.wording,
            feature=shown.feature,
            match_games=shown.match_games,
            before=before,
            now_ms=now_ms,
        )
        self.events = EventPages(self.hub, events, self.show.game)
        self.wording = pages.wording
        self.channels = channels_of(self.hub, shown.delay_s)
        self._desk: ControlDesk | None = None
        self._refreshing = False
        self.feature: Callable[[str | None], object] = lambda _: None

    @property
    def featured(self) -> str | None:
        """The id of the featured game."""
        return self.show.featured

    def update(self, game: FollowedGame) -> None:
        """Show a game as it stands now."""
        self.show.update(game)
        self.feature(self.show.featured)
        self.refresh()

    def pin(self, game_id: str | None) -> None:
        """Feature this game before all others; None: none."""
        self.show.pin(game_id)
        self.feature(self.show.featured)

    def refresh(self) -> None:
        """Tell the operator how things stand."""
        if self._desk:
            self._desk.refresh()

    def refresh_soon(self) -> None:
        """Do that in a moment, once for all that asks for it until then."""
        if not self._refreshing:
            self._refreshing = True
            later(REFRESH_S, self._refresh_now)

    def _refresh_now(self) -> None:
        self._refreshing = False
        self.refresh()

    def look_at(self, game_id: str | None) -> None:
        """Pin a game as if the operator had; None: none."""
        if self._desk:
            self._desk.pin(game_id)

    def desk(
        self,
        notes: DrawNotes,
        rehearsal: Rehearsal | None,
        kept: Kept,
        rooms: Rooms | None = None,
        helpers: Sequence[Helper] = (),
    ) -> ControlDesk:
        """A desk that goes on as it was kept."""
        notes.recall(kept.part("offers"), lambda json: kept.keep("offers", json))
        self._desk = ControlDesk(
            self.channels,
            self,
            kept=kept.part("choices"),
            keep=lambda json: kept.keep("choices", json),
            boards=notes,
            rehearsal=rehearsal,
            examples=example_games(self._settings.rule_options()),
            themes=self._pages.themes.names,
            rooms=rooms,
            automatics=helpers,
            build=build_of(),
        )
        return self._desk
