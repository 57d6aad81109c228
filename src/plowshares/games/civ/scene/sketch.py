"""The map for terminals: letters on a grid, and a list of what stands where."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Sequence

from plowshares.core.i18n import _, render
from plowshares.core.plain_text import legend, letters
from plowshares.core.scene import Viewer, you_or
from plowshares.core.seats import NOBODY
from plowshares.games.civ import parsing
from plowshares.games.civ.scene import words
from plowshares.games.civ.scene.regions import in_sight
from plowshares.games.civ.state import State
from plowshares.games.civ.text import TERRAIN, draw_axis, letter_on, tile_width

MARKED = "*"
WIDTH = 80


def sketch(s: State, viewer: Viewer, marked: Collection[str]) -> str:
    """Draw the map with the players' letters; marked tiles have a star."""
    marks = letters(viewer, int(s.options.players))
    lines = [*_map(s, viewer, marks, marked), *textwrap.wrap(_key(s, viewer, marks), WIDTH), *_places(s, viewer)]
    return "\n".join(line.rstrip() for line in lines)


def _map(s: State, viewer: Viewer, marks: Sequence[str], marked: Collection[str]) -> Iterator[str]:
    size = int(s.options.size)
    yield draw_axis(size)
    seen = in_sight(s, viewer)
    for y in range(size):
        row = (_tile(s, y * size + x, marks, marked, y * size + x in seen) for x in range(size))
        yield f"{y:3} {''.join(row)}"


def _tile(s: State, tile: int, marks: Sequence[str], marked: Collection[str], seen: bool) -> str:
    """Draw a tile: its land, with a mark where it is only remembered; or what is on it and whose."""
    width = tile_width(int(s.options.size))
    star = MARKED if f"cell {parsing.tile_name(s, tile)}" in marked else ""
    owner = int(s.holder[tile]) if s.holder[tile] != NOBODY else int(s.city[tile])
    if owner != NOBODY:
        whole = marks[owner] if width == 1 else f"{letter_on(s, tile)}{marks[owner]}{star}"
        return whole[:width].ljust(width)
    ground = TERRAIN[int(s.terrain[tile])]
    if width == 1:
        return star or ground
    return f"{ground}{star or ('' if seen or not parsing.is_known(s, tile) else chr(39))}".ljust(width)


def _key(s: State, viewer: Viewer, marks: Sequence[str]) -> str:
    lands = _("~ ocean . grassland n hills t forest ^ mountains; c C city, A armies, w workers")
    return f"{render(lands)}; {legend(viewer, marks, range(int(s.options.players)))}"


def _places(s: State, viewer: Viewer) -> Iterator[str]:
    """List cities and units, the viewer's own first."""
    cities, stacks = parsing.all_cities(s), parsing.all_stacks(s)
    tiles = sorted({*cities, *stacks}, key=lambda tile: (not viewer.is_me(_owner(s, tile)), _owner(s, tile), tile))
    for tile in tiles:
        yield f"  {parsing.tile_name(s, tile)} {_place(s, viewer, tile, cities, stacks)}"


def _owner(s: State, tile: int) -> int:
    return int(s.holder[tile]) if s.holder[tile] != NOBODY else int(s.city[tile])


def _place(s: State, viewer: Viewer, tile: int, cities: dict[int, int], stacks: dict[int, parsing.Stack]) -> str:
    place: str = words.LAND[int(s.terrain[tile])]
    if tile in cities:
        owner, city = cities[tile], words.city_name(s, tile)
        theirs = _("{name}’s city {city}", name=viewer.names[owner], city=city)
        place = you_or(viewer, owner, _("your city {city}", city=city), theirs)
    if tile not in stacks:
        return render(place)
    units = _stack(viewer, stacks[tile], named=tile not in cities)
    return render(_("{place}: {units}", place=place, units=units))


def _stack(viewer: Viewer, stack: parsing.Stack, named: bool) -> str:
    found = [render(words.workers(len(stack.workers)))] if stack.workers else []
    if stack.armies:
        health = ", ".join(str(words.health(army.hp)) for army in stack.armies)
        found.append(render(_("{armies} (health {health})", armies=words.armies(len(stack.armies)), health=health)))
    whole = ", ".join(found)
    if viewer.is_me(stack.owner):
        moved = sum(worker.moved for worker in stack.workers) + sum(army.moved for army in stack.armies)
        return f"{whole}{render(_(', {n} moved', n=moved)) if moved else ''}"
    return render(_("{name}’s {units}", name=viewer.names[stack.owner], units=whole)) if named else whole
