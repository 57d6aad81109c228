"""Search with your own network: the leaves of many tree searches are evaluated by one call of your function.

The tree below is compiled and respects secrets: a search starts from a seat's view and plays every simulation in a
world that agrees with it. Your function gets observations and masks of all leaves, in the frame of the seat to act
there, and returns priors (weights of actions, at least 0) and values (outcomes expected by that seat, -1 to 1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from plowshares.core.errors import PlowsharesError
from plowshares.core.game import Game
from plowshares.core.options import Options
from plowshares.core.rng import mix
from plowshares.engine.leaf_search import (
    COUNT,
    SEAT,
    add_noise,
    expand,
    make_prepare,
    make_select,
    new_stack,
    new_trees,
    read_roots,
)
from plowshares.envs.framed_batch import FramedBatch
from plowshares.envs.frames import Frame

Evaluate = Callable[[Any, Any], tuple[Any, Any]]
NOBODY = -1
ROOM = 64  # edges for each simulation; a tree that is full goes on without new edges


@dataclass(frozen=True)
class Found:
    """What the searches found, by match and action, in the frame of the searching seats."""

    visits: Any  # int32
    values: Any  # mean outcome for the searching seat; 0 where nothing was tried
    numbers: Any  # the frame of each match (`Frames`)

    def best(self) -> Any:
        """Return the most visited action of each match."""
        return self.visits.argmax(1)

    def policy(self, temperature: float = 1.0) -> Any:
        """Return the visits as chances of the actions."""
        weights = (self.visits / np.maximum(1, self.visits.max(1, keepdims=True))) ** (1 / temperature)
        return weights / np.maximum(1e-9, weights.sum(1, keepdims=True))


class NetworkSearch:
    """Searches `count` matches of a game at the same time, with `simulations` calls of `evaluate` for all together.

    `arrays` turns what the function is given from NumPy arrays into others without a copy, such as `torch.from_dlpack`
    or `jax.dlpack.from_dlpack`. What it returns may be of any kind that NumPy understands. Both games for two (one
    value for each leaf) and for more (a row: the seat to act first, the others in the order of seats) can be searched.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        count: int,
        evaluate: Evaluate,
        simulations: int = 64,
        frame: Frame = "seat",
        arrays: Callable[[Any], Any] | None = None,
        seed: int = 0,
    ) -> None:
        if count < 1 or simulations < 2:
            raise PlowsharesError(f"a search takes 1 match and 2 simulations at least, not {count} and {simulations}")
        self.game, self.count, self.simulations, self.evaluate = game, count, simulations, evaluate
        self.players, size = game.state.count_seats(options), game.actions.space(options).size
        self._arrays, self._seed, self._searched = arrays, np.uint64(seed % 2**64), 0
        s = game.start(options, 0)
        self._stack, self._found = new_stack(s, size, count), np.zeros((count, 4), np.int64)
        self._found[:, COUNT] = 1  # without a leaf the last one is repeated, at first an empty array with action 0
        self._stack.worlds[:, 0] = s
        self._trees = new_trees(count, simulations + 1, ROOM * simulations + size)
        self._roots = np.zeros_like(self._stack.world)
        seen = np.zeros((count, *game.observation.shape(options)), game.observation.dtype())
        # What the frames of a batch need, with the worlds of the leaves as its matches.
        self._leaves = SimpleNamespace(
            game=game,
            options=options,
            count=count,
            players=self.players,
            states=self._stack.worlds[:, 0],
            seats=self._found[:, SEAT],
            counts=self._found[:, COUNT],
            legal=np.zeros((count, size), np.int32),
            observations=seen,
            masks=np.zeros((count, size), np.int8),
        )
        leaves: Any = self._leaves
        self._framed = FramedBatch(leaves, frame)

    def search(self, states: Any, seats: Any, noise: float = 0.0, spread: float = 0.3) -> Found:
        """Search from each State for the seat that decides there (NOBODY: not at all), from its own view.

        With `noise` above 0 that share of the first actions' priors is drawn from a Dirichlet distribution (`spread`).
        """
        self._trees.view(np.uint8)[:] = 0
        self._stack.marks[:] = 0
        self._searched += 1
        words, seated = self._words(states), np.asarray(seats, np.int64)
        make_prepare(self.game.view)(words, seated, self.players, self._roots, self._stack)
        seed = np.uint64(mix(self._seed, self._searched, 0))
        for simulation in range(self.simulations):
            self._simulate(simulation, seed, seated)
            if simulation == 0 and noise > 0:
                random = np.random.default_rng([int(seed), 1])
                drawn = random.gamma(spread, size=self._leaves.legal.shape) * self._first_masks()
                add_noise(self._trees, drawn / np.maximum(1e-9, drawn.sum(1, keepdims=True)), noise)
        return self._read(states, seated)

    def _simulate(self, simulation: int, seed: Any, seats: Any) -> None:
        leaves, found = self._leaves, self._found
        select = make_select(self.game.rules, self.game.view, self.game.observation)
        select(self._trees, self._roots, seats, simulation, seed, self._stack, found, leaves.legal, leaves.observations)
        self._framed.refresh()
        priors, values = self._ask()
        expand(self._trees, self._stack, found, leaves.legal, priors, values)

    def _ask(self) -> tuple[Any, Any]:
        """Evaluate all leaves; return priors by the match's actions, and values of all seats."""
        framed = self._framed
        masks = framed.masks if not framed.is_plain else self._plain_masks()
        given = (framed.observations, masks)
        answer = self.evaluate(*(given if self._arrays is None else map(self._arrays, given)))
        priors, values = np.asarray(answer[0], np.float32), np.asarray(answer[1], np.float64)
        if priors.shape != masks.shape or len(values) != self.count:
            raise PlowsharesError(
                f"priors of shape {masks.shape} and {self.count} values are wanted, got {priors.shape}, {values.shape}"
            )
        if not (np.isfinite(priors).all() and np.isfinite(values).all() and priors.min() >= 0):
            raise PlowsharesError("priors and values must be finite numbers, and priors at least 0")
        rows = np.arange(self.count)[:, None]
        return priors[rows, framed.from_match[framed.numbers]], self._values(values)

    def _values(self, values: Any) -> Any:
        flat = values.reshape(self.count, -1)
        if flat.shape[1] == 1 and self.players == 2:
            return np.concatenate([flat, -flat], axis=1)
        if flat.shape[1] != self.players:
            raise PlowsharesError(f"{self.players} values a leaf are wanted, one for each seat, got {flat.shape[1]}")
        return flat

    def _plain_masks(self) -> Any:
        leaves = self._leaves
        leaves.masks[:] = 0
        rows = np.repeat(np.arange(self.count), leaves.counts)
        leaves.masks[rows, np.concatenate([leaves.legal[i, :n] for i, n in enumerate(leaves.counts)])] = 1
        return leaves.masks

    def _first_masks(self) -> Any:
        """Return what is legal at the roots: the leaves of the first simulation."""
        masks = np.zeros(self._leaves.legal.shape)
        for i, count in enumerate(self._leaves.counts):
            masks[i, self._leaves.legal[i, :count]] = 1
        return masks

    def _words(self, states: Any) -> Any:
        whole = np.zeros((self.count, self._stack.world.shape[1] * 8), np.uint8)
        memory = np.ascontiguousarray(states).view(np.uint8).reshape(self.count, -1)
        width = min(memory.shape[1], whole.shape[1])
        whole[:, :width] = memory[:, :width]
        return whole.view(np.uint64)

    def _read(self, states: Any, seats: Any) -> Found:
        shape = self._leaves.legal.shape
        visits, values = np.zeros(shape, np.int32), np.zeros(shape)
        read_roots(self._trees, visits, values)
        frames = self._framed.frames
        numbers = np.array([frames.number_of(states[i], max(0, int(seat))) for i, seat in enumerate(seats)])
        to_match = np.stack([layout.to_match for layout in frames.layouts])[numbers]
        rows = np.arange(self.count)[:, None]
        named = to_match >= 0
        return Found(np.where(named, visits[rows, to_match], 0), np.where(named, values[rows, to_match], 0.0), numbers)
