"""What is said about a thing that somebody looks at."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Fact, Thing, Viewer
from plowshares.games.footsoldiers.actions import TYPES
from plowshares.games.footsoldiers.grammar import Cell
from plowshares.games.footsoldiers.lookup import Soldier, all_soldiers, base_of, grid_of, soldiers_of
from plowshares.games.footsoldiers.notation import cell_pick
from plowshares.games.footsoldiers.scene.walks import walk_of
from plowshares.games.footsoldiers.scene.words import ABOUT, ART, FACINGS, SOLDIERS, castle_of, goal_of, name_cell
from plowshares.games.footsoldiers.state import SEATS, Piece, State


def soldier_id(cell: Cell) -> str:
    """Return the id of the soldier on a cell."""
    return f"soldier {cell[0]},{cell[1]}"


def castle_id(seat: int) -> str:
    """Return the id of a castle."""
    return f"castle {seat}"


def things(s: State, viewer: Viewer) -> Mapping[str, Thing]:
    """Describe castles, soldiers, and the kinds of soldiers."""
    found = {castle_id(seat): _castle(s, viewer, seat) for seat in range(SEATS)}
    for seat in range(SEATS):
        for soldier in soldiers_of(s, seat):
            found[soldier_id(soldier.at)] = _soldier(s, viewer, soldier)
    for kind in range(TYPES):
        found[f"kind {ART[kind]}"] = Thing(
            SOLDIERS[kind], ABOUT[kind], facts_of(s, kind), ART[kind], max(0, viewer.seat)
        )
    return found


def facts_of(s: State, kind: int) -> tuple[Fact, ...]:
    """Return the figures of a kind of soldier: health, speed, damage."""
    options = s.options
    return (
        Fact("i-heart", int(options.health[kind]), _("health")),
        Fact("i-boot", int(options.speed[kind]), _("steps a turn")),
        Fact("i-sword", int(options.damage[kind]), _("damage")),
    )


def _castle(s: State, viewer: Viewer, seat: int) -> Thing:
    health, most = int(s.sides[seat].base_health), int(s.options.base_health)
    text = _("{n} of {most} health left. Whoever loses the castle loses the match.", n=health, most=most)
    label = _("Your castle") if viewer.is_me(seat) else _("{name}’s castle", name=viewer.name(seat))
    facts = (Fact("i-heart", health, _("health")),)
    return Thing(label, text, facts, "f-base", seat, cell_pick(base_of(s, seat)))


def title_of(s: State, viewer: Viewer, soldier: Soldier) -> Text:
    """Name a soldier with its health."""
    words = {"soldier": SOLDIERS[soldier.type], "health": soldier.health, "most": int(s.options.health[soldier.type])}
    if viewer.is_me(soldier.seat):
        return _("Your {soldier}, {health} of {most} health", **words)
    return _("{name}’s {soldier}, {health} of {most} health", name=viewer.name(soldier.seat), **words)


def _soldier(s: State, viewer: Viewer, soldier: Soldier) -> Thing:
    words = {"about": ABOUT[soldier.type], "march": march_of(s, viewer, soldier), "facing": FACINGS[soldier.facing]}
    text = _("{about} {march} It faces {facing} and strikes there first, then clockwise.", **words)
    facts = (Fact("i-heart", soldier.health, _("health")), *facts_of(s, soldier.type)[1:])
    return Thing(title_of(s, viewer, soldier), text, facts, ART[soldier.type], soldier.seat, cell_pick(soldier.at))


def march_of(s: State, viewer: Viewer, soldier: Soldier) -> Text:
    """Say where a soldier goes and how long that takes."""
    walk, goal = walk_of(s, soldier), goal_of(s, viewer, soldier.to)
    if soldier.at == soldier.to:
        return _("It stays where it is.")
    if not walk.arrives:
        return _("On its way to {goal}, but it gets stuck.", goal=goal)
    if not walk.turns:
        return _("It stands before {goal}.", goal=goal)
    return ngettext("Reaches {goal} in {n} turn.", "Reaches {goal} in {n} turns.", walk.turns, goal=goal)


def describe_cells(s: State, viewer: Viewer) -> dict[Cell, Text]:
    """Say what is on every cell, for screen readers."""
    found = {}
    bases = {base_of(s, seat): castle_of(viewer, seat) for seat in range(SEATS)}
    soldiers = {cell: title_of(s, viewer, soldier) for cell, soldier in all_soldiers(s).items()}
    for x, column in enumerate(grid_of(s).tolist()):
        for y, piece in enumerate(column):
            cell = (x, y)
            what = soldiers.get(cell) or bases.get(cell)
            if what is not None:
                found[cell] = _("{what}, {place}", what=what, place=name_cell(cell))
            else:
                found[cell] = _rock(cell) if piece == Piece.ROCK else _free(cell)
    return found


@functools.lru_cache(maxsize=1 << 14)  # the largest field has 10,000 cells
def _free(cell: Cell) -> Text:
    return _("Free, {place}", place=name_cell(cell))


@functools.lru_cache(maxsize=1 << 14)  # the largest field has 10,000 cells
def _rock(cell: Cell) -> Text:
    return _("Rock, {place}", place=name_cell(cell))
