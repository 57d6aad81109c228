"""The words of Civ for people: land, pieces, stores, directions, and names of places."""

from __future__ import annotations

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Fact, Viewer
from plowshares.games.civ.parsing import all_cities, place_of
from plowshares.games.civ.state import State, Terrain

FOOD, PRODUCTION, TRADE = "i-food", "i-prod", "i-trade"
HEART, SWORD = "i-heart", "i-sword"

LAND: dict[int, Text] = {
    Terrain.OCEAN: _("Ocean"),
    Terrain.GRASSLAND: _("Grassland"),
    Terrain.HILLS: _("Hills"),
    Terrain.FOREST: _("Forest"),
    Terrain.MOUNTAINS: _("Mountains"),
    Terrain.UNKNOWN: _("Unknown land"),
}
ART: dict[int, str] = {
    Terrain.OCEAN: "t-ocean",
    Terrain.GRASSLAND: "t-grassland",
    Terrain.HILLS: "t-hills",
    Terrain.FOREST: "t-forest",
    Terrain.MOUNTAINS: "t-mountains",
    Terrain.UNKNOWN: "t-fog",
}
WAYS: tuple[Text, ...] = (_("north"), _("east"), _("south"), _("west"))

_FIRST = (
    "Ash", "Mill", "Oak", "Stone", "Wolf", "Green", "Fair", "High", "Red", "North", "Bright", "Elm", "Fox", "Gold",
    "Hazel", "Iron", "Lake", "Maple", "New", "Otter", "Pine", "Raven", "Silver", "Thorn", "Willow", "Winter", "Apple",
    "Birch", "Clear", "Deer", "East", "Fern",
)  # fmt: skip
_SECOND = (
    "ford", "brook", "haven", "field", "wick", "mere", "ton", "bury", "dale", "gate", "ham", "cross", "bridge", "moor",
    "stead", "well", "holm", "port", "crest", "wood", "fell", "shore", "minster", "marsh", "cote", "ridge", "vale",
    "worth", "hurst", "combe", "leigh", "thorpe",
)  # fmt: skip
_STRIDE = 389  # has no factor in common with the number of names: neighbours get names that are unlike


def city_name(s: State, tile: int) -> str:
    """Return the name of the city on a tile: it belongs to the place, so it says nothing that the map does not."""
    return "".join(_syllables(s, tile))


def city_name_lines(s: State, tile: int) -> tuple[str, str]:
    """Return the name of a city in two lines, each no wider than a tile: for cities side by side."""
    first, second = _syllables(s, tile)
    return f"{first}-", second


def _syllables(s: State, tile: int) -> tuple[str, str]:
    x, y = place_of(s, tile)
    number = (x + 32 * y) * _STRIDE % (len(_FIRST) * len(_SECOND))
    return _FIRST[number % len(_FIRST)], _SECOND[(number // len(_FIRST) + number) % len(_SECOND)]


# --- amounts ---


def armies(n: int) -> Text:
    """Return a number of armies in words."""
    return ngettext("{n} army", "{n} armies", int(n))


def workers(n: int) -> Text:
    """Return a number of workers in words."""
    return ngettext("{n} worker", "{n} workers", int(n))


def units(workers_: int, armies_: int) -> Text:
    """Return a number of workers and armies in words."""
    if workers_ and armies_:
        return _("{workers} and {armies}", workers=workers(workers_), armies=armies(armies_))
    return workers(workers_) if workers_ else armies(armies_)


def cities(n: int) -> Text:
    """Return a number of cities in words."""
    return ngettext("{n} city", "{n} cities", int(n))


def points(n: int) -> Text:
    """Return a score in words."""
    return ngettext("{n} point", "{n} points", int(n))


def turns(n: int) -> Text:
    """Return a number of turns in words."""
    return ngettext("{n} turn", "{n} turns", int(n))


def health(hp: int) -> int:
    """Return hit points, given in hundredths, as people read them; a living army never reads as 0."""
    return max(1, round(hp / 100)) if hp > 0 else 0


def strength(tenths: int) -> str:
    """Return a strength as people read it."""
    return f"{tenths / 10:.1f}"


def food(n: int) -> Fact:
    """Return a figure of food."""
    return Fact(FOOD, int(n), _("food"))


def production(n: int) -> Fact:
    """Return a figure of production."""
    return Fact(PRODUCTION, int(n), _("production"))


def trade(n: int) -> Fact:
    """Return a figure of trade."""
    return Fact(TRADE, int(n), _("trade"))


# --- places ---


def where(s: State, viewer: Viewer, tile: int) -> Text:
    """Say where a tile is: "in Ashford", "just east of Ashford", "3 steps north-east of Ashford"."""
    known = all_cities(s)
    if tile in known:
        return _("in {city}", city=city_name(s, tile))
    if not known:
        return _("in unknown land")
    x, y = place_of(s, tile)
    steps = {city: _steps(s, x, y, city) for city in known}
    nearest = min(known, key=lambda city: (steps[city], known[city] != viewer.seat, city))
    column, row = place_of(s, nearest)
    return _beside(steps[nearest], x - column, y - row, city_name(s, nearest))


def _steps(s: State, x: int, y: int, city: int) -> int:
    column, row = place_of(s, city)
    return abs(x - column) + abs(y - row)


def _beside(steps: int, dx: int, dy: int, city: str) -> Text:
    """Say in which direction of a city something is, and how far."""
    if abs(dx) > 2 * abs(dy):
        return _east(steps, city) if dx > 0 else _west(steps, city)
    if abs(dy) > 2 * abs(dx):
        return _south(steps, city) if dy > 0 else _north(steps, city)
    if dy > 0:
        return _south_east(steps, city) if dx > 0 else _south_west(steps, city)
    return _north_east(steps, city) if dx > 0 else _north_west(steps, city)


def _north(n: int, city: str) -> Text:
    return ngettext("just north of {city}", "{n} steps north of {city}", n, city=city)


def _east(n: int, city: str) -> Text:
    return ngettext("just east of {city}", "{n} steps east of {city}", n, city=city)


def _south(n: int, city: str) -> Text:
    return ngettext("just south of {city}", "{n} steps south of {city}", n, city=city)


def _west(n: int, city: str) -> Text:
    return ngettext("just west of {city}", "{n} steps west of {city}", n, city=city)


def _north_east(n: int, city: str) -> Text:
    return ngettext("north-east of {city}", "{n} steps north-east of {city}", n, city=city)


def _south_east(n: int, city: str) -> Text:
    return ngettext("south-east of {city}", "{n} steps south-east of {city}", n, city=city)


def _south_west(n: int, city: str) -> Text:
    return ngettext("south-west of {city}", "{n} steps south-west of {city}", n, city=city)


def _north_west(n: int, city: str) -> Text:
    return ngettext("north-west of {city}", "{n} steps north-west of {city}", n, city=city)
