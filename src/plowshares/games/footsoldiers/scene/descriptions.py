"""Decisions in words, why a recommended one is good, and why something cannot be done."""

from __future__ import annotations

from collections.abc import Sequence

from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Viewer
from plowshares.games.footsoldiers.actions import Kind
from plowshares.games.footsoldiers.grammar import Cell, Written
from plowshares.games.footsoldiers.lookup import Soldier, all_soldiers, base_of, coordinates, soldiers_of
from plowshares.games.footsoldiers.notation import join
from plowshares.games.footsoldiers.rules import is_over
from plowshares.games.footsoldiers.scene.outlook import WAIT, target_of, will_meet
from plowshares.games.footsoldiers.scene.prompts import cell_of_pick
from plowshares.games.footsoldiers.scene.walks import walk_of
from plowshares.games.footsoldiers.scene.words import A_SOLDIER, FACINGS, SOLDIERS, castle_of, goal_of
from plowshares.games.footsoldiers.state import SEATS, Stage, State

NEAR = 12  # steps from the own castle at which an enemy is a danger
AHEAD = 8  # turns that are played out to see whether it is met


def describe(s: State, viewer: Viewer, actions: tuple[int, ...]) -> Text:
    """Return a decision or a whole command in words."""
    order = join(s, actions)
    match order.kind:
        case Kind.BUILD:
            return _describe_build(s, viewer, order)
        case Kind.MOVE if order.to is not None and order.to == order.at:
            return _("Let your {soldier} stay where it is", soldier=_name(s, order.at))
        case Kind.MOVE if order.to is not None:
            return _("Send your {soldier} to {goal}", soldier=_name(s, order.at), goal=goal_of(s, viewer, order.to))
        case Kind.MOVE:
            return _("Send your {soldier} elsewhere", soldier=_name(s, order.at))
        case Kind.FACE:
            return _(
                "Turn your {soldier} to face {facing}", soldier=_name(s, order.at), facing=FACINGS[order.facing or 0]
            )
        case Kind.AIM:
            return _("Go to {goal}", goal=goal_of(s, viewer, order.to or (0, 0)))
        case Kind.TURN:
            return _("Face {facing}", facing=FACINGS[order.facing or 0])
        case _:
            return _("Wait")


def _describe_build(s: State, viewer: Viewer, order: Written) -> Text:
    words = {"soldier": A_SOLDIER[order.type or 0]}
    if order.to is None:
        return _("Build {soldier}", **words)
    return _("Build {soldier} that marches to {goal}", goal=goal_of(s, viewer, order.to), **words)


def _name(s: State, cell: Cell | None) -> Text:
    there = all_soldiers(s).get(cell) if cell is not None else None
    return SOLDIERS[there.type] if there is not None else _("soldier")


# Reasons


def reason(s: State, viewer: Viewer, actions: tuple[int, ...]) -> str:
    """Say why a recommended decision is good, as far as everybody can see it."""
    order = join(s, actions)
    if order.at is None and order.kind in (Kind.AIM, Kind.TURN):  # the end of a command that is begun
        order = order._replace(at=coordinates(s, s.commands[viewer.seat].cell))
    match order.kind:
        case Kind.BUILD:
            return _why_build(s, viewer, order, actions)
        case Kind.MOVE | Kind.AIM if order.to is not None:
            return _why_goal(s, viewer, order.at, order.to)
        case Kind.FACE | Kind.TURN:
            return _why_face(s, viewer, order, actions)
        case Kind.NOOP:
            return _why_wait(s, viewer)
        case _:
            return ""


def _danger(s: State, seat: int) -> Soldier | None:
    """Return the enemy's soldier that is nearest to the seat's castle, if it is near."""
    x, y = base_of(s, seat)
    steps = {soldier: abs(soldier.at[0] - x) + abs(soldier.at[1] - y) for soldier in soldiers_of(s, 1 - seat)}
    nearest = min(steps, key=lambda soldier: steps[soldier], default=None)
    return nearest if nearest is not None and steps[nearest] <= NEAR else None


def _why_build(s: State, viewer: Viewer, order: Written, actions: tuple[int, ...]) -> str:
    danger = _danger(s, viewer.seat)
    if danger is not None and will_meet(s, viewer.seat, actions, danger, AHEAD):
        return _(
            "It meets {name}’s {soldier} before your castle, if no order changes that.",
            name=viewer.name(danger.seat),
            soldier=SOLDIERS[danger.type],
        )
    goal = order.to or base_of(s, 1 - viewer.seat)
    if order.at is None or goal != base_of(s, 1 - viewer.seat):
        return ""
    walk = walk_of(s, Soldier(viewer.seat, order.type or 0, order.at, 1, goal, 0))
    if not walk.arrives:
        return ""
    castle = castle_of(viewer, 1 - viewer.seat)
    return ngettext(
        "It can reach {castle} in {n} turn, if nobody stops it.",
        "It can reach {castle} in {n} turns, if nobody stops it.",
        walk.turns,
        castle=castle,
    )


def _why_goal(s: State, viewer: Viewer, start: Cell | None, goal: Cell) -> str:
    if goal == base_of(s, 1 - viewer.seat):
        return _("It marches on {castle}.", castle=castle_of(viewer, 1 - viewer.seat))
    there = all_soldiers(s).get(goal)
    if there is not None and there.seat != viewer.seat:
        return _(
            "It goes to where {name}’s {soldier} stands now.",
            name=viewer.name(there.seat),
            soldier=SOLDIERS[there.type],
        )
    x, y = base_of(s, viewer.seat)
    if abs(goal[0] - x) + abs(goal[1] - y) <= NEAR:
        return _("It guards your castle.")
    return _why_halfway(s, viewer, start, goal) if start is not None else ""


def _why_halfway(s: State, viewer: Viewer, start: Cell, goal: Cell) -> str:
    """Say which way a goal between the castles leads."""
    other = base_of(s, 1 - viewer.seat)
    before, after = (abs(cell[0] - other[0]) + abs(cell[1] - other[1]) for cell in (start, goal))
    castle = castle_of(viewer, 1 - viewer.seat)
    if after < before:
        n = before - after
        return ngettext(
            "It goes {n} step nearer to {castle}.", "It goes {n} steps nearer to {castle}.", n, castle=castle
        )
    return _("It keeps away from {castle}.", castle=castle) if after > before else ""


def _why_face(s: State, viewer: Viewer, order: Written, actions: tuple[int, ...]) -> str:
    if order.kind != Kind.FACE or order.at is None:
        return ""
    target = target_of(s, viewer.seat, actions, order.at)
    if target is None or target == target_of(s, viewer.seat, (WAIT,), order.at):
        return ""
    name, soldier = viewer.name(target.seat), SOLDIERS[target.type]
    return _("Then it strikes {name}’s {soldier} first, if that one stays.", name=name, soldier=soldier)


def _why_wait(s: State, viewer: Viewer) -> str:
    money = int(s.sides[viewer.seat].money)
    if money < min(int(cost) for cost in s.options.cost):
        return _("You cannot pay for a soldier yet.")
    return _("You save coins for later.")


# Refusals


def explain(s: State, viewer: Viewer, path: Sequence[str], refusal: IllegalCommand) -> Text:
    """Say in words why a path of picks or a command is refused."""
    seat = viewer.seat
    if is_over(s):
        return _("The match is over.")
    if not 0 <= seat < SEATS:
        return _("You are watching.")
    if s.chosen[seat]:
        return _("Your order of this turn is given. {name} is still choosing.", name=viewer.name(1 - seat))
    if s.commands[seat].stage == Stage.AIM:
        return _("Choose where the soldier goes.")
    if s.commands[seat].stage == Stage.TURN:
        return _("Choose which way the soldier faces.")
    cell = cell_of_pick(path[0]) if path and path[0].startswith("cell ") else None
    return _explain_cell(s, viewer, cell) if cell is not None else _explain_code(s, viewer, refusal.code)


def _explain_cell(s: State, viewer: Viewer, cell: Cell) -> Text:
    there = all_soldiers(s).get(cell)
    if there is not None and there.seat != viewer.seat:
        return _("This is {name}’s {soldier}.", name=viewer.name(there.seat), soldier=SOLDIERS[there.type])
    if there is not None:
        return _("Send your {soldier} elsewhere, or turn it.", soldier=SOLDIERS[there.type])
    base, most = base_of(s, viewer.seat), int(s.options.max_distance_from_base)
    if cell in (base, base_of(s, 1 - viewer.seat)):
        return _("A castle stands there.")
    if int(s.sides[viewer.seat].money) < min(int(cost) for cost in s.options.cost):
        return _explain_code(s, viewer, "money")
    if abs(cell[0] - base[0]) + abs(cell[1] - base[1]) > most:
        return ngettext(
            "Soldiers are built at most {n} step from your castle.",
            "Soldiers are built at most {n} steps from your castle.",
            most,
        )
    return _("Nothing can be built on a rock.")


def _explain_code(s: State, viewer: Viewer, code: str) -> Text:
    money = int(s.sides[viewer.seat].money)
    match code:
        case "money":
            words = "You have {n} coin, which is too little."
            return ngettext(words, "You have {n} coins, which is too little.", money)
        case "distance":
            return _("That is too far from your castle.")
        case "occupied":
            return _("That cell is not free.")
        case "no_soldier":
            return _("No soldier of yours stands there.")
        case "enemy_soldier":
            return _("This soldier is not yours.")
        case "off_map":
            return _("That is outside the field.")
        case _:
            return _("Choose a glowing cell, one of your soldiers, or wait.")
