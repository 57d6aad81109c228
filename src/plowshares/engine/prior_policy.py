"""The rollout policy of most games: actions are drawn by their priors."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.engine.workspace import copy_words


@kernel
def choose(rules: Any, view: Any, heuristics: Any, s: Any, acting: int, bits: Any, w: Any) -> int:
    """Return an action of the acting seat, drawn from random bits by what it knows."""
    legal = rules.legal_actions(s, acting, w.actions)
    write_priors(view, heuristics, acting, legal, w)
    return int(w.actions[pick_by_weight(w.weights, legal, bits)])


@kernel
def write_priors(view: Any, heuristics: Any, acting: int, legal: int, w: Any) -> None:
    """Write the weights of the legal actions, by what the acting seat knows."""
    copy_words(w.world, w.scratch)
    view.blank_for(w.scratch_views[0], acting)
    heuristics.prior(w.scratch_views[0], acting, w.actions, legal, w.weights)


@kernel
def pick_by_weight(weights: Any, count: int, bits: Any) -> int:
    """Return a place whose chance is its share of the weights."""
    total = 0.0
    for i in range(count):
        total += weights[i]
    left = total * (float(bits >> np.uint64(32)) / 4294967296.0)
    for i in range(count):
        left -= weights[i]
        if left < 0.0:
            return i
    return 0
