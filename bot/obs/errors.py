"""What can go wrong with OBS. The text of every error is one sentence in English, `said` the same in both languages."""

from bot.moments import Text


class ObsError(Exception):
    """OBS cannot be reached, or does not do what it is asked."""

    def __init__(self, said: Text) -> None:
        super().__init__(said.en)
        self.said = said


class AwayError(ObsError):
    """There is no OBS, or the connection to it is lost."""


class PasswordError(ObsError):
    """OBS wants another password, so that trying again at once is of no use."""


class RefusedError(ObsError):
    """OBS has answered that it does not do this; `code` is its own."""

    def __init__(self, said: Text, code: int) -> None:
        super().__init__(said)
        self.code = code
