"""Names for games, and what one PGN tells."""

import re

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sources._news import LONGEST_ID, identify, read_news
from bot.updates import Happening, Player
from scoring import Ending, Finish

ROUND = "https://lichess.org/broadcast/castle-open/round-1/roundAB1"


def tags(**values: str) -> str:
    return "".join(f'[{name} "{value}"]\n' for name, value in values.items()) + "\n"


@pytest.mark.parametrize(
    ("values", "game_id"),
    [
        pytest.param({"GameURL": f"{ROUND}/chapAB01"}, "chapAB01", id="broadcast"),
        pytest.param({"ChapterURL": "https://lichess.org/study/studyAB1/chapAB01"}, "chapAB01", id="study"),
        pytest.param({"Site": f"{ROUND}/chapAB01"}, "chapAB01", id="site of a broadcast"),
        pytest.param({"Site": "https://chess.example/AbcD1234"}, "AbcD1234", id="game of any server"),
        pytest.param({"Site": ROUND, "BroadcastURL": ROUND, "Round": "1"}, "hall-1", id="site is the round's page"),
        pytest.param({"Site": "https://club.example/open/halltown", "White": "A"}, "hall-a", id="site is another page"),
        pytest.param({"Site": "Halltown", "White": "A"}, "hall-a", id="site is a town"),
        pytest.param({"GameURL": "javascript:/chapAB01", "White": "A"}, "hall-a", id="no page"),
        pytest.param(
            {"Round": "1.12", "White": "Erle, Edda", "Black": "Fink, F."},
            "hall-1-12-erle-edda-fink-f",
            id="round, board",
        ),
        pytest.param({"White": "Mägi", "Black": "Žižka"}, "hall-magi-zizka", id="accents"),
        pytest.param({}, "hall-game", id="no tags"),
    ],
)
def test_the_name_of_a_game(values: dict[str, str], game_id: str) -> None:
    assert identify((tags(**values) + "1. e4 *").encode(), "hall") == game_id


@pytest.mark.parametrize("name", ["Иванов", "Øst", "x" * 300, "..."])
def test_a_name_that_is_hard_to_write(name: str) -> None:
    mine, other = (identify(tags(White=name, Black=black).encode(), "hall") for black in ("Ж", "Щ"))
    assert re.fullmatch(r"[a-z0-9-]+", mine)
    assert len(mine) <= LONGEST_ID
    assert mine != other


@given(st.text(max_size=30), st.text(max_size=30))
def test_every_name_is_fit_for_an_address(place: str, white: str) -> None:
    quoted = white.replace("\\", "").replace('"', "").replace("\n", "").replace("\r", "")
    assert re.fullmatch(
        r"[a-z0-9][a-z0-9-]{0,59}", identify(tags(White=quoted, Round="1").encode("utf-8", "replace"), place)
    )


def test_players_and_page() -> None:
    text = tags(
        White="Amsel, Anna", WhiteTitle="WFM", WhiteElo="2101", Black="?", BlackElo="2000?", GameURL=f"{ROUND}/chapAB01"
    )
    update = read_news("x", (text + "*").encode())
    assert update.info.white == Player("Amsel, Anna", "WFM", 2101)
    assert update.info.black == Player()
    assert update.info.url == f"{ROUND}/chapAB01"
    assert (update.happening, update.plies_behind, update.offers, update.record) == (Happening.MOVED, 0, None, "")


@pytest.mark.parametrize("elo", ["", "0", "-5", "unrated", "99999", "²²²²", "9" * 5000])
def test_a_rating_that_is_none(elo: str) -> None:
    assert read_news("x", (tags(White="A", WhiteElo=elo) + "*").encode()).info.white == Player("A")


@pytest.mark.parametrize("url", ["javascript:alert(1)", "https://x.example/<b>", "https://x.example/" + "a" * 400])
def test_a_page_that_is_none(url: str) -> None:
    assert read_news("x", (tags(White="A", GameURL=url, Site="Quay Hall") + "*").encode()).info.url is None


@pytest.mark.parametrize(
    ("text", "happening", "finish"),
    [
        pytest.param(tags(Result="*") + "1. e4 *", "moved", None, id="running"),
        pytest.param(tags(Result="1-0") + "1. e4 1-0", "settled", Finish(Ending.UNKNOWN, chess.WHITE), id="won"),
        pytest.param(tags(Result="1/2-1/2") + "1. e4 *", "settled", Finish(Ending.DRAW), id="drawn, the tag alone"),
        pytest.param(tags(White="A") + "1. e4 0-1", "settled", Finish(Ending.UNKNOWN, chess.BLACK), id="no tag"),
        pytest.param(
            tags(Result="*") + "1. f3 e5 2. g4 Qh4# *",
            "settled",
            Finish(Ending.MATE, chess.BLACK),
            id="mate, no result yet",
        ),
        pytest.param(
            tags(Result="1-0", Termination="Time forfeit") + "1. e4 1-0",
            "settled",
            Finish(Ending.FLAG_FALL, chess.WHITE),
            id="flag fall",
        ),
        pytest.param(
            tags(Result="*", Termination="Abandoned") + "1. e4 *", "void", Finish(Ending.ABORTED), id="abandoned"
        ),
        pytest.param(
            tags(Result="1-0") + "1. e4 Ke5 1-0", "ended", Finish(Ending.UNKNOWN, chess.WHITE), id="over, but broken"
        ),
        pytest.param(tags(Variant="Atomic") + "1. e4 *", "variant", None, id="not chess"),
    ],
)
def test_what_a_text_tells(text: str, happening: str, finish: Finish | None) -> None:
    update = read_news("x", text.encode())
    assert (update.happening, update.finish) == (happening, finish)
    assert update.record == (text if happening == "settled" else "")
    assert bool(update.reason) == (happening in ("ended", "variant"))


def test_offers_are_known_at_the_end() -> None:
    assert read_news("x", b'[Result "1-0"]\n\n1. e4 1-0').offers == ()
    told = read_news("x", b"1. e4 (=) e5 *").offers
    assert told is not None
    assert [(offer.ply, offer.side) for offer in told] == [(1, chess.WHITE)]


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("1. e4 *", "standard"),
        ('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n*', "fromPosition"),
        ('[Variant "Chess960"]\n[FEN "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1"]\n\n*', "chess960"),
    ],
)
def test_the_variant(text: str, variant: str) -> None:
    assert read_news("x", text.encode()).info.variant == variant
