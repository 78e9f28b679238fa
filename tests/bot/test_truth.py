"""Truth after the end: known faults of the server's data, and the score that a game has in spite of them."""

import io
from typing import Literal

import chess
import pytest

from bot.follower.desk import MISSES
from bot.follower.followed import FollowedGame
from bot.lichess.simulator import Game, Script, Switches, TimeControl, statuses
from bot.lichess.simulator.faults import FinalLine, Lagging, Lose, UnknownStatus
from bot.lichess.simulator.faults.answers import ABORTED_GONE
from bot.pgn import PgnGame, read_pgn
from bot.score.judge import judge
from bot.updates import Happening
from scoring import Ending, OfferEvent, Rules
from tests.bot.following import following
from tests.bot.live import Live, running

WHITE, BLACK = chess.WHITE, chess.BLACK
TOKEN = "lip_ofamsel"
LINE = "e4 d5 exd5 Qxd5 Nc3 Qa5"
EVEN = {WHITE: 50, BLACK: 50}
WHITE_DECLINED = {WHITE: 40, BLACK: 60}


def script() -> Script:
    return Script(control=TimeControl(900, 10), source="friend").moves(LINE)


def stands(game: FollowedGame, ending: Ending, outcome: str) -> None:
    """The result is this one, and the score that of the complete record, read as any PGN is."""
    assert game.lifecycle == "settled"
    assert game.last
    assert game.decision
    assert (game.decision.ending, game.decision.outcome) == (ending, outcome)
    record = next(read_pgn(io.BytesIO(game.last.record.encode()), "a.pgn"))
    assert isinstance(record, PgnGame)
    judged = judge(record, game.rules)
    assert (game.report, game.points) == (judged.report, judged.points)


# --- draw offers


@pytest.mark.parametrize("live_switches", [Switches(accepted_offer=True), Switches()])
async def test_an_accepted_offer_attributed_to_the_wrong_side(live: Live) -> None:
    """White offers before his move and Black accepts: the record tells an offer of Black's alone."""
    wrong = live.simulator.switches.accepted_offer
    async with following(live) as told:
        game = await told.to_the_end(script().offer(WHITE).accept(BLACK).game())
    stands(game, Ending.DRAW, "draw")
    assert told.first(Happening.ENDED).offers == ((OfferEvent(6, BLACK),) * wrong + (OfferEvent(7, WHITE),))
    assert game.offers == (OfferEvent(6, BLACK),) * wrong
    assert (game.report.stakes, game.corrections) == (EVEN, [])


@pytest.mark.parametrize("live_switches", [Switches(accepted_offer=True), Switches()])
async def test_an_accepted_offer_of_a_side_that_was_declined_before(live: Live) -> None:
    """Only the offer that Black's move declined counts, whoever else is said to have offered at the end."""
    async with following(live) as told:
        game = await told.to_the_end(script().moves("d4").offer(WHITE).moves("Nf6").offer(BLACK).accept(WHITE).game())
    stands(game, Ending.DRAW, "draw")
    assert (game.report.stakes, game.corrections) == (WHITE_DECLINED, [])


UNDONE = script().moves("d4").offer(WHITE).takeback().moves("Nf3 Nf6 Bc4 Bg4").resign(BLACK).game()


@pytest.mark.parametrize(
    ("live_switches", "stakes"),
    [(Switches(undone_offers=True), WHITE_DECLINED), (Switches(undone_offers=False), EVEN)],
)
async def test_an_offer_kept_after_a_takeback(live: Live, stakes: dict[chess.Color, int]) -> None:
    """A spectator sees neither takebacks nor offers: what the record says counts, and the stream says the same."""
    async with following(live) as told:
        game = await told.to_the_end(UNDONE)
    stands(game, Ending.RESIGNATION, "white_wins")
    assert (game.report.stakes, game.corrections) == (stakes, [])


async def test_an_offer_that_was_seen_taken_back_does_not_count() -> None:
    """On the player's own stream the offer goes with its move; the record keeps it, and is written down mended."""
    async with running(tokens={TOKEN: "amsel"}, token=TOKEN) as live, following(live) as told:
        await told.follow_own_games()
        game = await told.to_the_end(UNDONE)
    stands(game, Ending.RESIGNATION, "white_wins")
    assert (game.report.stakes, game.corrections) == (EVEN, [])


WITHDRAWN = script().moves("d4").offer(WHITE).cancel(WHITE).moves("Nf6 Nf3").resign(BLACK).game()
REFUSED = script().moves("d4").offer(WHITE).decline(BLACK).moves("Nf6 Nf3").resign(BLACK).game()


@pytest.mark.parametrize(("course", "stakes"), [(WITHDRAWN, EVEN), (REFUSED, WHITE_DECLINED)])
async def test_a_record_tells_no_answers(course: Game, stakes: dict[chess.Color, int]) -> None:
    """What was heard on the player's own stream stands, and the written record tells it, too."""
    async with running(tokens={TOKEN: "amsel"}, token=TOKEN) as live, following(live) as told:
        await told.follow_own_games()
        game = await told.to_the_end(course)
    stands(game, Ending.RESIGNATION, "white_wins")
    assert (game.report.stakes, game.corrections) == (stakes, [])


async def test_what_was_heard_counts_even_if_the_players_own_stream_was_left() -> None:
    async with running(tokens={TOKEN: "amsel"}, token=TOKEN) as live, following(live) as told:
        await told.follow_own_games()
        begun = live.add(WITHDRAWN)
        await live.turn_until(lambda: len(told.follower.games) and told.game(begun.id).game.ply == 9, 500)
        live.tasks.pop().cancel()
        told.follower.released(begun.id, "own games")
        game = await told.until(begun.id, "settled")
    stands(game, Ending.RESIGNATION, "white_wins")
    assert game.report.stakes == EVEN


@pytest.mark.parametrize("switches", [Switches(stale_draw=True), Switches(stale_draw=True, draw_false="false")])
async def test_wdraw_still_set_after_the_move_that_declined_it(switches: Switches) -> None:
    course = script().moves("d4").offer(WHITE).moves("Nf6 Nf3 Bg4").resign(BLACK).game()
    async with running(switches, tokens={TOKEN: "amsel"}, token=TOKEN) as live, following(live) as told:
        await told.follow_own_games()
        game = await told.to_the_end(course)
    stands(game, Ending.RESIGNATION, "white_wins")
    offers = [update.offers for update in told.updates if len(update.moves) >= 8]
    assert set(offers) == {(OfferEvent(7, WHITE),)}
    assert (game.report.stakes, game.corrections) == (WHITE_DECLINED, [])


# --- ends


async def test_outoftime_without_a_winner(live: Live) -> None:
    """White's flag falls, and Black has nothing but his king."""
    fen = "4k3/8/8/8/8/8/7Q/4K3 b - - 0 60"
    course = Script(control=TimeControl(180, 2), variant="fromPosition", initial_fen=fen).moves("Kd7").flag()
    async with following(live) as told:
        game = await told.to_the_end(course.game())
    stands(game, Ending.FLAG_FALL, "draw")
    assert game.corrections == []


@pytest.mark.parametrize(("winner", "outcome"), [(WHITE, "white_wins"), (BLACK, "black_wins"), (None, "draw")])
@pytest.mark.parametrize("policy", ["chessmail", "lichess", "server"])
async def test_timeout_with_and_without_a_winner(
    live: Live, policy: Literal["chessmail", "lichess", "server"], winner: chess.Color | None, outcome: str
) -> None:
    """A player left, and the other claimed the win or a draw: no flag fell, whatever the record's tag says."""
    rules = Rules(flag_fall=policy)
    async with following(live, rules=rules) as told:
        game = await told.to_the_end(script().finish(statuses.TIMEOUT, winner).game())
    stands(game, Ending.LEFT, outcome)
    assert game.corrections == []


async def test_status_39(live: Live) -> None:
    """White offers a draw to a bare king, which is one at once."""
    fen = "4k3/8/8/8/8/8/7Q/4K3 w - - 0 60"
    course = Script(control=TimeControl(180, 2), variant="fromPosition", initial_fen=fen).moves("Qg2 Kd7 Qf2")
    async with following(live) as told:
        game = await told.to_the_end(course.offer(WHITE).game())
    stands(game, Ending.CLAIM, "draw")
    assert (game.report.stakes, game.corrections) == (EVEN, [])


async def test_an_aborted_game_whose_export_is_404(live: Live) -> None:
    live.simulator.faults.add(Lose(0), route="export_ids", count=None)
    live.simulator.faults.add(ABORTED_GONE, route="export", count=None)
    async with following(live) as told:
        game = await told.to_the_end(Script(control=TimeControl(180, 2)).moves("e4").abort().game(), "void")
        await live.turn(300_000)
    assert told.states[game.id] == ["waiting", "live", "void"]
    assert told.count("export_ids") == MISSES
    assert game.decision
    assert game.decision.ending is Ending.ABORTED


@pytest.mark.parametrize("times", [0, 2])
async def test_a_final_line_that_comes_twice_or_never(live: Live, times: int) -> None:
    live.simulator.faults.add(FinalLine(times), count=None)
    async with following(live) as told:
        game = await told.to_the_end(script().resign(BLACK).game())
        await live.turn(300_000)
    stands(game, Ending.RESIGNATION, "white_wins")
    assert [update.happening for update in told.updates].count(Happening.SETTLED) == 1
    assert [update.happening for update in told.updates].count(Happening.ENDED) == (times > 0)


async def test_a_record_that_lags_behind_the_end(live: Live) -> None:
    live.simulator.faults.add(Lagging(20_000), route="export_ids", count=None)
    async with following(live) as told:
        game = await told.to_the_end(script().resign(BLACK).game())
    stands(game, Ending.RESIGNATION, "white_wins")
    assert told.states[game.id] == ["waiting", "live", "ended", "settled"]
    assert told.count("export_ids") > 1


async def test_a_record_that_lags_behind_an_end_that_was_told_wrongly(live: Live) -> None:
    live.simulator.faults.add(UnknownStatus(25, "aborted"))
    live.simulator.faults.add(Lagging(20_000), route="export_ids", count=None)
    async with following(live) as told:
        game = await told.to_the_end(script().resign(BLACK).game())
    stands(game, Ending.RESIGNATION, "white_wins")
    assert told.states[game.id] == ["waiting", "live", "void", "settled"]


async def test_a_record_that_is_missing_in_a_list_once(live: Live) -> None:
    live.simulator.faults.add(Lose(0), route="export_ids")
    async with following(live) as told:
        game = await told.to_the_end(script().resign(BLACK).game())
    stands(game, Ending.RESIGNATION, "white_wins")
    assert told.states[game.id] == ["waiting", "live", "ended", "settled"]
    assert told.count("export_ids") == 2
