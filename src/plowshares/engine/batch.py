"""Many matches in one array, stepped by one compiled call: kernels made from a game's rooms."""

from __future__ import annotations

from typing import Any

from plowshares.core.game import Observation, Rules, Views
from plowshares.core.jit import factory, kernel
from plowshares.core.rng import below, mix
from plowshares.core.seats import first_seat


@factory
def make_step_many(rules: Rules) -> Any:
    """Return a kernel that plays one action in each of some matches, and starts those anew that are over.

    `first` is a State before its set-up; `seeds` counts the matches begun in each place, so that every match
    has a seed of its own. `cut` marks matches that outgrew their State and were broken off.
    """

    @kernel
    def step_many(
        states: Any,
        begin: int,
        end: int,
        seats: Any,
        actions: Any,
        first: Any,
        seed: Any,
        begun: Any,
        rewards: Any,
        ends: Any,
    ) -> None:
        over, cut = ends
        for i in range(begin, end):
            s = states[i]
            rules.step(s, seats[i], actions[i])
            over[i] = rules.is_over(s)
            cut[i] = not over[i] and rules.needs_room(s)
            rewards[i, :] = 0.0
            if over[i]:
                rules.outcome(s, rewards[i])
            if over[i] or cut[i]:
                states[i] = first[0]
                begun[i] += 1
                rules.setup(states[i], mix(seed, i, begun[i]))
            seats[i] = first_seat(rules.to_act(states[i]))

    return step_many


@factory
def make_show_many(rules: Rules, view: Views, observation: Observation) -> Any:
    """Return a kernel that writes what the seat to act of each match sees, and which actions it has."""

    @kernel
    def show_many(
        states: Any,
        begin: int,
        end: int,
        seats: Any,
        views: Any,
        place: int,
        legal: Any,
        counts: Any,
        observations: Any,
        masks: Any,
    ) -> None:
        for i in range(begin, end):
            views[place] = states[i]
            view.blank_for(views[place], seats[i])
            observation.encode(views[place], seats[i], observations[i])
            for k in range(counts[i]):
                masks[i, legal[i, k]] = 0
            counts[i] = rules.legal_actions(states[i], seats[i], legal[i])
            for k in range(counts[i]):
                masks[i, legal[i, k]] = 1

    return show_many


@factory
def make_start_many(rules: Rules) -> Any:
    """Return a kernel that starts some matches."""

    @kernel
    def start_many(states: Any, begin: int, end: int, seats: Any, first: Any, seed: Any, begun: Any) -> None:
        for i in range(begin, end):
            states[i] = first[0]
            begun[i] = 0
            rules.setup(states[i], mix(seed, i, 0))
            seats[i] = first_seat(rules.to_act(states[i]))

    return start_many


@kernel
def pick_random(rng: Any, legal: Any, counts: Any, out: Any) -> None:
    """Write a random legal action for each match."""
    for i in range(len(counts)):
        out[i] = legal[i, below(rng, counts[i])]
