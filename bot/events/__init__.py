"""Scored events: which games belong to one, what an arbiter corrected, the tables, and what goes out and comes in."""
