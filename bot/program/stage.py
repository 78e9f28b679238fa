"""What viewers and the operator see: the show, the operator's desk, and the pages around them."""

from collections.abc import Callable
from pathlib import Path

from aiohttp import web

from bot.config import Config, own_theme, own_words
from bot.follower.draw_notes import DrawNotes
from bot.follower.followed import FollowedGame
from bot.kept import Kept
from bot.program.event_pages import EventPages, Scored
from bot.rehearse.examples import example_games
from bot.rehearse.rehearsal import Rehearsal
from bot.serving import UserError
from bot.tokens.file import FILE as TOKENS
from bot.tokens.kept import KeptTokens
from overlay.arbiter.live import Arbiter
from overlay.desk.desk import ControlDesk
from overlay.hub import Hub
from overlay.looks.own_files import OwnFileError
from overlay.looks.themes import Themes
from overlay.looks.wording import OURS, read_wording
from overlay.shown.show import Show
from overlay.web.app import create_app
from overlay.web.build import build_of
from overlay.web.serving import channels_of
from overlay.web.status import BotStatus


class Stage:
    """Shows followed games; what one's own files say is read once, at the beginning.

    `feature` may be set, to be told which game is featured.
    """

    def __init__(self, settings: Config, folder: Path, events: Scored) -> None:
        """Files are looked for in `folder`. Raises `UserError` for one that cannot be used."""
        shown = settings.show
        try:
            words = own_words(shown, folder)
            self._wording = read_wording(words) if words else OURS
            self._themes = Themes(shown.theme, own_theme(shown, folder))
        except OwnFileError as error:
            raise UserError(str(error)) from error
        self._settings = settings
        self._folder = folder
        self._hub = Hub()
        self.show = Show(self._hub, shown.featured, self._wording, feature=shown.feature, match_games=shown.match_games)
        self.events = EventPages(self._hub, events, self.show.game)
        self._desk: ControlDesk | None = None
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

    def look_at(self, game_id: str | None) -> None:
        """Pin a game as if the operator had; None: none."""
        if self._desk:
            self._desk.pin(game_id)

    def pages(
        self,
        status: Callable[[], BotStatus],
        notes: DrawNotes,
        rehearsal: Rehearsal | None,
        kept: Kept,
        arbiter: Arbiter | None,
    ) -> web.Application:
        """The pages, with a desk that goes on as it was kept, and an arbiter if there are events."""
        notes.recall(kept.part("offers"), lambda json: kept.keep("offers", json))
        self._desk = ControlDesk(
            channels_of(self._hub, self._settings.show.delay_s),
            self,
            kept=kept.part("choices"),
            keep=lambda json: kept.keep("choices", json),
            boards=notes,
            rehearsal=rehearsal,
            examples=example_games(self._settings.rule_options()),
            themes=self._themes.names,
            build=build_of(),
        )
        return create_app(
            self._hub,
            default_lang=self._settings.show.lang,
            status=status,
            tokens=KeptTokens(self._folder / TOKENS),
            themes=self._themes,
            wording=self._wording,
            desk=self._desk,
            files=self.events.file,
            arbiter=arbiter,
        )
