"""How soldiers move by themselves (§5.3)."""

from __future__ import annotations

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.simd import BIT, WORD, find_first, find_last, mask_descending, mask_not_equal
from plowshares.games.footsoldiers.actions import FACINGS
from plowshares.games.footsoldiers.field import copy_soldier, distance, neighbour, soldier_piece
from plowshares.games.footsoldiers.reach import LEAST_DETOUR, find_near, forget_free, note_free, note_move
from plowshares.games.footsoldiers.state import NOWHERE, SEATS, Order, Piece, Side, State, x_of, y_of


@kernel
def first_side(s: State) -> int:
    """Return the seat that comes first in a turn: by the parity of the turns remaining (§5, R15)."""
    return s.turns % 2


@kernel
def is_mirrored(s: State, seat: int) -> bool:
    """Ask whether order and ties are turned round for the seat (§2)."""
    return seat == 1 and s.options.order == Order.MIRRORED


@kernel
def move_soldiers(s: State) -> None:
    """Move all soldiers of the first side, then all of the other."""
    first = first_side(s)
    noted = note_free(s)
    for turn in range(SEATS):
        move_side(s, first ^ turn, noted)
    forget_free(s, noted)


@kernel
def move_side(s: State, seat: int, noted: bool) -> None:
    """Move one side's soldiers, each on the map as the ones before it leave it."""
    side = s.sides[seat]
    mirrored, words = is_mirrored(s, seat), (int(side.count) + WORD - 1) // WORD
    # The list keeps the order of the cells before movement until the last one has moved.
    for turn in range(words):
        begin = WORD * (words - 1 - turn if mirrored else turn)
        late = mask_not_equal(side.cell, side.aim, begin)  # has not arrived; behind the last there is nobody to be late
        while late != 0:
            i = find_last(late) if mirrored else find_first(late)
            late ^= BIT << np.uint64(i)
            move_soldier(s, seat, begin + i, mirrored, noted)
    sort_soldiers(side)


@kernel
def move_soldier(s: State, seat: int, i: int, mirrored: bool, noted: bool) -> None:
    """Let one soldier go as near to its destination as it can."""
    side = s.sides[seat]
    start = int(side.cell[i])
    stop = find_stop(s, start, int(side.aim[i]), int(s.options.speed[side.type[i]]), mirrored, noted)
    if stop != start:
        if noted:
            note_move(s, start, stop)
        s.board[start] = Piece.EMPTY
        s.board[stop] = soldier_piece(seat, side.type[i])
        side.cell[i] = stop


@kernel
def sort_soldiers(side: Side) -> None:
    """Sort a list that is nearly in order."""
    last = int(side.count) - 1
    for start in range(0, last, WORD - 1):
        begin = min(start, len(side.cell) - WORD)  # where there is a whole word
        end = min(begin + WORD - 1, last)
        falls = mask_descending(side.cell, begin) & ((BIT << np.uint64(end - begin)) - BIT)
        while falls != 0:
            i = begin + 1 + find_first(falls)
            falls &= falls - BIT
            sink_soldier(side, i)
            # Now the one that was before it is there, and may be above the next.
            if i < end and side.cell[i] > side.cell[i + 1]:
                falls |= BIT << np.uint64(i - begin)


@kernel
def sink_soldier(side: Side, i: int) -> None:
    """Put a soldier where it belongs among those before it, which are in order."""
    cell, soldier_type, health, aim, facing = side.cell[i], side.type[i], side.health[i], side.aim[i], side.facing[i]
    place = i
    while place > 0 and side.cell[place - 1] > cell:
        copy_soldier(side, place - 1, place)
        place -= 1
    side.cell[place] = cell
    side.type[place] = soldier_type
    side.health[place] = health
    side.aim[place] = aim
    side.facing[place] = facing


@kernel
def find_stop(s: State, start: int, aim: int, speed: int, mirrored: bool, noted: bool) -> int:
    """Return the cell within reach that is nearest to the aim; the start if none is nearer. Free cells may be noted."""
    if noted:
        return find_near(s, start, aim, speed, mirrored)
    left = distance(s, start, aim)
    if left == 1 and s.board[aim] != Piece.EMPTY:  # nothing is nearer to a taken cell than next to it
        return start
    stop = walk(s, start, aim, min(left, speed), mirrored)
    return stop if stop != NOWHERE else go_round(s, start, aim, left, speed, mirrored)


@kernel
def foresee_stop(s: State, start: int, aim: int, speed: int, mirrored: bool) -> int:
    """Do as `find_stop` for a single soldier, outside of movement."""
    noted = note_free(s)
    stop = find_stop(s, start, aim, speed, mirrored, noted)
    forget_free(s, noted)
    return stop


@kernel
def go_round(s: State, start: int, aim: int, left: int, speed: int, mirrored: bool) -> int:
    """Return the nearest cell to the aim when something is in the way; the start if none is nearer."""
    # To go round something takes a step aside, one ahead, and a third that leads nearer.
    if speed < LEAST_DETOUR and next_ahead(s, start, aim, mirrored) == NOWHERE:
        return start
    if left == 2 and is_walled(s, aim):  # only the aim and what is next to it are nearer
        return start
    return search_stop(s, start, aim, left, speed, mirrored)


@kernel
def is_walled(s: State, cell: int) -> bool:
    """Ask whether none of a cell's neighbours is empty."""
    column = s.options.column
    above, below = s.board[cell - 1] != Piece.EMPTY, s.board[cell + 1] != Piece.EMPTY
    left, right = s.board[cell - column] != Piece.EMPTY, s.board[cell + column] != Piece.EMPTY
    return bool(above & below & left & right)


@kernel
def walk(s: State, start: int, aim: int, steps: int, mirrored: bool) -> int:
    """Take approaching steps, the first way that `go_straight` would try; NOWHERE if it is blocked, which is rare."""
    across, down = x_of(s, aim) - x_of(s, start), y_of(s, aim) - y_of(s, start)
    sideways = s.options.column if across > 0 else -s.options.column
    along = 1 if down > 0 else -1
    prefers_sideways = (across > 0) == mirrored
    across, down = abs(across), abs(down)
    cell = start
    for _ in range(steps):
        is_free_sideways = across != 0 and s.board[cell + sideways] == Piece.EMPTY
        if is_free_sideways and (prefers_sideways or down == 0 or s.board[cell + along] != Piece.EMPTY):
            cell += sideways
            across -= 1
        elif down != 0 and s.board[cell + along] == Piece.EMPTY:
            cell += along
            down -= 1
        else:
            return NOWHERE
    return cell


@kernel
def search_stop(s: State, start: int, aim: int, left: int, speed: int, mirrored: bool) -> int:
    """Return the nearest cell to the aim by all ways there are."""
    s.queue[0] = start
    end, stop = go_straight(s, aim, max(0, left - speed), mirrored)
    if stop == NOWHERE:
        end, stop = look_around(s, end, aim, speed, mirrored)
    forget_search(s, end)
    return stop


@kernel
def go_straight(s: State, aim: int, goal: int, mirrored: bool) -> tuple[int, int]:
    """Follow approaching steps until the distance left is `goal`; return the end of the queue and the cell, or NOWHERE.

    No way can lead nearer than this one. Of all its ends the first to be found is the one that the order prefers:
    two such ways from one cell cannot change sides without meeting in a cell, and the preferred side is tried first.
    """
    end, i = 1, 0
    while i >= 0:
        cell = int(s.queue[i])
        if distance(s, cell, aim) == goal:
            return end, cell
        following = next_ahead(s, cell, aim, mirrored)
        if following == NOWHERE:
            i -= 1
        else:
            end = visit(s, following, end)
            i = end - 1
    return end, NOWHERE


@kernel
def next_ahead(s: State, cell: int, aim: int, mirrored: bool) -> int:
    """Return the empty neighbour nearer to the aim, of two the one on the side that the order prefers, or NOWHERE."""
    across, down = x_of(s, aim) - x_of(s, cell), y_of(s, aim) - y_of(s, cell)
    sideways = cell + s.options.column if across > 0 else cell - s.options.column
    along = cell + 1 if down > 0 else cell - 1
    is_free_sideways = across != 0 and s.board[sideways] == Piece.EMPTY
    is_free_along = down != 0 and s.board[along] == Piece.EMPTY
    if is_free_sideways and is_free_along:
        return sideways if (across > 0) == mirrored else along
    if is_free_sideways:
        return sideways
    return along if is_free_along else NOWHERE


@kernel
def look_around(s: State, end: int, aim: int, speed: int, mirrored: bool) -> tuple[int, int]:
    """Search what the straight ways did not reach; return the end of the queue and the nearest cell.

    Along a way, the steps taken and the distance left add up to a total that an approaching step keeps and any
    other step raises by 2. So the search goes in rounds of equal total: one step aside, then all cells that
    approaching steps lead to, and again. Each cell is met first with the fewest steps that lead to it, and no cell
    of a round can be nearer than its total less the speed.
    """
    start = stop = int(s.queue[0])
    best = total = distance(s, start, aim)
    begin = 0
    while begin < end:
        best, stop = choose_nearest(s, begin, end, aim, best, stop, mirrored)
        floor = total - speed
        total += 2
        if best == 0 or floor + 2 > best or (floor + 2 == best and stop == start):
            break
        following = end
        end = step_aside(s, begin, end, aim, floor)
        end = approach(s, following, end, aim, floor + 2)
        begin = following
    return end, stop


@kernel
def visit(s: State, cell: int, end: int) -> int:
    """Add a cell to the search unless it is taken or was met before; return the new end of the queue."""
    if s.board[cell] != Piece.EMPTY:
        return end
    s.board[cell] = Piece.SEEN
    s.queue[end] = cell
    return end + 1


@kernel
def approach(s: State, begin: int, end: int, aim: int, floor: int) -> int:
    """Add all cells that approaching steps lead to. At the distance `floor` no steps are left."""
    column = s.options.column
    i = begin
    while i < end:
        cell = int(s.queue[i])
        across, down = x_of(s, aim) - x_of(s, cell), y_of(s, aim) - y_of(s, cell)
        if abs(across) + abs(down) > floor:
            if across != 0:
                end = visit(s, cell + column if across > 0 else cell - column, end)
            if down != 0:
                end = visit(s, cell + 1 if down > 0 else cell - 1, end)
        i += 1
    return end


@kernel
def step_aside(s: State, begin: int, end: int, aim: int, floor: int) -> int:
    """Add the empty neighbours of a round's cells. Those nearer to the aim are already met, so these are farther."""
    added = end
    for i in range(begin, end):
        cell = int(s.queue[i])
        if distance(s, cell, aim) > floor:
            for facing in range(FACINGS):
                added = visit(s, neighbour(s, cell, facing), added)
    return added


@kernel
def choose_nearest(s: State, begin: int, end: int, aim: int, best: int, stop: int, mirrored: bool) -> tuple[int, int]:
    """Return the least distance and its cell, a round's cells included. The start keeps a tie, then order decides."""
    start = s.queue[0]
    for i in range(begin, end):
        cell = int(s.queue[i])
        left = distance(s, cell, aim)
        if left < best or (left == best and stop != start and (cell > stop) == mirrored):
            best, stop = left, cell
    return best, stop


@kernel
def forget_search(s: State, end: int) -> None:
    """Clear the marks and the queue; the start, first in it, was never marked."""
    s.queue[0] = 0
    for i in range(1, end):
        s.board[s.queue[i]] = Piece.EMPTY
        s.queue[i] = 0
