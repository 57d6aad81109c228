"""What the viewer is to do now, in a title and a line of help."""

from __future__ import annotations

from collections.abc import Sequence

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Prompt, Viewer
from plowshares.core.seats import NOBODY
from plowshares.games.footsoldiers.actions import Kind
from plowshares.games.footsoldiers.grammar import Cell
from plowshares.games.footsoldiers.lookup import all_soldiers, base_of, coordinates
from plowshares.games.footsoldiers.rules import is_over, winner
from plowshares.games.footsoldiers.scene.things import march_of, title_of
from plowshares.games.footsoldiers.scene.words import A_SOLDIER, SOLDIERS, castle_of, goal_of
from plowshares.games.footsoldiers.state import SEATS, Stage, State


def prompt(s: State, viewer: Viewer, path: Sequence[str]) -> Prompt:
    """Say what the viewer is to do after a path of picks, or what everybody waits for."""
    if is_over(s):
        return _over(s, viewer)
    if not 0 <= viewer.seat < SEATS or s.chosen[viewer.seat]:
        return _waiting(s, viewer)
    match s.commands[viewer.seat].stage:
        case Stage.AIM:
            return _aiming(s, viewer)
        case Stage.TURN:
            return Prompt(_("Which way should it face?"), _("It strikes what it faces first, then clockwise."))
        case _:
            return _choosing(s, viewer, path)


def turn_of(s: State) -> int:
    """Return the number of the turn, from 1."""
    return int(s.options.total_turns) - int(s.turns) + 1


def _over(s: State, viewer: Viewer) -> Prompt:
    seat = int(winner(s))
    if seat == NOBODY:
        return Prompt(_("Draw"), _("The match is over."))
    if viewer.is_me(seat):
        return Prompt(_("You won"), _("The match is over."), "good")
    if viewer.is_me(1 - seat):
        return Prompt(_("You lost"), _("The match is over."), "bad")
    return Prompt(_("{name} won", name=viewer.name(seat)), _("The match is over."))


def _waiting(s: State, viewer: Viewer) -> Prompt:
    late = [seat for seat in range(SEATS) if not s.chosen[seat]]
    if len(late) > 1:
        title = _("{first} and {second} are choosing", first=viewer.name(0), second=viewer.name(1))
        return Prompt(title, _("Both orders are shown when both are given."))
    title = _("{name} is still choosing", name=viewer.name(late[0])) if late else _("The turn plays out")
    if 0 <= viewer.seat < SEATS:
        return Prompt(title, _("Your order is given and stays hidden until then."))
    return Prompt(title, _("Both orders are shown when both are given."))


def _choosing(s: State, viewer: Viewer, path: Sequence[str]) -> Prompt:
    if path and path[0].startswith("cell "):
        return _picked(s, viewer, cell_of_pick(path[0]))
    title = _("Turn {n}: give one order", n=turn_of(s))
    rival = viewer.name(1 - viewer.seat)
    side = s.sides[viewer.seat]
    can_build = int(side.money) >= min(int(cost) for cost in s.options.cost)
    if can_build and side.count:
        return Prompt(title, _("Build near your castle, or send a soldier elsewhere. {name} chooses too.", name=rival))
    if can_build:
        return Prompt(
            title, _("Choose a free cell near your castle to build on. {name} chooses at the same time.", name=rival)
        )
    if side.count:
        return Prompt(title, _("You cannot pay for a soldier yet. Send one elsewhere, or wait."))
    return Prompt(title, _("You cannot pay for a soldier yet. Wait for more coins."))


def cell_of_pick(pick: str) -> Cell:
    """Return the cell of a pick."""
    x, _comma, y = pick.removeprefix("cell ").partition(",")
    return int(x), int(y)


def _picked(s: State, viewer: Viewer, cell: Cell) -> Prompt:
    there = all_soldiers(s).get(cell)
    if there is None:
        coins = coins_of(int(s.sides[viewer.seat].money))
        castle = castle_of(viewer, 1 - viewer.seat)
        return Prompt(
            _("Build here"), _("You have {coins}. The soldier marches to {castle}.", coins=coins, castle=castle)
        )
    return Prompt(title_of(s, viewer, there), march_of(s, viewer, there))


def coins_of(number: int) -> Text:
    """Say how many coins."""
    return ngettext("{n} coin", "{n} coins", number)


def _aiming(s: State, viewer: Viewer) -> Prompt:
    command, castle = s.commands[viewer.seat], castle_of(viewer, 1 - viewer.seat)
    if command.kind == Kind.BUILD:
        words = {"soldier": A_SOLDIER[int(command.type)], "coins": coins_of(int(s.options.cost[command.type]))}
        help_ = _("It marches to {castle}. Give the order, or choose another goal first.", castle=castle)
        return Prompt(_("Build {soldier} for {coins}", **words), help_)
    there = all_soldiers(s).get(coordinates(s, command.cell))
    if there is None:
        return Prompt(_("Choose a goal"), _("Click where the soldier should go."))
    goal = goal_of(s, viewer, there.to)
    title = _("Where should your {soldier} go?", soldier=SOLDIERS[there.type])
    if there.to == base_of(s, 1 - viewer.seat):
        return Prompt(title, _("Now it marches to {goal}. Choose another goal.", goal=goal))
    return Prompt(title, _("Choose a goal, or send it to {castle}.", castle=castle))
