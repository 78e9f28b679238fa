"""What goes wrong in a command about events."""


class EventCommandError(Exception):
    """Something cannot be done; the text says what and why, in one sentence."""
