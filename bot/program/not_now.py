"""What the program does by itself, as the operator's desk lets it rest; see `overlay.desk.live.Helper`."""

from bot.obs.link import ObsLink
from bot.stream.predictions import Predictions
from bot.stream.words import said
from overlay.state import Text


class ObsHelper:
    """The rules that steer OBS."""

    name = "obs"

    def __init__(self, link: ObsLink) -> None:
        self._link = link

    @property
    def paused(self) -> bool:
        """Whether OBS is left alone."""
        return self._link.status.paused

    @property
    def note(self) -> Text | None:
        """What is wrong with OBS."""
        sentence = self._link.status.sentence
        return None if sentence is None else Text(sentence.de, sentence.en)

    @property
    def last(self) -> Text | None:
        """What was done in OBS last."""
        last = self._link.status.last
        return None if last is None else Text(last.de, last.en)

    def pause(self, on: bool) -> None:
        """Leave OBS alone, or steer it again."""
        self._link.pause(on)


class PredictionsHelper:
    """The predictions on Twitch."""

    name = "predictions"

    def __init__(self, predictions: Predictions) -> None:
        self._predictions = predictions

    @property
    def paused(self) -> bool:
        """Whether no more questions are asked."""
        return self._predictions.paused

    @property
    def note(self) -> Text | None:
        """Why there are no predictions at the moment."""
        if self._predictions.note is None:
            return None
        note = said(self._predictions.note)
        return Text(note.de, note.en)

    @property
    def last(self) -> Text | None:
        """The last question, in the language in which it was asked."""
        last = self._predictions.last
        return None if last is None else Text(last, last)

    def pause(self, on: bool) -> None:
        """Ask no more questions, or ask again."""
        self._predictions.pause(on)
