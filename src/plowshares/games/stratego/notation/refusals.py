"""Meaning: which actions a command stands for, or the first reason of §11 why it is refused.

Everything here reads the seat's own view, so no refusal can tell what the seat may not know.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from plowshares.core.actions import encode
from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import cell_name, quote, suggest
from plowshares.core.seats import has_seat
from plowshares.games.stratego.actions import DIRECTIONS, Kind, Strike
from plowshares.games.stratego.board import (
    STEP,
    cell_of,
    column_of,
    is_movable,
    owner_of,
    row_of,
    square_of,
    square_of_spot,
)
from plowshares.games.stratego.layouts import cell_of_name, name_of_cell, read_layout, read_shape
from plowshares.games.stratego.notation.commands import CELL_WORDS, Command
from plowshares.games.stratego.pieces import EMPTY, NAMED_SETUPS, NAMES, TYPE_OF_WORD, VARIANTS, Type
from plowshares.games.stratego.rules import to_act
from plowshares.games.stratego.rules.arranging import count_reserve, has_placed
from plowshares.games.stratego.rules.moving import find_struck
from plowshares.games.stratego.rules.repetition import is_endless_chase, is_worn
from plowshares.games.stratego.state import SIDES, WALL, Phase, Scout

SEAT_NAMES = ("Red", "Blue")


def setups_of(s: Any) -> dict[str, str]:
    """Return the named set-ups of the variant that is played."""
    return NAMED_SETUPS[list(VARIANTS)[s.options.variant]]


def action_of(s: Any, kind: int, a: int = 0, b: int = 0, c: int = 0) -> int:
    """Return the number of an action."""
    return int(encode(s.actions, int(kind), int(a), int(b), int(c)))


def name_at(s: Any, square: int) -> str:
    """Return the name of the cell on a square."""
    return name_of(int(square))


@functools.cache
def name_of(square: int) -> str:
    """Return the name of the cell on a square, which is the same on all boards."""
    return cell_name(int(column_of(square)), int(row_of(square)))


def resolve(s: Any, seat: int, command: Command) -> tuple[int, ...]:
    """Return the actions of a command; raise IllegalCommand if it is not legal now."""
    if command.kind == "layout":
        read_shape(command.parts["text"], int(s.options.width), int(s.options.rows))
    refuse_outsider(s, seat, command)
    if command.kind == "layout":
        return tuple(_resolve_layout(s, seat, command))
    cells = {word: _cell(s, command, word) for word in CELL_WORDS if word in command.parts}
    if command.kind == "move":
        at, to = square_of(s, cells["from"]), square_of(s, cells["to"])
        struck = square_of(s, cells["strike"]) if "strike" in cells else None
        return (resolve_move(s, seat, *read_ahead(at, to, struck), command.written),)
    return (_resolve_arranging(s, seat, command, cells),)


def refuse_outsider(s: Any, seat: int, command: Command) -> None:
    """Refuse whoever is not to act, and a command of the other phase."""
    said = quote(command.written)
    phase = Phase(int(s.phase))
    if phase is Phase.OVER:
        raise IllegalCommand("game-over", f"the match is over: {said} comes too late")
    if not 0 <= seat < SIDES or not has_seat(to_act(s), seat):
        raise IllegalCommand("not-your-turn", f"it is not your turn for {said}")
    if command.kind == "layout" and phase is Phase.SETUP:
        _refuse_beyond_limit(s, seat, command)
    if (command.kind == "move") != (phase is Phase.PLAY):
        when = "pieces do not move during the set-up" if phase is Phase.SETUP else "the set-up is over"
        raise IllegalCommand("wrong-phase", f"{when}: {said}")


def _refuse_beyond_limit(s: Any, seat: int, command: Command) -> None:
    count = len(command.parts["text"].replace("/", "").replace(".", "")) + bool(has_placed(s, seat))
    if int(s.arranged[seat]) + count - 1 >= s.options.setup_limit:
        left = int(s.options.setup_limit) - int(s.arranged[seat])
        raise IllegalCommand(
            "not-your-turn", f"only {left} set-up actions are left, too few for {quote(command.written)}"
        )


def _cell(s: Any, command: Command, word: str) -> int:
    name = command.parts[word]
    cell = cell_of_name(int(s.options.width), int(s.options.height), name)
    if cell is None:
        raise IllegalCommand("unknown-cell", f"this board has no cell {name!r}: {quote(command.written)}")
    return cell


# Set-up


def _resolve_layout(s: Any, seat: int, command: Command) -> Iterator[int]:
    types = read_layout(command.parts["text"], int(s.options.width), int(s.options.rows))
    for type_ in sorted(set(types) - {EMPTY}):
        if types.count(type_) > s.options.army[type_]:
            raise IllegalCommand(
                "none-left",
                f"{types.count(type_)} of type {NAMES[type_]}, the army has {s.options.army[type_]}: "
                f"{quote(command.written)}",
            )
    if has_placed(s, seat):
        yield action_of(s, Kind.CLEAR)
    for spot, type_ in enumerate(types):
        if type_ != EMPTY:
            yield action_of(s, Kind.PLACE, type_, spot)


def _resolve_arranging(s: Any, seat: int, command: Command, cells: dict[str, int]) -> int:
    said = quote(command.written)
    type_ = _type(command)
    number = _setup_number(s, command)
    spots = [_spot(s, seat, cell, said) for cell in cells.values()]
    match command.kind:
        case "place":
            _refuse_place(s, seat, type_, spots[0], said)
            return action_of(s, Kind.PLACE, type_, spots[0])
        case "lift":
            if s.area[seat, spots[0]] == EMPTY:
                raise IllegalCommand("nothing-there", f"there is nothing to lift: {said}")
            return action_of(s, Kind.LIFT, spots[0])
        case "swap":
            lower, higher = sorted(spots)
            if lower == higher or (s.area[seat, lower] == EMPTY and s.area[seat, higher] == EMPTY):
                raise IllegalCommand("nothing-there", f"there is nothing to swap: {said}")
            return action_of(s, Kind.SWAP, lower, higher)
        case "load":
            return action_of(s, Kind.LOAD, number)
        case _:
            return _resolve_whole_area(s, seat, command.kind, said)


def _resolve_whole_area(s: Any, seat: int, kind: str, said: str) -> int:
    reserve = int(count_reserve(s, seat))
    if kind == "fill" and reserve == 0:
        raise IllegalCommand("none-left", f"the reserve is empty: {said}")
    if kind == "clear" and not has_placed(s, seat):
        raise IllegalCommand("nothing-there", f"nothing is placed: {said}")
    if kind == "ready" and reserve:
        raise IllegalCommand("not-complete", f"pieces in reserve: {reserve}; place or fill them before {said}")
    return action_of(s, {"fill": Kind.FILL, "clear": Kind.CLEAR, "ready": Kind.READY}[kind])


def _type(command: Command) -> int:
    word = command.parts.get("type")
    if word is None:
        return EMPTY
    if word not in TYPE_OF_WORD:
        close = suggest(word, TYPE_OF_WORD)
        raise IllegalCommand("unknown-type", f"no type is called {quote(word)}{close}: {quote(command.written)}")
    return TYPE_OF_WORD[word]


def _setup_number(s: Any, command: Command) -> int:
    name = command.parts.get("name")
    names = list(setups_of(s))
    if name is not None and name not in names:
        known = f"; there are {', '.join(names)}" if names else "; this variant has none"
        raise IllegalCommand("unknown-setup", f"no set-up is called {quote(name)}{known}")
    return names.index(name) if name is not None else 0


def _spot(s: Any, seat: int, cell: int, said: str) -> int:
    last = int(s.options.width) * int(s.options.height) - 1
    spot = cell if seat == 0 else last - cell
    if spot >= s.options.spots:
        name = name_of_cell(int(s.options.width), cell)
        raise IllegalCommand("outside-area", f"{name} is outside your set-up area: {said}")
    return spot


def _refuse_place(s: Any, seat: int, type_: int, spot: int, said: str) -> None:
    if s.area[seat, spot] != EMPTY:
        name = name_at(s, square_of_spot(s, seat, spot))
        raise IllegalCommand("cell-occupied", f"{name} holds a piece already: {said}")
    if s.reserve[seat, type_] == 0:
        raise IllegalCommand("none-left", f"no {NAMES[type_]} is left in reserve: {said}")


# Moves


def read_ahead(at: int, to: int, struck: int | None) -> tuple[int, int, int | None]:
    """Read a strike straight ahead as the longer move (§9.1)."""
    direction = direction_of(at, to)
    if struck is None or direction is None or direction_of(to, struck) != direction:
        return at, to, struck
    return at, struck, None


@functools.lru_cache(maxsize=1 << 15)
def direction_of(at: int, to: int) -> int | None:
    """Return the direction of a straight move, or None if it is none."""
    for direction in range(DIRECTIONS):
        step = int(STEP[direction])
        distance, rest = divmod(to - at, step)
        # One row of the walled board is longer than any move along it, so a multiple of 1 may still be another row.
        if rest == 0 and distance > 0 and (abs(step) > 1 or _row(at) == _row(to)):
            return direction
    return None


def _row(square: int) -> int:
    return square // int(STEP[0])


def resolve_move(s: Any, seat: int, at: int, to: int, struck: int | None, written: Any) -> int:
    """Return the action of a move given by squares; raise IllegalCommand with the first reason against it."""
    said = quote(written)
    piece = int(s.board[at])
    if piece < 0:
        raise IllegalCommand("empty-cell", f"no piece stands on {name_at(s, at)}: {said}")
    if owner_of(s, piece) != seat:
        raise IllegalCommand("not-your-piece", f"the piece on {name_at(s, at)} is not yours: {said}")
    if not is_movable(int(s.types[piece])):
        raise IllegalCommand("immovable", f"a {NAMES[s.types[piece]]} cannot move: {said}")
    direction = direction_of(at, to)
    if direction is None:
        raise IllegalCommand("not-straight", f"{name_at(s, to)} is not on a line with {name_at(s, at)}: {said}")
    distance = abs(to - at) // abs(int(STEP[direction]))
    _refuse_destination(s, seat, at, to, distance, said)
    _refuse_way(s, at, to, direction, said)
    strike = 0 if struck is None else _strike(s, seat, at, to, direction, struck, said)
    if is_worn(s, seat, at, to):
        raise IllegalCommand(
            "two-square", f"the piece has crossed that border {s.options.two_square} turns running: {said}"
        )
    fights = bool(strike) or s.board[to] >= 0
    if not fights and is_endless_chase(s, seat, at, to):
        raise IllegalCommand("more-squares", f"this would repeat a position of the chase: {said}")
    way = direction * int(s.options.reach) + distance - 1
    return action_of(s, Kind.MOVE, cell_of(s, at), way, strike)


def _refuse_destination(s: Any, seat: int, at: int, to: int, distance: int, said: str) -> None:
    there, type_ = int(s.board[to]), int(s.types[s.board[at]])
    if there == WALL:
        raise IllegalCommand("lake", f"{name_at(s, to)} is a lake: {said}")
    if there >= 0 and owner_of(s, there) == seat:
        raise IllegalCommand("own-piece", f"your own piece stands on {name_at(s, to)}: {said}")
    if distance > 1 and type_ != Type.SCOUT:
        raise IllegalCommand("too-far", f"a {NAMES[type_]} moves one cell at a time: {said}")
    if distance > 1 and there >= 0 and s.options.scout == Scout.ADJACENT:
        raise IllegalCommand("too-far", f"scouts attack only the next cell here: {said}")


def _refuse_way(s: Any, at: int, to: int, direction: int, said: str) -> None:
    square = at + int(STEP[direction])
    while square != to:
        if s.board[square] != EMPTY:
            raise IllegalCommand("blocked", f"{name_at(s, square)} is in the way: {said}")
        square += int(STEP[direction])


def _strike(s: Any, seat: int, at: int, to: int, direction: int, struck: int, said: str) -> int:
    """Return the number of a strike, or refuse it."""
    if s.types[s.board[at]] != Type.SCOUT:
        raise IllegalCommand("bad-strike", f"only scouts strike: {said}")
    if s.options.scout not in (Scout.EXTRA, Scout.EXTRA_FAR):
        raise IllegalCommand("bad-strike", f"scouts do not strike with these options: {said}")
    if s.board[to] != EMPTY:
        raise IllegalCommand("bad-strike", f"the move itself is an attack, and a turn has one battle: {said}")
    for strike in (Strike.LEFT.value, Strike.RIGHT.value):
        if int(find_struck(s, to, direction, strike)) != struck:
            continue
        if s.board[struck] >= 0 and owner_of(s, int(s.board[struck])) != seat:
            return strike
    raise IllegalCommand("bad-strike", f"no enemy piece can be struck there from {name_at(s, to)}: {said}")
