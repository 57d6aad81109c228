"""The rules of Footsoldiers: what may be decided, and the turn that follows when both commands are in."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.actions import encode, kind_of
from plowshares.core.jit import kernel
from plowshares.core.records import Int32s
from plowshares.core.seats import NOBODY, has_seat, seat_bit
from plowshares.games.footsoldiers.actions import FACINGS, TYPES, Kind
from plowshares.games.footsoldiers.combat import attack, remove_fallen
from plowshares.games.footsoldiers.field import (
    cell_of,
    clear_command,
    clear_field,
    distance,
    find_soldier,
    place_soldier,
)
from plowshares.games.footsoldiers.movement import first_side, move_soldiers
from plowshares.games.footsoldiers.state import (
    SEATS,
    Cap,
    Piece,
    Priority,
    Reason,
    Result,
    Side,
    Stage,
    State,
    cell_at,
    x_of,
    y_of,
)

BYTE, BYTES = 8, 8  # bits of one, and how many a word has
LARGEST_BYTE = 255
ONE = np.uint64(1)


@kernel
def setup(s: State, seed: Any) -> None:
    """Make the first position (§4). There is no chance in this game: the seed is not used."""
    clear_field(s)
    for seat in range(SEATS):
        s.sides[seat].money = s.options.initial_money
        s.sides[seat].base_health = s.options.base_health
        s.chosen[seat] = False
        s.failed[seat] = False
        clear_command(s.commands[seat])
        clear_command(s.last[seat])
    s.turns = s.options.total_turns
    s.result = Result.RUNNING
    s.reason = Reason.NONE


@kernel
def is_over(s: State) -> bool:
    """Ask whether the match has ended."""
    return s.result != Result.RUNNING


@kernel
def to_act(s: State) -> int:
    """Return the seats whose command of this turn is not complete."""
    mask = 0
    for seat in range(SEATS):
        if owes_decision(s, seat):
            mask |= seat_bit(seat)
    return mask


@kernel
def owes_decision(s: State, seat: int) -> bool:
    """Ask whether the seat has something to decide."""
    return 0 <= seat < SEATS and not is_over(s) and not s.chosen[seat]


@kernel
def is_unfinished(s: State, seat: int) -> bool:
    """Ask whether the seat has begun a command and not completed it."""
    return owes_decision(s, seat) and s.commands[seat].stage != Stage.FIRST


@kernel
def needs_room(s: State) -> bool:
    """Ask whether the State is too small; it never is (R32)."""
    return False


# What may be decided (§5.1, §9)


@kernel
def legal_actions(s: State, seat: int, out: Int32s) -> int:
    """Write the decisions the seat may take now, ascending; return how many."""
    if not owes_decision(s, seat):
        return 0
    match s.commands[seat].stage:
        case Stage.AIM:
            return list_all(s, Kind.AIM.value, s.options.width * s.options.height, out)
        case Stage.TURN:
            return list_all(s, Kind.TURN.value, FACINGS, out)
        case _:
            return list_first_decisions(s, seat, out)


@kernel
def list_all(s: State, kind: int, count: int, out: Int32s) -> int:
    """Write all decisions of a kind with a single field."""
    first = s.actions.first[kind]
    for i in range(count):
        out[i] = first + i
    return count


@kernel
def list_first_decisions(s: State, seat: int, out: Int32s) -> int:
    """Write the decisions a command may begin with."""
    out[0] = encode(s.actions, Kind.NOOP, 0, 0, 0)
    count = list_builds(s, seat, out, 1)
    begin = count
    count = list_moves(s, seat, out, begin)
    return list_faces(s, out, begin, count)


@kernel
def list_builds(s: State, seat: int, out: Int32s, count: int) -> int:
    """Write the builds: the same cells for every type that the seat can pay."""
    end, sites, lowest = count, 0, 0
    for soldier_type in range(TYPES):
        if can_pay(s, seat, soldier_type):
            first = encode(s.actions, Kind.BUILD, soldier_type, 0, 0)
            if end == count:
                lowest = first
                sites = list_sites(s, seat, lowest, out, count) - count
            else:  # several at a time, since they are not where they are read from
                for i in range(sites):
                    out[end + i] = out[count + i] + (first - lowest)
            end += sites
    return end


@kernel
def list_sites(s: State, seat: int, first: int, out: Int32s, count: int) -> int:
    """Write the builds on empty cells near enough to the base; `first` is the build on the first cell."""
    width, column = s.options.width, s.options.column
    base = s.sides[seat].base
    x, y, reach = x_of(s, base), y_of(s, base), s.options.max_distance_from_base
    for row in range(max(0, y - reach), min(s.options.height, y + reach + 1)):
        wide = reach - abs(row - y)
        left, right = max(0, x - wide), min(width, x + wide + 1)
        cell = cell_at(s, left, row)
        for index in range(row * width + left, row * width + right):
            out[count] = first + index  # and the next one in its place, if this is not a site
            count += s.board[cell] == Piece.EMPTY
            cell += column
    return count


@kernel
def list_moves(s: State, seat: int, out: Int32s, count: int) -> int:
    """Write a move for every own soldier, by cell index."""
    side = s.sides[seat]
    # The soldiers are by columns and the indices by rows. So each row's place in the list is counted first.
    if s.options.column <= BYTES and side.count <= LARGEST_BYTE:
        list_by_bytes(s, side, out, count)
    elif side.count > 0:
        list_by_rows(s, side, out, count)
    return count + int(side.count)


@kernel
def list_by_bytes(s: State, side: Side, out: Int32s, count: int) -> None:
    """Write the moves on a map of few rows, whose places are the bytes of one word."""
    first, width = int(s.actions.first[Kind.MOVE]), int(s.options.width)
    shift, rows, many = int(s.options.shift), int(s.options.column) - 1, int(side.count)
    sums = np.uint64(0)
    for i in range(many):
        sums += ONE << np.uint64(BYTE * (int(side.cell[i]) & rows))
    for far in (1, 2, 4):  # then each byte counts its row and all rows before it
        sums += sums << np.uint64(BYTE * far)
    places = sums << np.uint64(BYTE)
    for i in range(many):
        x, y = (int(side.cell[i]) >> shift) - 1, int(side.cell[i]) & rows
        place = count + int((places >> np.uint64(BYTE * y)) & np.uint64(LARGEST_BYTE))
        places += ONE << np.uint64(BYTE * y)
        out[place] = first + y * width + x


@kernel
def list_by_rows(s: State, side: Side, out: Int32s, count: int) -> None:
    """Write the moves on any map. The places are kept behind the list: there is room for FACINGS times as many."""
    width, height, many = int(s.options.width), int(s.options.height), int(side.count)
    rows, first = count + many, s.actions.first[Kind.MOVE]
    for y in range(height):
        out[rows + y] = 0
    for i in range(many):
        out[rows + y_of(s, int(side.cell[i]))] += 1
    place = count
    for y in range(height):
        soldiers = int(out[rows + y])
        out[rows + y] = place
        place += soldiers
    for i in range(many):
        x, y = x_of(s, int(side.cell[i])), y_of(s, int(side.cell[i]))
        place = int(out[rows + y])
        out[rows + y] = place + 1
        out[place] = first + y * width + x


@kernel
def list_faces(s: State, out: Int32s, begin: int, count: int) -> int:
    """Write every facing for the soldiers whose moves were just written."""
    move, face = s.actions.first[Kind.MOVE], s.actions.first[Kind.FACE]
    place = count
    for i in range(begin, count):
        first = face + (out[i] - move) * FACINGS
        for facing in range(FACINGS):
            out[place + facing] = first + facing
        place += FACINGS
    return place


@kernel
def can_pay(s: State, seat: int, soldier_type: int) -> bool:
    """Ask whether the seat has the money for a soldier of the type."""
    return s.sides[seat].money >= int(s.options.cost[soldier_type])


@kernel
def is_near_base(s: State, seat: int, cell: int) -> bool:
    """Ask whether the seat may build that far from its base."""
    return distance(s, s.sides[seat].base, cell) <= s.options.max_distance_from_base


# Deciding


@kernel
def step(s: State, seat: int, action: int) -> None:
    """Take one decision; the last one of a turn resolves it."""
    decide(s, seat, action)
    if s.chosen[0] and s.chosen[1]:
        resolve(s)


@kernel
def decide(s: State, seat: int, action: int) -> None:
    """Write a decision into the seat's command."""
    command = s.commands[seat]
    kind = kind_of(s.actions, action)
    number = action - s.actions.first[kind]
    match kind:
        case Kind.AIM:
            command.aim = cell_of(s, number)
            command.stage = Stage.TURN if command.kind == Kind.BUILD else Stage.DONE
        case Kind.TURN:
            command.facing = number
            command.stage = Stage.DONE
        case _:
            begin_command(s, seat, kind, number)
    s.chosen[seat] = command.stage == Stage.DONE


@kernel
def begin_command(s: State, seat: int, kind: int, number: int) -> None:
    """Write a first decision: a kind, and a number that is its fields in one."""
    command = s.commands[seat]
    command.kind = kind
    match kind:
        case Kind.BUILD:
            cells = s.options.width * s.options.height
            while number >= cells:  # quicker than a division: there are few types
                number -= cells
                command.type += 1
            command.cell = cell_of(s, number)
            command.stage = Stage.AIM
        case Kind.MOVE:
            command.cell = cell_of(s, number)
            command.stage = Stage.AIM
        case Kind.FACE:
            command.cell = cell_of(s, number // FACINGS)
            command.facing = number % FACINGS
            command.stage = Stage.DONE
        case _:
            command.stage = Stage.DONE


# The turn (§5.2)


@kernel
def resolve(s: State) -> None:
    """Play the turn that both commands ask for."""
    apply_commands(s)
    move_soldiers(s)
    attack(s)
    remove_fallen(s)
    pay_income(s)
    s.turns -= 1
    check_end(s)


@kernel
def apply_commands(s: State) -> None:
    """Carry both commands out, the first side's first, and make them public."""
    first = 0 if s.options.build_priority == Priority.PLAYER1 else first_side(s)
    for turn in range(SEATS):
        seat = first ^ turn
        s.failed[seat] = not carry_out(s, seat)
        publish(s, seat)


@kernel
def carry_out(s: State, seat: int) -> bool:
    """Carry one command out; return whether it could be."""
    command = s.commands[seat]
    side = s.sides[seat]
    match command.kind:
        case Kind.BUILD:
            # The one thing that may have changed since it was legal (R7).
            if s.board[command.cell] != Piece.EMPTY:
                return False
            build(s, seat)
        case Kind.MOVE:
            side.aim[find_soldier(side, command.cell)] = command.aim
        case Kind.FACE:
            side.facing[find_soldier(side, command.cell)] = command.facing
    return True


@kernel
def build(s: State, seat: int) -> None:
    """Pay for a soldier and place it."""
    command = s.commands[seat]
    s.sides[seat].money -= s.options.cost[command.type]
    health = s.options.health[command.type]
    place_soldier(s, seat, command.type, command.cell, health, command.aim, command.facing)


@kernel
def publish(s: State, seat: int) -> None:
    """Let everybody know the command, and ask for the next."""
    command, last = s.commands[seat], s.last[seat]
    last.stage = command.stage
    last.kind = command.kind
    last.type = command.type
    last.facing = command.facing
    last.cell = command.cell
    last.aim = command.aim
    clear_command(command)
    s.chosen[seat] = False


@kernel
def pay_income(s: State) -> None:
    """Give both players the money of the turn."""
    for seat in range(SEATS):
        s.sides[seat].money += s.options.money_per_turn


# The end (§6)


@kernel
def check_end(s: State) -> None:
    """End the match if a base has fallen or no turn is left."""
    mine, other = s.sides[0].base_health, s.sides[1].base_health
    if mine == 0 or other == 0:
        end(s, compare(mine, other), Reason.BASE)
    elif s.turns == 0:
        if s.options.cap_result == Cap.HEALTH:
            end(s, compare(mine, other), Reason.HEALTH)
        else:
            end(s, Result.DRAW, Reason.TURNS)


@kernel
def compare(mine: int, other: int) -> int:
    """Return the result for the healthier base."""
    if mine == other:
        return Result.DRAW.value
    return Result.PLAYER1.value if mine > other else Result.PLAYER2.value


@kernel
def end(s: State, result: int, reason: int) -> None:
    """Write how the match ended."""
    s.result = result
    s.reason = reason


@kernel
def disqualify(s: State, seats: int) -> None:
    """End the match before its turn is resolved: the seats of the set have lost (§6, §13.5)."""
    if has_seat(seats, 0) and has_seat(seats, 1):
        end(s, Result.DRAW, Reason.DISQUALIFIED)
    else:
        end(s, Result.PLAYER2 if has_seat(seats, 0) else Result.PLAYER1, Reason.DISQUALIFIED)
    for seat in range(SEATS):
        clear_command(s.commands[seat])
        s.chosen[seat] = False


@kernel
def winner(s: State) -> int:
    """Return the seat that has won, or NOBODY."""
    return s.result - Result.PLAYER1 if s.result >= Result.PLAYER1 else NOBODY


@kernel
def scores(s: State, out: Any) -> None:
    """Write what is left of each base."""
    for seat in range(SEATS):
        out[seat] = s.sides[seat].base_health


@kernel
def outcome(s: State, out: Any) -> None:
    """Write 1 for the winner and -1 for the loser, 0 for a draw."""
    for seat in range(SEATS):
        out[seat] = 0.0
    if winner(s) != NOBODY:
        out[winner(s)] = 1.0
        out[1 - winner(s)] = -1.0
