"""What Farmer Soldier wants counted: people, land and food, and whether hunger or war decides."""

from __future__ import annotations

from typing import Any

from plowshares.core.measures import Extra, Rounds, round_of
from plowshares.games.farmer_soldier.actions import Thing
from plowshares.games.farmer_soldier.state import Reason

__all__ = ["CAPS", "HELP", "KEYS", "rounds", "watch"]

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


class Watch(Rounds):
    """Counts one match."""

    names = ("farmers", "soldiers", "people", "land", "food")

    def __init__(self, s: Any) -> None:
        super().__init__(s)
        self.seat = int(s.seat)
        self.most = int(s.people.sum())

    def turn(self, s: Any, seat: int, actions: tuple[int, ...]) -> None:
        """Count people after each turn, and everything after each round."""
        if s.seat != self.seat:
            self.seat = int(s.seat)
            self.most = max(self.most, int(s.people.sum()))
        self.look(s)

    def count(self, s: Any) -> tuple[float, ...]:
        """Count people by their roles, farmed cells and food."""
        farmers = s.things[:, :, Thing.FARMER]
        soldiers, food = int(s.things[:, :, Thing.SOLDIER].sum()), int(s.things[:, :, Thing.FOOD].sum())
        return int(farmers.sum()), soldiers, int(s.people.sum()), int((farmers.sum(axis=1) > 0).sum()), food

    def end(self, s: Any) -> Extra:
        """Return what was counted."""
        self.note(s)
        ended = s.reason in (Reason.LAST_STANDING, Reason.WIPED_OUT)
        numbers = {"eliminated": float(ended), "most people": float(self.most)}
        if ended:
            numbers["hunger"] = float(not s.news.fallen.any())
        return Extra(numbers, {}, self.series)


rounds, watch = round_of, Watch
