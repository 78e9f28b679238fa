"""Followed games turned into what clients see: the show, its views, the evening as an event, the featured game."""
