"""What `unruh demo` shows: eight real games, played again and again on the Lichess simulator."""
