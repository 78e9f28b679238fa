"""What is said of OBS, for the log and for the operator."""

from bot.moments import Text


def away(url: str) -> Text:
    """Nobody answers."""
    return Text(
        f"OBS antwortet nicht unter {url}; läuft es, und ist sein WebSocket-Server eingeschaltet?",
        f"OBS does not answer at {url}; does it run, and is its WebSocket server switched on?",
    )


def lost(url: str) -> Text:
    """The connection has ended."""
    return Text(f"Die Verbindung zu OBS unter {url} ist abgebrochen", f"The connection to OBS at {url} is lost")


def stranger(url: str) -> Text:
    """Something answers that is no OBS."""
    return Text(
        f"Was unter {url} antwortet, spricht nicht wie OBS ab Version 28",
        f"What answers at {url} does not talk like OBS 28 or newer",
    )


def password(url: str, given: str) -> Text:
    """The password is not right, or there is none."""
    if not given:
        return Text(
            f"OBS unter {url} will ein Passwort, und obs.password_env oder obs.password_file nennt keines; "
            "es steht in OBS unter Werkzeuge, WebSocket-Server-Einstellungen",
            f"OBS at {url} wants a password, and obs.password_env or obs.password_file gives none; "
            "OBS shows it under Tools, WebSocket Server Settings",
        )
    return Text(
        f"OBS unter {url} will ein anderes Passwort; es steht in OBS unter Werkzeuge, WebSocket-Server-Einstellungen",
        f"OBS at {url} wants another password; OBS shows it under Tools, WebSocket Server Settings",
    )


def slow(request: str) -> Text:
    """A request has no answer."""
    return Text(f"OBS hat auf {request} nicht geantwortet", f"OBS has not answered {request}")


def refused(request: str, reason: str) -> Text:
    """OBS does not do something; `reason` is its own."""
    reason = "".join(letter if letter.isprintable() else " " for letter in reason[:200]).strip().rstrip(".")
    why = f" ({reason})" if reason else ""
    return Text(f"OBS lehnt {request} ab{why}", f"OBS refuses {request}{why}")


def no_scene(scene: str) -> Text:
    """A rule names a scene that is not there."""
    return Text(
        f'In OBS gibt es die Szene "{scene}" nicht; sie steht in obs.rules',
        f'There is no scene "{scene}" in OBS; obs.rules names it',
    )


def no_item(scene: str, source: str) -> Text:
    """A rule names a source that is not in its scene."""
    return Text(
        f'In OBS gibt es die Quelle "{source}" in der Szene "{scene}" nicht; sie steht in obs.rules',
        f'There is no source "{source}" in the scene "{scene}" in OBS; obs.rules names it',
    )


def no_hotkey(hotkey: str) -> Text:
    """A rule names a hotkey that is not there."""
    return Text(
        f'OBS kennt den Hotkey "{hotkey}" nicht; er steht in obs.rules',
        f'OBS knows no hotkey "{hotkey}"; obs.rules names it',
    )


def no_replay() -> Text:
    """The replay buffer does not run."""
    return Text(
        "Der Wiederholungspuffer läuft in OBS nicht; ohne ihn wird keine Wiederholung gespeichert",
        "The replay buffer does not run in OBS; without it no replay is saved",
    )
