"""Commands and decisions as they are written in text and JSON (§9), with no position in mind."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import need_keys, need_object, quote, suggest
from plowshares.games.footsoldiers.actions import Kind
from plowshares.games.footsoldiers.state import FACING_NAMES, TYPE_NAMES

BLANKS = " \t\r"
MOST_DIGITS = 9
FAR = 10**MOST_DIGITS  # stands for every longer number: no map reaches that far

Cell = tuple[int, int]
MatchMode = Literal["strict", "search"]


class Written(NamedTuple):
    """A command or a single decision as written. What it does not name is None."""

    kind: Kind
    type: int | None = None
    at: Cell | None = None
    to: Cell | None = None
    facing: int | None = None

    @property
    def is_command(self) -> bool:
        """Whether it is a whole command."""
        return self.kind in (Kind.NOOP, Kind.FACE) or (self.kind in (Kind.BUILD, Kind.MOVE) and self.to is not None)


NO_OP = Written(Kind.NOOP)

_CELL = r"\(([0-9]+), ([0-9]+)\)"
_TYPE = f"({'|'.join(TYPE_NAMES)})"
_FACING = f"({'|'.join(FACING_NAMES)})"


def _number(digits: str) -> int:
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) <= MOST_DIGITS else FAR


def _cell(x: str, y: str) -> Cell:
    return _number(x), _number(y)


def _type(name: str) -> int:
    return TYPE_NAMES.index(name)


def _facing(name: str) -> int:
    return FACING_NAMES.index(name)


Reader = tuple[re.Pattern[str], Callable[..., Written]]

# In the order in which `search` looks for them.
COMMANDS: tuple[Reader, ...] = (
    (
        re.compile(f"Build {_TYPE} {_CELL} {_CELL} {_FACING}"),
        lambda t, x, y, to_x, to_y, f: Written(Kind.BUILD, _type(t), _cell(x, y), _cell(to_x, to_y), _facing(f)),
    ),
    (
        re.compile(f"Move {_CELL} to {_CELL}"),
        lambda x, y, to_x, to_y: Written(Kind.MOVE, at=_cell(x, y), to=_cell(to_x, to_y)),
    ),
    (
        re.compile(f"Change attack direction {_CELL} to {_FACING}"),
        lambda x, y, f: Written(Kind.FACE, at=_cell(x, y), facing=_facing(f)),
    ),
    (re.compile("No-op"), lambda: NO_OP),
)
DECISIONS: tuple[Reader, ...] = (
    (re.compile(f"Build {_TYPE} {_CELL}"), lambda t, x, y: Written(Kind.BUILD, _type(t), _cell(x, y))),
    (re.compile(f"Move {_CELL}"), lambda x, y: Written(Kind.MOVE, at=_cell(x, y))),
    (re.compile(f"Aim {_CELL}"), lambda x, y: Written(Kind.AIM, to=_cell(x, y))),
    (re.compile(f"Aim {_CELL} {_FACING}"), lambda x, y, f: Written(Kind.AIM, to=_cell(x, y), facing=_facing(f))),
    (re.compile(f"Turn {_FACING}"), lambda f: Written(Kind.TURN, facing=_facing(f))),
)
FORMS = (
    "No-op",
    "Build Scout (x, y) (x, y) Up",
    "Move (x, y) to (x, y)",
    "Change attack direction (x, y) to Left",
    "Build Scout (x, y)",
    "Move (x, y)",
    "Aim (x, y)",
    "Turn Down",
)


def match_command(line: str, mode: MatchMode = "strict") -> Written | None:
    """Read a whole command that fills a line, or with `search` the first to be found anywhere in it."""
    if mode == "strict":
        return _match(COMMANDS, line)
    for pattern, make in COMMANDS:
        found = pattern.search(line)
        if found:
            return make(*found.groups())
    return None


def match_decision(line: str) -> Written | None:
    """Read a single decision that is not a whole command."""
    return _match(DECISIONS, line)


def _match(readers: tuple[Reader, ...], line: str) -> Written | None:
    for pattern, make in readers:
        found = pattern.fullmatch(line.strip(BLANKS))
        if found:
            return make(*found.groups())
    return None


def parse_written(text: str) -> Written:
    """Read a command or a decision; refuse what is neither."""
    written = match_command(text) or match_decision(text)
    if written is None:
        raise IllegalCommand("syntax", f"not a command: {quote(text)}{suggest(text.strip(BLANKS), FORMS)}")
    return written


def format_cell(cell: Cell) -> str:
    """Write a cell."""
    return f"({cell[0]}, {cell[1]})"


def format_written(written: Written) -> str:
    """Write a command or a decision in its one form."""
    words = ["" if written.type is None else TYPE_NAMES[written.type]]
    words += ["" if cell is None else format_cell(cell) for cell in (written.at, written.to)]
    words += ["" if written.facing is None else FACING_NAMES[written.facing]]
    name, at, to, facing = words
    match written.kind:
        case Kind.BUILD:
            return " ".join(word for word in ("Build", name, at, to, facing) if word)
        case Kind.MOVE:
            return f"Move {at} to {to}" if to else f"Move {at}"
        case Kind.FACE:
            return f"Change attack direction {at} to {facing}"
        case Kind.AIM:
            return " ".join(word for word in ("Aim", to, facing) if word)
        case Kind.TURN:
            return f"Turn {facing}"
        case _:
            return "No-op"


# JSON

# The keys of each kind, and those a whole command has besides.
_KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "noop": ((), ()),
    "build": (("type", "at"), ("to", "facing")),
    "move": (("at",), ("to",)),
    "face": (("at", "facing"), ()),
    "aim": (("to",), ()),
    "turn": (("facing",), ()),
}


def parse_written_json(data: Any) -> Written:
    """Read the JSON form of a command or a decision; refuse what is neither."""
    data = need_object(data, "syntax")
    if data["kind"] not in _KEYS:
        raise IllegalCommand("syntax", f"unknown kind {data['kind']!r} in {quote(data)}{suggest(data['kind'], _KEYS)}")
    need, more = _KEYS[data["kind"]]
    need_keys(data, "syntax", (*need, *more) if any(key in data for key in more) else need)
    return Written(
        Kind[data["kind"].upper()],
        type=_read_name(data, "type", TYPE_NAMES),
        at=_read_cell(data, "at"),
        to=_read_cell(data, "to"),
        facing=_read_name(data, "facing", FACING_NAMES),
    )


def _read_name(data: dict[str, Any], key: str, names: tuple[str, ...]) -> int | None:
    if key not in data:
        return None
    if data[key] not in names:
        raise IllegalCommand("syntax", f"{key} is one of {', '.join(names)}, not {quote(data[key])}")
    return names.index(data[key])


def _read_cell(data: dict[str, Any], key: str) -> Cell | None:
    if key not in data:
        return None
    cell = data[key]
    # type() and not isinstance(): true is not a number here.
    if not isinstance(cell, dict) or cell.keys() != {"x", "y"} or {type(v) for v in cell.values()} != {int}:
        raise IllegalCommand("syntax", f'{key!r} is an object {{"x": …, "y": …}} of whole numbers, not {quote(cell)}')
    return cell["x"], cell["y"]


def written_to_json(written: Written) -> dict[str, Any]:
    """Write a command or a decision as JSON."""
    data: dict[str, Any] = {"kind": written.kind.name.lower()}
    if written.type is not None:
        data["type"] = TYPE_NAMES[written.type]
    if written.at is not None:
        data["at"] = {"x": written.at[0], "y": written.at[1]}
    if written.to is not None:
        data["to"] = {"x": written.to[0], "y": written.to[1]}
    if written.facing is not None:
        data["facing"] = FACING_NAMES[written.facing]
    return data
