"""The word for a bot that does not answer; whoever serves pages must know it, with or without a bus."""


class NoAnswer(Exception):  # noqa: N818 - it says what the matter is
    """An ask was not answered; the text says why, in one sentence for people."""
