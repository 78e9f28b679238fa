"""How things look and read: scenes and their options, themes, the streamer's own words."""
