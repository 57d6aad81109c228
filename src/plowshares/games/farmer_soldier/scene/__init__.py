"""What the page shows of a match, in pictures and in words (see `core/scene.py`)."""

from plowshares.games.farmer_soldier.scene.board import regions
from plowshares.games.farmer_soldier.scene.choices import offers, prompt
from plowshares.games.farmer_soldier.scene.commands import describe, explain, reason
from plowshares.games.farmer_soldier.scene.ending import ending
from plowshares.games.farmer_soldier.scene.events import events
from plowshares.games.farmer_soldier.scene.guide import guide, how_to_play
from plowshares.games.farmer_soldier.scene.players import panels, phases, tally, things
from plowshares.games.farmer_soldier.scene.sketch import sketch

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
