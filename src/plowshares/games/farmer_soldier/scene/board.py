"""The board: every field with what is on it, floors, edges that lead to the other side, and a small overview."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from plowshares.core.art import COLOURS
from plowshares.core.i18n import Text, _, current_language, ngettext, render
from plowshares.core.scene import Region, Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.core.svg import number, tag
from plowshares.games.farmer_soldier.actions import Thing
from plowshares.games.farmer_soldier.positions import common_food, owners
from plowshares.games.farmer_soldier.scene import fields
from plowshares.games.farmer_soldier.scene.forecast import clash_at, is_asked, is_moving, meal_at
from plowshares.games.farmer_soldier.scene.places import (
    SIDE,
    Place,
    Plan,
    field_name,
    floor_name,
    half_size,
    name_place,
    plan_of,
    short_name,
)
from plowshares.games.farmer_soldier.scene.words import initials, list_of, thing_id
from plowshares.games.farmer_soldier.state import Phase

FOOD, CHILD = int(Thing.FOOD), int(Thing.CHILD)
MOST_FIGURES = 16  # in one field
READABLE = 0.52  # of a field: what has to be as large as a fingertip, so that its figures and labels can be told apart
LARGE = 300  # fields; beyond, grounds are plain and each player in a field is one figure
NOBODYS = -2  # owner of common food
Contents = tuple[tuple[int, tuple[int, ...]], ...]


def regions(s: Any, viewer: Viewer, marked: Collection[str]) -> Sequence[Region]:
    """Draw the board; a large or endless one is a map."""
    plan = plan_of(s)
    svg = draw(s, viewer, plan, marked)
    focus = _focus(s, viewer, plan)
    if not plan.is_map:
        cell = READABLE * _cell_size(plan)
        return [Region("board", "board", _("Fields"), svg=svg, cell=cell, focus=focus, cloth="spring")]
    overview = draw_overview(s, plan)
    return [
        Region(
            "board",
            "map",
            _("Fields"),
            svg=svg,
            cell=_cell_size(plan),
            focus=focus,
            overview=overview,
            cloth="spring",
        )
    ]


def _cell_size(plan: Plan) -> float:
    return {"square": SIDE, "hex": 190.0, "triangle": 220.0}[plan.kind]


class Look(NamedTuple):
    """What is the same for all fields of a drawing."""

    viewer: Viewer
    plan: Plan
    large: bool
    letters: tuple[str, ...]
    moving: bool  # the viewer moves: labels say what will happen
    growing: bool  # the viewer's children grow up
    text: float
    language: str


def draw(s: Any, viewer: Viewer, plan: Plan, marked: Collection[str] = ()) -> str:
    """Return the drawing of a view."""
    large, moving = len(plan.cells) > LARGE, is_moving(s, viewer.seat)
    growing = int(s.phase) == Phase.RAISE
    look = Look(viewer, plan, large, _letters(s, viewer), moving, growing, plan.text_size, current_language().code)
    held = all_contents(s)
    parts = [_floors(plan), *_ring(plan), *_fields(look, held, asked_cell(s, viewer.seat), marked)]
    if moving:  # above all fields: a label may be wider than its own
        shown = [cell for cell in concerns(s, viewer.seat, held) if cell in plan.at]
        parts.append(f'<g pointer-events="none">{"".join(_news(s, look, cell) for cell in shown)}</g>')
    parts += _ghosts(plan)
    if moving and s.phase == Phase.AMOUNT:
        parts.append(_arrow(s, plan))
    return _picture(s, plan, large, parts, render(_summary_words(held, viewer)))


def _fields(look: Look, held: dict[int, Contents], asked: int, marked: Collection[str]) -> Iterator[str]:
    blank = _empty_fields(look.plan, look.large, look.language)
    draw_field = _field if look.plan.grid.is_infinite else _drawn_field
    for i, cell in enumerate(look.plan.cells):
        pick, drawing = blank[i]
        if cell in held or cell == asked or pick in marked:
            yield draw_field(look, i, pick, held.get(cell, ()), cell == asked, pick in marked)
        else:
            yield drawing


def concerns(s: Any, seat: int, held: dict[int, Contents]) -> list[int]:
    """List the fields where something will happen that the seat should know: its own, and those with soldiers."""
    return [cell for cell, contents in held.items() if is_of_concern(seat, contents)]


def is_of_concern(seat: int, contents: Contents) -> bool:
    """Ask whether a field is the seat's own, or several players meet there."""
    return len(contents) > 1 or any(owner == seat for owner, _amounts in contents)


def _summary_words(held: dict[int, Contents], viewer: Viewer) -> Text:
    """Say in a sentence what everybody has on the whole board."""
    totals: dict[int, tuple[int, ...]] = {}
    for contents in held.values():
        for seat, amounts in contents:
            sums = totals.get(seat, (0,) * len(amounts))
            totals[seat] = tuple(a + b for a, b in zip(sums, amounts, strict=True))
    if not totals:
        return _("Nobody is on the board.")
    return _("On the board: {things}.", things=_contents_words(tuple(sorted(totals.items())), viewer))


def _picture(s: Any, plan: Plan, large: bool, parts: list[str], words: str) -> str:
    title = _("Farmer Soldier, round {n}", n=int(s.round) + 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(plan.width)} {number(plan.height)}"'
        f' role="img" class="board"><title>{escape(render(title))}</title><desc>{escape(words)}</desc>'
        f"<style>{fields.STYLE}</style>{fields.grounds(plan.kind, not large)}{''.join(parts)}</svg>"
    )


def asked_cell(s: Any, seat: int) -> int:
    """Return the field that the viewer is asked about, or -1."""
    if s.phase in (Phase.MOVE, Phase.OVER) or not is_asked(s, seat):
        return -1
    return int(s.markers[seat].cell) if s.phase == Phase.MARK else int(s.cell)


def _letters(s: Any, viewer: Viewer) -> tuple[str, ...]:
    """Return the initials of those whose colour is somebody else's too."""
    seats = int(s.options.seats)
    return tuple(initials(viewer.names[seat]) if seat >= fields.COLOURS else "" for seat in range(seats))


# Fields


def _begin(plan: Plan, i: int, pick: str, title: str, extra: str = "", thing: str = "") -> str:
    x, y = plan.points[i]
    named = f' data-thing="{thing}"' if thing else ""
    mark = f' id="fs-{plan.cells[i]}"' if plan.ghosts else ""  # copies refer to it
    return (
        f'<g class="pick{extra}"{mark}{named} data-pick="{pick}" transform="translate({number(x)} {number(y)})"'
        f" aria-label={quoteattr(title)}><title>{escape(title)}</title>"
    )


def _ground(plan: Plan, i: int, farmed: bool, large: bool) -> str:
    up = plan.kind != "triangle" or plan.points_up(plan.places[i])
    if large:
        return f"{fields.outline(plan.kind, 0, up)} {fields.paint('farm' if farmed else 'meadow')}/>"
    return f'<use href="#{fields.ground_id(plan.kind, farmed, up)}"/>'


def _name(plan: Plan, i: int, text: float) -> str:
    up = plan.kind != "triangle" or plan.points_up(plan.places[i])
    words = render(short_name(plan.grid, plan.places[i]))
    return fields.name_label(words, plan.kind, up, min(text, 30.0) if len(words) > 2 else text)


def _empty_fields(plan: Plan, large: bool, language: str) -> list[tuple[str, str]]:
    """Return pick and drawing of every field as it is with nothing on it."""
    return _empty_board(plan, large, language) if not plan.grid.is_infinite else _make_empty(plan, large)


@functools.lru_cache(maxsize=8)
def _empty_board(plan: Plan, large: bool, language: str) -> list[tuple[str, str]]:
    return _make_empty(plan, large)


def _make_empty(plan: Plan, large: bool) -> list[tuple[str, str]]:
    made = []
    for i, place in enumerate(plan.places):
        up = plan.kind != "triangle" or plan.points_up(place)
        pick = f"cell {plan.grid.name(place)}"
        title = render(_("{field}: empty", field=name_place(plan.grid, place)))
        name = "" if large else _name(plan, i, plan.text_size)
        inside = _ground(plan, i, False, large) + name + fields.marks(plan.kind, up, large)
        made.append((pick, f"{_begin(plan, i, pick, title)}{inside}</g>"))
    return made


def all_contents(s: Any) -> dict[int, Contents]:
    """List who has what in every field where anybody has anything, in cell order."""
    count, seats = int(s.board.count), int(s.options.seats)
    there = s.things[:count, :seats]
    if s.options.common:
        return {int(cell): contents_of(s, int(cell)) for cell in np.flatnonzero(s.holders[:count])}
    cells, owners_ = np.nonzero(there.any(axis=2))
    found: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    for cell, seat, amounts in zip(cells.tolist(), owners_.tolist(), there[cells, owners_].tolist(), strict=True):
        found.setdefault(cell, []).append((seat, tuple(amounts)))
    return {cell: tuple(contents) for cell, contents in found.items()}


def contents_of(s: Any, cell: int) -> Contents:
    """List who has what in a field; common food is nobody's."""
    found: Contents = tuple(owners(s, cell))
    food = common_food(s, cell)
    return (*found, (NOBODYS, (0, 0, 0, food))) if food else found


def _field(look: Look, i: int, pick: str, contents: Contents, is_asked: bool, is_marked: bool) -> str:
    plan, kind = look.plan, look.plan.kind
    up = kind != "triangle" or plan.points_up(plan.places[i])
    farmers = tuple([seat for seat, amounts in contents if amounts[0]])
    title = render(describe_contents(name_place(plan.grid, plan.places[i]), contents, look.viewer))
    parts = [
        _begin(plan, i, pick, title, " marked" if is_marked else "", f"field-{pick[5:]}"),
        _ground(plan, i, bool(farmers), look.large),
        fields.frame(kind, up, farmers) if farmers else "",
        f'{fields.outline(kind, 1, up)} class="hl"/>' if is_asked else "",
        _name(plan, i, look.text),
        *_figures(look, i, up, contents, look.growing and is_asked),
        fields.marks(kind, up, look.large),
        "</g>",
    ]
    return "".join(parts)


_drawn_field = functools.lru_cache(maxsize=1 << 14)(_field)  # from one move to the next most fields stay as they are


def _figures(look: Look, i: int, up: bool, contents: Contents, growing: bool) -> Iterator[str]:
    """Draw what is in a field: each kind once with its number, or each player once where there is too much."""
    plan = look.plan
    name = plan.grid.name(plan.places[i])
    all_things = shown_things(contents, look.large)
    text = look.text if len(all_things) <= 4 else max(20.0, look.text * 0.8)
    labelled = look.moving and is_of_concern(look.viewer.seat, contents)
    narrow = plan.kind == "triangle" and up
    places = fields.spots(len(all_things), fields.room(plan.kind, up, look.text, labelled), narrow)
    for (seat, what, count), spot in zip(all_things, places, strict=True):
        inside = fields.figure(what, seat, count, spot, text, look.letters[seat] if seat >= 0 else "")
        classes = f"seat-{seat % fields.COLOURS}" if seat >= 0 else ""
        classes += " gr" if what == FOOD else ""
        classes += " dim" if growing and what != CHILD else ""
        yield f'<g class="{classes.strip()}" data-thing="{thing_id(seat, what, name)}">{inside}</g>'


def shown_things(contents: Contents, large: bool) -> list[tuple[int, int, int]]:
    """List seat, kind and number of the figures that are drawn in a field."""
    found = list(fields.things_of(contents))
    if large or len(found) > MOST_FIGURES:
        return [_summary(seat, amounts) for seat, amounts in contents][:MOST_FIGURES]
    return found


def _summary(seat: int, amounts: tuple[int, ...]) -> tuple[int, int, int]:
    """Return one figure for all that a player has in a field."""
    for what in (Thing.SOLDIER, Thing.FARMER, Thing.CHILD):
        if amounts[what]:
            return seat, int(what), sum(amounts[:3])
    return seat, int(Thing.FOOD), amounts[Thing.FOOD]


def describe_field(s: Any, viewer: Viewer, cell: int, contents: Contents | None = None) -> Text:
    """Say in a sentence what is in a field."""
    return describe_contents(field_name(s, cell), contents if contents is not None else contents_of(s, cell), viewer)


def describe_contents(name: Text, contents: Contents, viewer: Viewer) -> Text:
    """Say in a sentence what is in a field of this name."""
    if not contents:
        return _("{field}: empty", field=name)
    return _("{field}: {things}", field=name, things=_contents_words(contents, viewer))


@functools.lru_cache(maxsize=1 << 13)
def _contents_words(contents: Contents, viewer: Viewer) -> Text:
    words: Text | None = None
    for seat, amounts in contents:
        if seat == NOBODYS:
            part = _("{n} food for everybody", n=amounts[FOOD])
        elif viewer.is_me(seat):
            part = _("you have {things}", things=list_of(amounts))
        else:
            part = _("{name} has {things}", name=viewer.names[seat], things=list_of(amounts))
        words = part if words is None else _("{some}; {more}", some=words, more=part)
    assert words is not None
    return words


# What is to come


def _news(s: Any, look: Look, cell: int) -> str:
    """Say on a field what the end of the moves will bring: hunger first, then fights."""
    plan, found = look.plan, field_news(s, look.viewer, cell)
    if found is None:
        return ""
    at = plan.points[plan.at[cell]]
    long, short, good = found
    text = look.text
    wide = 2 * half_size(plan.kind)[0] * (0.72 if plan.kind == "triangle" else 1.0)
    words = render(long) if len(render(long)) * text * 0.54 + text * 1.3 <= wide + 16 else render(short)
    y = fields.label_place(plan.kind, plan.points_up(plan.places[plan.at[cell]]), text)
    return f'<g transform="translate({number(at[0])} {number(at[1])})">{fields.chip(words, y, good, text)}</g>'


def field_news(s: Any, viewer: Viewer, cell: int) -> tuple[Text, Text, bool] | None:
    """Return what will happen in a field, in a few words and in fewer, and whether that is good for the viewer."""
    meal, clash = meal_at(s, viewer.seat, cell), clash_at(s, cell)
    if meal.mouths and meal.short:
        return (
            ngettext("{n} will starve", "{n} will starve", meal.short),
            ngettext("{n} starves", "{n} starve", meal.short),
            False,
        )
    if clash is not None and clash.fights:
        return (_("they may fight") if s.options.may_hold else _("they will fight")), _("fight"), False
    if clash is not None:
        return (
            ngettext("{n} will fall", "{n} will fall", clash.victims),
            ngettext("{n} falls", "{n} fall", clash.victims),
            viewer.is_me(clash.army),
        )
    if not meal.mouths:
        return None
    return _("eats {mouths} of {food}", mouths=meal.mouths, food=meal.food), _("fed"), True


# Around the fields


def _floors(plan: Plan) -> str:
    """Draw the paper under each floor, and its name."""
    wide, high = plan.floor_size
    parts = []
    for rest, x, y in plan.floors:
        parts.append(
            f'<rect x="{number(x + 4)}" y="{number(y + 4)}" width="{number(wide - 8)}" height="{number(high - 8)}"'
            ' rx="34" class="paper"/>'
            f'<text class="fl" x="{number(x + wide / 2)}" y="{number(y - 14)}" text-anchor="middle"'
            f' font-size="{number(plan.text_size)}">{escape(render(floor_name(plan.grid, rest)))}</text>'
        )
    return "".join(parts)


def _ring(plan: Plan) -> Iterator[str]:
    """Draw a dashed frame around the real board of a ring world."""
    if not plan.ghosts:
        return
    half = half_size(plan.kind)
    if plan.kind == "square":
        for rest in {place[2:] for place in plan.places}:
            points = [p for p, place in zip(plan.points, plan.places, strict=True) if place[2:] == rest]
            left, top = min(p[0] for p in points) - half[0] - 6, min(p[1] for p in points) - half[1] - 6
            right, bottom = max(p[0] for p in points) + half[0] + 6, max(p[1] for p in points) + half[1] + 6
            yield (
                f'<rect x="{number(left)}" y="{number(top)}" width="{number(right - left)}"'
                f' height="{number(bottom - top)}" rx="24" fill="none" stroke="#4b5a35" stroke-width="4"'
                ' stroke-dasharray="16 10"/>'
            )


def _ghosts(plan: Plan) -> Iterator[str]:
    """Draw the fields of the opposite edge again, cut in half, where somebody who leaves the board comes in."""
    if plan.ghosts:
        size = f'width="{number(plan.width)}" height="{number(plan.height)}"'
        yield f'<clipPath id="fs-page"><rect {size}/></clipPath><g clip-path="url(#fs-page)">'
        yield from (_ghost(plan, cell, x, y) for cell, (x, y) in plan.ghosts)
        yield "</g>"


def _ghost(plan: Plan, cell: int, x: float, y: float) -> str:
    place = plan.places[plan.at[cell]]
    px, py = plan.points[plan.at[cell]]
    move = f"translate({number(x - px)} {number(y - py)})"
    return (
        f'<g class="pick copy" data-pick="cell {plan.grid.name(place)}" aria-hidden="true">'
        f'<use href="#fs-{cell}" transform="{move}"/>{_second_name(plan, place, x, y)}</g>'
    )


def _second_name(plan: Plan, place: Place, x: float, y: float) -> str:
    """Write the name of a copy where it is seen: above and to the left of the board its corner is cut off."""
    wide, high = half_size(plan.kind)
    if x >= wide and y >= high:
        return ""
    words = escape(render(short_name(plan.grid, place)))
    at = f'x="{number(x + wide - 14)}" y="{number(y + high - 14)}"'
    return f'<text class="nm" {at} text-anchor="end" font-size="{number(plan.text_size)}">{words}</text>'


def _arrow(s: Any, plan: Plan) -> str:
    """Show the move that waits for its amount."""
    here, there = plan.at.get(int(s.cell)), plan.at.get(int(s.board.neighbours[int(s.cell), int(s.slot)]))
    if here is None or there is None:
        return ""
    (x1, y1), (x2, y2) = plan.points[here], plan.points[there]
    dx, dy = x2 - x1, y2 - y1
    a, b = (x1 + dx * 0.3, y1 + dy * 0.3), (x1 + dx * 0.7, y1 + dy * 0.7)
    line = f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}"
    length = max(1.0, (dx * dx + dy * dy) ** 0.5)
    ux, uy = dx / length, dy / length
    head = (
        f"M{number(b[0] + ux * 26)} {number(b[1] + uy * 26)}L{number(b[0] - uy * 18)} {number(b[1] + ux * 18)}"
        f"L{number(b[0] + uy * 18)} {number(b[1] - ux * 18)}z"
    )
    return (
        f'<g class="seat-{int(s.seat) % fields.COLOURS}" pointer-events="none">'
        f'<path d="{line}" stroke="#fff" stroke-width="18" stroke-linecap="round"/>'
        f'<path d="{line}" style="stroke:var(--pc)" stroke-width="10" stroke-linecap="round"/>'
        f'<path d="{head}" style="fill:var(--pc)" stroke="#fff" stroke-width="4" stroke-linejoin="round"/></g>'
    )


# Maps


def _focus(s: Any, viewer: Viewer, plan: Plan) -> tuple[float, float, float, float]:
    """Return the part of a board to show first: what is the viewer's, or the current player's, and around it."""
    seat = int(s.seat) if viewer.seat == SPECTATOR else viewer.seat
    count = int(s.board.count)
    own = [cell for cell in np.flatnonzero(s.things[:count, seat].any(axis=1)).tolist() if cell in plan.at]
    asked = asked_cell(s, viewer.seat)
    points = [plan.points[plan.at[cell]] for cell in ([asked] if asked in plan.at else own)] or list(plan.points)
    half = half_size(plan.kind)
    left, right = min(x for x, _ in points) - 3 * half[0], max(x for x, _ in points) + 3 * half[0]
    top, bottom = min(y for _, y in points) - 3 * half[1], max(y for _, y in points) + 3 * half[1]
    left, top = max(0.0, left), max(0.0, top)
    return left, top, min(plan.width, right) - left, min(plan.height, bottom) - top


def draw_overview(s: Any, plan: Plan) -> str:
    """Return a small picture of all fields in the colours of those who hold them."""
    half = half_size(plan.kind)
    size = 1.5 * min(half)
    holders: dict[int, list[str]] = {}
    count = int(s.board.count)
    people = s.things[:count, : int(s.options.seats), :3].sum(axis=2)
    first = np.where(people.any(axis=1), people.argmax(axis=1), -1).tolist()
    shape = f"h{number(size)}v{number(size)}h{number(-size)}z"
    for cell, (x, y) in zip(plan.cells, plan.points, strict=True):
        holders.setdefault(first[cell], []).append(f"M{number(x - size / 2)} {number(y - size / 2)}{shape}")
    paths = [
        f'<path fill="{COLOURS[seat % len(COLOURS)] if seat >= 0 else fields.LAND["meadow"][0]}" d="{"".join(parts)}"/>'
        for seat, parts in sorted(holders.items())
    ]
    return tag(
        "svg", *paths, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {number(plan.width)} {number(plan.height)}"
    )
