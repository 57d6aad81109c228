"""What Stratego wants counted: pieces left, battles, and how each side set its army up."""

from __future__ import annotations

from typing import Any

from plowshares.core.measures import Extra
from plowshares.games.stratego.board import column_of, row_of
from plowshares.games.stratego.pieces import Type
from plowshares.games.stratego.state import NOWHERE, SIDES, STRIDE, Phase

__all__ = ["CAPS", "HELP", "KEYS", "rounds", "watch"]

HELP = {
    "pieces left": "of both sides together",
    "pieces left to the winner": "of the side that won",
    "revealed": "part of the pieces whose type the enemy was told",
    "moved": "part of the pieces that ever moved",
    "battles": "battles fought",
    "scouts left": "of both sides together",
    "flag row": "set-up: the flag's row, 1 is the side's own edge",
    "flag column": "set-up: in the corner, at the side, or in the middle of its row",
    "flag guards": "set-up: bombs next to the flag",
    "pieces": "pieces on the board after every ten moves",
}
CAPS = ("move-cap", "no-battle")
KEYS = ("pieces left", "battles", "revealed")
EVERY = 10


def rounds(s: Any) -> int:
    """Return how often both sides have moved."""
    return (int(s.ply) + 1) // 2


def watch(s: Any) -> Watch:
    """Begin before the set-ups."""
    return Watch()


class Watch:
    """Counts one match."""

    def __init__(self) -> None:
        self.battles = 0
        self.is_set_up = False
        self.tags: dict[str, list[list[str]]] = {}
        self.pieces: list[float] = []

    def turn(self, s: Any, seat: int, actions: tuple[int, ...]) -> None:
        """Read the set-ups once both stand, then count battles."""
        if not self.is_set_up:
            if s.phase == Phase.SETUP:
                return
            self.is_set_up = True
            self._read_set_ups(s)
        ply = s.ply
        if ply > 0:
            self.battles += s.quiet == 0
            if ply % EVERY == 0:
                self.pieces.append(float((s.squares[: s.pieces] != NOWHERE).sum()))

    def _read_set_ups(self, s: Any) -> None:
        """Read where the flags stand; the last step of the set-up leaves every piece in its place."""
        found = [self._read_set_up(s, side) for side in range(SIDES)]
        for name in ("flag row", "flag column", "flag guards"):
            self.tags[name] = [[words[name]] for words in found]

    def _read_set_up(self, s: Any, side: int) -> dict[str, str]:
        own = slice(0, int(s.blue)) if side == 0 else slice(int(s.blue), int(s.pieces))
        squares = dict(zip(s.squares[own].tolist(), s.types[own].tolist(), strict=True))
        flag = next(square for square, kind in squares.items() if kind == Type.FLAG)
        row, column = int(row_of(flag)), int(column_of(flag))
        width, height = int(s.options.width), int(s.options.height)
        depth = row + 1 if side == 0 else height - row
        near = min(column, width - 1 - column)
        guards = sum(squares.get(flag + way) == Type.BOMB for way in (1, -1, STRIDE, -STRIDE))
        return {
            "flag row": str(depth),
            "flag column": "corner" if near == 0 else "side" if near < width // 4 else "middle",
            "flag guards": str(guards),
        }

    def end(self, s: Any) -> Extra:
        """Return what was counted."""
        count = max(1, int(s.pieces))
        there = s.squares[: int(s.pieces)] != NOWHERE
        numbers = {
            "pieces left": float(there.sum()),
            "revealed": round(float((s.shown[:count] != 0).sum()) / count, 4),
            "moved": round(float((s.moved[:count] != 0).sum()) / count, 4),
            "battles": float(self.battles),
            "scouts left": float((s.types[: int(s.pieces)][there] == Type.SCOUT).sum()),
        }
        if s.winner >= 0:
            own = there[: int(s.blue)] if s.winner == 0 else there[int(s.blue) :]
            numbers["pieces left to the winner"] = float(own.sum())
        return Extra(numbers, self.tags, {"pieces": self.pieces})
