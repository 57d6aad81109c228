"""The parts of the table: the field with its overview, and the roster of one's own soldiers."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from plowshares.core.i18n import Text, _, ngettext, render
from plowshares.core.scene import Card, Fact, Region, Viewer
from plowshares.games.footsoldiers.actions import Kind
from plowshares.games.footsoldiers.grammar import Cell
from plowshares.games.footsoldiers.lookup import Soldier, all_soldiers, base_of, coordinates, rocks_of, soldiers_of
from plowshares.games.footsoldiers.notation import cell_pick
from plowshares.games.footsoldiers.scene import drawing
from plowshares.games.footsoldiers.scene.prompts import prompt
from plowshares.games.footsoldiers.scene.things import describe_cells, march_of, soldier_id, title_of
from plowshares.games.footsoldiers.scene.walks import walk_of
from plowshares.games.footsoldiers.scene.words import ART, SOLDIERS, castle_of
from plowshares.games.footsoldiers.state import SEATS, Stage, State

WINDOW = 8  # columns to show first; large screens show more beside them
ALL_TURNS = 100


def regions(s: State, viewer: Viewer, marked: Collection[str]) -> list[Region]:
    """Draw the parts of the table; the field comes first."""
    found = [field(s, viewer, frozenset(marked))]
    if 0 <= viewer.seat < SEATS:
        found.append(_roster(s, viewer, marked))
    return found


def field(s: State, viewer: Viewer, marked: Collection[str]) -> Region:
    """Draw the field with everything on it."""
    columns, rows = int(s.options.width), int(s.options.height)
    label = _("Field")
    words = prompt(s, viewer, ())
    inside = [
        drawing.ground(columns, rows),
        *_places(s, viewer, marked),
        *_ways(s, viewer),
        *_planned_way(s, viewer),
        *_standing(s, viewer),
        *_planned_soldier(s, viewer),
    ]
    width, height = columns * drawing.CELL + 2 * drawing.EDGE, rows * drawing.CELL + 2 * drawing.EDGE
    text = _("{title}. {help}", title=words.title, help=words.help)
    svg = drawing.sheet(width, height, render(label), render(text), inside)
    return Region(
        "board",
        "map",
        label,
        svg,
        cell=drawing.CELL,
        focus=_focus(s, viewer, width, height),
        overview=_overview(s),
        cloth="sand",
    )


def _focus(s: State, viewer: Viewer, width: float, height: float) -> tuple[float, float, float, float]:
    """Return what to show first: where the viewer can build, or else the front; all of a short field."""
    wide = min(width, WINDOW * drawing.CELL + drawing.EDGE)
    seat = viewer.seat if 0 <= viewer.seat < SEATS else 0
    home, front = base_of(s, seat)[0], _front(s, seat)
    can_build = int(s.sides[seat].money) >= min(s.options.cost)
    middle = drawing.middle((home if front is None or can_build else front, 0))[0]
    return (min(width - wide, max(0.0, middle - wide / 2)), 0.0, wide, height)


def _front(s: State, seat: int) -> int | None:
    """Return the column of the seat's soldier that is nearest to the other castle."""
    goal = base_of(s, 1 - seat)[0]
    return min((soldier.at[0] for soldier in soldiers_of(s, seat)), key=lambda column: abs(column - goal), default=None)


def _overview(s: State) -> str:
    men = [(soldier.at, soldier.seat) for soldier in all_soldiers(s).values()]
    bases = [base_of(s, seat) for seat in range(SEATS)]
    size = int(s.options.width), int(s.options.height)
    return drawing.overview(*size, frozenset(rocks_of(s)), bases, men, render(_("The whole field")))


def _places(s: State, viewer: Viewer, marked: Collection[str]) -> Iterator[str]:
    for cell, words in describe_cells(s, viewer).items():
        yield drawing.place(cell, "move", cell_pick(cell) in marked, render(words))


def _ways(s: State, viewer: Viewer) -> Iterator[str]:
    """Draw the next turns of the viewer's own soldiers."""
    for seat in range(SEATS):
        if viewer.is_me(seat):
            yield from (drawing.way(walk_of(s, soldier), seat) for soldier in soldiers_of(s, seat))


def _standing(s: State, viewer: Viewer) -> Iterator[str]:
    """Draw rocks and castles, then soldiers, who stand before them; of each the upper rows first."""
    behind: list[tuple[int, str]] = [(y, drawing.rock((x, y))) for x, y in rocks_of(s)]
    before: list[tuple[int, str]] = []
    for seat in range(SEATS):
        share = int(s.sides[seat].base_health) / int(s.options.base_health)
        words = render(castle_of(viewer, seat))
        behind.append((base_of(s, seat)[1], drawing.castle(base_of(s, seat), seat, share, words)))
        before += [(soldier.at[1], draw_soldier(s, viewer, soldier)) for soldier in soldiers_of(s, seat)]
    for figures in (behind, before):
        yield from (figure for _row, figure in sorted(figures, key=lambda each: each[0]))


def draw_soldier(s: State, viewer: Viewer, soldier: Soldier) -> str:
    """Draw a soldier on the field."""
    share = soldier.health / int(s.options.health[soldier.type])
    words = render(title_of(s, viewer, soldier))
    return drawing.soldier(soldier_id(soldier.at), soldier.at, soldier.seat, soldier.type, soldier.facing, share, words)


def _planned_way(s: State, viewer: Viewer) -> Iterator[str]:
    """Draw the way that the viewer's own order of this turn leads to."""
    ghost = planned(s, viewer.seat)
    if ghost is not None:
        yield drawing.way(walk_of(s, ghost), ghost.seat, ALL_TURNS, faint=False)


def _planned_soldier(s: State, viewer: Viewer) -> Iterator[str]:
    """Draw the soldier that the viewer builds this turn, pale."""
    ghost = planned(s, viewer.seat)
    if ghost is not None and s.commands[viewer.seat].kind == Kind.BUILD:
        yield drawing.ghost(ghost.at, ghost.seat, ghost.type, ghost.facing)


def planned(s: State, seat: int) -> Soldier | None:
    """Return the soldier of the seat's own order, with default goal and facing where they are not chosen yet."""
    if not 0 <= seat < SEATS:
        return None
    command = s.commands[seat]
    if command.stage == Stage.FIRST or command.kind == Kind.NOOP:
        return None
    cell = coordinates(s, command.cell)
    goal = base_of(s, 1 - seat) if command.stage == Stage.AIM else coordinates(s, command.aim)
    if command.kind == Kind.BUILD:
        facing = int(command.facing) if command.stage == Stage.DONE else default_facing(cell, base_of(s, 1 - seat))
        return Soldier(seat, int(command.type), cell, int(s.options.health[command.type]), goal, facing)
    there = all_soldiers(s).get(cell)
    if there is None:
        return None
    return there._replace(to=goal) if command.kind == Kind.MOVE else there._replace(facing=int(command.facing))


def default_facing(cell: Cell, goal: Cell) -> int:
    """Return the direction that leads to a goal: along the longer way."""
    dx, dy = goal[0] - cell[0], goal[1] - cell[1]
    if abs(dx) >= abs(dy):
        return 3 if dx >= 0 else 1
    return 0 if dy > 0 else 2


# The roster


def _roster(s: State, viewer: Viewer, marked: Collection[str]) -> Region:
    soldiers = soldiers_of(s, viewer.seat)
    cards = tuple(_card(s, viewer, soldier, marked) for soldier in soldiers)
    return Region(
        "roster",
        "tiles",
        _("Your soldiers"),
        cards=cards,
        place="below",
        note=ngettext("{n} soldier", "{n} soldiers", len(cards)),
        empty=_("You have no soldiers yet. Build one near your castle."),
    )


def _card(s: State, viewer: Viewer, soldier: Soldier, marked: Collection[str]) -> Card:
    pick = cell_pick(soldier.at)
    most = int(s.options.health[soldier.type])
    share = soldier.health / most
    return Card(
        soldier_id(soldier.at),
        SOLDIERS[soldier.type],
        ART[soldier.type],
        text=march_of(s, viewer, soldier),
        left=Fact("i-heart", soldier.health, _("health"), "good" if share > 0.5 else "even" if share > 0.2 else "bad"),
        pick=pick,
        marked=pick in marked,
        badge=_arrival(s, soldier),
        colour=soldier.seat,
    )


def _arrival(s: State, soldier: Soldier) -> Text:
    walk = walk_of(s, soldier)
    if not walk.arrives:
        return _("stuck")
    return ngettext("{n} turn", "{n} turns", walk.turns) if walk.turns else _("arrived")
