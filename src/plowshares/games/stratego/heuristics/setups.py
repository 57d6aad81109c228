"""Set-ups of our own making: sound, and never twice the same.

Tree search does not help before the first move: a set-up is rated by what happens fifty moves later. So players
take one from here, made by plain rules of thumb with much chance in them: the best of several candidates.
"""

from __future__ import annotations

import functools
import random
from typing import Any

from plowshares.core.actions import encode
from plowshares.games.stratego.actions import Kind
from plowshares.games.stratego.heuristics.setup_weights import rate_setup
from plowshares.games.stratego.pieces import EMPTY, TYPES, Type
from plowshares.games.stratego.rules.arranging import count_reserve
from plowshares.games.stratego.state import Phase

NO_ACTION = -1
SCRIPT_REASON = "It is the next step of a sound set-up."
TRIES = 60
# How far forward a type likes to stand: 0 is the back row, 1 the front row. By type, as WORTH.
#        f    b    s    2    3    4    5    6    7    8    9    m
LIKES = (0.0, 0.2, 0.3, 0.8, 0.1, 0.4, 0.6, 0.7, 0.75, 0.7, 0.55, 0.6)
LOOSE = (0.0, 0.5, 0.6, 0.7, 0.8, 0.8, 0.8, 0.7, 0.7, 0.7, 0.7, 0.7)  # how much it varies
WALLED = 0.85  # chance that the flag gets as many bombs around it as there are
CORNER = 0.35  # chance that the flag stands in a corner
SECOND = 0.08  # chance that it stands in the second row

Layout = tuple[int, ...]


def script(s: Any, seat: int, seed: int, setup_candidates: int = 1) -> int:
    """Return the next action towards a set-up, the best of some that the seed decides, or NO_ACTION in play."""
    if s.phase != Phase.SETUP or s.ready[seat]:
        return NO_ACTION
    army = tuple(int(n) for n in s.options.army)
    target = make_setup(int(s.options.width), int(s.options.rows), army, seed, setup_candidates)
    wrong = any(s.area[seat, spot] not in (EMPTY, type_) for spot, type_ in enumerate(target))
    steps = sum(army) + 2
    if wrong:
        return _act(s, Kind.CLEAR) if s.arranged[seat] + steps < s.options.setup_limit else _finish(s, seat)
    for spot, type_ in enumerate(target):
        if s.area[seat, spot] != type_:
            return int(encode(s.actions, int(Kind.PLACE), type_, spot, 0))
    return _act(s, Kind.READY)


def _finish(s: Any, seat: int) -> int:
    """Return what ends the set-up when there is no time left to begin again."""
    return _act(s, Kind.FILL if count_reserve(s, seat) else Kind.READY)


def _act(s: Any, kind: Kind) -> int:
    return int(encode(s.actions, int(kind), 0, 0, 0))


@functools.lru_cache(maxsize=256)
def make_setup(width: int, rows: int, army: tuple[int, ...], seed: int, setup_candidates: int = 1) -> Layout:
    """Return types by spot: the best of some setup_candidates."""
    chance = random.Random(seed)
    made = [_sketch(chance, width, rows, army) for _ in range(setup_candidates)]
    return max(made, key=lambda layout: rate_setup(layout, width, rows))


def _sketch(chance: random.Random, width: int, rows: int, army: tuple[int, ...]) -> Layout:
    """Return types by spot: the flag guarded, scouts and officers forward, miners back, nobody walled in."""
    for _attempt in range(TRIES):
        layout = _draw_setup(chance, width, rows, army)
        if is_sound(layout, width, rows):
            break
    return layout


def _draw_setup(chance: random.Random, width: int, rows: int, army: tuple[int, ...]) -> Layout:
    area = [EMPTY] * (width * rows)
    left = list(army)
    flag = _draw_flag(chance, width, rows)
    if left[Type.FLAG]:
        area[flag] = int(Type.FLAG)
        left[Type.FLAG] -= 1
        _wall_in(chance, area, left, flag, width, rows)
    pieces = [type_ for type_ in range(TYPES) for _ in range(left[type_])]
    wishes = sorted(((LIKES[type_] + LOOSE[type_] * (chance.random() - 0.5), type_) for type_ in pieces), reverse=True)
    free = [spot for spot in range(len(area)) if area[spot] == EMPTY]
    if len(free) > len(wishes):  # a small army stands where it likes, and near its flag
        for wish, type_ in wishes:
            row = max(0, min(rows - 1, round(wish * (rows - 1))))
            spot = min(free, key=lambda at, row=row: (abs(at // width - row), chance.random()))  # type: ignore[misc]  # bound now
            free.remove(spot)
            area[spot] = type_
    else:
        free.sort(key=lambda spot: (-(spot // width), chance.random()))
        for spot, (_, type_) in zip(free, wishes, strict=True):
            area[spot] = type_
    return tuple(area)


def _draw_flag(chance: random.Random, width: int, rows: int) -> int:
    row = 1 if rows > 2 and chance.random() < SECOND else 0
    if chance.random() < CORNER:
        return row * width + chance.choice((0, width - 1))
    return row * width + chance.randrange(width)


def _wall_in(chance: random.Random, area: list[int], left: list[int], flag: int, width: int, rows: int) -> None:
    """Put bombs around the flag, before it first."""
    if chance.random() > WALLED:
        return
    around = beside(flag, width, rows)
    around.sort(key=lambda spot: (spot // width <= flag // width, chance.random()))
    for spot in around[: left[Type.BOMB]]:
        area[spot] = int(Type.BOMB)
        left[Type.BOMB] -= 1


def beside(spot: int, width: int, rows: int) -> list[int]:
    """List the spots next to a spot."""
    row, column = divmod(spot, width)
    near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * width + c for r, c in near if 0 <= r < rows and 0 <= c < width]


def is_sound(layout: Layout, width: int, rows: int) -> bool:
    """Ask whether every movable piece can get out, through its own pieces as they move away, and the front is open."""
    movable = [type_ > Type.BOMB or type_ == EMPTY for type_ in layout]
    reached = [spot for spot in range((rows - 1) * width, rows * width) if movable[spot]]
    seen = set(reached)
    for spot in reached:  # grows while it is walked
        for near in beside(spot, width, rows):
            if movable[near] and near not in seen:
                seen.add(near)
                reached.append(near)
    bombs_in_front = sum(layout[spot] == Type.BOMB for spot in range((rows - 1) * width, rows * width))
    return seen.issuperset(spot for spot, type_ in enumerate(layout) if type_ > Type.BOMB) and (
        rows == 1 or bombs_in_front <= width // 5
    )
