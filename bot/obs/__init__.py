"""OBS: its scenes made, and switched by the moments of the show, by way of obs-websocket 5."""
