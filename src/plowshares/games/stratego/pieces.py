"""The components: types of piece, armies, boards and named set-ups (§3)."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

EMPTY = -1
UNKNOWN = -1
"""The type of a piece, in the view of somebody who has not been told it."""


class Type(IntEnum):
    """What a piece is (§3.2). All types above BOMB can move."""

    FLAG = 0
    BOMB = 1
    SPY = 2
    SCOUT = 3
    MINER = 4
    SERGEANT = 5
    LIEUTENANT = 6
    CAPTAIN = 7
    MAJOR = 8
    COLONEL = 9
    GENERAL = 10
    MARSHAL = 11


TYPES = len(Type)
RANK = np.array([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], np.int64)  # flag and bomb have none
LETTERS = "fbs23456789m"
NAMES = tuple(each.name.lower() for each in Type)
TYPE_OF_WORD = {
    **{letter: code for code, letter in enumerate(LETTERS)},
    **{name: code for code, name in enumerate(NAMES)},
    "10": Type.MARSHAL.value,
    "marshall": Type.MARSHAL.value,  # R2
}

MOST_COLUMNS = 10
MOST_CELLS = 100
MOST_SPOTS = 40
MOST_PIECES = 80


class Variant(NamedTuple):
    """A board and the army of each side (§3.1, §3.2)."""

    width: int
    height: int
    rows: int
    lakes: str
    army: tuple[int, ...]


_CLASSIC_LAKES = "c5,d5,c6,d6,g5,h5,g6,h6"
#                                                                f  b  s  2  3  4  5  6  7  8  9  m
VARIANTS = {
    "classic": Variant(10, 10, 4, _CLASSIC_LAKES, (1, 6, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1)),
    "barrage": Variant(10, 10, 4, _CLASSIC_LAKES, (1, 1, 1, 2, 1, 0, 0, 0, 0, 0, 1, 1)),
    "quick": Variant(8, 8, 3, "c4,c5,f4,f5", (1, 3, 1, 5, 3, 2, 2, 2, 2, 1, 1, 1)),
    "mini": Variant(6, 6, 2, "b3,b4,e3,e4", (1, 2, 1, 2, 2, 0, 1, 0, 1, 0, 1, 1)),
    "micro": Variant(4, 4, 1, "", (1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1)),
    "custom": Variant(10, 10, 4, "", (1, 6, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1)),
}
SINGLE_LAKES = "d5,g6"

NAMED_SETUPS: dict[str, dict[str, str]] = {  # §3.3: rows from the front to the back, as the owner sits
    "classic": {
        "balanced": "6292572826/57sm462735/2483b43625/3b4bfb2b3b",
        "corner": "2652m72625/7428s93526/b5374628b4/fb3b3b43b2",
        "spread": "b625926b27/328ms47256/25b47283b6/3423bfb543",
        "rush": "8962752622/m7s8642527/635243b4b2/353b43bbfb",
    },
    "barrage": {
        "shield": ".2......2./....m...../....9s..../...3fb....",
        "flank": ".....9...2/.ms......./b......3../f2........",
    },
    "quick": {"standard": "26925728/4sm3b625/327bfb43"},
    "mini": {"standard": "2s9m75/3bfb23"},
    "micro": {"standard": "mfb3"},
    "custom": {},
}
MOST_SETUPS = max(len(setups) for setups in NAMED_SETUPS.values())


def types_of_layout(text: str) -> list[int]:
    """Return the types of a well-formed layout (§9.3) by ascending spot; EMPTY for a dot."""
    return [LETTERS.find(letter) for row in reversed(text.split("/")) for letter in row]


def _table_of_setups() -> np.ndarray[tuple[int, int, int], np.dtype[np.int8]]:
    table = np.full((len(VARIANTS), MOST_SETUPS, MOST_SPOTS), EMPTY, np.int8)
    for v, variant in enumerate(VARIANTS):
        for i, text in enumerate(NAMED_SETUPS[variant].values()):
            types = types_of_layout(text)
            table[v, i, : len(types)] = types
    return table


SETUP_TYPES = _table_of_setups()  # by variant, number of the set-up, spot
SETUP_COUNTS = np.array([len(setups) for setups in NAMED_SETUPS.values()], np.int64)
