"""The map as the page shows it, its small picture, and a look at everything on it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from xml.sax.saxutils import escape

from plowshares.core.i18n import Text, _, ngettext, render
from plowshares.core.scene import Fact, Region, Thing, Viewer
from plowshares.core.seats import NOBODY, SPECTATOR
from plowshares.games.civ import parsing
from plowshares.games.civ.parsing import Stack
from plowshares.games.civ.scene import figures, terrain, words
from plowshares.games.civ.scene.forecasts import gain_text, harvest_tiles, yield_of
from plowshares.games.civ.scene.terrain import CELL, UNKNOWN
from plowshares.games.civ.state import Result, State

MARGIN = 14
PICKED_WHOLE = 16  # tiles along one side of a map on which unexplored tiles can be picked too
MOST_DESCRIBED = 1024  # tiles that can be looked at one by one; on larger maps only what stands on them
WIDE = 20  # a harvest range from which its border says nothing


def regions(s: State, viewer: Viewer, marked: Collection[str]) -> list[Region]:
    """Draw the map; marks are shown by the page."""
    size = int(s.options.size)
    return [
        Region(
            "board",
            "map",
            _("The map"),
            svg=draw(s, viewer),
            cell=CELL,
            cloth="parchment",
            focus=_focus(s, viewer),
            overview=_overview(s, viewer),
            note=_("{n} by {n} tiles", n=size),
        )
    ]


def draw(s: State, viewer: Viewer) -> str:
    """Draw the land, then borders, then what covers the land, then cities, their names, and units."""
    size = int(s.options.size)
    codes = s.terrain[: size * size].tolist()
    seen = in_sight(s, viewer)
    unknown = [tile for tile, code in enumerate(codes) if code == UNKNOWN]
    memory = [tile for tile, code in enumerate(codes) if code != UNKNOWN and tile not in seen]
    stacks, towns = parsing.all_stacks(s), parsing.all_cities(s)
    side = size * CELL
    view = f"{-MARGIN} {-MARGIN} {side + 2 * MARGIN} {side + 2 * MARGIN}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" role="img" class="board">',
        f"<title>{render(_('The map'))}</title><desc>{escape(render(_summary(s, viewer)))}</desc>",
        f"<style>{terrain.STYLE}{figures.STYLE}</style>",
        f"<defs>{terrain.DEFS}{figures.DEFS}</defs>",
        f'<rect class="paper" x="{-MARGIN}" y="{-MARGIN}" width="{side + 2 * MARGIN}" height="{side + 2 * MARGIN}"/>',
        *terrain.ground(codes, size),
        terrain.grid(size),
        *_borders(s, viewer, size),
        terrain.veil(memory, size),
        terrain.fog(unknown, size),
        *_cells(s, viewer),
        *(_city(s, viewer, tile, owner) for tile, owner in towns.items()),
        *figures.city_names([_city_name(s, tile, owner, stacks) for tile, owner in towns.items()]),
        *(_units(s, viewer, stack) for stack in stacks.values()),
        "</svg>",
    ]
    return "".join(parts)


def _summary(s: State, viewer: Viewer) -> Text:
    """Say in a sentence what is on the map, for those who do not see it."""
    size, seen = int(s.options.size), len(in_sight(s, viewer))
    towns, stacks = len(parsing.all_cities(s)), parsing.all_stacks(s).values()
    units = sum(len(stack.workers) + len(stack.armies) for stack in stacks)
    return _(
        "{size} by {size} tiles, {seen} of them in sight, with {cities} and {units}.",
        size=size,
        seen=seen,
        cities=words.cities(towns),
        units=ngettext("{n} unit", "{n} units", units),
    )


def in_sight(s: State, viewer: Viewer) -> set[int]:
    """Return the tiles the viewer sees now; after the end all of them, and for spectators all that they know at all."""
    if s.result != Result.NONE:
        return set(range(int(s.options.size) ** 2))
    if viewer.seat == SPECTATOR:
        return {tile for tile in range(int(s.options.size) ** 2) if parsing.is_known(s, tile)}
    return parsing.seen_tiles(s, viewer.seat)


def _focus(s: State, viewer: Viewer) -> tuple[float, float, float, float] | None:
    """Return the part of the map to show first: around the viewer's first city, or first unit."""
    if viewer.seat == SPECTATOR:
        return None
    tiles = parsing.cities(s, viewer.seat) or sorted(parsing.stacks(s, viewer.seat))
    if not tiles:
        return None
    x, y = parsing.place_of(s, tiles[0])
    return (x - 4) * CELL, (y - 3) * CELL, 9 * CELL, 7 * CELL


def _borders(s: State, viewer: Viewer, size: int) -> Iterator[str]:
    """Draw how far the viewer's cities harvest."""
    if viewer.seat == SPECTATOR or s.options.harvest_range >= min(WIDE, size):
        return
    tiles = harvest_tiles(s, viewer.seat)
    if tiles:
        yield f'<g class="seat-{viewer.seat % 8}"><path class="mine" d="{terrain.runs(tiles, size, 0)}"/>'
        yield f'<path class="range" d="{terrain.border(tiles, size)}"/></g>'


def _cells(s: State, viewer: Viewer) -> Iterator[str]:
    """Draw what can be picked of every tile that is shown; what is unknown can be gone to, not looked at."""
    size = int(s.options.size)
    described = size * size <= MOST_DESCRIBED
    for tile in sorted(shown_tiles(s, viewer)):
        y, x = divmod(tile, size)
        code = int(s.terrain[tile])
        thing = f"tile {x},{y}" if described and code != UNKNOWN else ""
        yield figures.cell(x, y, render(words.LAND[code]), thing)


def shown_tiles(s: State, viewer: Viewer) -> set[int]:
    """Return the tiles that can be picked: all of a small map, of a large one those that are known."""
    size = int(s.options.size)
    if size <= PICKED_WHOLE:
        return set(range(size * size))
    return in_sight(s, viewer) | {tile for tile in range(size * size) if parsing.is_known(s, tile)}


# --- pieces ---


def _owned(viewer: Viewer, seat: int, yours: Text, theirs: Text) -> Text:
    return yours if viewer.is_me(seat) else theirs


def city_label(s: State, viewer: Viewer, tile: int, owner: int) -> Text:
    """Name a city with its owner."""
    name = words.city_name(s, tile)
    theirs = _("{city}, a city of {name}", city=name, name=viewer.names[owner])
    return _owned(viewer, owner, _("{city}, your city", city=name), theirs)


def _city(s: State, viewer: Viewer, tile: int, owner: int) -> str:
    return figures.city(*parsing.place_of(s, tile), owner, render(city_label(s, viewer, tile, owner)))


def _city_name(s: State, tile: int, owner: int, stacks: dict[int, Stack]) -> figures.CityName:
    """Return the name of a city as it is written: in two lines where a city stands to its left or right."""
    x, y = parsing.place_of(s, tile)
    stack = stacks.get(tile)
    count = len(stack.workers) + len(stack.armies) if stack else 0
    crowded = any(_has_city(s, x + step, y) for step in (-1, 1))
    lines = words.city_name_lines(s, tile) if crowded else (words.city_name(s, tile),)
    return figures.CityName(x, y, owner, lines, count)


def _has_city(s: State, x: int, y: int) -> bool:
    size = int(s.options.size)
    return 0 <= x < size and bool(s.city[y * size + x] != NOBODY)


def _spots(s: State, stack: Stack) -> tuple[figures.Spot, figures.Spot]:
    """Return where workers and armies of a tile stand."""
    if s.city[stack.tile] != NOBODY:
        return figures.BEFORE_CITY_LEFT, figures.BEFORE_CITY_RIGHT
    return (figures.LEFT, figures.RIGHT) if stack.workers and stack.armies else (figures.ALONE, figures.ALONE)


def _units(s: State, viewer: Viewer, stack: Stack) -> str:
    x, y = parsing.place_of(s, stack.tile)
    at_left, at_right = _spots(s, stack)
    mine = viewer.is_me(stack.owner)
    drawn = ""
    if stack.workers:
        tired = mine and all(worker.moved for worker in stack.workers)
        label = render(workers_label(s, viewer, stack))
        drawn += figures.workers(x, y, stack.owner, len(stack.workers), at_left, tired, label)
    if stack.armies:
        tired = mine and all(army.moved for army in stack.armies)
        label = render(armies_label(s, viewer, stack))
        ways = tuple(sorted({army.muster for army in stack.armies} - {NOBODY}))
        drawn += figures.armies(x, y, stack.owner, len(stack.armies), average(stack), ways, at_right, tired, label)
    return drawn


def average(stack: Stack) -> int:
    """Return the average health of the armies of a tile."""
    return words.health(sum(army.hp for army in stack.armies) // len(stack.armies))


def workers_label(s: State, viewer: Viewer, stack: Stack) -> Text:
    """Name the workers on a tile: whose, how many, where."""
    n, place = len(stack.workers), words.where(s, viewer, stack.tile)
    yours = ngettext("Your worker {place}", "Your {n} workers {place}", n, place=place)
    name = viewer.names[stack.owner]
    theirs = ngettext("{name}’s worker {place}", "{name}’s {n} workers {place}", n, name=name, place=place)
    return _owned(viewer, stack.owner, yours, theirs)


def armies_label(s: State, viewer: Viewer, stack: Stack) -> Text:
    """Name the armies on a tile: whose, how many, where."""
    n, place = len(stack.armies), words.where(s, viewer, stack.tile)
    yours = ngettext("Your army {place}", "Your {n} armies {place}", n, place=place)
    name = viewer.names[stack.owner]
    theirs = ngettext("{name}’s army {place}", "{name}’s {n} armies {place}", n, name=name, place=place)
    return _owned(viewer, stack.owner, yours, theirs)


# --- a closer look ---


def things(s: State, viewer: Viewer) -> dict[str, Thing]:
    """Describe every known tile and every piece on the map."""
    size = int(s.options.size)
    found: dict[str, Thing] = {}
    if size * size <= MOST_DESCRIBED:
        near = harvest_tiles(s, viewer.seat) if viewer.seat != SPECTATOR else set()
        for tile in range(size * size):
            if parsing.is_known(s, tile):
                x, y = parsing.place_of(s, tile)
                found[f"tile {x},{y}"] = _tile_look(s, viewer, tile, tile in near)
    for tile, owner in parsing.all_cities(s).items():
        x, y = parsing.place_of(s, tile)
        found[f"city {x},{y}"] = _city_look(s, viewer, tile, owner)
    for tile, stack in parsing.all_stacks(s).items():
        found |= _stack_looks(s, viewer, parsing.tile_name(s, tile), stack)
    return found


def _tile_look(s: State, viewer: Viewer, tile: int, near: bool) -> Thing:
    code = int(s.terrain[tile])
    food, production, trade = yield_of(s, code)
    facts = (words.food(food), words.production(production), words.trade(trade))
    text = _("A worker here harvests this each turn.") if near else _("Too far from your cities to harvest.")
    if viewer.seat == SPECTATOR:
        text = _("A worker near a city of its owner harvests this each turn.")
    return Thing(words.LAND[code], text, facts, art=words.ART[code])


def _city_look(s: State, viewer: Viewer, tile: int, owner: int) -> Thing:
    code = int(s.terrain[tile])
    text = _(
        "It stands on {land} and harvests {gain} each turn.", land=words.LAND[code], gain=gain_text(yield_of(s, code))
    )
    if not viewer.is_me(owner):
        text = _("Move an army into it to take it, with {name}’s units near it.", name=viewer.names[owner])
    return Thing(city_label(s, viewer, tile, owner), text, art="u-city", colour=owner)


def _stack_looks(s: State, viewer: Viewer, place: str, stack: Stack) -> dict[str, Thing]:
    found = {}
    if stack.workers:
        text = _worker_text(s, viewer, stack)
        label = workers_label(s, viewer, stack)
        found[f"workers {place}"] = Thing(label, text, _eats(s, len(stack.workers)), art="u-worker", colour=stack.owner)
    if stack.armies:
        found[f"armies {place}"] = _army_look(s, viewer, stack)
    return found


def _eats(s: State, n: int) -> tuple[Fact, ...]:
    eaten = n * int(s.options.unit_food)
    return (Fact(words.FOOD, f"−{eaten}", _("eats {n} food each turn", n=eaten)),) if eaten else ()


def _worker_text(s: State, viewer: Viewer, stack: Stack) -> Text:
    if not viewer.is_me(stack.owner):
        return _("Workers cannot fight: an army that steps onto their tile takes them off the map.")
    free = sum(not worker.moved for worker in stack.workers)
    if s.city[stack.tile] == viewer.seat:
        return _("In a city each worker earns 2 trade. {free}", free=_free(free, len(stack.workers)))
    if stack.tile in harvest_tiles(s, viewer.seat):
        gain = gain_text(yield_of(s, int(s.terrain[stack.tile])))
        return _("Harvests {gain} each turn. {free}", gain=gain, free=_free(free, len(stack.workers)))
    return _("Too far from your cities to harvest. {free}", free=_free(free, len(stack.workers)))


def _free(free: int, all_: int) -> Text:
    if free == all_:
        return _("May move this turn.")
    return _("Has moved this turn.") if free == 0 else _("{n} may still move.", n=free)


def _army_look(s: State, viewer: Viewer, stack: Stack) -> Thing:
    mine, owner = viewer.is_me(stack.owner), stack.owner
    free = sum(not army.moved for army in stack.armies)
    text = _free(free, len(stack.armies)) if mine else _("Armies strike at the same time, and nothing heals.")
    facts = [Fact(words.HEART, average(stack), _("average health"))]
    if mine or s.options.open_stats or s.result != Result.NONE:
        offence, defence = words.strength(parsing.offence(s, owner)), words.strength(parsing.defence(s, owner))
        facts += [Fact(words.SWORD, offence, _("offence")), Fact("i-shield", defence, _("defence"))]
    if mine:
        facts += _eats(s, len(stack.armies))
    return Thing(armies_label(s, viewer, stack), text, tuple(facts), art="u-army", colour=owner)


# --- the small picture ---


def _overview(s: State, viewer: Viewer) -> str:
    size = int(s.options.size)
    codes = s.terrain[: size * size].tolist()
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" aria-hidden="true">',
        f'<rect fill="var(--fogc,#e6d9bb)" width="{size}" height="{size}"/>',
        *terrain.overview_ground(codes, in_sight(s, viewer), size),
    ]
    for tile, stack in parsing.all_stacks(s).items():
        x, y = parsing.place_of(s, tile)
        parts.append(_dot(stack.owner, f'<circle cx="{x + 0.5}" cy="{y + 0.5}" r=".4"/>'))
    for tile, owner in parsing.all_cities(s).items():
        x, y = parsing.place_of(s, tile)
        parts.append(_dot(owner, f'<rect x="{x}" y="{y}" width="1" height="1" rx=".2"/>'))
    return "".join(parts) + "</svg>"


def _dot(seat: int, shape: str) -> str:
    """Paint a shape in a nation's colour."""
    return f'<g class="seat-{seat % 8}"><g fill="var(--pc,#777)" stroke="#fff" stroke-width=".15">{shape}</g></g>'
