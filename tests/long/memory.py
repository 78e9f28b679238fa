"""How much memory a followed game of 80 plies takes, with all that is kept of it: printed in KB."""

from dataclasses import replace
from random import Random

import msgspec

from bot.follower.followed import FollowedGame
from bot.lichess.record import RecordReader
from bot.lichess.simulator.switches import Switches
from bot.lichess.simulator.views.export_json import export_json
from bot.lichess.simulator.views.export_options import ExportOptions
from bot.lichess.wire import ExportedGame
from bot.updates import Happening
from overlay.hub import Hub
from overlay.shown.show import Show
from scoring import Rules
from tests.long.load_client import rss_mb
from tests.long.load_server import PLIES, begun, template

GAMES = 500
OPTIONS = ExportOptions(opening=False)


def main() -> None:
    """Read the records of many games as they go on, and look at the memory of the process."""
    templates = [template(Random(number)) for number in range(20)]
    show, kept = Show(Hub()), []
    before_mb = rss_mb()
    for seat in range(GAMES):
        game = begun(templates[seat % len(templates)], seat, 0, 1)
        followed, reader = FollowedGame(game.id, Rules()), RecordReader(game.id, f"http://127.0.0.1/{game.id}")
        for ply in range(3, PLIES + 1, 7):
            line = export_json(game, game.states[ply], OPTIONS, Switches())
            update = reader.read(msgspec.json.decode(line, type=ExportedGame))
            if not followed.game.ply:
                followed.apply(replace(update, happening=Happening.DESCRIBED), 1)
            followed.apply(update, ply)
            show.update(followed)
        kept.append((followed, reader))
    print(f"{(rss_mb() - before_mb) * 1024 / len(kept):.1f}")


if __name__ == "__main__":
    main()
