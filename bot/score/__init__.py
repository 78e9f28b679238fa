"""`unruh score`: PGN files in, reports out, on all cores."""

from bot.score.judge import Judged, judge
from bot.score.work import Job, Rendered, score_files

__all__ = ["Job", "Judged", "Rendered", "judge", "score_files"]
