"""What a seat may know (§7): making views, filling them, and testing them."""

from __future__ import annotations

from plowshares.games.civ.view.blank import blank_for
from plowshares.games.civ.view.disturb import disturb
from plowshares.games.civ.view.sample import sample_for

__all__ = ["blank_for", "disturb", "sample_for"]
