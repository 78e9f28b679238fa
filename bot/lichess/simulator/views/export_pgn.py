"""A game as the export writes it in PGN."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import chess

from bot.lichess.simulator import statuses
from bot.lichess.simulator.model import Game
from bot.lichess.simulator.state import DrawOffer, Position, State
from bot.lichess.simulator.statuses import COLOR_NAMES
from bot.lichess.simulator.switches import Switches
from bot.lichess.simulator.variants import VARIANTS
from bot.lichess.simulator.views.export_options import ExportOptions, visible_plies
from bot.lichess.simulator.views.offers import told_offers
from bot.lichess.simulator.views.wire import round_seconds


def export_pgn(game: Game, state: State, options: ExportOptions, switches: Switches) -> str:
    """The export of a game in a state, delayed while the game goes on; it ends with two blank lines.

    `literate` adds the draw offers, the opening and a sentence about the end as comments.
    """
    parts = []
    if options.tags:
        parts.append("\n".join(f'[{name} "{_escape(value)}"]' for name, value in _tags(game, state, options)) + "\n\n")
    result = statuses.result(state.status, state.winner)
    text = " ".join(_moves(game, state, options, switches)) if options.moves else ""
    parts.append(f"{text} {result}\n\n\n")
    return "".join(parts)


def _tags(game: Game, state: State, options: ExportOptions) -> Iterator[tuple[str, str]]:
    created = datetime.fromtimestamp(game.created_ms / 1000, UTC)
    yield "Event", f"{'rated' if game.rated else 'casual'} {game.perf} {_occasion(game)}"
    yield "Site", f"https://lichess.org/{game.id}"
    yield "Date", created.strftime("%Y.%m.%d")
    yield "Round", "-"
    for side in (chess.WHITE, chess.BLACK):
        yield COLOR_NAMES[side].capitalize(), _name(game, side)
    yield "Result", statuses.result(state.status, state.winner)
    yield "GameId", game.id
    yield "UTCDate", created.strftime("%Y.%m.%d")
    yield "UTCTime", created.strftime("%H:%M:%S")
    yield from _player_tags(game, state)
    yield "Variant", VARIANTS[game.variant].name
    yield "TimeControl", f"{game.control.initial_s}+{game.control.increment_s}" if game.control else "-"
    if game.opening and options.opening:
        yield "ECO", game.opening.eco
        yield "Opening", game.opening.name
    yield "Termination", statuses.termination(state.status)
    if options.literate:
        yield "Annotator", "lichess.org"
    if game.initial_fen is not None:
        yield "FEN", game.initial_fen
        yield "SetUp", "1"


def _occasion(game: Game) -> str:
    if game.arena:
        return f"tournament https://lichess.org/tournament/{game.arena.id}"
    if game.swiss:
        return f"swiss https://lichess.org/swiss/{game.swiss.id}"
    return "game"


def _player_tags(game: Game, state: State) -> Iterator[tuple[str, str]]:
    sides = [(COLOR_NAMES[side].capitalize(), side, game.player(side)) for side in (chess.WHITE, chess.BLACK)]
    for word, _, player in sides:
        yield f"{word}Elo", "?" if player.rating is None else str(player.rating)
    if game.rated and state.status.finished:
        for word, _, player in sides:
            if player.rating_diff is not None:
                yield f"{word}RatingDiff", f"{player.rating_diff:+d}"
    for word, _, player in sides:
        if player.title:
            yield f"{word}Title", player.title
    for word, side, _ in sides:
        if side in state.berserk:
            yield f"{word}Berserk", "true"


def _name(game: Game, side: chess.Color) -> str:
    player = game.player(side)
    if player.ai_level is not None:
        return f"lichess AI level {player.ai_level}"
    return player.name or "Anonymous"


def _moves(game: Game, state: State, options: ExportOptions, switches: Switches) -> Iterator[str]:
    """The moves with numbers and comments.

    Black's move repeats the number if a clock or an offer stands between it and White's.
    """
    plies, offers = visible_plies(state, switches), told_offers(state, switches)
    interrupted = True
    for position in state.positions[1 : plies + 1]:
        white = position.ply % 2 == 1
        if white or interrupted:
            yield f"{(position.ply + 1) // 2}{'.' if white else '...'}"
        yield position.san
        comments = list(_leading_comments(game, offers, options, position))
        yield from comments
        interrupted = bool(comments)
        yield from _opening_comment(game, options, position)
    comment = statuses.end_comment(state.status, state.winner)
    if options.literate and comment and plies:
        yield f"{{ {comment} }}"


def _leading_comments(game: Game, offers: list[DrawOffer], options: ExportOptions, position: Position) -> Iterator[str]:
    """Draw offers first, then the mover's clock."""
    if options.literate:
        for side in (offer.side for offer in offers if offer.ply == position.ply):
            yield f"{{ {COLOR_NAMES[side].capitalize()} offers draw }}"
    seconds = round_seconds(position.mover_ms)
    if options.clocks and game.control and seconds is not None:
        yield f"{{ [%clk {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}] }}"


def _opening_comment(game: Game, options: ExportOptions, position: Position) -> Iterator[str]:
    opening = game.opening
    if options.literate and options.opening and opening and opening.ply == position.ply:
        yield f"{{ {opening.eco} {opening.name} }}"


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
