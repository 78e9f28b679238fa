"""Why there are no predictions, in German: the English sentences are what logs say, and stand here as they are said."""

from bot.sentences import translator

said = translator(
    {
        "Twitch cannot be reached: {kind}": "Twitch ist nicht zu erreichen: {kind}",
        "Twitch's answer is not understood": "Die Antwort von Twitch ist nicht zu verstehen",
        "Twitch asks for a pause (HTTP 429)": "Twitch bittet um eine Pause (HTTP 429)",
        "Twitch answers with HTTP {status}": "Twitch antwortet mit HTTP {status}",
        "Twitch refuses this (HTTP {status}): {reason}": "Twitch lehnt das ab (HTTP {status}): {reason}",
        "the Twitch token belongs to no user; a user access token is needed": (
            "Das Twitch-Token gehört keinem Benutzer; nötig ist ein User Access Token"
        ),
        "the Twitch token lacks the permission {scope}": "Dem Twitch-Token fehlt die Berechtigung {scope}",
        "Twitch refuses the token (HTTP 401), which may have expired; {advice}": (
            "Twitch lehnt das Token ab (HTTP 401), vielleicht ist es abgelaufen; erstelle ein neues und starte neu, "
            "eine offene Vorhersage wird dann abgerechnet"
        ),
        "Twitch permits no predictions on this channel (HTTP 403); it must be an affiliate": (
            "Twitch erlaubt auf diesem Kanal keine Vorhersagen (HTTP 403); er muss Affiliate sein"
        ),
        "an error of the program": "Ein Fehler des Programms",
    }
)
"""A sentence in both languages. The more general one is, the later it comes."""
