"""What people see of Battle Farm: table, words, events, help. See `core/scene.py`."""

from __future__ import annotations

from plowshares.games.battle_farm.scene.commands import describe, explain, reason
from plowshares.games.battle_farm.scene.ending import ending
from plowshares.games.battle_farm.scene.events import events
from plowshares.games.battle_farm.scene.guide import guide
from plowshares.games.battle_farm.scene.how_to import how_to_play
from plowshares.games.battle_farm.scene.offers import offers
from plowshares.games.battle_farm.scene.panels import panels, phases, tally
from plowshares.games.battle_farm.scene.prompts import prompt
from plowshares.games.battle_farm.scene.regions import regions, things
from plowshares.games.battle_farm.scene.sketch import sketch

__all__ = [
    "describe",
    "ending",
    "events",
    "explain",
    "guide",
    "how_to_play",
    "offers",
    "panels",
    "phases",
    "prompt",
    "reason",
    "regions",
    "sketch",
    "tally",
    "things",
]
