"""How the levels of computer players err in this game."""

from __future__ import annotations

from plowshares.core.hooks import Blunders

# On the full board longer searches gain little, so levels differ by how often and how far they err.
BLUNDERS = {"easy": Blunders(0.55, 1.0, 0.25), "medium": Blunders(0.52, 0.9, 0.17)}
