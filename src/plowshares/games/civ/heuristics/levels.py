"""How the levels of computer players err in this game."""

from __future__ import annotations

from plowshares.core.hooks import Blunders

# Most first actions are worth nearly the same, so many blunders come to nothing: levels need more and deeper ones.
BLUNDERS = {"medium": Blunders(0.53, 1.0, 0.15), "hard": Blunders(0.38, 0.8, 0.15)}
