"""The battlefield for terminals: letters on a grid, and a list of the soldiers."""

from __future__ import annotations

from collections.abc import Collection

from plowshares.core.i18n import _, render
from plowshares.core.scene import Viewer
from plowshares.games.footsoldiers.grammar import format_cell
from plowshares.games.footsoldiers.lookup import Soldier, soldiers_of
from plowshares.games.footsoldiers.scene.words import FACINGS, SOLDIERS, goal_of, soldier_of
from plowshares.games.footsoldiers.state import SEATS, State
from plowshares.games.footsoldiers.text import LETTERS, map_rows, mark_row, ruler


def sketch(s: State, viewer: Viewer, marked: Collection[str]) -> str:
    """Draw the field; marked cells have a star."""
    lines = [*ruler(s), *(f"{y:3} {mark_row(row, y, marked)}" for y, row in enumerate(map_rows(s)))]
    lines += [_key(viewer), *(_soldier(s, viewer, each) for seat in range(SEATS) for each in soldiers_of(s, seat))]
    return "\n".join(line.rstrip() for line in lines)


def _key(viewer: Viewer) -> str:
    """Say what the letters of the field mean."""
    sides = [
        f"{seat + 1} {render(_('your castle'))}" if viewer.is_me(seat) else _castle(viewer, seat)
        for seat in range(SEATS)
    ]
    shapes = [f"{left} {right} {render(name)}" for left, right, name in zip(*LETTERS, SOLDIERS, strict=True)]
    return ", ".join(["X " + render(_("rock")), *sides, *shapes])


def _castle(viewer: Viewer, seat: int) -> str:
    return render(_("{sign} {name}’s castle", sign=seat + 1, name=viewer.names[seat]))


def _soldier(s: State, viewer: Viewer, soldier: Soldier) -> str:
    """Write one soldier with what the picture cannot show."""
    words = _(
        "{whose} at {cell}: health {n}, looks {way}, goal {goal} {target}",
        whose=soldier_of(viewer, soldier.seat, soldier.type),
        cell=format_cell(soldier.at),
        n=soldier.health,
        way=FACINGS[soldier.facing],
        goal=goal_of(s, viewer, soldier.to),
        target=format_cell(soldier.to),
    )
    return f"{LETTERS[soldier.seat][soldier.type]} {render(words)}"
