"""What the server has just said is told from what else changes a game."""

from overlay.hub import Hub
from overlay.shown.news import News
from overlay.shown.show import Show
from tests.overlay.followed import LINE, H, followed

HEARD_MS = 2000
"""When `followed` hears its second update."""


def test_what_was_heard_is_news_for_as_long_as_nothing_else_changes_it() -> None:
    now_ms = HEARD_MS - 500
    news = News(lambda: now_ms)
    game = followed((H.MOVED, LINE))
    now_ms = HEARD_MS + 4
    assert news.heard_s(game) == 0.004
    now_ms = HEARD_MS + 500_000
    assert game.grow_stale(now_ms)
    assert news.heard_s(game) is None
    assert game.heard(now_ms)
    assert news.heard_s(game) == 0


def test_what_was_heard_before_the_program_began_is_none() -> None:
    assert News(lambda: HEARD_MS + 1).heard_s(followed((H.MOVED, LINE))) is None


def test_a_show_with_a_clock_tells_its_hub() -> None:
    now_ms = HEARD_MS
    hub = Hub()
    show = Show(hub, now_ms=lambda: now_ms)
    client = hub.connect()
    for topic in ("game/abcdefgh", "featured", "lobby", "event/all"):
        hub.subscribe(client, topic)
    now_ms += 30
    show.update(followed((H.MOVED, LINE)))
    lag = dict(hub.counts.lag.buckets)
    assert (lag["0.025"], lag["+Inf"]) == (0, 2)
    assert 0.06 <= hub.counts.lag.sum_s < 5
