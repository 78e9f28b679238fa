"""The real files beside the project: every game is read or named, and how many of each is pinned."""

from pathlib import Path

import pytest

from bot.pgn import PgnGame, read_pgn

ODD = {  # file: games read, games named; of all files in which a game is named, or that hold several
    "bc_empty": (0, 1), "bc_missing": (7, 0), "cl_black2move": (0, 1), "cl_corrupted": (0, 1), "cl_multiple": (4, 0),
    "cl_no_moves_but_game_termination_multiple_2": (3, 0), "cl_skip": (2, 0), "co_leading-whitespace": (4, 0),
    "dart_wcc_2023": (3, 0), "fc_dfrc": (4, 0), "fc_test": (6, 0), "kk_games_variant-no-king_db": (0, 1),
    "kk_pgns_empty_db": (0, 1), "kk_pgns_linebreak-linux_db": (0, 1), "kk_pgns_linebreak-windows_db": (0, 1),
    "kk_pgns_mini2_db": (2, 0), "kk_pgns_missing-last-end-of-game_db": (2, 0), "kk_pgns_redos-comment_db": (0, 1),
    "kk_pgns_semantic-error_db": (0, 7), "kk_pgns_syntactic-error-2_db": (0, 1), "kk_pgns_syntactic-error-4_db": (1, 1),
    "kk_pgns_tag-name-token-collision_db": (6, 0), "pc_utf8-bom": (2, 0), "px_fischer": (34, 0), "px_najdorf": (8, 0),
    "px_petrosian": (35, 0), "px_test-P": (11, 0), "px_test-allownullmoves": (0, 2), "px_test-e": (6, 0),
    "px_test-fixresulttags-in": (5, 0), "px_test-hash": (35, 0), "px_test-nobadresults": (9, 0),
    "px_test-promotion-in": (8, 0), "px_test-s": (3, 0), "px_test-t": (6, 0), "py_mate_in_2": (166, 0),
    "py_lichess_study_charles-xii-at-bender_by_gbtami_2016.08.15": (4, 0),
    "broadcast-45-games-eval-clock": (45, 0), "broadcasts-exportAllRoundsAsPgn": (5, 0),
    "broadcasts-exportOneRoundAsPgn": (2, 0), "broadcasts-streamOngoingBroadcastRoundAsPgn": (2, 0),
    "chess960-20-games": (20, 0), "dgt-livechess-empty": (12, 0), "dgt-livechess-round1": (2, 0),
    "lichess-2025-05-438-games-clocks": (438, 0), "otb-232-games": (232, 0),
    "tv-getBestOngoingGamesOfTvChannel": (3, 0),
}  # fmt: skip


def shared_files(shared: Path) -> list[Path]:
    return sorted((shared / "games").glob("*/*.pgn"))


def test_every_game_is_read_or_named(shared: Path) -> None:
    files = shared_files(shared)
    if not files:
        pytest.skip("no games in ../shared")
    counts: dict[str, tuple[int, int]] = {}
    for path in files:
        with path.open("rb") as stream:
            found = list(read_pgn(stream, path.name))
        games = sum(isinstance(one, PgnGame) for one in found)
        counts[path.stem] = games, len(found) - games
    assert {name: count for name, count in counts.items() if count != (1, 0)} == ODD


def test_latin_1_and_utf_8(shared: Path) -> None:
    names = []
    for name in ("scid_res_gameLatin1.pgn", "scid_res_gameUTF8.pgn"):
        with (shared / "games" / "tricky" / name).open("rb") as stream:
            (game,) = read_pgn(stream, name)
        assert isinstance(game, PgnGame)
        names.append((game.header("White")[:4], len(game.moves)))
    assert names == [("Kràm", 149), ("Kram", 149)]


def test_clocks_of_a_real_file(shared: Path) -> None:
    with (shared / "games" / "real" / "lichess-2025-05-438-games-clocks.pgn").open("rb") as stream:
        games = [game for game in read_pgn(stream, "x") if isinstance(game, PgnGame)]
    assert sum(len(game.moves) for game in games) == 28538
    assert all(None not in game.clocks for game in games)
