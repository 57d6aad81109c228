"""The rules of movement once more, slowly and without the tricks of the compiled ones."""

from __future__ import annotations

from dataclasses import dataclass, field

WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # north, east, south, west
Cell = tuple[int, int]  # column, row
Board = dict[Cell, tuple[int, str, int]]  # side, letter, number
Move = tuple[Cell, Cell, Cell | None]


@dataclass
class Memory:
    """What one side did since the last battle."""

    moves: list[tuple[int, Cell, Cell]] = field(default_factory=list)  # piece, from, to
    threat: set[int] = field(default_factory=set)
    evaders: set[int] = field(default_factory=set)
    seen: list[frozenset[tuple[Cell, int]]] = field(default_factory=list)


class Naive:
    """A board with both memories; sides take turns by calling `play`."""

    def __init__(
        self, board: Board, width: int, height: int, lakes: set[Cell], scout: str, two_square: int, more_squares: bool
    ) -> None:
        self.board = board
        self.width, self.height, self.lakes = width, height, lakes
        self.scout, self.two_square, self.more_squares = scout, two_square, more_squares
        self.memory = [Memory(), Memory()]

    def is_land(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height and cell not in self.lakes

    def moves(self, side: int) -> list[Move]:
        found: list[Move] = []
        for at, (owner, letter, _) in self.board.items():
            if owner == side and letter not in "fb":
                found += self._lines(side, at, letter)
        return [move for move in found if not self._is_forbidden(side, *move)]

    def _lines(self, side: int, at: Cell, letter: str) -> list[Move]:
        found: list[Move] = []
        for way in WAYS:
            for distance in range(1, 10 if letter == "2" else 2):
                to = at[0] + way[0] * distance, at[1] + way[1] * distance
                if not self.is_land(to):
                    break
                if to in self.board:
                    far = distance > 1 and self.scout == "adjacent"
                    if self.board[to][0] != side and not far:
                        found.append((at, to, None))
                    break
                found.append((at, to, None))
                if letter == "2" and self.scout.startswith("extra"):
                    found += [(at, to, struck) for struck in self._strikes(side, to, way)]
        return found

    def _strikes(self, side: int, to: Cell, way: Cell) -> list[Cell]:
        found = []
        for turn in ((-way[1], way[0]), (way[1], -way[0])):
            aim = to[0] + turn[0], to[1] + turn[1]
            while self.scout == "extra-far" and self.is_land(aim) and aim not in self.board:
                aim = aim[0] + turn[0], aim[1] + turn[1]
            if aim in self.board and self.board[aim][0] != side:
                found.append(aim)
        return found

    def _is_forbidden(self, side: int, at: Cell, to: Cell, struck: Cell | None) -> bool:
        memory, piece = self.memory[side], self.board[at][2]
        last = memory.moves[-self.two_square :] if self.two_square else []
        if self.two_square and len(last) == self.two_square and all(number == piece for number, _, _ in last):
            common = set.intersection(borders(at, to), *(borders(a, b) for _, a, b in last))
            if common:
                return True
        if not self.more_squares or struck or to in self.board or not self._chased(side, to):
            return False
        if memory.moves and memory.moves[-1][0] == piece and memory.moves[-1][1] == to:
            return False
        return self._position_after(at, to) in memory.seen

    def _chased(self, side: int, to: Cell) -> int | None:
        """The number + 1 of the enemy piece Y if a move ending here continues the chase."""
        memory, enemy = self.memory[side], self.memory[1 - side]
        if not enemy.moves or enemy.moves[-1][0] not in memory.threat:
            return None
        hunted = enemy.moves[-1][0]
        near = self._numbers_beside(to)
        return hunted + 1 if near & (memory.evaders | {hunted}) else None

    def _numbers_beside(self, cell: Cell) -> set[int]:
        cells = [(cell[0] + dx, cell[1] + dy) for dx, dy in WAYS]
        return {self.board[near][2] for near in cells if near in self.board}

    def _position_after(self, at: Cell, to: Cell) -> frozenset[tuple[Cell, int]]:
        return frozenset((to if cell == at else cell, number) for cell, (_, _, number) in self.board.items())

    def play(self, side: int, move: Move, fought: bool, board_after: Board) -> None:
        """Remember a move; the board after it is given, since battles are not this module's business."""
        at, to, _ = move
        if fought:
            self.memory = [Memory(), Memory()]
            self.board = board_after
            return
        memory, chased = self.memory[side], self._chased(side, to)
        memory.moves.append((self.board[at][2], at, to))
        self.board = board_after
        position = frozenset((cell, number) for cell, (_, _, number) in self.board.items())
        if chased is not None:
            memory.evaders.add(chased - 1)
            memory.seen = [*memory.seen, position][-128:]
        else:
            memory.evaders, memory.seen = set(), [position]
        near = self._numbers_beside(to)
        memory.threat = {number for _, (owner, _, number) in self.board.items() if owner != side and number in near}


def borders(at: Cell, to: Cell) -> set[frozenset[Cell]]:
    """The borders between neighbouring cells that a straight move crosses."""
    step = (to[0] > at[0]) - (to[0] < at[0]), (to[1] > at[1]) - (to[1] < at[1])
    found, cell = set(), at
    while cell != to:
        after = cell[0] + step[0], cell[1] + step[1]
        found.add(frozenset((cell, after)))
        cell = after
    return found
