"""Looking one action ahead in sampled worlds, compiled from a game's rules, view and heuristics."""

from __future__ import annotations

from typing import Any

from plowshares.core.game import Heuristics, Rules, Views
from plowshares.core.jit import factory, kernel
from plowshares.core.records import Record
from plowshares.core.rng import mix
from plowshares.engine.workspace import copy_words, new_scratch_state


@factory
def make_lookahead(rules: Rules, view: Views, heuristics: Heuristics) -> Any:
    """Return a kernel that adds up the value of each action over some worlds that agree with a view."""

    @kernel
    def lookahead(
        root: Any, seat: int, actions: Any, count: int, worlds: int, seed: Any, scratch: Any, out: Any
    ) -> None:
        firsts, first, seconds, second = scratch
        for i in range(count):
            out[i] = 0.0
        for world in range(worlds):
            copy_words(root, first)
            view.sample_for(firsts[0], seat, mix(seed, world, 0))
            for i in range(count):
                copy_words(first, second)
                rules.step(seconds[0], seat, actions[i])
                out[i] += heuristics.value(seconds[0], seat)

    return lookahead


@factory
def make_rank(heuristics: Heuristics) -> Any:
    """Return a kernel that moves the `most` actions with the largest prior to the front, in falling order."""

    @kernel
    def rank(s: Any, seat: int, actions: Any, count: int, most: int, weights: Any) -> int:
        heuristics.prior(s, seat, actions, count, weights)
        kept = min(count, most)
        for place in range(kept):
            best = place
            for i in range(place + 1, count):
                if weights[i] > weights[best]:
                    best = i
            held, weight = actions[best], weights[best]
            # Shift and not swap: equal weights keep their ascending order.
            for i in range(best, place, -1):
                actions[i] = actions[i - 1]
                weights[i] = weights[i - 1]
            actions[place] = held
            weights[place] = weight
        return kept

    return rank


def new_scratch(s: Record) -> tuple[Any, ...]:
    """Return buffers for two States, each as a record and as words."""
    return (*new_scratch_state(s), *new_scratch_state(s))
