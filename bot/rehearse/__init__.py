"""What `unruh rehearse` plays: games from a file and examples of the rules, through the Lichess simulator."""
