"""What goes wrong with a configuration."""


class ConfigError(Exception):
    """The configuration cannot be used; the text says where and why."""
