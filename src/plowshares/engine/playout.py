"""Random play, and single turns from Python, compiled from a game's rules."""

from __future__ import annotations

from typing import Any

from plowshares.core.game import Rules
from plowshares.core.jit import factory, kernel
from plowshares.core.rng import Rng, below
from plowshares.core.seats import first_seat, has_seat
from plowshares.engine.batch import copy_bytes, has_action

ILLEGAL = -1
NO_ROOM = -2


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


@factory
def make_start(rules: Rules) -> Any:
    """Return a kernel that begins a match in an array of one State; `memory` is it as bytes, `first` a new one."""

    @kernel
    def start(states: Any, memory: Any, first: Any, seed: Any) -> None:
        copy_bytes(first, memory)
        rules.setup(states[0], seed)

    return start


@factory
def make_turn(rules: Rules) -> Any:
    """Return a kernel for one whole turn: play an action if it is legal, and list what is legal next; return how much.

    Without `playing` it only lists. `now` holds the seat that is to act and how much it may do. States come as an
    array of one, since Numba takes several times longer to recognise a single record.
    """

    @kernel
    def turn(states: Any, playing: bool, action: int, legal: Any, now: Any) -> int:
        s = states[0]
        if playing:
            if not has_action(legal, now[1], action):
                return ILLEGAL
            rules.step(s, now[0], action)
        if rules.needs_room(s):
            return NO_ROOM
        now[1] = 0
        if not rules.is_over(s):
            now[0] = first_seat(rules.to_act(s))
            now[1] = rules.legal_actions(s, now[0], legal)
        return int(now[1])

    return turn
