"""The bot: follows games, has them scored, and hands their states on."""
