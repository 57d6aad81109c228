"""What the acting routes check, in the order of the rules' table, and the commands they play."""

from __future__ import annotations

from typing import Any, NamedTuple

from plowshares.core.errors import IllegalCommand
from plowshares.games.civ import parsing
from plowshares.games.civ.adapters.api.table import ApiTable

PRODUCTS = ("army", "worker", "city")
TECHNOLOGIES = ("offence", "defence")
MOST_RESEARCH = 1000
DIRECTIONS = {(0, -1): "N", (1, 0): "E", (0, 1): "S", (-1, 0): "W"}


class Step(NamedTuple):
    """A move from a place to a place."""

    x: int
    y: int
    to_x: int
    to_y: int


def produce(table: ApiTable, seat: int, what: int, x: int, y: int) -> str | None:
    """Make an army, a worker or a city; return what is wrong, or None when it is done."""
    s = table.match.state
    if not parsing.is_on_board(s, x, y):
        return "position is not on board"
    if seat != table.current:
        return "not current player"
    if what not in range(len(PRODUCTS)):
        return "invalid production type"
    kind, tile, options = PRODUCTS[what], parsing.tile_at(s, x, y), table.settings.options
    if s.players[seat].production < getattr(options, f"{kind}_cost"):
        return "player doesn't have enough production"
    wrong = _wrong_city(s, seat, tile) if kind == "city" else _wrong_unit(s, seat, tile)
    return wrong or _play(table, seat, {"kind": kind, "x": x, "y": y})


def _wrong_unit(s: Any, seat: int, tile: int) -> str | None:
    if parsing.owner_of_city(s, tile) != seat:
        return "worker or army must be created on a city"
    if parsing.owner_of_units(s, tile) not in (None, seat):
        return "enemy units occupy this city"
    if s.players[seat].unit_count >= s.options.unit_limit:
        return "unit limit reached"
    return None


def _wrong_city(s: Any, seat: int, tile: int) -> str | None:
    if tile not in parsing.seen_tiles(s, seat):
        return "city cannot be placed on a tile covered by fog of war"
    if parsing.owner_of_city(s, tile) is not None:
        return "cannot place city on an existing city"
    return None


def research(table: ApiTable, seat: int, what: int) -> str | None:
    """Research; return what is wrong, or None when it is done."""
    player = table.match.state.players[seat]
    if seat != table.current:
        return "not current player"
    if what not in range(len(TECHNOLOGIES)):
        return "invalid technology type"
    if player.trade < table.match.state.options.research_cost:
        return "not enough trade"
    if (player.offence, player.defence)[what] >= MOST_RESEARCH:
        return "technology limit reached"
    return _play(table, seat, {"kind": "research", "what": TECHNOLOGIES[what]})


def move(table: ApiTable, seat: int, unit: str, step: Step) -> str | None:
    """Move one worker or one army; return what is wrong, or None when it is done."""
    s = table.match.state
    if seat != table.current:
        return "not current player"
    if not parsing.is_on_board(s, step.x, step.y):
        return "src position is not on board"
    if not parsing.is_on_board(s, step.to_x, step.to_y):
        return "dst position is not on board"
    tile = parsing.tile_at(s, step.x, step.y)
    units: list[Any] = [*(parsing.workers(s, seat) if unit == "worker" else parsing.armies(s, seat))]
    here = [each for each in units if each.tile == tile]
    if not here:
        return f"no {unit} at specified source location"
    way = (step.to_x - step.x, step.to_y - step.y)
    if way == (0, 0):
        return None
    if way not in DIRECTIONS:
        return "invalid move (too far)"
    if all(each.moved for each in here):
        return f"{unit} already moved this turn"
    target = parsing.tile_at(s, step.to_x, step.to_y)
    if unit == "worker" and _is_undefended_city(s, seat, target):
        return "worker cannot enter an opponent's city"
    kind = "move_workers" if unit == "worker" else "move_armies"
    return _play(table, seat, {"kind": kind, "x": step.x, "y": step.y, "dir": DIRECTIONS[way], "count": 1})


def _is_undefended_city(s: Any, seat: int, tile: int) -> bool:
    others_units = parsing.owner_of_units(s, tile) not in (None, seat)
    return parsing.owner_of_city(s, tile) not in (None, seat) and not others_units


def end_turn(table: ApiTable, seat: int) -> str | None:
    """End the turn; return what is wrong, or None when it is done."""
    return "not current player" if seat != table.current else _play(table, seat, {"kind": "end"})


def _play(table: ApiTable, seat: int, command: dict[str, Any]) -> str | None:
    try:
        table.play(seat, command)
    except IllegalCommand as refusal:
        return str(refusal.args[0])
    return None
