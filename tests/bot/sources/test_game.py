"""A game followed to its settled score, over HTTP."""

import chess
import pytest

from bot.demo.games import load_games
from bot.lichess.simulator import Kind, Player, Script, Switches, TimeControl, statuses
from bot.lichess.simulator.faults import NOT_FOUND
from bot.updates import Clocks, GameInfo, Happening
from bot.updates import Player as PlayerInfo
from scoring import Ending, Finish, OfferEvent, Rules, replay, score
from tests.bot.live import Live, Watch

DEMO = {demo.name: demo.game for demo in load_games()}
BLITZ = TimeControl(180, 2)
H = Happening


@pytest.mark.parametrize("name", DEMO)
async def test_a_followed_game_has_the_score_of_its_record(live: Live, name: str) -> None:
    game = live.add(DEMO[name].anew("demogame", 0))
    watch = Watch(live, "demogame")
    await live.until(lambda: watch.updates)
    for event in game.events:
        await live.turn(game.created_ms + event.at_ms - live.clock.now_ms())
        state = game.state_at(live.clock.now_ms())
        if state.playable:
            visible = max(0, state.plies - 3)
            await live.until(lambda visible=visible: watch.ply >= visible)  # type: ignore[misc]
            assert watch.ply == visible
    await watch.end()

    final, followed = game.states[-1], watch.followed
    record = replay(chess.Move.from_uci(position.uci) for position in final.positions[1:])
    declined = [not event.side for event in game.events if event.kind is Kind.DRAW_DECLINE]
    assert followed.lifecycle == "settled"
    assert followed.game.moves == record.moves
    assert followed.report == score(record, Rules(), declined=declined)
    assert followed.clocks == Clocks(*_last_clocks(name))
    assert watch.happenings == [H.DESCRIBED, H.MOVED, H.ENDED, H.SETTLED]
    points = [score(record, Rules(), ply=ply).outcomes["draw"].points for ply in range(record.ply + 1)]
    history = [(draw[chess.WHITE], draw[chess.BLACK]) for draw in points]
    assert all(list(seen) == history[: len(seen)] for seen in watch.histories)
    assert followed.history == history


def _last_clocks(name: str) -> tuple[int | None, int | None]:
    """Both clocks at the end in whole centiseconds."""
    state = DEMO[name].states[-1]
    position = state.positions[-1]
    clocks = {chess.WHITE: position.white_ms, chess.BLACK: position.black_ms}
    if state.end_clock_ms is not None:
        clocks[state.turn] = state.end_clock_ms
    white, black = (None if ms is None else ms // 10 * 10 for ms in (clocks[chess.WHITE], clocks[chess.BLACK]))
    return white, black


async def test_what_a_watched_game_tells_on_the_way(live: Live) -> None:
    white, black = Player("Amsel", 1700, title="WGM"), Player(ai_level=4)
    game = live.add(Script(control=BLITZ, white=white, black=black).moves("e4 e5 Nf3 Nc6").resign(chess.BLACK).game())
    watch = Watch(live, game.id)
    await live.turn_until(lambda: watch.ply == 1)
    update = watch.updates[-1]
    assert update.info == GameInfo(
        PlayerInfo("Amsel", "WGM", 1700),
        PlayerInfo(ai_level=4),
        speed="blitz",
        url=f"{live.url}/{game.id}",
    )
    assert (update.plies_behind, update.offers, update.finish) == (3, None, None)
    assert update.clocks == Clocks(180_000, 180_000)
    await watch.end()
    assert watch.updates[-1].plies_behind == 0
    assert watch.updates[-1].finish == Finish(Ending.RESIGNATION, chess.WHITE)


async def test_a_finished_game_is_read_at_once(live: Live) -> None:
    game = live.add(Script(control=BLITZ).moves("f3 e5 g4 Qh4#").game())
    await live.clock.advance(60_000)
    watch = Watch(live, game.id)
    await watch.end()
    assert watch.happenings == [H.DESCRIBED, H.MOVED, H.ENDED, H.SETTLED]
    assert watch.followed.finish == Finish(Ending.MATE, chess.BLACK)


async def test_a_game_without_a_clock_is_not_behind(live: Live) -> None:
    game = live.add(Script().moves("e4 e5 Nf3").resign(chess.WHITE).game())
    watch = Watch(live, game.id)
    await live.turn_until(lambda: watch.ply == 3)
    assert watch.updates[-1].plies_behind == 0
    assert watch.updates[-1].clocks == Clocks(None, None)
    await watch.end()
    assert watch.followed.clocks == Clocks(None, None)


@pytest.mark.parametrize(
    ("variant", "fen", "moves", "last", "ply"),
    [
        (
            "chess960",
            "nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w KQkq - 0 1",
            "e4 e5 Nf3 Nf6 Nb3 Nb6 O-O O-O",
            "h3",
            9,
        ),
        ("fromPosition", "r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 3 17", "O-O-O O-O a5 a4 Rd2 h4 Re8", "Kh1", 8),
    ],
)
async def test_other_starts(live: Live, variant: str, fen: str, moves: str, last: str, ply: int) -> None:
    script = Script(control=BLITZ, variant=variant, initial_fen=fen).moves(moves).offer(chess.WHITE).moves(last)
    game = live.add(script.resign(chess.BLACK).game())
    watch = Watch(live, game.id)
    await live.play(game)
    await watch.end()
    board = chess.Board(fen, chess960=variant == "chess960")
    san = " ".join(board.san_and_push(move) for move in watch.followed.game.moves)
    assert san == f"{moves} {last}"
    ended, settled = watch.updates[-2:]
    assert (ended.happening, settled.happening) == (H.ENDED, H.SETTLED)
    assert ended.offers == settled.offers == (OfferEvent(ply, chess.WHITE),)


@pytest.mark.parametrize("variant", ["threeCheck", "atomic", "antichess"])
async def test_a_variant_that_is_not_scored_is_named(live: Live, variant: str) -> None:
    game = live.add(Script(control=BLITZ, variant=variant).moves("e3 e6").resign(chess.BLACK).game())
    watch = Watch(live, game.id)
    await watch.end()
    assert watch.lifecycle == "unsupported"
    assert watch.followed.reason == f"the variant {variant} is not scored"
    assert watch.followed.info.variant == variant


async def test_a_game_that_does_not_exist(live: Live) -> None:
    watch = Watch(live, "nowhere1")
    await watch.end()
    assert watch.lifecycle == "missing"
    assert watch.followed.reason == "the game does not exist there"


async def test_aborted_while_open(live: Live) -> None:
    game = live.add(Script(control=BLITZ).moves("e4").abort().game())
    watch = Watch(live, game.id)
    await live.play(game)
    await watch.end()
    assert watch.lifecycle == "void"
    assert watch.followed.decision is not None
    assert watch.followed.decision.ending is Ending.ABORTED


async def test_aborted_and_removed(live: Live) -> None:
    game = live.add(Script(control=BLITZ).moves("e4").abort().game())
    watch = Watch(live, game.id)
    await live.turn_until(lambda: watch.updates)
    live.simulator.faults.add(NOT_FOUND, route="export_ids", count=None)
    await live.play(game)
    await watch.end()
    assert watch.lifecycle == "void"


async def test_opened_after_an_abort_the_hang_is_noticed(live: Live) -> None:
    """The stream goes on with keepalives for ever: https://github.com/lichess-org/lila/pull/17906."""
    game = live.add(Script(control=BLITZ).moves("e4").abort().game())
    await live.clock.advance(60_000)
    watch = Watch(live, game.id)
    await live.until(lambda: watch.updates)
    started_ms = live.clock.now_ms()
    await watch.end(step_ms=10_000)
    assert watch.lifecycle == "void"
    assert 120_000 <= live.clock.now_ms() - started_ms <= 200_000


async def test_long_thought_is_no_hang(live: Live) -> None:
    script = Script(control=TimeControl(5400, 0)).moves("e4 e5 Nf3 Nc6").wait(1_200_000).moves("Bb5 a6")
    game = live.add(script.resign(chess.WHITE).game())
    watch = Watch(live, game.id)
    await live.play(game)
    await watch.end()
    assert {H.LOST, H.VOID, H.MISSING}.isdisjoint(watch.happenings)
    assert watch.happenings[-1] is H.SETTLED


@pytest.mark.parametrize("live_switches", [Switches(first_line="2023", castling="e1h1", lm="uci")])
async def test_an_older_server(live: Live) -> None:
    game = live.add(Script(control=BLITZ).moves("e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O").finish(statuses.DRAW).game())
    watch = Watch(live, game.id)
    await live.play(game)
    await watch.end()
    assert (watch.lifecycle, watch.ply) == ("settled", 8)


async def test_a_takeback_takes_its_points_back(live: Live) -> None:
    line = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4"
    script = Script(control=BLITZ).moves(line).moves("h3").takeback(3).moves("Nc3 Bg4 h3 Bxf3 Qxf3 Qd7")
    game = live.add(script.resign(chess.BLACK).game())
    watch = Watch(live, game.id)
    await live.play(game)
    await watch.end()
    plies = [len(update.moves) for update in watch.updates if update.happening is H.MOVED]
    assert plies == [*range(12), *range(9, 15)]
    assert watch.lifecycle == "settled"
    final = game.states[-1]
    record = replay(chess.Move.from_uci(position.uci) for position in final.positions[1:])
    assert watch.followed.report == score(record, Rules())
    assert len(watch.followed.history) == record.ply + 1
