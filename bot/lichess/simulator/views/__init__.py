"""What a client may see of a game: each view is a pure function of the game's events at a time."""
