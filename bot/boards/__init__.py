"""Electronic boards: physical positions become the moves of a game."""
