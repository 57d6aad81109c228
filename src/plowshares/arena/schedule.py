"""Pairings: round robin, gauntlet and Swiss, for any number of seats."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from plowshares.core.errors import InvalidOption

FORMATS = ("round-robin", "gauntlet", "swiss")
Meeting = tuple[int, ...]  # players, in the order in which they first sit


def meetings(form: str, players: int, seats: int, champion: int = 0) -> list[Meeting]:
    """Return who meets in a round robin, or in a gauntlet, where the champion meets all others."""
    if players < seats:
        raise InvalidOption(f"a match has {seats} seats and there are only {players} players")
    if form == "round-robin":
        return list(itertools.combinations(range(players), seats))
    if form == "gauntlet":
        others = [player for player in range(players) if player != champion]
        return [(champion, *rest) for rest in itertools.combinations(others, seats - 1)]
    raise InvalidOption(f"no tournament has the format {form!r}; there are: {', '.join(FORMATS)}")


def swiss_round(
    standing: Sequence[int], seats: int, met: dict[tuple[int, int], int], byes: Sequence[int]
) -> list[Meeting]:
    """Return the tables of the next round: neighbours in the standing, who have met least often.

    When the players do not fill the last table, those with the fewest byes sit out, from the bottom.
    """
    if len(standing) < seats:
        raise InvalidOption(f"a match has {seats} seats and there are only {len(standing)} players")
    waiting = list(standing)
    for _ in range(len(waiting) % seats):
        fewest = min(byes[player] for player in waiting)
        waiting.remove(next(player for player in reversed(waiting) if byes[player] == fewest))
    tables: list[Meeting] = []
    while waiting:
        table = [waiting.pop(0)]
        while len(table) < seats:
            rest = len(waiting)
            best = min(range(rest), key=lambda i: (sum(times(met, waiting[i], each) for each in table), i))
            table.append(waiting.pop(best))
        tables.append(tuple(table))
    return tables


def times(met: dict[tuple[int, int], int], a: int, b: int) -> int:
    """Return how often two players have met."""
    return met.get((min(a, b), max(a, b)), 0)


def note_meeting(met: dict[tuple[int, int], int], table: Meeting) -> None:
    """Remember that all at a table have met."""
    for a, b in itertools.combinations(sorted(table), 2):
        met[a, b] = times(met, a, b) + 1
