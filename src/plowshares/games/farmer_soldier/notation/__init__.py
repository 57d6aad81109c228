"""How people and programs write things (§9); everything here gets views."""

from __future__ import annotations

from typing import Any

from plowshares.core.actions import encode, fields_of, kind_of
from plowshares.core.boards import NOWHERE
from plowshares.core.errors import IllegalCommand
from plowshares.core.game import grow_if_full
from plowshares.core.seats import has_seat
from plowshares.games.farmer_soldier import rules, state
from plowshares.games.farmer_soldier.actions import LETTERS, Kind, Thing
from plowshares.games.farmer_soldier.notation.commands import FORMS, Command, bad_syntax, read_json, read_text
from plowshares.games.farmer_soldier.notation.log import count_of, describe_result, tell
from plowshares.games.farmer_soldier.notation.refusals import NAMES, Answer, find_fault, question_of, resolve
from plowshares.games.farmer_soldier.positions import cell_name
from plowshares.games.farmer_soldier.rules.moving import count_movable, count_room
from plowshares.games.farmer_soldier.state import Phase

__all__ = [
    "HELP",
    "describe_result",
    "explain",
    "format",
    "parse",
    "parse_json",
    "picks",
    "prompt",
    "seat_name",
    "tell",
    "to_json",
]

HELP = f"""\
Commands: {FORMS}.
raise a1 1s      of the children in a1, one becomes a soldier, the others farmers
a1>b1 2f         move two farmers from a1 to b1; several amounts may follow: a1>b1 2f 1s 2g
a1>b1 f          the same, and be asked how many
done             no more moves: everybody eats, fights and harvests
starve a1 1c     of those in a1 who cannot eat, one is a child
mark b2 p1 2     your soldiers in b2 mark two soldiers of p1
arm a1 3s        three of the adults in a1 are soldiers from now on
2                the answer to whatever is being asked
f farmer, s soldier, c child, g food. Cells are called a1, b1, …, or by coordinates: 0.-1.
"""


def parse(s: Any, seat: int, text: str) -> tuple[int, ...]:
    """Read a command as its actions; several amounts in a line are tried one after the other."""
    return _actions_of_all(s, seat, read_text(text))


def parse_json(s: Any, seat: int, data: Any) -> tuple[int, ...]:
    """Read the JSON form of a command."""
    return _actions_of_all(s, seat, [read_json(data)])


def _actions_of_all(s: Any, seat: int, commands: list[Command]) -> tuple[int, ...]:
    actions: list[int] = []
    for i, command in enumerate(commands, 1):
        answer = resolve(s, command)
        fault = find_fault(s, seat, answer)
        if fault:
            raise fault
        found = _actions_of(s, answer)
        actions += found
        if i < len(commands):
            s = _after(s, seat, found)
    return tuple(actions)


def _after(s: Any, seat: int, actions: list[int]) -> Any:
    """Return the view after some actions, on a copy."""
    copy = s.clone()
    for action in actions:
        rules.step(copy, seat, action)
        copy = grow_if_full(rules, state, copy)
    return copy


def _actions_of(s: Any, answer: Answer) -> list[int]:
    """Return the actions of a legal command."""
    if answer.kind == "done":
        return [int(encode(s.actions, int(Kind.DONE), 0, 0, 0))]
    amount = None if answer.count is None else int(encode(s.actions, int(Kind.AMOUNT), answer.count, 0, 0))
    if answer.kind != "move":
        return [] if amount is None else [amount]
    move = int(encode(s.actions, int(Kind.MOVE), answer.what, answer.cell, answer.slot))
    if amount is None or not _asks_amount(s, answer.what, answer.cell, answer.to):
        return [move]
    return [move, amount]


def _asks_amount(s: Any, what: int, cell: int, to: int) -> bool:
    """Ask whether more than one amount of the move is legal."""
    return bool(min(count_movable(s, cell, what), count_room(s, to, what)) > 1)


def _decode(s: Any, action: int) -> tuple[int, int, int, int]:
    """Return the kind and the fields of an action."""
    kind = int(kind_of(s.actions, action))
    a, b, c = fields_of(s.actions, kind, action)
    return kind, int(a), int(b), int(c)


def explain(s: Any, seat: int, action: int) -> IllegalCommand:
    """Say why an action is not legal for the seat now."""
    if not 0 <= action < s.actions.size:
        return bad_syntax(f"an action is a number below {s.actions.size}", str(action))
    kind, a, b, c = _decode(s, action)
    if kind == Kind.DONE:
        answer = Answer("done", "done", has_cell=False)
    elif kind == Kind.AMOUNT:
        answer = Answer("amount", str(a), count=a, has_cell=False)
    else:
        exists = b < s.board.count
        to = int(s.board.neighbours[b, c]) if exists else NOWHERE
        name = cell_name(s, b) if exists else f"cell {b}"
        slot = NOWHERE if to == NOWHERE else c
        answer = Answer("move", f"{NAMES[a]} from {name} through slot {c}", b, to, slot, a, names=(name, ""))
    fault = find_fault(s, seat, answer)
    if fault is None:
        raise ValueError(f"action {action} is legal")
    return fault


def format(s: Any, seat: int, actions: tuple[int, ...]) -> str:
    """Write a decision, or a whole command, in its canonical text."""
    data = to_json(s, seat, actions)
    match data["kind"]:
        case "move":
            return f"{data['from']}>{data['to']} {data.get('count', '')}{data['what']}"
        case "raise" | "arm":
            return f"{data['kind']} {data['cell']} {data['soldiers']}s"
        case "starve":
            return f"starve {data['cell']} {data['count']}{data['what']}"
        case "mark":
            return f"mark {data['cell']} p{data['player']} {data['count']}"
        case "amount":
            return str(data["count"])
    return "done"


def to_json(s: Any, seat: int, actions: tuple[int, ...]) -> dict[str, Any]:
    """Write a decision, or a whole command, as JSON."""
    kind, a, b, c = _decode(s, actions[0])
    if kind == Kind.DONE:
        return {"kind": "done"}
    if kind == Kind.AMOUNT:
        return _question_json(s, seat, a)
    to = int(s.board.neighbours[b, c])
    move: dict[str, Any] = {"kind": "move", "from": cell_name(s, b), "to": cell_name(s, to), "what": LETTERS[a]}
    if len(actions) > 1:
        move["count"] = _decode(s, actions[1])[1]
    elif not _asks_amount(s, a, b, to):
        move["count"] = 1
    return move


def _question_json(s: Any, seat: int, count: int) -> dict[str, Any]:
    cell, what, target = question_of(s, seat)
    match Phase(int(s.phase)):
        case Phase.RAISE:
            return {"kind": "raise", "cell": cell_name(s, cell), "soldiers": count}
        case Phase.ARM:
            return {"kind": "arm", "cell": cell_name(s, cell), "soldiers": count}
        case Phase.FEED:
            return {"kind": "starve", "cell": cell_name(s, cell), "what": LETTERS[what], "count": count}
        case Phase.MARK:
            return {"kind": "mark", "cell": cell_name(s, cell), "player": target, "count": count}
    return {"kind": "amount", "count": count}


def picks(s: Any, seat: int, action: int) -> tuple[str, ...]:
    """Return what to click: a cell, what is in it, a cell beside it; or a number."""
    kind, a, b, c = _decode(s, action)
    if kind == Kind.DONE:
        return ("button done",)
    if kind == Kind.AMOUNT:
        return (f"number {a}",)
    to = int(s.board.neighbours[b, c])
    return f"cell {cell_name(s, b)}", f"button {NAMES[a]}", f"cell {cell_name(s, to)}"


def prompt(s: Any, seat: int) -> str:
    """Say in a sentence what the seat is to do now."""
    if s.phase == Phase.OVER:
        return describe_result(s)[1]
    if seat < 0 or not has_seat(rules.to_act(s), seat):
        return "Others choose their marks." if s.phase == Phase.MARK else f"p{s.seat} is to act."
    if s.phase == Phase.MOVE:
        return "Move people and food, each at most one step, or say done."
    cell, what, target = question_of(s, seat)
    low, high = rules.question_range(s, seat)
    name, span = cell_name(s, cell), f"{low} to {high}"
    match Phase(int(s.phase)):
        case Phase.RAISE:
            return f"How many of the {count_of(high, Thing.CHILD)} in {name} become soldiers? {span}; the others farm."
        case Phase.FEED:
            return f"Food is {s.short} short in {name}: how many {NAMES[what]} starve? {span}."
        case Phase.MARK:
            return f"How many soldiers of p{target} do yours mark in {name}? {span}."
        case Phase.ARM:
            return f"How many of the {high} adults in {name} are soldiers from now on? {span}."
    to = cell_name(s, int(s.board.neighbours[cell, int(s.slot)]))
    return f"How many {NAMES[what]} move from {name} to {to}? {span}."


def seat_name(s: Any, seat: int) -> str:
    """Return what the seat is called."""
    return f"p{seat}"
