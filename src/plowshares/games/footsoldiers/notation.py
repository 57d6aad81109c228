"""How commands are read and written in a position, why they are refused, and what is said about a match."""

from __future__ import annotations

from typing import Any

from plowshares.core.actions import encode, fields_of, kind_of
from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import quote
from plowshares.games.footsoldiers.actions import Kind
from plowshares.games.footsoldiers.field import is_soldier_of
from plowshares.games.footsoldiers.grammar import (
    NO_OP,
    Cell,
    Written,
    format_cell,
    format_written,
    match_command,
    parse_written,
    parse_written_json,
    written_to_json,
)
from plowshares.games.footsoldiers.log import describe_result, prompt, result_line, seat_name, tell
from plowshares.games.footsoldiers.lookup import (
    PIECE_NAMES,
    SEAT_NAMES,
    base_of,
    clamp,
    is_on_map,
    piece_at,
)
from plowshares.games.footsoldiers.rules import is_over
from plowshares.games.footsoldiers.state import FACING_NAMES, SEATS, TYPE_NAMES, Piece, Stage, State

__all__ = [
    "HELP",
    "describe_result",
    "explain",
    "format",
    "match_command",
    "parse",
    "parse_json",
    "picks",
    "prompt",
    "read_written",
    "result_line",
    "seat_name",
    "tell",
    "to_json",
]

HELP = """\
One command a turn, in exactly these letters:
  No-op
  Build Scout (1, 4) (65, 3) Down         type, cell, destination, facing
  Move (7, 4) to (65, 3)                  a soldier's cell, its new destination
  Change attack direction (7, 4) to Left
Types: Scout, Assassin, Tank. Facings: Down, Left, Up, Right. (x, y): column and row from 0, from the top left.
Or decision by decision: Build Scout (1, 4), then Aim (65, 3), then Turn Down; or Move (7, 4), then Aim (65, 3).
After a build, Aim (65, 3) Down is both decisions at once."""


# Reading


def parse(s: State, seat: int, text: str) -> tuple[int, ...]:
    """Read a command line, or the next decision alone, as actions."""
    return read_written(s, seat, parse_written(text))


def parse_json(s: State, seat: int, data: Any) -> tuple[int, ...]:
    """Read the JSON of a command or a decision as actions; cells off the map are refused."""
    written = parse_written_json(data)
    check(s, seat, written)
    return to_actions(s, written)


def read_written(s: State, seat: int, written: Written) -> tuple[int, ...]:
    """Return the actions of what was written as text: a destination off the map is taken to its edge (R12)."""
    if written.to is not None:
        written = written._replace(to=clamp(s, written.to))
    check(s, seat, written)
    return to_actions(s, written)


def to_actions(s: State, written: Written) -> tuple[int, ...]:
    """Return the actions of a command or a decision whose cells are on the map."""
    width = int(s.options.width)
    at = written.at[1] * width + written.at[0] if written.at else 0
    facing = written.facing or 0
    aim = () if written.to is None else (_action(s, Kind.AIM, written.to[1] * width + written.to[0]),)
    match written.kind:
        case Kind.BUILD:
            build = _action(s, Kind.BUILD, written.type or 0, at)
            return (build, *aim, _action(s, Kind.TURN, facing)) if aim else (build,)
        case Kind.MOVE:
            return (_action(s, Kind.MOVE, at), *aim)
        case Kind.FACE:
            return (_action(s, Kind.FACE, at, facing),)
        case Kind.AIM:
            return aim if written.facing is None else (*aim, _action(s, Kind.TURN, facing))
        case Kind.TURN:
            return (_action(s, Kind.TURN, facing),)
        case _:
            return (_action(s, Kind.NOOP),)


def _action(s: State, kind: Kind, a: int = 0, b: int = 0) -> int:
    return int(encode(s.actions, kind.value, a, b, 0))


# Refusing (§11, in its order)


def check(s: State, seat: int, written: Written) -> None:
    """Refuse what the seat may not do now."""
    words = format_written(written)
    _check_player(s, seat, words)
    _check_stage(s, seat, written, words)
    for cell in (written.at, written.to):
        if cell is not None and not is_on_map(s, cell):
            size = f"{s.options.width}×{s.options.height}"
            raise IllegalCommand("off_map", f"{format_cell(cell)} is outside the map of {size} cells: {quote(words)}")
    if written.at is not None and written.type is not None:
        _check_build(s, seat, written.type, written.at, words)
    elif written.at is not None:
        _check_soldier(s, seat, written.at, words)


def _check_player(s: State, seat: int, words: str) -> None:
    if is_over(s):
        raise IllegalCommand("game_over", f"the match is over ({result_line(s)}): {quote(words)}")
    if 0 <= seat < SEATS and s.chosen[seat]:
        raise IllegalCommand("already_chosen", f"{SEAT_NAMES[seat]} has chosen for this turn: {quote(words)}")
    if not 0 <= seat < SEATS:
        raise IllegalCommand("not_a_player", f"seat {seat} is not a player: {quote(words)}")


_DUE = {Stage.FIRST: "the first decision of a command", Stage.AIM: "Aim (x, y)", Stage.TURN: "Turn and a facing"}
_STAGE_OF = {Kind.AIM: Stage.AIM, Kind.TURN: Stage.TURN}


def _check_stage(s: State, seat: int, written: Written, words: str) -> None:
    stage = Stage(int(s.commands[seat].stage))
    if _STAGE_OF.get(written.kind, Stage.FIRST) != stage:
        raise IllegalCommand("stage", f"{_DUE[stage]} is due now, not {quote(words)}")
    if written.kind == Kind.AIM and written.facing is not None and s.commands[seat].kind != Kind.BUILD:
        raise IllegalCommand("stage", f"only a new soldier takes a facing with its destination: {quote(words)}")


def _check_build(s: State, seat: int, soldier_type: int, at: Cell, words: str) -> None:
    money, cost = s.sides[seat].money, s.options.cost[soldier_type]
    if money < cost:
        raise IllegalCommand("money", f"{TYPE_NAMES[soldier_type]} costs {cost}, money is {money}: {quote(words)}")
    base = base_of(s, seat)
    far, most = abs(at[0] - base[0]) + abs(at[1] - base[1]), s.options.max_distance_from_base
    if far > most:
        raise IllegalCommand(
            "distance", f"{format_cell(at)} is {far} from the own base, at most {most}: {quote(words)}"
        )
    piece = piece_at(s, at)
    if piece != Piece.EMPTY:
        raise IllegalCommand("occupied", f"on {format_cell(at)} is {PIECE_NAMES[piece]}: {quote(words)}")


def _check_soldier(s: State, seat: int, at: Cell, words: str) -> None:
    piece = piece_at(s, at)
    if is_soldier_of(piece, 1 - seat):
        raise IllegalCommand("enemy_soldier", f"on {format_cell(at)} is {PIECE_NAMES[piece]}: {quote(words)}")
    if not is_soldier_of(piece, seat):
        raise IllegalCommand("no_soldier", f"no soldier: {format_cell(at)} is {PIECE_NAMES[piece]}: {quote(words)}")


def explain(s: State, seat: int, action: int) -> IllegalCommand:
    """Say why an action is not legal for the seat now."""
    if not 0 <= action < s.actions.size:
        return IllegalCommand("syntax", f"action {action} is not below {s.actions.size}")
    try:
        check(s, seat, decode(s, action))
    except IllegalCommand as refused:
        return refused
    return IllegalCommand("syntax", f"action {action} is legal: {format_written(decode(s, action))}")


# Writing


def decode(s: State, action: int) -> Written:
    """Return a single decision in the words of the rules."""
    kind = Kind(int(kind_of(s.actions, action)))
    a, b, _ = (int(field) for field in fields_of(s.actions, kind.value, action))
    width = int(s.options.width)
    match kind:
        case Kind.BUILD:
            return Written(kind, type=a, at=(b % width, b // width))
        case Kind.MOVE:
            return Written(kind, at=(a % width, a // width))
        case Kind.FACE:
            return Written(kind, at=(a % width, a // width), facing=b)
        case Kind.AIM:
            return Written(kind, to=(a % width, a // width))
        case Kind.TURN:
            return Written(kind, facing=a)
        case _:
            return NO_OP


def join(s: State, actions: tuple[int, ...]) -> Written:
    """Return a command of several decisions, or a single one, as it is written."""
    first, *rest = (decode(s, action) for action in actions)
    for decision in rest:
        more = {name: value for name, value in decision._asdict().items() if value is not None and name != "kind"}
        first = first._replace(**more)
    return first


def format(s: State, seat: int, actions: tuple[int, ...]) -> str:
    """Write a command or a decision as text."""
    return format_written(join(s, actions))


def to_json(s: State, seat: int, actions: tuple[int, ...]) -> dict[str, Any]:
    """Write a command or a decision as JSON."""
    return written_to_json(join(s, actions))


def picks(s: State, seat: int, action: int) -> tuple[str, ...]:
    """Return what to click: a soldier and then what it shall do, or a free cell and then who is built there."""
    written = decode(s, action)
    match written.kind:
        case Kind.BUILD:
            return (cell_pick(written.at), f"button build {TYPE_NAMES[written.type or 0]}")
        case Kind.MOVE:
            return (cell_pick(written.at), "button move")
        case Kind.FACE:
            return (cell_pick(written.at), f"button face {FACING_NAMES[written.facing or 0]}")
        case Kind.AIM:
            return (cell_pick(written.to),)
        case Kind.TURN:
            return (f"button face {FACING_NAMES[written.facing or 0]}",)
        case _:
            return ("button No-op",)


def cell_pick(cell: Cell | None) -> str:
    """Return the pick that names a cell."""
    x, y = cell or (0, 0)
    return f"cell {x},{y}"
