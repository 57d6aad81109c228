"""What people see of the game: drawings, words, events, help."""

from __future__ import annotations

from plowshares.games.footsoldiers.scene.descriptions import describe, explain, reason
from plowshares.games.footsoldiers.scene.events import events
from plowshares.games.footsoldiers.scene.guide import guide
from plowshares.games.footsoldiers.scene.how_to import how_to_play
from plowshares.games.footsoldiers.scene.offers import offers
from plowshares.games.footsoldiers.scene.prompts import prompt
from plowshares.games.footsoldiers.scene.regions import regions
from plowshares.games.footsoldiers.scene.seats import ending, panels, phases, tally
from plowshares.games.footsoldiers.scene.sketch import sketch
from plowshares.games.footsoldiers.scene.things import things

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
