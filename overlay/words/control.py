"""Words of the control page."""

TABLE: dict[str, tuple[str, str]] = {
    # key: (German, English)
    "control": ("Regie", "Control"),
}
