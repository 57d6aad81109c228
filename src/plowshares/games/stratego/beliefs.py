"""What hidden pieces are likely to be, by how people set up: where a full army stood at the start says much.

A side's pieces are numbered by the cells they began on (§3.4). So on a board that an army fills, every view tells
where each of its pieces comes from. The set-up is taken to be of one of some kinds (setup_kinds.py), each a table of
types by cell; what is known about the side's pieces says which kinds are likely. A world draws a kind, then deals the
types that are left by its table. All of this reads views only.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.rng import Rng, below
from plowshares.games.stratego.pieces import MOST_SPOTS, TYPES, UNKNOWN, Type
from plowshares.games.stratego.rules.ending import end_piece, first_piece
from plowshares.games.stratego.setup_kinds import KINDS
from plowshares.games.stratego.state import NOWHERE, State

WIDTH, ROWS = 10, 4  # of the areas that the tables are for
TRUST = 0.8  # of each piece that was found out, when kinds are weighed: they are not independent of each other
COVERED = 1.8  # how many times as likely a flag is for every bomb beside it, and a bomb beside a flag
LEAST = 0.001  # no chance is taken to be smaller
NOT_FOUND = -1
FINE = 1 << 30  # steps of a random share
# The rarest types first: what is left then has the most places to choose from.
ORDER = np.array(
    [
        Type.FLAG,
        Type.BOMB,
        Type.MARSHAL,
        Type.GENERAL,
        Type.SPY,
        Type.COLONEL,
        Type.MAJOR,
        Type.CAPTAIN,
        Type.LIEUTENANT,
        Type.SERGEANT,
        Type.MINER,
        Type.SCOUT,
    ],
    np.int64,
)
_CHARACTERS = "".join(chr(c) for c in range(35, 127) if chr(c) != "\\") + "~"


def _read_tables() -> np.ndarray[tuple[int, int, int], np.dtype[np.float32]]:
    """Return P(type | cell) by kind, each followed by its mirror image."""
    numbers = [[_CHARACTERS.index(letter) for row in rows for letter in row] for _, rows in KINDS]
    tables = np.exp(-np.array(numbers, np.float64).reshape(-1, ROWS, WIDTH, TYPES) / 10)
    both = np.stack([tables, tables[:, :, ::-1]], axis=1).reshape(-1, ROWS * WIDTH, TYPES)
    found: Any = (both / both.sum(axis=2, keepdims=True)).astype(np.float32)
    return found  # type: ignore[no-any-return]  # NumPy's stubs lose the shape


TABLES = _read_tables()
LOGS = np.log(np.maximum(TABLES, LEAST)).astype(np.float32)
MOVABLE = np.log(np.maximum(LEAST, 1 - TABLES[:, :, Type.FLAG] - TABLES[:, :, Type.BOMB])).astype(np.float32)
SHARES = np.repeat(np.log(np.array([share for share, _ in KINDS]) / sum(share for share, _ in KINDS)), 2)

OWN = 2 * (len(KINDS) - 2)  # our own set-ups and their mirror image; the last two are of any order at all


@kernel
def knows_kinds(s: State, side: int) -> bool:
    """Ask whether the tables fit the board, and the army fills its area."""
    full = end_piece(s, side) - first_piece(s, side) == MOST_SPOTS
    return bool(full and s.options.width == WIDTH and s.options.rows == ROWS)


@kernel
def spot_of(s: State, side: int, piece: int) -> int:
    """Return the spot that a piece of a full army began on: Blue's cells ascend where its spots descend."""
    place = piece - first_piece(s, side)
    return place if side == 0 else MOST_SPOTS - 1 - place


@kernel
def is_own_kind(kind: int) -> bool:
    """Ask whether a kind is that of our own set-ups, whose flags and bombs follow other rules."""
    return OWN <= kind < OWN + 2


@kernel
def deal_by_kind(s: State, side: int, kind: int) -> None:
    """Give the types in the side's reserve to its unknown pieces, as likely as the table of a kind makes them."""
    chances = np.zeros((MOST_SPOTS, TYPES), np.float32)
    weigh_pieces(s, side, TABLES[kind], chances)
    flag = NOT_FOUND
    for i in range(TYPES):
        type_ = int(ORDER[i])
        for _ in range(int(s.reserve[side, type_])):
            piece = draw_piece(s, side, type_, flag, chances, s.rng[side])
            if piece != NOT_FOUND:
                s.types[piece] = type_
                s.reserve[side, type_] -= 1
                flag = spot_of(s, side, piece) if type_ == Type.FLAG else flag


@kernel
def draw_kind(s: State, side: int, rng: Rng) -> int:
    """Return a kind of set-up, as likely as what is known of the side's pieces makes it."""
    weights = np.zeros(len(SHARES))
    top = -1e30
    for kind in range(len(SHARES)):
        weights[kind] = SHARES[kind]
    for piece in range(first_piece(s, side), end_piece(s, side)):
        spot, type_ = spot_of(s, side, piece), int(s.types[piece])
        if type_ != UNKNOWN:
            for kind in range(len(SHARES)):
                weights[kind] += TRUST * LOGS[kind, spot, type_]
        elif s.moved[piece]:
            for kind in range(len(SHARES)):
                weights[kind] += TRUST * MOVABLE[kind, spot]
    for kind in range(len(SHARES)):
        top = max(top, weights[kind])
    total = 0.0
    for kind in range(len(SHARES)):
        weights[kind] = np.exp(weights[kind] - top)
        total += weights[kind]
    left = total * below(rng, FINE) / FINE
    kind = 0
    left -= weights[0]
    while left >= 0.0 and kind < len(SHARES) - 1:
        kind += 1
        left -= weights[kind]
    return kind


@kernel
def weigh_pieces(s: State, side: int, table: Any, chances: Any) -> None:
    """Write by spot what share of the reserve's types each unknown piece has, as far as it can be of that type."""
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if s.types[piece] != UNKNOWN:
            continue
        spot = spot_of(s, side, piece)
        first = Type.SPY.value if s.moved[piece] else Type.FLAG.value
        total = 0.0
        for type_ in range(first, TYPES):
            total += int(s.reserve[side, type_]) * table[spot, type_]
        for type_ in range(first, TYPES):
            chances[spot, type_] = max(LEAST, table[spot, type_]) / max(LEAST, total)
        if s.squares[piece] == NOWHERE:  # a side without its flag does not play on
            chances[spot, Type.FLAG] = 0.0


@kernel
def draw_piece(s: State, side: int, type_: int, flag: int, chances: Any, rng: Rng) -> int:
    """Return an unknown piece for a type, by their chances; NOT_FOUND if none can be of it."""
    total = 0.0
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if s.types[piece] == UNKNOWN:
            total += weigh(s, side, spot_of(s, side, piece), type_, flag, chances)
    left = total * below(rng, FINE) / FINE
    last = NOT_FOUND
    for piece in range(first_piece(s, side), end_piece(s, side)):
        if s.types[piece] == UNKNOWN:
            weight = weigh(s, side, spot_of(s, side, piece), type_, flag, chances)
            left -= weight
            last = piece if weight > 0.0 else last
            if weight > 0.0 and left < 0.0:
                break
    return last


@kernel
def weigh(s: State, side: int, spot: int, type_: int, flag: int, chances: Any) -> float:
    """Return the weight of a spot for a type: flags are near bombs, and bombs near flags."""
    weight = float(chances[spot, type_])
    if type_ == Type.BOMB and flag != NOT_FOUND and is_beside(spot, flag):
        weight *= COVERED
    if type_ == Type.FLAG and weight > 0.0:
        for near in (spot - WIDTH, spot - 1, spot + 1, spot + WIDTH):
            if 0 <= near < MOST_SPOTS and is_beside(spot, near) and s.types[piece_on(s, side, near)] == Type.BOMB:
                weight *= COVERED
    return weight


@kernel
def is_beside(spot: int, other: int) -> bool:
    """Ask whether two spots of an area are next to each other."""
    across = abs(spot % WIDTH - other % WIDTH)
    return across + abs(spot // WIDTH - other // WIDTH) == 1


@kernel
def piece_on(s: State, side: int, spot: int) -> int:
    """Return the piece of a full army that began on a spot."""
    return first_piece(s, side) + (spot if side == 0 else MOST_SPOTS - 1 - spot)
