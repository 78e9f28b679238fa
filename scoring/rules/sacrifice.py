"""A sacrifice that lasts is credited to the side that made it (RULES 4)."""

from collections.abc import Iterator

from scoring.case import Case, Entry, side_name


def judge(case: Case) -> Iterator[Entry]:
    """The sixth to the tenth full move earn the item's rate each, also when the material comes back later."""
    for sacrifice in case.sacrifices:
        credit = sacrifice.credit
        if credit:
            square = case.played.facts[sacrifice.start].square
            yield Entry(
                "sacrifice",
                side_name(sacrifice.side),
                credit,
                sacrifice.start,
                plies=(sacrifice.start, sacrifice.seen),
                squares=() if square is None else (square,),
                values={"item": sacrifice.item.name, "length": sacrifice.length, "rate": sacrifice.item.rate},
            )
