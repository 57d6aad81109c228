"""Decisions in words: what an action does, and why one is refused."""

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
from plowshares.games.civ.scene.move_offers import owed_move
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
