"""Everything that knows what Lichess, or a server compatible with it, does."""
