"""Estimates of how a match stands for one seat, by what it knows or in one given world: kernels made from a game.

Unlike a search, an estimate needs no seat to act: it rates any position of a match for any of its seats.
"""

from __future__ import annotations

from typing import Any

from plowshares.core.game import Heuristics, Rules, Views
from plowshares.core.hooks import hooks_of
from plowshares.core.jit import factory, kernel
from plowshares.core.rng import mix
from plowshares.engine import default_heuristics, guess_policy, prior_policy
from plowshares.engine.simulation import roll_out
from plowshares.engine.workspace import copy_words


@kernel
def lead(heuristics: Any, s: Any, seat: int, seats: int) -> float:
    """Return what a position is worth to a seat, compared with what it is worth to all of them.

    A game may rate one side by more than it counts for the others, so that everybody seems to be ahead.
    """
    own, total = 0.0, 0.0
    for each in range(seats):
        value = heuristics.value(s, each)
        total += value
        if each == seat:
            own = value
    return float(min(1.0, max(-1.0, own - total / seats)))


@factory
def make_estimate(rules: Rules, view: Views, heuristics: Heuristics) -> Any:
    """Return a kernel that adds up what a position is worth to a seat after short rollouts.

    `estimate(root, seat, seats, hidden, is_compared, shortest, seed, begin, count, workspace)`: with `hidden`, the
    root is the seat's view and every rollout begins in a world of its own; else all begin in the root itself. A
    rollout takes at least `shortest` actions and ends at a quiescent position. What that is worth to the seat is
    compared with what it is worth to all, or taken as the game rates it.
    """
    hooks = hooks_of(heuristics)
    policy: Any = guess_policy if hooks.guess is not None else prior_policy
    quiescence: Any = heuristics if hooks.is_quiet is not None else default_heuristics

    @kernel
    def estimate(
        root: Any,
        seat: int,
        seats: int,
        hidden: bool,
        is_compared: bool,
        shortest: int,
        seed: Any,
        begin: int,
        count: int,
        w: Any,
    ) -> float:
        s, total = w.worlds[0], 0.0
        for number in range(begin, begin + count):
            copy_words(root, w.world)
            if hidden:
                view.sample_for(s, seat, mix(seed, number, 1))
            roll_out(rules, view, heuristics, policy, quiescence, s, shortest, 1, False, seed, number, w)
            if rules.is_over(s):
                rules.outcome(s, w.values)
                total += w.values[seat]
            elif is_compared:
                total += lead(heuristics, s, seat, seats)
            else:
                total += heuristics.value(s, seat)
        return total

    return estimate
