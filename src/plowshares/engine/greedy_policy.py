"""A policy that looks one action ahead at some of the actions, drawn by their priors, and takes the best of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.engine.prior_policy import pick_by_weight, write_priors
from plowshares.engine.workspace import copy_words

A, B, C = np.uint64(13), np.uint64(7), np.uint64(17)
DARING = 0.1  # share of choices that are left to the priors alone, unless all actions are looked at


@kernel
def draw_bits(w: Any) -> Any:
    """Return the next random bits of a simulation (xorshift, Marsaglia 2003): it is imagined, nobody gains by them."""
    bits = w.trail[0]
    bits ^= bits << A
    bits ^= bits >> B
    bits ^= bits << C
    w.trail[0] = bits
    return bits


@kernel
def is_chance(w: Any, chance: float) -> bool:
    """Decide something by chance."""
    return bool(float(draw_bits(w) >> np.uint64(32)) < chance * 4294967296.0)


@kernel
def choose(rules: Any, view: Any, heuristics: Any, tree: Any, s: Any, acting: int, width: int, w: Any) -> int:
    """Return the best of `width` actions and the first one, which does least; with a width of 0 one by its prior."""
    legal = int(rules.legal_actions(s, acting, w.actions))
    if legal == 1:
        return int(w.actions[0])
    write_priors(view, heuristics, acting, legal, w)
    if width == 0:
        tree.effort += 1
        return int(w.actions[pick_by_weight(w.weights, legal, draw_bits(w))])
    if width < legal and is_chance(w, DARING):
        w.weights[0] = 0.0
        return int(w.actions[pick_by_weight(w.weights, legal, draw_bits(w))])
    best, most = 0, look(rules, view, heuristics, tree, acting, int(w.actions[0]), w)
    w.weights[0] = 0.0
    for _ in range(min(width, legal - 1)):
        place = pick_by_weight(w.weights, legal, draw_bits(w))
        w.weights[place] = 0.0
        found = look(rules, view, heuristics, tree, acting, int(w.actions[place]), w)
        if found > most:
            best, most = place, found
    return int(w.actions[best])


@kernel
def look(rules: Any, view: Any, heuristics: Any, tree: Any, acting: int, action: int, w: Any) -> float:
    """Return what the acting seat thinks of the position after an action."""
    tree.effort += 1
    copy_words(w.world, w.scratch)
    s = w.scratch_views[0]
    rules.step(s, acting, action)
    view.blank_for(s, acting)
    return float(heuristics.value(s, acting))
