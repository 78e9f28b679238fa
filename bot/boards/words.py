"""What is wrong with boards, in German: the English sentences are what logs say, and stand here as they are said."""

from bot.sentences import translator

said = translator(
    {
        "LiveChess has not been asked yet": "LiveChess ist noch nicht gefragt worden",
        "LiveChess does not answer": "LiveChess antwortet nicht",
        "LiveChess cannot be reached; is it running?": "LiveChess ist nicht zu erreichen; läuft es?",
        "LiveChess has closed the connection": "LiveChess hat die Verbindung geschlossen",
        "LiveChess sent a message that is too long": "LiveChess hat eine zu lange Nachricht geschickt",
        "what answers there is not LiveChess": "Was dort antwortet, ist nicht LiveChess",
        "the connection to LiveChess broke": "Die Verbindung zu LiveChess ist abgebrochen",
        "the board is not connected": "Das Brett ist nicht verbunden",
        "a board cannot be read": "Ein Brett ist nicht lesbar",
        "a board has no number that can be one": "Ein Brett hat keine brauchbare Nummer",
        "there are more than {n} boards": "Es sind mehr als {n} Bretter",
        "two boards have the number {n}: the one at {first} is read, not the one at {second}": (
            "Zwei Bretter haben die Nummer {n}: Gelesen wird das an {first}, nicht das an {second}"
        ),
        "{board} does not respond": "{board} antwortet nicht",
        "{board} is not connected": "{board} ist nicht verbunden",
        "LiveChess tells a position that cannot be read": "LiveChess meldet eine Stellung, die nicht lesbar ist",
    }
)
"""A sentence in both languages. The more general one is, the later it comes."""
