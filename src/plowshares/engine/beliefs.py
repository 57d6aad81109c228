"""Beliefs about hidden things, for any game: its own marginals, or counts over worlds that agree with a view."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import numpy as np

from plowshares.core.game import Belief, Game
from plowshares.core.hooks import hooks_of
from plowshares.core.rng import mix

WORLDS = 200


def marginals(game: Game, view: Any, seat: int, worlds: int = WORLDS, seed: int = 0) -> list[Belief]:
    """List what the seat should believe about every hidden thing; none where a game names none (`core.hooks`).

    The same view, number of worlds and seed give the same beliefs. Kinds are listed from the likeliest on. What the
    game's `review` offers comes before what its heuristics do.
    """
    of_itself, kinds_in = _find_hook(game, "marginals"), _find_hook(game, "hidden_kinds")
    found = list(of_itself(view, seat)) if of_itself is not None else []
    return found + (_count(game, kinds_in, view, seat, worlds, seed) if kinds_in is not None and not found else [])


def _find_hook(game: Game, name: str) -> Any:
    return getattr(game.review, name, None) or getattr(hooks_of(game.heuristics), name)


def _count(game: Game, kinds_in: Any, view: Any, seat: int, worlds: int, seed: int) -> list[Belief]:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for number in range(worlds):
        world = view.clone()
        game.view.sample_for(world, seat, np.uint64(mix(np.uint64(seed), number, 1)))
        for thing, kind in kinds_in(view, world, seat).items():
            counts[thing][kind] += 1
    return [
        Belief(thing, tuple(kinds), tuple(n / worlds for n in kinds.values()))
        for thing, found in counts.items()
        for kinds in [dict(sorted(found.items(), key=lambda each: (-each[1], each[0])))]
    ]
