"""What Farmer Soldier wants counted: people, land and food, and whether hunger or war decides."""

from __future__ import annotations

from typing import Any

from plowshares.games.farmer_soldier.actions import Thing
from plowshares.games.farmer_soldier.state import Reason
from plowshares.lab.watching import Extra

HELP = {
    "eliminated": "1 if only one player, or nobody, had people left; 0 if a limit ended the match",
    "hunger": "1 if the last to go starved, 0 if they fell in combat; only of matches that ended by elimination",
    "most people": "the most people there were at the end of a turn",
    "farmers": "farmers of all players after each round",
    "soldiers": "soldiers of all players after each round",
    "people": "people of all players after each round",
    "land": "cells with farmers after each round",
    "food": "food on the board after each round",
}
CAPS = ("round-cap", "quiet")
KEYS = ("eliminated", "hunger", "most people")


def rounds(s: Any) -> int:
    """Return how many rounds were played."""
    return int(s.round)


def watch(s: Any) -> Watch:
    """Begin with the first position."""
    return Watch(s)


class Watch:
    """Counts one match."""

    def __init__(self, s: Any) -> None:
        self.round = int(s.round)
        self.seat = int(s.seat)
        self.most = int(s.people.sum())
        self.series: dict[str, list[float]] = {name: [] for name in ("farmers", "soldiers", "people", "land", "food")}

    def turn(self, s: Any, seat: int, actions: tuple[int, ...]) -> None:
        """Count people after each turn, and everything after each round."""
        if s.seat != self.seat:
            self.seat = int(s.seat)
            self.most = max(self.most, int(s.people.sum()))
        if s.round != self.round:
            self.round = int(s.round)
            self._count(s)

    def _count(self, s: Any) -> None:
        farmers = s.things[:, :, Thing.FARMER]
        soldiers, food = int(s.things[:, :, Thing.SOLDIER].sum()), int(s.things[:, :, Thing.FOOD].sum())
        found = (int(farmers.sum()), soldiers, int(s.people.sum()), int((farmers.sum(axis=1) > 0).sum()), food)
        for row, number in zip(self.series.values(), found, strict=True):
            row.append(float(number))

    def end(self, s: Any) -> Extra:
        """Return what was counted."""
        self._count(s)
        ended = s.reason in (Reason.LAST_STANDING, Reason.WIPED_OUT)
        numbers = {"eliminated": float(ended), "most people": float(self.most)}
        if ended:
            numbers["hunger"] = float(not s.news.fallen.any())
        return Extra(numbers, {}, self.series)
