"""The nouns of the game for people: soldiers, castles, directions, places."""

from __future__ import annotations

from plowshares.core.i18n import Text, _, ngettext, pgettext
from plowshares.core.scene import Viewer
from plowshares.games.footsoldiers.grammar import Cell
from plowshares.games.footsoldiers.lookup import all_soldiers, base_of
from plowshares.games.footsoldiers.state import SEATS, State

SOLDIERS: tuple[Text, ...] = (pgettext("footsoldiers", "Scout"), _("Assassin"), _("Tank"))
A_SOLDIER: tuple[Text, ...] = (_("a Scout"), _("an Assassin"), _("a Tank"))
ABOUT: tuple[Text, ...] = (
    _("Fast and sturdy enough. Good for reaching the other castle first."),
    _("Hits hardest and falls quickest. Keep it behind a Tank."),
    _("Slow, and hard to bring down. Good for blocking the way."),
)
ART = ("f-scout", "f-assassin", "f-tank")
SIDES: tuple[Text, ...] = (_("Red"), _("Blue"))
FACINGS: tuple[Text, ...] = (_("down"), _("left"), _("up"), _("right"))


def castle_of(viewer: Viewer, seat: int) -> Text:
    """Name a castle in a sentence."""
    return _("your castle") if viewer.is_me(seat) else _("{name}’s castle", name=viewer.name(seat))


def soldier_of(viewer: Viewer, seat: int, kind: int) -> Text:
    """Name a soldier in a sentence: "your Scout"."""
    if viewer.is_me(seat):
        return _("your {soldier}", soldier=SOLDIERS[kind])
    return _("{name}’s {soldier}", name=viewer.name(seat), soldier=SOLDIERS[kind])


def goal_of(s: State, viewer: Viewer, cell: Cell) -> Text:
    """Name a place that a soldier is sent to."""
    for seat in range(SEATS):
        if base_of(s, seat) == cell:
            return castle_of(viewer, seat)
    there = all_soldiers(s).get(cell)
    if there is not None:
        return soldier_of(viewer, there.seat, there.type)
    return place_of(s, viewer, cell)


def place_of(s: State, viewer: Viewer, cell: Cell) -> Text:
    """Name a place by the castle it is nearest to."""
    bases = [base_of(s, seat) for seat in range(SEATS)]
    steps = [abs(base[0] - cell[0]) + abs(base[1] - cell[1]) for base in bases]
    seat = steps.index(min(steps))
    castle = castle_of(viewer, seat)
    return ngettext("a place {n} step from {castle}", "a place {n} steps from {castle}", steps[seat], castle=castle)


def name_cell(cell: Cell) -> Text:
    """Name a cell by its column and row, for screen readers."""
    return _("column {x}, row {y}", x=cell[0] + 1, y=cell[1] + 1)
