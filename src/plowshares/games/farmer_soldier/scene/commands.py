"""Decisions in words: what they are, why they are good, why they are refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plowshares.core.actions import fields_of, kind_of
from plowshares.core.boards import NOWHERE
from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import Text, _
from plowshares.core.scene import Viewer
from plowshares.games.farmer_soldier import rules
from plowshares.games.farmer_soldier.actions import Kind, Thing
from plowshares.games.farmer_soldier.notation.refusals import NAMES, question_of
from plowshares.games.farmer_soldier.scene.choices import answer_words, cell_of, enemies_beside, movable
from plowshares.games.farmer_soldier.scene.forecast import count_others, count_starving, is_guarded, meal_at
from plowshares.games.farmer_soldier.scene.places import field_name
from plowshares.games.farmer_soldier.scene.words import count_of, kind_name, list_people
from plowshares.games.farmer_soldier.state import Phase


def _decode(s: Any, action: int) -> tuple[int, int, int, int]:
    kind = int(kind_of(s.actions, action))
    a, b, c = fields_of(s.actions, kind, action)
    return kind, int(a), int(b), int(c)


def describe(s: Any, viewer: Viewer, actions: tuple[int, ...]) -> Text:
    """Return a decision or a whole command in words."""
    kind, a, b, c = _decode(s, actions[0])
    if kind == Kind.DONE:
        return _("Done moving")
    if kind == Kind.AMOUNT:
        return _describe_answer(s, viewer, a)
    start, goal = field_name(s, b), field_name(s, int(s.board.neighbours[b, c]))
    if len(actions) > 1:
        count = _decode(s, actions[1])[1]
        return _("Move {things} from {start} to {goal}", things=count_of(count, a), start=start, goal=goal)
    if movable(s, b, a) == 1:
        return _("Move {things} from {start} to {goal}", things=count_of(1, a), start=start, goal=goal)
    return _("{kind} from {start} to {goal}", kind=kind_name(a), start=start, goal=goal)


def _describe_answer(s: Any, viewer: Viewer, n: int) -> Text:
    cell, what, _target = question_of(s, viewer.seat)
    if s.phase == Phase.MARK and viewer.seat < 0:
        return _("Strike {things}", things=count_of(n, Thing.SOLDIER))
    name = field_name(s, cell)
    _low, high = rules.question_range(s, viewer.seat)
    match Phase(int(s.phase)):
        case Phase.RAISE:
            return _("Raise {people} in {field}", people=list_people((int(high) - n, n, 0)), field=name)
        case Phase.ARM:
            return _("{people} in {field} from now on", people=list_people((int(high) - n, n, 0)), field=name)
        case Phase.FEED:
            return _("In {field}: {what}", field=name, what=answer_words(s, viewer, n))
        case Phase.MARK:
            return _("In {field}: {what}", field=name, what=answer_words(s, viewer, n))
    goal = field_name(s, int(s.board.neighbours[cell, int(s.slot)]))
    return _("Move {things} from {start} to {goal}", things=count_of(n, what), start=name, goal=goal)


# Reasons


def reason(s: Any, viewer: Viewer, actions: tuple[int, ...]) -> str:
    """Say why a recommended decision is good: what it gains, keeps or threatens; empty if nothing is plain."""
    kind, a, b, c = _decode(s, actions[0])
    if kind == Kind.DONE:
        return _("Everybody is fed.") if not count_starving(s, viewer.seat) else ""
    if kind == Kind.MOVE:
        return _why_move(s, viewer, a, b, int(s.board.neighbours[b, c]))
    if s.phase == Phase.AMOUNT:
        return _why_move(s, viewer, int(s.what), int(s.cell), int(s.board.neighbours[int(s.cell), int(s.slot)]))
    if s.phase in (Phase.RAISE, Phase.ARM):
        return _why_role(s, viewer, a)
    if s.phase == Phase.FEED and a == rules.question_range(s, viewer.seat)[1]:
        return _("Farmers bring new food; the others can be replaced.")
    return ""


def _why_move(s: Any, viewer: Viewer, what: int, cell: int, to: int) -> str:
    here, there, name = meal_at(s, viewer.seat, cell), meal_at(s, viewer.seat, to), field_name(s, to)
    if what == Thing.FOOD:
        return _("It keeps your people in {field} fed.", field=name) if there.short else ""
    if what == Thing.SOLDIER and count_others(s, to, viewer.seat):
        if not is_guarded(s, to, viewer.seat):
            return _("Nobody guards {field}: everybody there falls.", field=name)
        return _("They fight for {field}.", field=name)
    if here.short and there.food > there.mouths:
        return _("There is food left over in {field}.", field=name)
    if what == Thing.FARMER and not s.things[to, viewer.seat, Thing.FARMER]:
        food = int(s.options.food_yield)
        return _("Another field brings in {n} more food every turn.", n=food)
    return ""


def _why_role(s: Any, viewer: Viewer, soldiers: int) -> str:
    cell = int(s.cell)
    if soldiers and enemies_beside(s, viewer.seat, cell):
        return _("Enemy soldiers stand beside {field}.", field=field_name(s, cell))
    if soldiers:
        return _("Soldiers can take unguarded fields.")
    return _("Farmers grow food and have children.")


# Refusals


def explain(s: Any, viewer: Viewer, path: Sequence[str], refusal: IllegalCommand) -> str:
    """Say in words why a path of picks or a command is refused."""
    found = _REFUSALS.get(refusal.code)
    if found is not None:
        return found()
    if refusal.code in ("wrong-phase", "wrong-cell", "bad-target", "wrong-kind"):
        return _("Something else is being asked now: {question}", question=_asked(s))
    if path and path[0].startswith("cell "):
        return _explain_cell(s, viewer, path)
    return _("That cannot be done now. Choose one of the marked fields.")


def _asked(s: Any) -> Text:
    return {
        Phase.RAISE: _("children grow up."),
        Phase.MOVE: _("people and food move."),
        Phase.AMOUNT: _("how many move?"),
        Phase.FEED: _("who starves?"),
        Phase.MARK: _("whom do your soldiers strike?"),
        Phase.ARM: _("who carries arms?"),
        Phase.OVER: _("nothing, the game is over."),
    }[Phase(int(s.phase))]


def _explain_cell(s: Any, viewer: Viewer, path: Sequence[str]) -> Text:
    cell = cell_of(s, path[0])
    if cell == NOWHERE or len(path) == 1:
        if cell != NOWHERE and s.things[cell, viewer.seat].any():
            return _("Everything you have in {field} has moved already.", field=field_name(s, cell))
        return _("Nothing of yours can move from there.")
    if len(path) > 2:
        return _("Everybody moves to a neighbouring field only.")
    what = NAMES.index(path[1].removeprefix("button ")) if path[1].removeprefix("button ") in NAMES else 0
    return _("No {kind} can leave {field} now.", kind=_lower(what), field=field_name(s, cell))


def _lower(what: int) -> Text:
    return (_("farmers"), _("soldiers"), _("children"), _("food"))[what]


_REFUSALS = {
    "game-over": lambda: _("The game is over."),
    "not-your-turn": lambda: _("It is not your turn."),
    "unknown-cell": lambda: _("There is no such field."),
    "not-adjacent": lambda: _("Everybody moves to a neighbouring field only."),
    "not-your-food": lambda: _("The food there is not yours."),
    "none-there": lambda: _("You have none of those there."),
    "already-moved": lambda: _("They have moved already this turn."),
    "too-many": lambda: _("There are not that many."),
    "too-few": lambda: _("It must be more than that."),
    "no-escort": lambda: _("Food only leaves a field while one of your people is there."),
    "stack-full": lambda: _("That field is full."),
    "bad-syntax": lambda: _("That is not a command of this game."),
}
