"""What the reading routes answer, made from a view."""

from __future__ import annotations

from typing import Any

import numpy as np

import plowshares
from plowshares.games.civ import parsing
from plowshares.games.civ.adapters.api.table import PLAYERS, ApiTable
from plowshares.games.civ.state import Terrain

HIDDEN = -1
HUNDREDTHS = 100  # of a hit point


def place(s: Any, tile: int) -> dict[str, int]:
    """Return a tile as the API writes it."""
    x, y = parsing.place_of(s, tile)
    return {"x": x, "y": y}


def board(s: Any) -> dict[str, Any]:
    """Return the terrain by column, then row."""
    size = int(s.options.size)
    # All tiles at once: one by one they took five milliseconds, for which everybody else had to wait.
    rows = s.terrain[: size * size].astype(int).reshape(size, size)
    return {"size": size, "board": np.where(rows == Terrain.UNKNOWN.value, HIDDEN, rows).T.tolist()}


def cities(s: Any) -> dict[str, Any]:
    """Return everybody's cities."""
    return {"cities": [[place(s, tile) for tile in parsing.cities(s, owner)] for owner in range(PLAYERS)]}


def armies(s: Any) -> dict[str, Any]:
    """Return everybody's armies; broken hit points are rounded up, so that nobody alive has none."""
    return {
        "armies": [
            [{**place(s, army.tile), "hitpoints": -(-army.hp // HUNDREDTHS)} for army in parsing.armies(s, owner)]
            for owner in range(PLAYERS)
        ]
    }


def workers(s: Any) -> dict[str, Any]:
    """Return everybody's workers."""
    return {"workers": [[place(s, each.tile) for each in parsing.workers(s, owner)] for owner in range(PLAYERS)]}


def resources(s: Any) -> dict[str, Any]:
    """Return everybody's stores."""
    players = [s.players[owner] for owner in range(PLAYERS)]
    return {
        "resources": [
            {"production": int(each.production), "food": int(each.food), "trade": int(each.trade)} for each in players
        ]
    }


def players(s: Any, names: list[str]) -> dict[str, Any]:
    """Return names and strengths."""
    rows = [(parsing.offence(s, i) / parsing.TENTHS, parsing.defence(s, i) / parsing.TENTHS) for i in range(PLAYERS)]
    return {
        "players": [
            {"name": name, "offense": offence, "defense": defence}
            for name, (offence, defence) in zip(names, rows, strict=True)
        ]
    }


def turn(table: ApiTable) -> dict[str, Any]:
    """Return whose turn it is, or how the match ended."""
    if table.is_over:
        return {"turn": -1, "gameOver": True, "ranks": table.ranks()}
    return {"turn": table.current}


def info(table: ApiTable) -> dict[str, Any]:
    """Return the version and how often to ask."""
    refresh = table.settings.refresh
    return {"version": plowshares.__version__, "observeRefreshRate": refresh, "playerRefreshRate": refresh}
