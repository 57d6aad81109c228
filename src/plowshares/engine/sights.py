"""What seats see beyond one observation: what has changed so far, and what others may be seeing. Kernels of a game.

Everything here but the sights of a full State (`worlds` is 0) is made from the seat's own views.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.game import Observation, Views
from plowshares.core.jit import factory, kernel
from plowshares.core.rng import mix
from plowshares.engine.batch import copy_bytes

WORLD_STREAM = 7  # of the seed of beliefs
RISEN, FALLEN = 0, 1


@kernel
def note_change(seen: Any, is_new: bool, last: Any, moves: Any, history: Any) -> None:
    """Remember how what a seat sees differs from what it saw last; nothing happens where it is the same."""
    if is_new:
        moves[:] = 0
        history[:] = 0
        for j in range(len(seen)):
            last[j] = seen[j]
        return
    changed = False
    for j in range(len(seen)):
        changed |= seen[j] != last[j]
    if not changed:
        return
    for k in range(len(moves) - 1, 0, -1):
        moves[k] = moves[k - 1]
    for j in range(len(seen)):
        difference = np.float32(seen[j]) - np.float32(last[j])
        if len(moves) > 0:
            moves[0, j] = difference
        if difference > 0:
            history[RISEN, j] += difference
        else:
            history[FALLEN, j] -= difference
        last[j] = seen[j]


@factory
def make_watch(view: Views, observation: Observation) -> Any:
    """Return a kernel that lets every seat of every match notice what has changed in its own observation."""

    @kernel
    def watch(memory: Any, is_new: Any, spares: Any, spare_memory: Any, out: Any, flat: Any, kept: Any) -> None:
        last, moves, history = kept
        for i in range(len(memory)):
            for seat in range(last.shape[1]):
                copy_bytes(memory[i], spare_memory[0])
                view.blank_for(spares[0], seat)
                observation.encode(spares[0], seat, out)
                note_change(flat, is_new[i], last[i, seat], moves[i, seat], history[i, seat])

    return watch


@factory
def make_sights(view: Views, observation: Observation) -> Any:
    """Return a kernel that writes what the other seats observe, in the order of seats after one's own.

    With `worlds` above 0, the mean over that many worlds that agree with the view of the seat in `seats`: what it may
    believe. With 0, what they do observe: the truth, which is for training targets and never for observations.
    """

    @kernel
    def sights(
        memory: Any, seats: Any, worlds: int, seed: Any, spares: Any, spare_memory: Any, out: Any, flat: Any, sums: Any
    ) -> None:
        players = sums.shape[1] + 1
        for i in range(len(memory)):
            seat = int(seats[i])
            sums[i, :] = 0
            copy_bytes(memory[i], spare_memory[0])
            if worlds > 0:
                view.blank_for(spares[0], seat)
            for world in range(max(1, worlds)):
                copy_bytes(spare_memory[0], spare_memory[1])
                if worlds > 0:
                    view.sample_for(spares[1], seat, mix(seed, world, WORLD_STREAM))
                for turn in range(1, players):
                    other = (seat + turn) % players
                    copy_bytes(spare_memory[1], spare_memory[2])
                    view.blank_for(spares[2], other)
                    observation.encode(spares[2], other, out)
                    for j in range(len(flat)):
                        sums[i, turn - 1, j] += np.float32(flat[j])
            for turn in range(players - 1):
                for j in range(len(flat)):
                    sums[i, turn, j] /= np.float32(max(1, worlds))

    return sights


def new_spares(layout: np.dtype[Any], count: int = 3) -> tuple[Any, Any]:
    """Return some States for scratch, as records and as the bytes of the same memory."""
    spares = np.zeros(count, layout)
    return spares, spares.view(np.uint8).reshape(count, -1)
