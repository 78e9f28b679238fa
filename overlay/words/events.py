"""Words of events: standings, crosstable, matches."""

TABLE: dict[str, tuple[str, str]] = {
    # key: (German, English)
    "event_all": ("Alle Partien", "All games"),
}
