"""Followed games turned into the states that clients see."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

import chess

from overlay import state
from overlay.looks.wording import OURS, Wording
from overlay.shown.corrections import correction_text
from overlay.shown.flag import flag
from overlay.shown.live import LiveCorrection, LiveGame, LivePlayer
from scoring import Entry, Report
from scoring.amounts import BASE, SACRIFICE_COUNTED_MOVES, SACRIFICE_FREE_MOVES
from scoring.case import side_name
from scoring.ending import Ending
from scoring.words import (
    decision_text,
    finish_text,
    loss_text,
    sacrifice_text,
    uncastled_text,
)

RUNNING = ("live", "reconnecting")


def game_state(live: LiveGame, wording: Wording = OURS) -> state.GameState:
    """The whole state of one game; the reasons of its entries are worded as the streamer wants."""
    game, report, board = live.game, live.report, live.game.board
    return state.GameState(
        id=live.id,
        white=_player(live.info.white),
        black=_player(live.info.black),
        fen=board.fen(),
        start_fen=game.start.fen(),
        chess960=game.start.chess960,
        last_move=_last_move(live),
        ply=game.ply,
        clocks=_clocks(live),
        score=_score(report),
        leader=_leader(report),
        entries=_entries(report.entries, report, wording),
        outcome_entries=state.OutcomeEntries(
            *(
                _entries(report.outcomes[outcome].entries, report, wording)
                for outcome in ("draw", "white_wins", "black_wins")
            )
        ),
        running=_running(report),
        flag=flag(live),
        book=_book(live),
        stakes=_hundredths(report.stakes),
        status=_status(live),
        rules={option: str(value) for option, value in report.rules.as_dict().items()},
        speed=live.info.speed,
        url=live.info.url,
        result=_result(live),
        history=tuple((round(float(white), 4), round(float(black), 4)) for white, black in live.history),
        moves=tuple(game.sans),
        base=_hundredths(BASE),
        check=side_name(board.turn) if board.is_check() else None,
        corrections=tuple(_correction(correction) for correction in live.corrections),
    )


def lobby_game(live: LiveGame) -> state.LobbyGame:
    """The line of a game in the lobby."""
    status = _status(live)
    return state.LobbyGame(
        id=live.id,
        white=_player(live.info.white),
        black=_player(live.info.black),
        fen=live.game.board.fen(),
        last_move=_last_move(live),
        ply=live.game.ply,
        draw=_points(live.report.outcomes["draw"].points),
        leader=_leader(live.report),
        lifecycle=status.lifecycle,
        speed=live.info.speed,
        result=_result(live),
        plies_behind=status.plies_behind,
        stale=status.stale_since_ms is not None,
        provisional=status.provisional,
        settled=status.settled,
        corrected=status.corrected,
        note=status.note,
    )


def _last_move(live: LiveGame) -> str | None:
    return live.game.moves[-1].uci() if live.game.moves else None


def _player(player: LivePlayer) -> state.Player:
    return state.Player(player.name, player.title, player.rating, player.ai_level)


def _clocks(live: LiveGame) -> state.Clocks:
    """The clock of the side to move runs once both sides have moved; the first moves are free."""
    running = live.lifecycle in RUNNING and live.game.ply >= 2 and live.clocks.white_ms is not None
    return state.Clocks(
        live.clocks.white_ms,
        live.clocks.black_ms,
        side_name(live.game.board.turn) if running else None,
        max(0, live.changed_at_ms - live.clocks_at_ms),
    )


def _score(report: Report) -> state.Score:
    return state.Score(*(_points(report.outcomes[outcome].points) for outcome in ("draw", "white_wins", "black_wins")))


def _leader(report: Report) -> state.Leader:
    side, ahead = report.leader
    return state.Leader(None if side is None else side_name(side), decimal(Fraction(ahead, 100)))


def _entries(entries: Iterable[Entry], report: Report, wording: Wording) -> tuple[state.Entry, ...]:
    played = report.case.played
    return tuple(
        state.Entry(
            entry.rule,
            entry.side,
            f"{entry.amount / 100:+.2f}",
            entry.ply,
            state.Text(wording.reason(entry, played, "de"), wording.reason(entry, played, "en")),
            entry.plies,
            tuple(chess.square_name(square) for square in entry.squares),
        )
        for entry in entries
    )


def _running(report: Report) -> state.Running:
    played, running = report.case.played, report.running
    losses = [
        state.RunningItem("open_loss", side_name(loss.side), _text(loss_text, loss, played)) for loss in running.losses
    ]
    sacrifices = [
        state.RunningItem(
            "sacrifice",
            side_name(sacrifice.side),
            _text(sacrifice_text, sacrifice, played),
            sacrifice.length,
            SACRIFICE_COUNTED_MOVES if sacrifice.length > SACRIFICE_FREE_MOVES else SACRIFICE_FREE_MOVES + 1,
        )
        for sacrifice in running.sacrifices
    ]
    kings = [
        state.RunningItem("uncastled_king", side_name(side), _text(uncastled_text, bonus))
        for side, bonus in running.uncastled.items()
    ]
    return state.Running(running.moves_to_go, tuple(sacrifices + losses + kings))


def _book(live: LiveGame) -> state.Book:
    """A game is in the book while its last position is known, which is not said of the start."""
    book, opening = live.report.book, live.opening
    return state.Book(
        book.name,
        book.ply,
        book.provisional,
        0 < book.ply == live.report.case.last_ply,
        state.Opening(opening.code, opening.name) if opening else None,
    )


def _status(live: LiveGame) -> state.Status:
    return state.Status(
        lifecycle=live.lifecycle,
        plies_behind=live.plies_behind if live.lifecycle in RUNNING else 0,
        provisional=live.report.book.provisional or live.lifecycle == "ended" or live.proving,
        settled=live.lifecycle == "settled",
        corrected=bool(live.corrections),
        offers_known=live.offers is not None,
        stale_since_ms=_stale_since_ms(live),
        note=_note(live),
    )


def _stale_since_ms(live: LiveGame) -> int | None:
    """A game that is over or has not begun is never stale."""
    if live.stale_since_ms is None or live.lifecycle not in RUNNING:
        return None
    return max(0, live.changed_at_ms - live.stale_since_ms)


def _correction(correction: LiveCorrection) -> state.Correction:
    before = None if correction.before is None else _points(correction.before)
    after = None if correction.after is None else _points(correction.after)
    return state.Correction(correction.cause, before, after, correction_text(correction.cause, before, after))


def _note(live: LiveGame) -> state.Text | None:
    """Why there is nothing to show, when there is nothing."""
    if live.lifecycle == "unsupported":
        variant = live.info.variant
        return state.Text(f"Die Variante {variant} wird nicht gewertet", f"The variant {variant} is not scored")
    if live.lifecycle == "missing":
        return state.Text("Diese Partie gibt es auf dem Server nicht", "There is no such game on the server")
    return None


def _result(live: LiveGame) -> state.Result | None:
    decision = live.decision
    if decision is None:
        if live.lifecycle != "void":
            return None
        words = state.Text("Ohne Wertung: die Partie gibt es nicht mehr", "No score: the game does not exist any more")
        return state.Result("void", Ending.ABORTED, None, words)
    points = None if decision.outcome == "void" else _points(live.report.outcomes[decision.outcome].points)
    finish = decision.finish
    server = _text(finish_text, finish) if finish and decision.overruled else None
    text = _text(decision_text, decision)
    if live.proving:
        text = state.Text(f"{text.de} (wird noch geprüft)", f"{text.en} (still being checked)")
    flagged = None if live.flagged is None else side_name(live.flagged)
    return state.Result(decision.outcome, decision.ending, points, text, server, flagged)


def _text(words: Callable[..., str], *about: object) -> state.Text:
    """What the words say about something, in both languages."""
    return state.Text(words(*about, "de"), words(*about, "en"))


def _points(points: Mapping[chess.Color, Fraction]) -> state.Points:
    return state.Points(decimal(points[chess.WHITE]), decimal(points[chess.BLACK]))


def _hundredths(amounts: Mapping[chess.Color, int]) -> state.Points:
    return _points({side: Fraction(amount, 100) for side, amount in amounts.items()})


def decimal(points: Fraction) -> str:
    """Points as text: two places, four where two are not exact."""
    return f"{float(points):.2f}" if (100 * points).denominator == 1 else f"{float(points):.4f}"
