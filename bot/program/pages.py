"""The pages of a program: the same whether it follows the games itself, or another one does."""

from collections.abc import Callable
from pathlib import Path

from aiohttp import web

from bot.config import Config, own_theme, own_words
from bot.program.behind import Behind
from bot.serving import UserError
from bot.tokens.file import FILE as TOKENS
from bot.tokens.kept import KeptTokens
from overlay.access.proxies import Proxies
from overlay.hub import Hub
from overlay.looks.own_files import OwnFileError
from overlay.looks.themes import Themes
from overlay.looks.wording import OURS, read_wording
from overlay.web.app import create_app, create_bot_app
from overlay.web.status import BotStatus


class Pages:
    """What one's own files say about pages is read once, at the beginning.

    Attributes:
        wording: The words that are shown.
        themes: The themes of the scenes.
    """

    def __init__(self, settings: Config, folder: Path) -> None:
        """Files are looked for in `folder`. Raises `UserError` for one that cannot be used."""
        shown = settings.show
        try:
            words = own_words(shown, folder)
            self.wording = read_wording(words) if words else OURS
            self.themes = Themes(shown.theme, own_theme(shown, folder))
        except OwnFileError as error:
            raise UserError(str(error)) from error
        self._lang = shown.lang
        self._tokens = KeptTokens(folder / TOKENS)
        self._proxies = Proxies(shown.proxies)

    def app(self, hub: Hub, behind: Behind) -> web.Application:
        """The application that serves them."""
        return create_app(
            hub,
            default_lang=self._lang,
            status=behind.status,
            remote_status=behind.remote_status,
            tokens=self._tokens,
            themes=self.themes,
            wording=self.wording,
            desk=behind.desk,
            files=behind.files,
            arbiter=behind.arbiter,
            ready=behind.ready,
            proxies=self._proxies,
        )

    def bot_app(self, behind: Behind, status: Callable[[], BotStatus]) -> web.Application:
        """The application of a program that leaves the pages to others."""
        return create_bot_app(behind.desk.channels, status, self._tokens, behind.ready)
