"""What may be done: spending and moving (§5.2, §5.3), and the legal actions in their order (§9)."""

from __future__ import annotations

from plowshares.core.actions import encode, kind_of
from plowshares.core.jit import kernel
from plowshares.core.records import Int32s
from plowshares.core.seats import NOBODY
from plowshares.games.civ.actions import CHOICES, WAYS, Kind
from plowshares.games.civ.pieces import (
    ARMY,
    NOWHERE,
    STEP_X,
    STEP_Y,
    column_of,
    count_available,
    has_moved,
    is_army,
    is_enemy_held,
    is_foreign,
    is_foreign_city,
    neighbour,
    row_of,
    tile_of,
    wound_of,
)
from plowshares.games.civ.sight import POSITIVE, look
from plowshares.games.civ.state import NOTHING_OWED, Result, State

MOST_RESEARCHES = 1000


@kernel
def may_spend(s: State) -> bool:
    """Ask whether the phase allows spending (R14)."""
    return s.options.free_phases or not s.moving


@kernel
def can_place_unit(s: State, seat: int, tile: int) -> bool:
    """Ask whether a city of the seat can receive units: no other player's units are in it (R19)."""
    return s.city[tile] == seat and not is_foreign(s, seat, tile)


@kernel
def can_workers_enter(s: State, seat: int, tile: int) -> bool:
    """Ask whether workers may step on a tile: not into another player's city without foreign units (R25)."""
    return is_foreign(s, seat, tile) or not is_foreign_city(s, seat, tile)


@kernel
def read_move(s: State, action: int) -> tuple[int, int, int]:
    """Return kind, tile and direction (plus four for weakest first) of a move."""
    kind = kind_of(s.actions, action)
    rest = action - int(s.actions.first[kind])
    ways = WAYS if kind == Kind.MOVE_WORKERS else CHOICES
    tile = rest // ways
    return kind, tile, rest - tile * ways


@kernel
def most_movable(s: State, seat: int, action: int) -> int:
    """Return the largest count a move may have; every count from 1 up to it is legal (§5.3)."""
    kind, tile, choice = read_move(s, action)
    p = s.players[seat]
    if kind == Kind.MOVE_WORKERS:
        return count_available(p, tile, 0)
    if s.options.single_attacks and is_enemy_held(s, seat, neighbour(s, tile, choice % WAYS)):
        return 1
    # Weakest first with all available would be the ordinary move.
    return count_available(p, tile, ARMY) - (1 if choice >= WAYS else 0)


@kernel
def list_spending(s: State, seat: int, out: Int32s) -> int:
    """List what the seat can buy."""
    p = s.players[seat]
    count = 0
    has_room = p.unit_count < s.options.unit_limit
    if has_room and p.production >= s.options.army_cost:
        count = list_placing(s, seat, Kind.ARMY.value, out, count)
    if has_room and p.production >= s.options.worker_cost:
        count = list_placing(s, seat, Kind.WORKER.value, out, count)
    if p.production >= s.options.city_cost:
        count = list_founding(s, seat, out, count)
    if p.trade >= s.options.research_cost:
        for what in range(2):
            if (p.defence if what else p.offence) < MOST_RESEARCHES:
                out[count] = encode(s.actions, Kind.RESEARCH.value, what, 0, 0)
                count += 1
    return count


@kernel
def list_placing(s: State, seat: int, kind: int, out: Int32s, count: int) -> int:
    """List the cities in which a unit can be placed."""
    p = s.players[seat]
    first = encode(s.actions, kind, 0, 0, 0)
    for i in range(p.city_count):
        tile = int(p.cities[i])
        if can_place_unit(s, seat, tile):
            out[count] = first + tile
            count += 1
    return count


@kernel
def list_founding(s: State, seat: int, out: Int32s, count: int) -> int:
    """List the visible tiles on which a city can be founded (R15, R16)."""
    size = int(s.options.size)
    first = encode(s.actions, Kind.CITY.value, 0, 0, 0)
    look(s, seat, s.sight)
    for y in range(size):
        row = s.sight[y]
        s.sight[y] = 0
        if row != 0:
            count = list_founding_in_row(s, seat, row, y * size, first, out, count)
    return count


@kernel
def list_founding_in_row(s: State, seat: int, row: int, left: int, first: int, out: Int32s, count: int) -> int:
    """List the visible tiles of one row on which a city can be founded."""
    gifts = s.options.gift_cities
    tile = left
    while row != 0:
        holder = s.holder[tile]
        is_free = (s.city[tile] == NOBODY) & (gifts | (holder == NOBODY) | (holder == seat))
        out[count] = first + tile
        count += 1 if is_free & (row & 1 == 1) else 0
        row = (row >> 1) & POSITIVE
        tile += 1
    return count


@kernel
def list_worker_moves(s: State, seat: int, out: Int32s, count: int) -> int:
    """List tile and direction of every move of workers."""
    p = s.players[seat]
    last = NOWHERE
    for i in range(p.unit_count):
        tile = tile_of(p.units[i])
        # Unmoved ones come first on a tile, so the first worker tells whether any is available.
        if tile == last or is_army(p.units[i]):
            continue
        last = tile
        if has_moved(p.units[i]):
            continue
        count = list_steps(s, seat, tile, encode(s.actions, Kind.MOVE_WORKERS.value, tile, 0, 0), out, count)
    return count


@kernel
def list_steps(s: State, seat: int, tile: int, first: int, out: Int32s, count: int) -> int:
    """List where workers of a tile may step. Every way is written, and counted if it is one: guessing costs more."""
    end = int(s.options.size) - 1
    x = column_of(s, tile)
    y = row_of(s, tile)
    for way in range(WAYS):
        column = x + STEP_X[way]
        row = y + STEP_Y[way]
        is_inside = (column >= 0) & (row >= 0) & (column <= end) & (row <= end)
        target = row * (end + 1) + column if is_inside else tile
        holder = s.holder[target]
        city = s.city[target]
        is_foreign_unit = (holder != NOBODY) & (holder != seat)
        out[count] = first + way
        count += 1 if is_inside & (is_foreign_unit | (city == NOBODY) | (city == seat)) else 0
    return count


@kernel
def list_army_moves(s: State, seat: int, kind: int, out: Int32s, count: int) -> tuple[int, bool]:
    """List tile, direction and order of every move, or every muster, of armies; say whether one meets an enemy."""
    p = s.players[seat]
    meets = False
    i = 0
    while i < p.unit_count:
        tile = tile_of(p.units[i])
        least = NOWHERE  # wounds of the unmoved armies here, which are in order; NOWHERE as long as there is none
        most = NOWHERE
        while i < p.unit_count and tile_of(p.units[i]) == tile:
            if is_army(p.units[i]) and not has_moved(p.units[i]):
                most = wound_of(p.units[i])
                least = most if least == NOWHERE else least
            i += 1
        if least != NOWHERE:
            orders = 2 if least < most else 1
            count, meets_here = list_directions(s, seat, kind, tile, orders, out, count)
            meets = meets or meets_here
    return count, meets


@kernel
def list_directions(
    s: State, seat: int, kind: int, tile: int, orders: int, out: Int32s, count: int
) -> tuple[int, bool]:
    """List where armies of a tile may go; with two orders the weakest may go first too."""
    first = encode(s.actions, kind, tile, 0, 0)
    meets = False
    end = int(s.options.size) - 1
    x = column_of(s, tile)
    y = row_of(s, tile)
    for choice in range(WAYS * orders):
        column = x + STEP_X[choice & 3]
        row = y + STEP_Y[choice & 3]
        is_inside = (column >= 0) & (row >= 0) & (column <= end) & (row <= end)
        target = row * (end + 1) + column if is_inside else tile
        holder = s.holder[target]
        city = s.city[target]
        is_held = ((holder != NOBODY) & (holder != seat)) | ((city != NOBODY) & (city != seat))
        is_held = is_inside & is_held
        meets = meets | bool(is_held)
        out[count] = first + choice
        count += 1 if is_held | (is_inside & (kind == Kind.MOVE_ARMIES)) else 0
    return count, meets


@kernel
def legal_actions(s: State, seat: int, out: Int32s) -> int:
    """Write every action the seat may take now, ascending; return how many."""
    if s.result != Result.NONE or seat != s.current:
        return 0
    if s.owed != NOTHING_OWED:
        most = most_movable(s, seat, int(s.owed))
        for k in range(1, most + 1):
            out[k - 1] = encode(s.actions, Kind.COUNT.value, k, 0, 0)
        return most
    out[0] = Kind.END.value
    count = 1
    if may_spend(s):
        count += list_spending(s, seat, out[1:])
    count = list_worker_moves(s, seat, out, count)
    count, meets = list_army_moves(s, seat, Kind.MOVE_ARMIES.value, out, count)
    if meets and not s.options.single_attacks:
        count, meets = list_army_moves(s, seat, Kind.MUSTER.value, out, count)
    return count
