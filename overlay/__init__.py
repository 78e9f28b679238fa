"""The web side: hub, pages and scenes. Knows games only as states; never imports the bot."""
