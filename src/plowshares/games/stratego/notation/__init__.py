"""How moves are written, read, clicked, refused and told (§9, §11)."""

from __future__ import annotations

from typing import Any

from plowshares.core.actions import fields_of, kind_of
from plowshares.core.errors import IllegalCommand
from plowshares.games.stratego.actions import Kind, Strike
from plowshares.games.stratego.board import STEP, is_on_board, owner_of, square_of, square_of_spot
from plowshares.games.stratego.layouts import format_layout
from plowshares.games.stratego.notation.commands import Command, read_json, read_text
from plowshares.games.stratego.notation.log import describe_result, prompt, report_battle, seat_name, tell
from plowshares.games.stratego.notation.refusals import (
    direction_of,
    name_at,
    refuse_outsider,
    resolve,
    resolve_move,
    setups_of,
)
from plowshares.games.stratego.pieces import EMPTY, LETTERS, Type
from plowshares.games.stratego.rules.moving import find_struck
from plowshares.games.stratego.state import SQUARES

HELP = """\
Moves:   e4-e5 (also e4e5, e4 e5, e4xe5)   a scout's strike after moving: e4-e7xf7
Set-up:  place 3 e2   lift e2   swap e2 f2   fill   clear   load corner   ready
         layout 6292572826/57sm462735/2483b43625/3b4bfb2b3b (rows from the front to the back, . is empty)
Types:   f flag, b bomb, s spy, 2 scout, 3 miner, 4 sergeant, 5 lieutenant, 6 captain, 7 major, 8 colonel,
         9 general, m marshal"""


def parse(s: Any, seat: int, text: str) -> tuple[int, ...]:
    """Read a typed command."""
    return resolve(s, seat, read_text(text))


def parse_json(s: Any, seat: int, data: Any) -> tuple[int, ...]:
    """Read the JSON form of a command."""
    return resolve(s, seat, read_json(data))


def format(s: Any, seat: int, actions: tuple[int, ...]) -> str:
    """Write a command; several set-up actions are a layout."""
    return " ".join(_words(to_json(s, seat, actions)))


def _words(data: dict[str, Any]) -> list[str]:
    if data["kind"] != "move":
        return list(data.values())
    strike = f"x{data['strike']}" if "strike" in data else ""
    return [f"{data['from']}-{data['to']}{strike}"]


def to_json(s: Any, seat: int, actions: tuple[int, ...]) -> dict[str, Any]:
    """Write a command as JSON."""
    if len(actions) > 1:
        return {"kind": "layout", "text": _layout_of(s, actions)}
    kind, (a, b, c) = decode(s, actions[0])
    match kind:
        case Kind.MOVE:
            at, to, struck = squares_of(s, a, b, c)
            data = {"kind": "move", "from": name_at(s, at), "to": name_at(s, to)}
            return data if struck is None else data | {"strike": name_at(s, struck)}
        case Kind.PLACE:
            return {"kind": "place", "type": LETTERS[a], "cell": _name_of_spot(s, seat, b)}
        case Kind.LIFT:
            return {"kind": "lift", "cell": _name_of_spot(s, seat, a)}
        case Kind.SWAP:
            return {"kind": "swap", "a": _name_of_spot(s, seat, a), "b": _name_of_spot(s, seat, b)}
        case Kind.LOAD:
            return {"kind": "load", "name": list(setups_of(s))[a]}
        case _:
            return {"kind": kind.name.lower()}


def _layout_of(s: Any, actions: tuple[int, ...]) -> str:
    types = [EMPTY] * int(s.options.spots)
    for action in actions:
        kind, (type_, spot, _) = decode(s, action)
        if kind == Kind.PLACE:
            types[spot] = type_
    return format_layout(types, int(s.options.width))


def decode(s: Any, action: int) -> tuple[Kind, tuple[int, int, int]]:
    """Return the kind and the fields of an action."""
    kind = int(kind_of(s.actions, int(action)))
    a, b, c = fields_of(s.actions, kind, int(action))
    return Kind(kind), (int(a), int(b), int(c))


def line_of(s: Any, cell: int, way: int) -> tuple[int, int, int]:
    """Return where a move starts and ends, and its direction; the end may lie off the board."""
    direction, distance = divmod(way, int(s.options.reach))
    at = int(square_of(s, cell))
    return at, at + (distance + 1) * int(STEP[direction]), direction


def squares_of(s: Any, cell: int, way: int, strike: int) -> tuple[int, int, int | None]:
    """Return where a move on the board starts and ends, and what it strikes."""
    at, to, direction = line_of(s, cell, way)
    return at, to, int(find_struck(s, to, direction, strike)) if strike else None


def _name_of_spot(s: Any, seat: int, spot: int) -> str:
    return name_at(s, square_of_spot(s, seat, spot))


def picks(s: Any, seat: int, action: int) -> tuple[str, ...]:
    """Return the path of clicks: what to take, then where to (U6)."""
    kind, (a, b, c) = decode(s, action)
    match kind:
        case Kind.MOVE:
            return _picks_of_move(s, seat, a, b, c)
        case Kind.PLACE:
            return (f"reserve {LETTERS[a]}", f"cell {_name_of_spot(s, seat, b)}")
        case Kind.LIFT:
            return (f"cell {_name_of_spot(s, seat, a)}", "button take back")
        case Kind.SWAP:
            # The piece first, then the empty cell it goes to; of two pieces the one on the lower spot.
            first, then = (b, a) if s.area[seat, a] == EMPTY else (a, b)
            return (f"cell {_name_of_spot(s, seat, first)}", f"cell {_name_of_spot(s, seat, then)}")
        case Kind.LOAD:
            return (f"button load {list(setups_of(s))[a]}",)
        case _:
            return (f"button {kind.name.lower()}",)


def _picks_of_move(s: Any, seat: int, cell: int, way: int, strike: int) -> tuple[str, ...]:
    at, to, struck = squares_of(s, cell, way, strike)
    path = (f"cell {name_at(s, at)}", f"cell {name_at(s, to)}")
    if struck is not None:
        return (*path, f"cell {name_at(s, struck)}")
    return (*path, "button no strike") if can_strike(s, seat, cell, way) else path


def can_strike(s: Any, seat: int, cell: int, way: int) -> bool:
    """Ask whether a scout could strike after this move (U8)."""
    _, to, _ = squares_of(s, cell, way, Strike.NONE)
    if s.actions.last[Kind.MOVE] == 1 or s.types[s.board[square_of(s, cell)]] != Type.SCOUT or s.board[to] != EMPTY:
        return False
    aims = (squares_of(s, cell, way, strike)[2] for strike in (Strike.LEFT.value, Strike.RIGHT.value))
    targets = (int(s.board[aim]) for aim in aims if aim is not None)
    return any(target >= 0 and owner_of(s, target) != seat for target in targets)


def explain(s: Any, seat: int, action: int) -> IllegalCommand:
    """Say why an action is not legal: the first reason of §11."""
    if not 0 <= action < s.actions.size:
        return IllegalCommand("bad-syntax", f"actions are numbers from 0 to {int(s.actions.size) - 1}, not {action}")
    try:
        _refuse(s, seat, action)
    except IllegalCommand as refusal:
        return refusal
    return IllegalCommand("bad-syntax", f"action {action} is not the canonical form of a command")


def _refuse(s: Any, seat: int, action: int) -> None:
    kind, fields = decode(s, action)
    written = f"{kind.name.lower()}{fields}"
    refuse_outsider(s, seat, Command(kind.name.lower(), {}, written))
    if kind == Kind.MOVE:
        at, to, direction = line_of(s, *fields[:2])
        if not 0 <= to < SQUARES or not is_on_board(s, to) or direction_of(at, to) != direction:
            raise IllegalCommand("unknown-cell", f"the move leaves the board: {written}")
        resolve_move(s, seat, *squares_of(s, *fields), written)
    elif kind == Kind.LOAD and fields[0] >= len(setups_of(s)):
        raise IllegalCommand("unknown-setup", f"this variant has no named set-ups: {written}")
    else:
        resolve(s, seat, read_json(to_json(s, seat, (action,))))


__all__ = [
    "HELP",
    "decode",
    "describe_result",
    "explain",
    "format",
    "parse",
    "parse_json",
    "picks",
    "prompt",
    "report_battle",
    "seat_name",
    "squares_of",
    "tell",
    "to_json",
]
