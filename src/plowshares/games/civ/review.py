"""What a review says about what the fog hides: where rivals' cities and units are likely to be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plowshares.core.game import Belief
from plowshares.core.i18n import Text, _
from plowshares.core.review import Guess, Hidden, percent_less
from plowshares.core.scene import Viewer
from plowshares.games.civ import parsing
from plowshares.games.civ.heuristics import hidden_kinds as hidden_land
from plowshares.games.civ.scene import words
from plowshares.games.civ.scene.terrain import CELL

__all__ = ["could_have_known", "habits", "heat_label", "hidden_kinds", "hidden_things"]

NOTHING = "nothing"
ARMY, WORKER, CITY = "army", "worker", "city"
ART = {ARMY: "u-army", WORKER: "u-worker", CITY: "u-city"}
LEAST = 0.03  # a chance below which a tile is taken to be empty
LIKELY = 0.2  # from which on a tile carries a chip
FEWER = 25  # percent that make a habit


def heat_label() -> Text:
    """Ask where the others are."""
    return _("Where are the others?")


def hidden_kinds(view: Any, world: Any, seat: int) -> dict[str, str]:
    """Return what is on every tile out of sight in a world, by `tile` and its place; and unknown land by `cell`."""
    seen = parsing.seen_tiles(view, seat)
    there: dict[int, str] = {}
    for tile, stack in parsing.all_stacks(world).items():
        there[tile] = f"{ARMY if stack.armies else WORKER} {stack.owner}"
    for tile, owner in parsing.all_cities(world).items():
        there[tile] = f"{CITY} {owner}"
    tiles = range(int(view.options.size) ** 2)
    contents = {f"tile {parsing.tile_name(view, tile)}": there.get(tile, NOTHING) for tile in tiles if tile not in seen}
    return contents | hidden_land(view, world, seat)


def hidden_things(view: Any, viewer: Viewer, beliefs: Sequence[Belief]) -> list[Hidden]:
    """Say what is likely to be on the tiles out of sight, where anything is."""
    found = []
    for belief in beliefs:
        chances = dict(zip(belief.kinds, belief.chances, strict=True))
        if belief.thing.startswith("tile ") and 1 - chances.get(NOTHING, 0.0) >= LEAST:
            found.append(_hidden(view, viewer, belief.thing, chances))
    return found


def _hidden(view: Any, viewer: Viewer, thing: str, chances: dict[str, float]) -> Hidden:
    x, y = (int(word) for word in thing.removeprefix("tile ").split(","))
    tile = parsing.tile_at(view, x, y)
    heat = 1 - chances.get(NOTHING, 0.0)
    likeliest = max((kind for kind in chances if kind != NOTHING), key=lambda kind: chances[kind])
    return Hidden(
        thing=thing,
        label=_("The land {place}", place=words.where(view, viewer, tile)),
        guesses=tuple(_guess(viewer, kind, chance) for kind, chance in chances.items()),
        evidence=tuple(_evidence(view, viewer, likeliest)),
        box=(x * CELL, y * CELL, CELL, CELL),
        colour=int(likeliest.split()[1]),
        heat=heat,
        quiet=heat < LIKELY,
    )


def _guess(viewer: Viewer, kind: str, chance: float) -> Guess:
    if kind == NOTHING:
        return Guess(kind, _("nothing"), chance, nothing=True)
    what, owner = kind.split()
    name = viewer.names[int(owner)]
    labels = {
        ARMY: _("{name}’s army", name=name),
        WORKER: _("{name}’s worker", name=name),
        CITY: _("{name}’s city", name=name),
    }
    return Guess(kind, labels[what], chance, ART[what])


def _evidence(view: Any, viewer: Viewer, likeliest: str) -> list[Text]:
    what, owner = likeliest.split()
    name, known = viewer.names[int(owner)], parsing.cities(view, int(owner))
    said = [_("You do not see this tile now.")]
    if what == CITY:
        said.append(_("{name} must have a city somewhere.", name=name))
    elif known:
        said.append(_("{name}’s units are seldom far from {city}.", name=name, city=words.city_name(view, known[0])))
    else:
        said.append(_("Units are seldom far from a city of their owner."))
    return said


def could_have_known(view: Any, viewer: Viewer, action: int, beliefs: Sequence[Belief]) -> str:
    """Say how likely an enemy army was near the viewer's cities."""
    near = [tile for city in parsing.cities(view, viewer.seat) for tile in _around(view, city)]
    names = {f"tile {parsing.tile_name(view, tile)}" for tile in near}
    chance = max((_army_chance(belief) for belief in beliefs if belief.thing in names), default=0.0)
    if chance < LIKELY:
        return ""
    return _("The chance that an enemy army stood close to one of your cities was {n} %.", n=round(100 * chance))


def _army_chance(belief: Belief) -> float:
    pairs = zip(belief.kinds, belief.chances, strict=True)
    return sum(chance for kind, chance in pairs if kind.startswith(ARMY))


def _around(view: Any, city: int) -> list[int]:
    x, y = parsing.place_of(view, city)
    places = [(x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 3)]
    return [parsing.tile_at(view, *place) for place in places if parsing.is_on_board(view, *place)]


def habits(halves: Sequence[tuple[Any, int]]) -> list[Text]:
    """Say whether a player settles late, or goes without armies."""
    said = []
    cities = percent_less(halves, lambda s: [len(parsing.cities(s, seat)) for seat in range(int(s.options.players))])
    if cities >= FEWER:
        said.append(
            _("You settle late: half-way through a match you have {n} % fewer cities than the others.", n=cities)
        )
    armies = percent_less(halves, lambda s: [len(parsing.armies(s, seat)) for seat in range(int(s.options.players))])
    if armies >= FEWER:
        said.append(_("You arm late: half-way through a match you have {n} % fewer armies than the others.", n=armies))
    return said
