"""Random play, compiled from a game's rules: one match, or as many as asked."""

from __future__ import annotations

from typing import Any

from plowshares.core.game import Rules
from plowshares.core.jit import factory, kernel
from plowshares.core.rng import Rng, below
from plowshares.core.seats import has_seat


@factory
def make_playout(rules: Rules) -> Any:
    """Return a kernel that plays random actions until the match is over, needs room, or `most` are played."""

    @kernel
    def playout(s: Any, rng: Rng, most: int, actions: Any) -> int:
        played = 0
        while played < most and not rules.is_over(s) and not rules.needs_room(s):
            mask = rules.to_act(s)
            seat = 0
            while not has_seat(mask, seat):
                seat += 1
            count = rules.legal_actions(s, seat, actions)
            rules.step(s, seat, actions[below(rng, count)])
            played += 1
        return played

    return playout
