"""The arbiter's page: the games of an event, corrections that are tried and made, and who was faster."""
