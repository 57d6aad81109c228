"""Journeys over several turns: one step now, and orders for the turns after it."""

from __future__ import annotations

from collections import deque

from plowshares.core.i18n import _
from plowshares.core.scene import Offer, Viewer
from plowshares.games.civ import parsing
from plowshares.games.civ.pieces import ARMY, count_available, is_enemy_held
from plowshares.games.civ.scene import words
from plowshares.games.civ.scene.move_offers import STEPS
from plowshares.games.civ.scene.regions import shown_tiles
from plowshares.games.civ.state import State

Road = tuple[tuple[int, int], ...]
"""Steps: the tile that each begins on, and its direction."""


FARTHEST = 8  # steps of a journey; farther tiles are reached by another one


def go_to(s: State, viewer: Viewer, pick: str, origin: int) -> list[Offer]:
    """Offer every tile without known enemies that takes more than one turn to reach, unexplored ones too."""
    roads = find_roads(s, viewer.seat, origin)
    kind = pick.split()[0]
    shown = shown_tiles(s, viewer)
    far = [_journey(s, viewer, kind, road, tile) for tile, road in roads.items() if len(road) > 1 and tile in shown]
    if not far:
        return []
    detail = _("Choose a tile. The way goes on turn after turn when you say so.")
    return [Offer("go to", _("Go to …"), detail, art="i-target", key="g", where="bar", offers=tuple(far))]


def find_roads(s: State, seat: int, origin: int) -> dict[int, Road]:
    """Return the shortest way to every near tile that can be reached without meeting an enemy that is seen."""
    size = int(s.options.size)
    roads: dict[int, Road] = {origin: ()}
    queue = deque([origin])
    while queue:
        tile = queue.popleft()
        if len(roads[tile]) == FARTHEST:
            break
        x, y = parsing.place_of(s, tile)
        for (dx, dy), way in STEPS.items():
            near = tile + dy * size + dx
            is_new = parsing.is_on_board(s, x + dx, y + dy) and near not in roads
            if is_new and not is_enemy_held(s, seat, near):
                roads[near] = (*roads[tile], (tile, way))
                queue.append(near)
    return roads


def _journey(s: State, viewer: Viewer, kind: str, road: Road, target: int) -> Offer:
    """Offer a way to a tile: all armies of the stack go, or one worker."""
    army = kind == "armies"
    count = int(count_available(s.players[viewer.seat], road[0][0], ARMY)) if army else 1
    letter = "A" if army else "W"
    commands = [f"{letter} {parsing.tile_name(s, tile)} {parsing.WAYS[way]} {count}" for tile, way in road]
    return Offer(
        f"cell {parsing.tile_name(s, target)}",
        _("Go there in {turns}", turns=words.turns(len(road))),
        art="u-army" if army else "u-worker",
        colour=viewer.seat,
        command=commands[0],
        then=tuple(commands[1:]),
        mark="move",
    )
