"""Points as text."""

from fractions import Fraction

from scoring.words import LANGUAGES, Language


def decimal(points: Fraction, language: Language = "en") -> str:
    """Points in decimals: two places, four where two are not exact."""
    text = f"{float(points):.2f}" if (100 * points).denominator == 1 else f"{float(points):.4f}"
    return text.replace(".", LANGUAGES[language]["decimal_mark"])


def amount(hundredths: int, language: Language = "en") -> str:
    """What an entry gives or takes, in points with its sign."""
    return f"{'-' if hundredths < 0 else '+'}{decimal(Fraction(abs(hundredths), 100), language)}"
