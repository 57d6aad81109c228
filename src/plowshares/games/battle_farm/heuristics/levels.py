"""How the levels of computer players err in this game."""

from __future__ import annotations

from plowshares.core.hooks import Blunders

# Often no second action is within the usual window of this level, so that it would hardly err more than `hard`.
BLUNDERS = {"medium": Blunders(0.4, 0.9, 0.15)}
