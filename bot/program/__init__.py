"""Puts the parts together: the only package of the bot that knows the overlay."""
