"""How the levels of computer players err in this game."""

from __future__ import annotations

from plowshares.core.hooks import Blunders

# Often no second action is within the usual window of `medium`, so that it would hardly err more than `hard`.
BLUNDERS = {"easy": Blunders(0.45, 1.0, 0.25), "medium": Blunders(0.4, 0.9, 0.15)}
