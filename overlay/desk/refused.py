"""The word for an action that the desk does not carry out."""

from collections.abc import Mapping


class Refused(Exception):  # noqa: N818 - nothing is wrong with the program
    """An action that makes no sense now; `reason` is its key in the table of words, then perhaps ":" and a detail."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def sentence(self, words: Mapping[str, str]) -> str:
        """What people are told; the detail is untrusted text."""
        key, _, detail = self.reason.partition(":")
        return words[key].replace("{detail}", detail)
