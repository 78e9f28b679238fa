"""`unruh flag`: what a flag fall would mean in a position, by every policy (RULES 10)."""
