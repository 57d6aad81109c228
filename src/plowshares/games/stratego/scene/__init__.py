"""What people see of the game: drawings, words, events, help."""

from __future__ import annotations

from typing import Any

from plowshares.core.scene import Viewer
from plowshares.games.stratego.scene.descriptions import describe, reason
from plowshares.games.stratego.scene.events import events
from plowshares.games.stratego.scene.guide import guide
from plowshares.games.stratego.scene.how_to import how_to_play
from plowshares.games.stratego.scene.offers import offers
from plowshares.games.stratego.scene.prompts import prompt
from plowshares.games.stratego.scene.refusals import explain
from plowshares.games.stratego.scene.regions import regions
from plowshares.games.stratego.scene.seats import ending, panels, tally
from plowshares.games.stratego.scene.sketch import sketch
from plowshares.games.stratego.scene.things import things
from plowshares.games.stratego.state import Phase


def ahead(s: Any, viewer: Viewer) -> Any:
    """Let a move be prepared while the other side thinks: the position as if it were the viewer's turn already."""
    if s.phase != Phase.PLAY or viewer.seat not in (0, 1) or s.turn == viewer.seat:
        return None
    prepared = s.clone()
    prepared.turn = viewer.seat
    return prepared


def phases(s: Any, viewer: Viewer) -> None:
    """A turn is one move: it has no parts."""


__all__ = [
    "ahead",
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
