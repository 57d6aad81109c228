"""What Footsoldiers wants counted: soldiers built, by type and by whom, and what is left of bases and money."""

from __future__ import annotations

from typing import Any

from plowshares.core.measures import Extra
from plowshares.games.footsoldiers.actions import Kind
from plowshares.games.footsoldiers.state import SEATS, TYPE_NAMES

__all__ = ["CAPS", "HELP", "KEYS", "rounds", "watch"]

HELP = {
    "scouts built": "by both together",
    "assassins built": "by both together",
    "tanks built": "by both together",
    "soldiers built": "of all types, by both together",
    "failed builds": "builds on a cell that was taken",
    "money left": "money of both at the end",
    "base health left": "health of both bases at the end",
    "favourite": "the type that the player built most",
    "built": "types that the player built at least once",
    "soldiers": "soldiers of both on the map after each turn",
}
CAPS = ("turns", "health")
BUILD = int(Kind.BUILD)
KEYS = ("scouts built", "assassins built", "tanks built", "base health left")


def rounds(s: Any) -> int:
    """Return how many turns were played."""
    return int(s.options.total_turns) - int(s.turns)


def watch(s: Any) -> Watch:
    """Begin with an empty map."""
    return Watch(s)


class Watch:
    """Counts one match."""

    def __init__(self, s: Any) -> None:
        self.turns = int(s.turns)
        self.built = [[0] * len(TYPE_NAMES) for _ in range(SEATS)]
        self.failed = 0
        self.soldiers: list[float] = []

    def turn(self, s: Any, seat: int, actions: tuple[int, ...]) -> None:
        """Read both commands once a turn has been played."""
        if s.turns == self.turns:
            return
        self.turns = int(s.turns)
        last = s.last
        kinds = last["kind"].tolist()
        if BUILD in kinds:
            failed, types = s.failed.tolist(), last["type"].tolist()
            for player, kind in enumerate(kinds):
                if kind == BUILD:
                    self.failed += failed[player] != 0
                    self.built[player][types[player]] += failed[player] == 0
        self.soldiers.append(float(sum(s.sides["count"].tolist())))

    def end(self, s: Any) -> Extra:
        """Return what was counted."""
        totals = [sum(column) for column in zip(*self.built, strict=True)]
        numbers = {f"{name.lower()}s built": float(total) for name, total in zip(TYPE_NAMES, totals, strict=True)}
        numbers["soldiers built"] = float(sum(totals))
        numbers["failed builds"] = float(self.failed)
        numbers["money left"] = float(s.sides[0].money + s.sides[1].money)
        numbers["base health left"] = float(max(0, s.sides[0].base_health) + max(0, s.sides[1].base_health))
        tags = {
            "built": [[TYPE_NAMES[i] for i, count in enumerate(row) if count] for row in self.built],
            "favourite": [[TYPE_NAMES[row.index(max(row))]] if any(row) else [] for row in self.built],
        }
        return Extra(numbers, tags, {"soldiers": self.soldiers})
