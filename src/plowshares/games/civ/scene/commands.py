"""Decisions in words: what an action does, why it is good, and why one is refused."""

from __future__ import annotations

from collections.abc import Sequence

from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Viewer
from plowshares.core.seats import NOBODY
from plowshares.games.civ import parsing
from plowshares.games.civ.actions import Kind
from plowshares.games.civ.notation.commands import Command, command_of
from plowshares.games.civ.pieces import ARMY, count_available, is_enemy_held, neighbour
from plowshares.games.civ.scene import words
from plowshares.games.civ.scene.forecasts import gain_text, harvest_tiles, next_turn, yield_of
from plowshares.games.civ.scene.move_offers import attack_forecast, owed_move
from plowshares.games.civ.scene.offers import tile_of, why_not_spend, why_not_train
from plowshares.games.civ.state import NOTHING_OWED, Result, State


def describe(s: State, viewer: Viewer, actions: tuple[int, ...]) -> str:
    """Return a decision or a whole command in words: "Train a worker in Ashford"."""
    command = command_of(s, actions[0])
    tile = parsing.tile_at(s, command.x, command.y)
    match command.kind:
        case Kind.END:
            return _("End the turn")
        case Kind.ARMY:
            return _("Train an army in {city}", city=words.city_name(s, tile))
        case Kind.WORKER:
            return _("Train a worker in {city}", city=words.city_name(s, tile))
        case Kind.CITY:
            land, place = words.LAND[int(s.terrain[tile])], words.where(s, viewer, tile)
            return _("Found a city on {land}, {place}", land=land, place=place)
        case Kind.RESEARCH:
            return _("Research defence") if command.what else _("Research offence")
        case Kind.COUNT:
            return _counted(s, viewer, int(command.count))
    count = int(command_of(s, actions[1]).count) if len(actions) > 1 else 0
    return _move(s, viewer, command, tile, count)


def _counted(s: State, viewer: Viewer, count: int) -> Text:
    """Say how many go in the move that was begun."""
    if s.owed == NOTHING_OWED:
        return ngettext("Send {n}", "Send {n}", count)
    command = owed_move(s)
    return _move(s, viewer, command, parsing.tile_at(s, command.x, command.y), count)


def _move(s: State, viewer: Viewer, command: Command, tile: int, count: int) -> Text:
    """Say who goes where; a count of 0 is still to be chosen."""
    kind = 0 if command.kind == Kind.MOVE_WORKERS else ARMY
    most = int(count_available(s.players[viewer.seat], tile, kind)) if viewer.is_me(int(s.current)) else 0
    n = count or (1 if most == 1 else 0)
    way, place = words.WAYS[command.way], words.where(s, viewer, tile)
    if command.kind == Kind.MOVE_WORKERS:
        return _move_workers(n, way, place)
    if command.kind == Kind.MUSTER:
        return _muster(n, way, place)
    if is_enemy_held(s, viewer.seat, int(neighbour(s, tile, command.way))):
        return _attack(n, way, place)
    return _move_armies(n, way, place)


def _move_workers(n: int, way: Text, place: Text) -> Text:
    if not n:
        return _("Move workers {place} to the {way}", place=place, way=way)
    return ngettext(
        "Move the worker {place} to the {way}", "Move {n} workers {place} to the {way}", n, place=place, way=way
    )


def _muster(n: int, way: Text, place: Text) -> Text:
    if not n:
        return _("Muster armies {place} towards the {way}", place=place, way=way)
    return ngettext(
        "Muster the army {place} towards the {way}",
        "Muster {n} armies {place} towards the {way}",
        n,
        place=place,
        way=way,
    )


def _attack(n: int, way: Text, place: Text) -> Text:
    if not n:
        return _("Attack to the {way} with armies {place}", way=way, place=place)
    return ngettext(
        "Attack to the {way} with the army {place}",
        "Attack to the {way} with {n} armies {place}",
        n,
        way=way,
        place=place,
    )


def _move_armies(n: int, way: Text, place: Text) -> Text:
    if not n:
        return _("Move armies {place} to the {way}", place=place, way=way)
    return ngettext(
        "Move the army {place} to the {way}", "Move {n} armies {place} to the {way}", n, place=place, way=way
    )


# --- why a decision is good ---


def reason(s: State, viewer: Viewer, actions: tuple[int, ...]) -> str:
    """Say what a recommended decision gains or keeps, from what the viewer knows."""
    command = command_of(s, actions[0])
    tile = parsing.tile_at(s, command.x, command.y)
    match command.kind:
        case Kind.WORKER:
            return _why_worker(s, viewer)
        case Kind.ARMY:
            return _why_army(s, viewer)
        case Kind.CITY:
            gain = gain_text(yield_of(s, int(s.terrain[tile])))
            return _("It harvests {gain} each turn without a worker, and you see more land.", gain=gain)
        case Kind.RESEARCH:
            return _("Trade buys nothing else, and it helps every army you have.")
        case Kind.END:
            return _("Nothing else is worth doing now.")
        case Kind.MOVE_WORKERS:
            return _why_step(s, viewer, int(neighbour(s, tile, command.way)))
        case Kind.MOVE_ARMIES:
            return _why_march(s, viewer, tile, int(neighbour(s, tile, command.way)))
    return ""


def _why_worker(s: State, viewer: Viewer) -> str:
    if next_turn(s, viewer.seat).change < 0:
        return _("On grassland it brings the food that your units are missing.")
    return _("Each worker harvests one more tile, every turn.")


def _why_army(s: State, viewer: Viewer) -> str:
    enemies = [owner for owner in parsing.all_cities(s).values() if owner != viewer.seat]
    if enemies:
        return _("You see a city of {name}, and only armies can take it.", name=viewer.names[enemies[0]])
    return _("It guards your city and explores the land.")


def _why_step(s: State, viewer: Viewer, target: int) -> str:
    if s.city[target] == viewer.seat:
        return _("In the city it earns 2 trade each turn.")
    if target in harvest_tiles(s, viewer.seat):
        return _("There it harvests {gain} each turn.", gain=gain_text(yield_of(s, int(s.terrain[target]))))
    return ""


def _why_march(s: State, viewer: Viewer, tile: int, target: int) -> str:
    if not is_enemy_held(s, viewer.seat, target):
        unknown = len(parsing.seen_tiles(s, viewer.seat))
        return _("It sees more land from there.") if unknown < int(s.options.size) ** 2 else ""
    forecast = attack_forecast(s, viewer, tile, target)
    if forecast is None:
        return ""
    if s.city[target] not in (NOBODY, viewer.seat) and forecast.tone == "good":
        return _("You take {city}, and the enemy’s units near it change sides.", city=words.city_name(s, target))
    return _("{result}, as the forecast shows.", result=forecast.title)


# --- why something is refused ---

_REFUSALS: dict[str, Text] = {
    "game_over": _("The game is over."),
    "not_your_turn": _("It is not your turn."),
    "pending": _("First say how many should go."),
    "off_board": _("The world ends there."),
    "phase": _("Your first move has ended spending for this turn."),
    "not_your_city": _("You have no city there."),
    "city_exists": _("There is a city already."),
    "occupied": _("Enemy units stand there."),
    "hidden": _("You do not see this tile now."),
    "production": _("You do not have enough production."),
    "trade": _("You do not have enough trade."),
    "unit_limit": _("You have as many units as the table allows."),
    "research_limit": _("There is nothing more to research."),
    "no_unit": _("None of your units can still move."),
    "count": _("You do not have that many."),
    "worker_city": _("Workers cannot enter an enemy city. Send an army."),
    "muster": _("Armies can only be mustered against enemies."),
    "group": _("At this table armies attack one at a time."),
    "selection": _("They are all equally strong."),
}
_MOVED = _("These units have moved already.")


def explain(s: State, viewer: Viewer, path: Sequence[str], refusal: IllegalCommand) -> str:
    """Say in words why a path of picks or a command is refused."""
    if s.result != Result.NONE:
        return _REFUSALS["game_over"]
    if not viewer.is_me(int(s.current)):
        return _REFUSALS["not_your_turn"]
    if s.owed != NOTHING_OWED:
        return _REFUSALS["pending"]
    if path and (why := _why_not_pick(s, viewer, path[-1])):
        return why
    return _REFUSALS.get(refusal.code, _("That is not possible now. What you can do is marked."))


def _why_not_pick(s: State, viewer: Viewer, pick: str) -> str:
    kind = pick.split()[0]
    if kind not in ("city", "armies", "workers", "cell"):
        return ""
    tile = tile_of(s, pick)
    if kind == "city":
        if s.city[tile] != viewer.seat:
            return (
                _("This city belongs to {name}.", name=viewer.names[int(s.city[tile])])
                if s.city[tile] != NOBODY
                else ""
            )
        cost = min(int(s.options.army_cost), int(s.options.worker_cost))
        return why_not_spend(s, viewer.seat) or why_not_train(s, viewer.seat, tile, cost)
    if kind == "cell":
        return _("Units move one step a turn: north, east, south or west.")
    if s.holder[tile] not in (NOBODY, viewer.seat):
        return _("These units belong to {name}.", name=viewer.names[int(s.holder[tile])])
    return _MOVED
