"""Looking ahead in one sampled world: the rest of the turn, and the turns after it, go by the simple player."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plowshares.core.jit import kernel
from plowshares.games.civ.heuristics.simple import guess
from plowshares.games.civ.heuristics.standing import standing
from plowshares.games.civ.rules import step
from plowshares.games.civ.state import Result, State

LARGEST = 12  # board on which the turns of everybody can be played out often enough
MOST_SIMULATIONS = 512  # longer searches were not better
MOST_ACTIONS = 2000  # of one look ahead
PLIES = 2  # of the search to a round of the game
EARNEST = 0.01  # what the simple player's own choice is ahead of others that look as good
NO_BITS = np.uint64(0)


class Sheet(NamedTuple):
    """What a look ahead counts."""

    tally: Any  # positions


@kernel
def can_look_ahead(s: State) -> bool:
    """Ask whether matches like this one are searched so: those on small boards."""
    return bool(s.options.size <= LARGEST)


@kernel
def new_sheet(words: int) -> Sheet:
    """Return the memory of a look ahead."""
    return Sheet(np.zeros(1, np.int64))


@kernel
def note_world(s: State, seat: int, sheet: Any) -> None:
    """Nothing is learned from sampled worlds in advance."""


@kernel
def prepare_lookahead(s: State, seat: int, sheet: Any) -> None:
    """Nothing is the same in all worlds."""


@kernel
def plan_world(s: State, seat: int, sheet: Any) -> None:
    """Nothing is the same for all first actions."""


@kernel
def look_ahead(s: State, words: Any, seat: int, depth: int, legal: Any, sheet: Any) -> float:
    """Return what a position is worth when the seat's next turn begins, or a later one with more depth."""
    turns = 1 + depth // PLIES
    for _ in range(MOST_ACTIONS):
        if s.result != Result.NONE or s.players[seat].fallen > 0:
            break
        acting = int(s.current)
        step(s, acting, guess(s, acting, NO_BITS))
        sheet.tally[0] += 1
        if s.current == seat and acting != seat:
            turns -= 1
            if turns == 0:
                break
    return standing(s, seat)


@kernel
def root_penalty(s: State, seat: int, actions: Any, count: int, out: Any) -> None:
    """Write what is against each first action but the simple player's."""
    first = guess(s, seat, NO_BITS)
    for i in range(count):
        out[i] = 0.0 if actions[i] == first else EARNEST
