"""What goes out of an event as a file, and comes in again: a module a format, described in docs/event-files.md."""
