"""Why a command cannot be played: the table of refusals, first row first (§11)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from plowshares.core.boards import NOWHERE
from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import quote
from plowshares.core.seats import NOBODY, has_seat
from plowshares.games.farmer_soldier import rules
from plowshares.games.farmer_soldier.actions import LETTERS, Thing
from plowshares.games.farmer_soldier.notation.commands import Command
from plowshares.games.farmer_soldier.positions import cell_name, parse_cell
from plowshares.games.farmer_soldier.rules.pieces import count_people
from plowshares.games.farmer_soldier.state import Phase

PHASE_OF = {
    "raise": Phase.RAISE,
    "move": Phase.MOVE,
    "done": Phase.MOVE,
    "starve": Phase.FEED,
    "mark": Phase.MARK,
    "arm": Phase.ARM,
}
NAMES = ("farmers", "soldiers", "children", "food")
SINGULAR = ("farmer", "soldier", "child", "food")


@dataclass(frozen=True)
class Answer:
    """A command with its names resolved; cells and targets may be none that exist."""

    kind: str
    source: str
    cell: int = NOWHERE
    to: int = NOWHERE
    slot: int = NOWHERE
    what: int = -1
    target: int = NOBODY
    count: int | None = None
    has_cell: bool = True  # whether the command names a cell at all
    names: tuple[str, str] = ("", "")


def resolve(s: Any, command: Command) -> Answer:
    """Find the cells, slot and kind that a command names."""
    cell = parse_cell(s, command.cell) if command.cell else NOWHERE
    to = parse_cell(s, command.to) if command.to else NOWHERE
    slot = NOWHERE
    if cell != NOWHERE and to != NOWHERE:
        slots = np.flatnonzero(s.board.neighbours[cell] == to)
        slot = int(slots[0]) if len(slots) else NOWHERE
    what = LETTERS.index(command.what) if command.what else -1
    return Answer(
        command.kind,
        command.source,
        cell,
        to,
        slot,
        what,
        command.player,
        command.count,
        bool(command.cell),
        (command.cell, command.to),
    )


def find_fault(s: Any, seat: int, answer: Answer) -> IllegalCommand | None:
    """Return the first refusal of the table that applies, or None for a legal command."""
    for code, why in FAULTS:
        message = why(s, seat, answer)
        if message:
            return IllegalCommand(code, f"{message}: {quote(answer.source)}")
    return None


def question_of(s: Any, seat: int) -> tuple[int, int, int]:
    """Return the cell, the kind and the target the seat is being asked about."""
    if s.phase == Phase.MARK:
        marker = s.markers[seat]
        return int(marker.cell), int(Thing.SOLDIER), int(marker.target)
    return int(s.cell), int(s.what), NOBODY


def pending(s: Any) -> Answer:
    """Return the move that waits for its amount."""
    cell, slot = int(s.cell), int(s.slot)
    return Answer("move", "", cell, int(s.board.neighbours[cell, slot]), slot, int(s.what))


def _moved(s: Any, answer: Answer) -> Answer | None:
    """Return the move a command makes, its amount included, or None if it makes none."""
    if answer.kind == "move":
        return answer
    if answer.kind == "amount" and s.phase == Phase.AMOUNT:
        move = pending(s)
        return Answer("move", answer.source, move.cell, move.to, move.slot, move.what, count=answer.count)
    return None


def _over(s: Any, seat: int, a: Answer) -> str:
    return "the game is over" if s.phase == Phase.OVER else ""


def _not_your_turn(s: Any, seat: int, a: Answer) -> str:
    if 0 <= seat < s.options.seats and has_seat(rules.to_act(s), seat):
        return ""
    if s.phase == Phase.MARK:
        return f"p{seat} has no marks to choose now"
    return f"it is the turn of p{s.seat}, not of p{seat}"


def _wrong_phase(s: Any, seat: int, a: Answer) -> str:
    phase = Phase(int(s.phase))
    if phase != Phase.MOVE if a.kind == "amount" else PHASE_OF[a.kind] == phase:
        return ""
    return f"{a.kind} does not belong here; now {WAITING[phase]}"


WAITING = {
    Phase.RAISE: "children are being raised",
    Phase.MOVE: "people and food are moved, until done",
    Phase.AMOUNT: "a move waits for its amount, a number",
    Phase.FEED: "the hungry are being chosen",
    Phase.MARK: "soldiers are being marked",
    Phase.ARM: "roles are being switched",
}


def _unknown_cell(s: Any, seat: int, a: Answer) -> str:
    if not a.has_cell:
        return ""
    if not 0 <= a.cell < s.board.count:
        return f"there is no cell {quote(a.names[0])}"
    return f"there is no cell {quote(a.names[1])}" if a.names[1] and a.to == NOWHERE else ""


def _wrong_cell(s: Any, seat: int, a: Answer) -> str:
    if a.kind not in ("raise", "starve", "mark", "arm"):
        return ""
    cell, _, _ = question_of(s, seat)
    return "" if a.cell == cell else f"the question is about {cell_name(s, cell)}, not {cell_name(s, a.cell)}"


def _bad_target(s: Any, seat: int, a: Answer) -> str:
    if a.kind != "mark":
        return ""
    _, _, target = question_of(s, seat)
    return "" if a.target == target else f"the question is about the soldiers of p{target}, not of p{a.target}"


def _wrong_kind(s: Any, seat: int, a: Answer) -> str:
    if a.kind != "starve":
        return ""
    _, what, _ = question_of(s, seat)
    return "" if a.what == what else f"the question is how many {NAMES[what]} starve, not {NAMES[a.what]}"


def _not_adjacent(s: Any, seat: int, a: Answer) -> str:
    if a.kind != "move" or a.slot != NOWHERE:
        return ""
    return "those two cells are not adjacent" if a.to != NOWHERE else "that slot leads nowhere"


def _stock(s: Any, seat: int, move: Answer, cell: int) -> int:
    owner = 0 if s.options.common and move.what == Thing.FOOD else seat
    return int(s.things[cell, owner, move.what])


def _not_your_food(s: Any, seat: int, a: Answer) -> str:
    move = _moved(s, a)
    if move is None or move.what != Thing.FOOD or s.options.common or _stock(s, seat, move, move.cell):
        return ""
    return "the food there is not yours" if s.things[move.cell, :, Thing.FOOD].any() else ""


def _none_there(s: Any, seat: int, a: Answer) -> str:
    move = _moved(s, a)
    if move is None or _stock(s, seat, move, move.cell):
        return ""
    return f"you have no {NAMES[move.what]} in {cell_name(s, move.cell)}"


def _already_moved(s: Any, seat: int, a: Answer) -> str:
    move = _moved(s, a)
    if move is None:
        return ""
    number = 1 if move.count is None else move.count
    there = _stock(s, seat, move, move.cell)
    left = there - int(s.arrived[move.cell, move.what])
    if left < number <= there:
        return f"only {left} of the {NAMES[move.what]} in {cell_name(s, move.cell)} have not moved this turn"
    return ""


def _too_many(s: Any, seat: int, a: Answer) -> str:
    if a.count is None:
        return ""
    move = _moved(s, a)
    if move is not None:
        there = _stock(s, seat, move, move.cell)
        return f"there are only {there} {NAMES[move.what]}" if a.count > there else ""
    low, high = rules.question_range(s, seat)
    return f"the answer is {low} to {high}" if a.count > high else ""


def _too_few(s: Any, seat: int, a: Answer) -> str:
    if a.count is None:
        return ""
    if _moved(s, a) is not None:
        return "a move takes at least 1" if a.count == 0 else ""
    low, high = rules.question_range(s, seat)
    return f"the answer is {low} to {high}" if a.count < low else ""


def _no_escort(s: Any, seat: int, a: Answer) -> str:
    move = _moved(s, a)
    if move is None or move.what != Thing.FOOD or not s.options.escort or count_people(s, move.cell, seat):
        return ""
    return "food leaves a cell only while you have a person there"


def _stack_full(s: Any, seat: int, a: Answer) -> str:
    move = _moved(s, a)
    if move is None:
        return ""
    number = 1 if move.count is None else move.count
    room = int(s.options.max_stack) - _stock(s, seat, move, move.to)
    return f"{cell_name(s, move.to)} has room for {room} more {NAMES[move.what]}" if number > room else ""


FAULTS: tuple[tuple[str, Callable[[Any, int, Answer], str]], ...] = (
    ("game-over", _over),
    ("not-your-turn", _not_your_turn),
    ("wrong-phase", _wrong_phase),
    ("unknown-cell", _unknown_cell),
    ("wrong-cell", _wrong_cell),
    ("bad-target", _bad_target),
    ("wrong-kind", _wrong_kind),
    ("not-adjacent", _not_adjacent),
    ("not-your-food", _not_your_food),
    ("none-there", _none_there),
    ("already-moved", _already_moved),
    ("too-many", _too_many),
    ("too-few", _too_few),
    ("no-escort", _no_escort),
    ("stack-full", _stack_full),
)
