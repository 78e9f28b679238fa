"""Plain words for everything a report says, in German and English. Every text is one line."""

from collections.abc import Mapping
from typing import Literal

import chess

from scoring.amounts import SACRIFICE_COUNTED_MOVES, SACRIFICE_FREE_MOVES
from scoring.case import Entry
from scoring.ending import Decision, Ending, Finish
from scoring.facts import Played
from scoring.flagfall import Verdict
from scoring.sacrifices import Sacrifice
from scoring.trades import Loss
from scoring.words.de import GERMAN
from scoring.words.en import ENGLISH

Language = Literal["de", "en"]
LANGUAGES: Mapping[Language, Mapping[str, str]] = {"de": GERMAN, "en": ENGLISH}


def entry_text(entry: Entry, played: Played, language: Language) -> str:
    """The reason of an entry, without its amount: what happened, when and where."""
    words = LANGUAGES[language]
    values: dict[str, object] = dict(entry.values)
    values["squares"] = "/".join(dict.fromkeys(chess.square_name(square) for square in entry.squares))
    if entry.plies:
        values["from"], values["to"] = (_label(played, entry.plies[index]) for index in (0, -1))
    return _sentence(words[_template(entry)].format(**values | _figures(entry, words)))


def _template(entry: Entry) -> str:
    if entry.rule == "queen_trade" and not entry.values["since_book"]:
        return "queen_trade_in_book"
    if entry.rule == "late_castling" and not entry.values["castled"]:
        return "uncastled"
    if entry.rule == "transfer":
        return "transfer_won" if entry.amount > 0 else "transfer_lost"
    return entry.rule


def _figures(entry: Entry, words: Mapping[str, str]) -> dict[str, object]:
    """What a template says besides the values of the entry itself."""
    if entry.rule == "minor_trade":
        return {role: words[f"unit_{entry.values[role]}"] for role in ("first", "second")}
    if entry.rule == "sacrifice":
        length, rate = int(entry.values["length"]), int(entry.values["rate"])
        counted = min(length, SACRIFICE_COUNTED_MOVES) - SACRIFICE_FREE_MOVES
        return {"item": words[f"item_{entry.values['item']}"], "counted": counted, "rate": _points(rate, words)}
    return {}


def loss_text(loss: Loss, played: Played, language: Language) -> str:
    """A loss that may still become a trade."""
    words = LANGUAGES[language]
    unit, square = words[f"unit_{loss.unit}"], chess.square_name(loss.square)
    return _sentence(words["open_loss"].format(unit=unit, square=square, at=_label(played, loss.ply)))


def sacrifice_text(sacrifice: Sacrifice, played: Played, language: Language) -> str:
    """A sacrifice under way."""
    words = LANGUAGES[language]
    template = words["running_sacrifice" if sacrifice.length <= SACRIFICE_FREE_MOVES else "earning_sacrifice"]
    return _sentence(template.format(item=words[f"item_{sacrifice.item.name}"], at=_label(played, sacrifice.start)))


def uncastled_text(bonus: int, language: Language) -> str:
    """A king that has not castled, and what that is worth now in hundredths."""
    return LANGUAGES[language]["uncastled_now" if bonus else "uncastled_yet"].format(
        bonus=_points(bonus, LANGUAGES[language])
    )


def verdict_text(verdict: Verdict, language: Language) -> str:
    """Why a flag fall means what it means."""
    words = LANGUAGES[language]
    plies = len(verdict.proof.witness or ()) if verdict.proof else 0
    template = "flag_mate_at_once" if plies == 1 else f"flag_{verdict.reason}"
    side, other = (words[_name(color)] for color in (verdict.side, not verdict.side))
    text = words[template].format(side=side, other=other, plies=plies)
    return words["as_lichess_decides"].format(text=text) if verdict.policy == "server" else text


def decision_text(decision: Decision, language: Language) -> str:
    """Who won and how, as decided by the rules; of an ending that nobody has told, only who."""
    words = LANGUAGES[language]
    if decision.ending == Ending.UNKNOWN and decision.outcome != "void":
        return words[f"outcome_{decision.outcome}"]
    how = words[f"ending_{decision.ending}"]
    if decision.verdict and not decision.verdict.wins:
        how = f"{how}, {words['but']} {verdict_text(decision.verdict, language)}"
    return words["decision"].format(who=words[f"outcome_{decision.outcome}"], how=how)


def finish_text(finish: Finish, language: Language) -> str:
    """Who won and how, as the server or the record says."""
    return decision_text(Decision(finish.outcome, Ending(finish.ending), finish), language)


def _points(hundredths: int, words: Mapping[str, str]) -> str:
    return f"0{words['decimal_mark']}{hundredths:02}"


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _label(played: Played, ply: int) -> str:
    return played.label(ply) if ply else "0."


def _name(side: chess.Color) -> str:
    return "white" if side == chess.WHITE else "black"
