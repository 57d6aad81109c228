"""Set-up: what each side does in its own area, in secret and at the same time (§4, §5.1)."""

from __future__ import annotations

from typing import Any

from plowshares.core.actions import encode, fields_of, kind_of
from plowshares.core.jit import kernel
from plowshares.core.rng import shuffle
from plowshares.games.stratego.actions import Kind
from plowshares.games.stratego.board import STEP, is_land, is_movable, square_of_spot
from plowshares.games.stratego.pieces import EMPTY, MOST_SPOTS, SETUP_COUNTS, SETUP_TYPES, TYPES
from plowshares.games.stratego.state import State

MOST_FILLINGS = 100  # arrangements that a random filling tries for one with an exit (§5.1)


@kernel
def list_arranging(s: State, side: int, out: Any) -> int:
    """Write every set-up action of a side that is not ready, ascending (§5.1)."""
    count = list_places(s, side, 0, out)
    count = list_lifts(s, side, count, out)
    count = list_swaps(s, side, count, out)
    reserve = count_reserve(s, side)
    if reserve > 0:
        out[count] = encode(s.actions, Kind.FILL, 0, 0, 0)
        count += 1
    if has_placed(s, side):
        out[count] = encode(s.actions, Kind.CLEAR, 0, 0, 0)
        count += 1
    for number in range(SETUP_COUNTS[s.options.variant]):
        out[count] = encode(s.actions, Kind.LOAD, number, 0, 0)
        count += 1
    if reserve == 0:
        out[count] = encode(s.actions, Kind.READY, 0, 0, 0)
        count += 1
    return count


@kernel
def list_places(s: State, side: int, count: int, out: Any) -> int:
    """Write the ways to place a piece of the reserve on an empty spot."""
    for type_ in range(TYPES):
        if s.reserve[side, type_] == 0:
            continue
        for spot in range(s.options.spots):
            if s.area[side, spot] == EMPTY:
                out[count] = encode(s.actions, Kind.PLACE, type_, spot, 0)
                count += 1
    return count


@kernel
def list_lifts(s: State, side: int, count: int, out: Any) -> int:
    """Write the ways to lift a piece."""
    for spot in range(s.options.spots):
        if s.area[side, spot] != EMPTY:
            out[count] = encode(s.actions, Kind.LIFT, spot, 0, 0)
            count += 1
    return count


@kernel
def list_swaps(s: State, side: int, count: int, out: Any) -> int:
    """Write the pairs of spots, the lower first, that are not both empty."""
    for lower in range(s.options.spots):
        for higher in range(lower + 1, s.options.spots):
            if s.area[side, lower] != EMPTY or s.area[side, higher] != EMPTY:
                out[count] = encode(s.actions, Kind.SWAP, lower, higher, 0)
                count += 1
    return count


@kernel
def count_reserve(s: State, side: int) -> int:
    """Count the pieces that a side has not placed."""
    count = 0
    for type_ in range(TYPES):
        count += s.reserve[side, type_]
    return count


@kernel
def has_placed(s: State, side: int) -> bool:
    """Ask whether a side has placed anything."""
    for spot in range(s.options.spots):
        if s.area[side, spot] != EMPTY:
            return True
    return False


@kernel
def arrange(s: State, side: int, action: int) -> None:
    """Take one set-up action; at the limit the rest is filled in and the side becomes ready (§5.1)."""
    kind = kind_of(s.actions, action)
    a, b, _ = fields_of(s.actions, kind, action)
    match kind:
        case Kind.PLACE:
            place(s, side, a, b)
        case Kind.LIFT:
            lift(s, side, a)
        case Kind.SWAP:
            swap(s, side, a, b)
        case Kind.FILL:
            fill(s, side)
        case Kind.CLEAR:
            clear(s, side)
        case Kind.LOAD:
            load(s, side, SETUP_TYPES[s.options.variant, a])
        case Kind.READY:
            s.ready[side] = 1
    s.arranged[side] += 1
    if not s.ready[side] and s.arranged[side] >= s.options.setup_limit:
        fill(s, side)
        s.ready[side] = 1


@kernel
def place(s: State, side: int, type_: int, spot: int) -> None:
    """Put a piece of the reserve on a spot."""
    s.area[side, spot] = type_
    s.reserve[side, type_] -= 1


@kernel
def lift(s: State, side: int, spot: int) -> None:
    """Put the piece of a spot back into the reserve."""
    s.reserve[side, s.area[side, spot]] += 1
    s.area[side, spot] = EMPTY


@kernel
def swap(s: State, side: int, lower: int, higher: int) -> None:
    """Exchange what is on two spots."""
    held = s.area[side, lower]
    s.area[side, lower] = s.area[side, higher]
    s.area[side, higher] = held


@kernel
def clear(s: State, side: int) -> None:
    """Put everything back into the reserve."""
    s.area[side, :] = EMPTY
    for type_ in range(TYPES):
        s.reserve[side, type_] = s.options.army[type_]


@kernel
def load(s: State, side: int, layout: Any) -> None:
    """Replace the area by a layout of the whole army."""
    for spot in range(MOST_SPOTS):
        s.area[side, spot] = layout[spot]
    s.reserve[side, :] = 0


@kernel
def fill(s: State, side: int) -> None:
    """Place the whole reserve at random, if it can be so that the army has an exit (§5.1)."""
    if count_reserve(s, side) == 0:
        return
    # No piece stands anywhere before play begins, so the pieces' squares can hold the list of spots meanwhile.
    spots = s.squares
    for filling in range(1, MOST_FILLINGS + 1):
        empty = scatter(s, side, spots)
        if filling == MOST_FILLINGS or has_exit(s, side):
            break
        for i in range(empty):
            s.area[side, spots[i]] = EMPTY
    s.reserve[side, :] = 0
    spots[:] = 0


@kernel
def scatter(s: State, side: int, spots: Any) -> int:
    """List the empty spots in random order and put the reserve on the first of them; return how many are listed."""
    empty = 0
    for spot in range(s.options.spots):
        if s.area[side, spot] == EMPTY:
            spots[empty] = spot
            empty += 1
    shuffle(s.rng[side], spots, empty)
    deal_reserve(s, side, spots)
    return empty


@kernel
def deal_reserve(s: State, side: int, spots: Any) -> None:
    """Put the reserve, in the order of types, on the first spots of a list."""
    dealt = 0
    for type_ in range(TYPES):
        for _ in range(s.reserve[side, type_]):
            s.area[side, spots[dealt]] = type_
            dealt += 1


@kernel
def has_exit(s: State, side: int) -> bool:
    """Ask whether some movable piece of the area has a free cell next to it (§5.1)."""
    for spot in range(s.options.spots):
        if is_movable(s.area[side, spot]) and is_beside_free(s, side, spot):
            return True
    return False


@kernel
def is_beside_free(s: State, side: int, spot: int) -> bool:
    """Ask whether a spot has a neighbour that is on the board, no lake, and holds no own piece."""
    width = int(s.options.width)
    row, column = spot // width, spot % width
    if column > 0 and s.area[side, spot - 1] == EMPTY:
        return True
    if column < width - 1 and s.area[side, spot + 1] == EMPTY:
        return True
    if row > 0 and s.area[side, spot - width] == EMPTY:
        return True
    if row < s.options.rows - 1:
        return s.area[side, spot + width] == EMPTY  # type: ignore[no-any-return]  # NumPy's stubs lose the type
    ahead = STEP[0] if side == 0 else STEP[2]
    return is_land(s, square_of_spot(s, side, spot) + ahead)
