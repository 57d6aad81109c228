"""What people see of Civ: table, words, events, help. See `core/scene.py`."""

from __future__ import annotations

from plowshares.games.civ.scene.commands import describe, explain
from plowshares.games.civ.scene.ending import ending, tally
from plowshares.games.civ.scene.events import events
from plowshares.games.civ.scene.guide import guide
from plowshares.games.civ.scene.how_to import how_to_play
from plowshares.games.civ.scene.offers import offers
from plowshares.games.civ.scene.panels import panels, phases
from plowshares.games.civ.scene.prompts import prompt
from plowshares.games.civ.scene.reasons import reason
from plowshares.games.civ.scene.regions import regions, things
from plowshares.games.civ.scene.sketch import sketch

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
