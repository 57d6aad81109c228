"""Events of units and cities that show as the difference of two views: placed, moved, founded, come into sight."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Event, Viewer, you_or
from plowshares.games.civ import parsing
from plowshares.games.civ.scene import words
from plowshares.games.civ.state import State

Counts = dict[tuple[int, int, str], int]
"""How many units: owner, tile and `workers` or `armies`."""
ART = {"workers": "u-worker", "armies": "u-army"}


def _count_units(s: State) -> Counts:
    counts: Counts = {}
    for tile, stack in parsing.all_stacks(s).items():
        if stack.workers:
            counts[stack.owner, tile, "workers"] = len(stack.workers)
        if stack.armies:
            counts[stack.owner, tile, "armies"] = len(stack.armies)
    return counts


def _amount(kind: str, n: int) -> Text:
    return words.workers(n) if kind == "workers" else words.armies(n)


def unit_events(before: State, after: State, viewer: Viewer, explained: Collection[int]) -> Iterator[Event]:
    """Tell of units placed, moved, come into sight or gone, where no report has told of them."""
    old, new = _count_units(before), _count_units(after)
    seen = parsing.seen_tiles(before, viewer.seat), parsing.seen_tiles(after, viewer.seat)
    changes = {key: new.get(key, 0) - old.get(key, 0) for key in sorted(old.keys() | new.keys())}
    changes = {key: change for key, change in changes.items() if change and key[1] not in explained}
    for owner in range(before.options.players):
        for kind in ("workers", "armies"):
            mine = {tile: n for (who, tile, what), n in changes.items() if (who, what) == (owner, kind)}
            both = {t: n for t, n in mine.items() if viewer.is_me(owner) or (t in seen[0] and t in seen[1])}
            yield from _shift(after, viewer, owner, kind, both)
            for tile, n in mine.items():
                if tile not in both and n > 0:
                    yield _comes_into_sight(after, viewer, owner, kind, tile, n)


def _comes_into_sight(s: State, viewer: Viewer, owner: int, kind: str, tile: int, n: int) -> Event:
    place, at = parsing.tile_name(s, tile), words.where(s, viewer, tile)
    text = _("You see {units} of {name} {place}.", units=_amount(kind, n), name=viewer.names[owner], place=at)
    return Event("appear", text, owner, thing=f"{kind} {place}", target=f"cell {place}", art=ART[kind], colour=owner)


def _shift(s: State, viewer: Viewer, owner: int, kind: str, change: dict[int, int]) -> Iterator[Event]:
    """Tell how the units of one player and kind changed on tiles that were in sight all the time."""
    gains = {tile: n for tile, n in change.items() if n > 0}
    losses = {tile: -n for tile, n in change.items() if n < 0}
    if len(gains) == 1 and len(losses) == 1 and sum(change.values()) == 0:
        (target, count), (origin, _number) = *gains.items(), *losses.items()
        yield _moved(s, viewer, owner, kind, origin, target, count)
        return
    for tile, count in gains.items():
        yield _appeared(s, viewer, owner, kind, tile, count)
    for tile, count in losses.items():
        yield _gone(s, viewer, owner, kind, tile, count)


def _moved(s: State, viewer: Viewer, owner: int, kind: str, origin: int, target: int, count: int) -> Event:
    text = _say_moved(viewer, owner, kind, count, words.where(s, viewer, target))
    one, other = parsing.tile_name(s, origin), parsing.tile_name(s, target)
    return Event(
        "move",
        text,
        owner,
        thing=f"{kind} {one}",
        source=f"cell {one}",
        target=f"cell {other}",
        art=ART[kind],
        colour=owner,
    )


def _say_moved(viewer: Viewer, owner: int, kind: str, n: int, at: Text) -> Text:
    """Say where units have gone."""
    name = viewer.names[owner]
    if kind == "workers":
        mine = ngettext("Your worker is now {place}.", "{n} of your workers are now {place}.", n, place=at)
        they = ngettext(
            "{name}’s worker is now {place}.", "{n} workers of {name} are now {place}.", n, place=at, name=name
        )
    else:
        mine = ngettext("Your army is now {place}.", "{n} of your armies are now {place}.", n, place=at)
        they = ngettext(
            "{name}’s army is now {place}.", "{n} armies of {name} are now {place}.", n, place=at, name=name
        )
    return you_or(viewer, owner, mine, they)


def _appeared(s: State, viewer: Viewer, owner: int, kind: str, tile: int, count: int) -> Event:
    units, place, at = _amount(kind, count), parsing.tile_name(s, tile), words.where(s, viewer, tile)
    name = viewer.names[owner]
    if s.city[tile] == owner:
        city = words.city_name(s, tile)
        they = _("{name} trains {units} in {city}.", name=name, units=units, city=city)
        text = you_or(viewer, owner, _("You train {units} in {city}.", units=units, city=city), they)
    else:
        they = _("You see {units} of {name} {place}.", units=units, name=name, place=at)
        text = you_or(viewer, owner, _("You have {units} more {place}.", units=units, place=at), they)
    return Event("appear", text, owner, thing=f"{kind} {place}", target=f"cell {place}", art=ART[kind], colour=owner)


def _gone(s: State, viewer: Viewer, owner: int, kind: str, tile: int, count: int) -> Event:
    units, place, at = _amount(kind, count), parsing.tile_name(s, tile), words.where(s, viewer, tile)
    they = _("You no longer see {units} of {name} {place}.", units=units, name=viewer.names[owner], place=at)
    text = you_or(viewer, owner, _("You have {units} fewer {place}.", units=units, place=at), they)
    return Event("vanish", text, owner, thing=f"{kind} {place}", source=f"cell {place}", art=ART[kind], colour=owner)


def city_events(before: State, after: State, viewer: Viewer, explained: Collection[int]) -> Iterator[Event]:
    """Tell of cities founded or come into sight."""
    old, new = parsing.all_cities(before), parsing.all_cities(after)
    seen = parsing.seen_tiles(before, viewer.seat)
    for tile, owner in new.items():
        if tile in old or tile in explained:
            continue
        place, city = parsing.tile_name(after, tile), words.city_name(after, tile)
        text = _("You see {city}, a city of {name}.", city=city, name=viewer.names[owner])
        if tile in seen or viewer.is_me(owner):
            text = _founded(before, viewer, owner, city)
        target = f"cell {place}"
        yield Event(
            "appear", text, owner, thing=f"city {place}", target=target, art="u-city", colour=owner, sound="founded"
        )


def _founded(before: State, viewer: Viewer, owner: int, city: str) -> Text:
    founder = int(before.current)
    name = viewer.names[founder]
    if founder == owner:
        they = _("{name} founds {city}.", name=name, city=city)
        return you_or(viewer, founder, _("You found {city}.", city=city), they)
    if viewer.is_me(owner):
        return _("{name} founds {city} under your units: it is yours.", name=name, city=city)
    other = viewer.names[owner]
    they = _("{name} founds {city} for {other}.", name=name, city=city, other=other)
    return you_or(viewer, founder, _("You found {city} for {other}.", city=city, other=other), they)
