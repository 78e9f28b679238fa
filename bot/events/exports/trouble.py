"""What can be wrong with a file of an event."""


class EventFileError(ValueError):
    """A file cannot be read or written; the text is one sentence that names the place."""
