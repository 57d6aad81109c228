"""Why a decision is good: only what the viewer's own view shows to be true. Otherwise nothing is said here."""

from __future__ import annotations

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Viewer
from plowshares.core.seats import NOBODY
from plowshares.games.civ import parsing
from plowshares.games.civ.actions import Kind
from plowshares.games.civ.notation.commands import command_of
from plowshares.games.civ.pieces import is_enemy_held, neighbour
from plowshares.games.civ.rules.legal import may_spend
from plowshares.games.civ.scene import words
from plowshares.games.civ.scene.forecasts import (
    fresh_yield,
    gain_text,
    harvest_tiles,
    in_range,
    is_harvested,
    yield_of,
)
from plowshares.games.civ.scene.move_offers import attack_forecast
from plowshares.games.civ.scene.panels import count_free
from plowshares.games.civ.state import State

NEAR = 10  # tiles around a city that are looked at for a worker


def reason(s: State, viewer: Viewer, actions: tuple[int, ...]) -> Text | str:
    """Say what a recommended decision gains or keeps, from what the viewer knows."""
    command = command_of(s, actions[0])
    tile = parsing.tile_at(s, command.x, command.y)
    match command.kind:
        case Kind.WORKER:
            return _why_worker(s, viewer, tile)
        case Kind.ARMY:
            return _why_army(s, viewer, tile)
        case Kind.CITY:
            return _why_city(s, viewer, tile)
        case Kind.RESEARCH:
            return _why_research(s, viewer)
        case Kind.END:
            return _why_end(s, viewer)
        case Kind.MOVE_WORKERS:
            return _why_step(s, viewer, int(neighbour(s, tile, command.way)))
        case Kind.MOVE_ARMIES:
            return _why_march(s, viewer, tile, int(neighbour(s, tile, command.way)))
    return ""


def count_new(s: State, viewer: Viewer, tile: int) -> int:
    """Count the tiles that are seen from a tile and that the viewer does not see now."""
    return len(set(in_range(s, tile, int(s.options.vision))) - parsing.seen_tiles(s, viewer.seat))


# --- spending ---


def _why_worker(s: State, viewer: Viewer, tile: int) -> Text | str:
    near = in_range(s, tile, min(int(s.options.harvest_range), NEAR))
    free = [each for each in near if s.holder[each] in (NOBODY, viewer.seat) and s.city[each] == NOBODY]
    worth = {each: sum(fresh_yield(s, viewer.seat, each)) for each in free}
    best = max(free, key=lambda each: worth[each], default=None)
    if best is None or not worth[best]:
        return _("In {city} it earns 2 trade each turn.", city=words.city_name(s, tile))
    gain = gain_text(yield_of(s, int(s.terrain[best])))
    return _("It can harvest {gain} each turn {place}.", gain=gain, place=words.where(s, viewer, best))


def _why_army(s: State, viewer: Viewer, tile: int) -> Text | str:
    enemies = [owner for owner in parsing.all_cities(s).values() if owner != viewer.seat]
    if enemies:
        return _("You see a city of {name}, and only armies can take it.", name=viewer.names[enemies[0]])
    stack = parsing.stacks(s, viewer.seat).get(tile)
    if stack is None or not stack.armies:
        return _("No army stands in {city} to defend it.", city=words.city_name(s, tile))
    return ""


def _why_city(s: State, viewer: Viewer, tile: int) -> Text | str:
    if s.holder[tile] not in (NOBODY, viewer.seat):  # then it will not be the viewer's
        return ""
    gain, new = fresh_yield(s, viewer.seat, tile), count_new(s, viewer, tile)
    if not any(gain):
        return ngettext("You see {n} more tile from there.", "You see {n} more tiles from there.", new) if new else ""
    if not new:
        return _("It harvests {gain} each turn without a worker.", gain=gain_text(gain))
    return ngettext(
        "It harvests {gain} each turn without a worker, and you see {n} more tile.",
        "It harvests {gain} each turn without a worker, and you see {n} more tiles.",
        new,
        gain=gain_text(gain),
    )


def _why_research(s: State, viewer: Viewer) -> Text:
    if parsing.armies(s, viewer.seat):
        return _("Trade buys nothing else, and it helps every army you have.")
    return _("Trade buys nothing else.")


def _why_end(s: State, viewer: Viewer) -> Text | str:
    p = s.players[viewer.seat]
    least = min(int(s.options.army_cost), int(s.options.worker_cost), int(s.options.city_cost))
    can_buy = p.production >= least or p.trade >= s.options.research_cost
    if not p.unit_count or count_free(s, viewer.seat) or (may_spend(s) and can_buy):
        return ""
    return _("All your units have moved.")


# --- moving ---


def _why_step(s: State, viewer: Viewer, target: int) -> Text | str:
    if s.holder[target] not in (NOBODY, viewer.seat):
        return ""
    if s.city[target] == viewer.seat:
        return _("In the city it earns 2 trade each turn.")
    if target in harvest_tiles(s, viewer.seat) and not is_harvested(s, viewer.seat, target):
        return _("There it harvests {gain} each turn.", gain=gain_text(yield_of(s, int(s.terrain[target]))))
    return ""


def _why_march(s: State, viewer: Viewer, tile: int, target: int) -> Text | str:
    if is_enemy_held(s, viewer.seat, target):
        return _why_attack(s, viewer, tile, target)
    stack = parsing.stacks(s, viewer.seat).get(target)
    if s.city[target] == viewer.seat and (stack is None or not stack.armies):
        return _("No other army stands in {city} to defend it.", city=words.city_name(s, target))
    if near := _nearer_city(s, viewer, tile, target):
        return near
    new = count_new(s, viewer, target)
    return ngettext("It sees {n} more tile from there.", "It sees {n} more tiles from there.", new) if new else ""


def _nearer_city(s: State, viewer: Viewer, tile: int, target: int) -> Text | str:
    """Say to which city of another nation a step leads: the nearest one in sight."""
    others = [city for city, owner in parsing.all_cities(s).items() if owner != viewer.seat]
    if not others:
        return ""
    city = min(others, key=lambda each: (_distance(s, each, tile), each))
    if _distance(s, city, target) >= _distance(s, city, tile):
        return ""
    name = viewer.names[int(s.city[city])]
    return _("It comes nearer to {city}, a city of {name}.", city=words.city_name(s, city), name=name)


def _distance(s: State, one: int, other: int) -> int:
    (x, y), (column, row) = parsing.place_of(s, one), parsing.place_of(s, other)
    return abs(x - column) + abs(y - row)


def _why_attack(s: State, viewer: Viewer, tile: int, target: int) -> Text | str:
    forecast = attack_forecast(s, viewer, tile, target)
    if forecast is None or forecast.tone != "good":
        return ""
    if s.city[target] in (NOBODY, viewer.seat):
        return _("{result}, as the forecast shows.", result=forecast.title)
    city, follow = words.city_name(s, target), _count_converts(s, target)
    if not follow or s.players[viewer.seat].unit_count + follow > s.options.unit_limit:  # some would vanish
        return _("You take {city}.", city=city)
    return ngettext(
        "You take {city}, and {n} unit near it changes sides.",
        "You take {city}, and {n} units near it change sides.",
        follow,
        city=city,
    )


def _count_converts(s: State, target: int) -> int:
    """Count the units in sight that change sides with a city."""
    former, near = int(s.city[target]), in_range(s, target, int(s.options.capture_range))
    found = [stack for tile, stack in parsing.stacks(s, former).items() if tile != target and tile in near]
    if s.options.loyal_garrisons:
        found = [stack for stack in found if s.city[stack.tile] != former]
    return sum(len(stack.workers) + len(stack.armies) for stack in found)
