"""Batches: many matches of one game, side by side in memory, stepped by one call on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, Self

import numpy as np

from plowshares.core.errors import PlowsharesError
from plowshares.core.game import Game
from plowshares.core.options import Options
from plowshares.core.rng import Rng, seed_rng
from plowshares.engine.batch import make_show_many, make_start_many, make_step_many, pick_random

SMALLEST_SHARE = 64  # matches below which a thread is not worth starting


class Batch:
    """N matches of a game. After `reset` and each `step` the arrays below describe all of them.

    In each match the seat in `seats` is to act; where several are (a simultaneous phase), the lowest, and nothing it
    sees tells what the others have chosen. Matches that end are started anew at once: `over` says which did in the last
    step, and `rewards` then holds their outcome. The arrays are the same objects all the time; copy what you keep.
    """

    def __init__(self, game: Game, options: Options, count: int, seed: int = 0, threads: int | None = None) -> None:
        self.game, self.options, self.count = game, options, count
        self.threads = max(1, min(threads or os.cpu_count() or 1, count // SMALLEST_SHARE or 1))
        self.players = game.state.count_seats(options)
        self.actions = game.actions.space(options).size
        first = game.state.new(options)
        layout = type(first).layout
        self.states = np.zeros(count, layout)
        self.seats = np.zeros(count, np.int32)
        self.observations = np.zeros((count, *game.observation.shape(options)), game.observation.dtype())
        self.masks = np.zeros((count, self.actions), np.int8)
        self.rewards = np.zeros((count, self.players))
        self.over = np.zeros(count, np.bool_)
        self.cut = np.zeros(count, np.bool_)  # broken off because the match outgrew its State
        self._first = np.zeros(1, layout)
        self._first[0] = first
        self._views = np.zeros(self.threads, layout)
        self._begun = np.zeros(count, np.int32)
        self._legal = np.zeros((count, self.actions), np.int32)
        self._counts = np.zeros(count, np.int32)
        self._pool = ThreadPoolExecutor(self.threads)
        self._start = make_start_many(game.rules)
        self._step = make_step_many(game.rules)
        self._show = make_show_many(game.rules, game.view, game.observation)
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Start all matches anew; the same seed gives the same matches."""
        self._seed = np.uint64(seed)
        self._chance = Rng.new()
        seed_rng(self._chance, self._seed, 1)
        self.rewards[:] = 0
        self.over[:] = False
        self.cut[:] = False
        self._share(self._start_part)

    def step(self, actions: Any) -> None:
        """Play one action in every match; refuse them all if one is not legal."""
        chosen = np.ascontiguousarray(actions, np.int32)
        if chosen.shape != (self.count,):
            raise PlowsharesError(f"a step takes {self.count} actions, one for each match, got shape {chosen.shape}")
        inside = (chosen >= 0) & (chosen < self.actions)
        legal = inside & (self.masks[np.arange(self.count), np.where(inside, chosen, 0)] == 1)
        if not legal.all():
            i = int(np.argmin(legal))
            raise PlowsharesError(f"action {chosen[i]} is not legal in match {i}, where seat {self.seats[i]} is to act")
        self._chosen = chosen
        self._share(self._step_part)

    def random_actions(self) -> Any:
        """Return a random legal action for every match."""
        out = np.empty(self.count, np.int32)
        pick_random(self._chance, self._legal, self._counts, out)
        return out

    def close(self) -> None:
        """Stop the threads."""
        self._pool.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _share(self, work: Callable[[int, int, int], None]) -> None:
        """Let every thread work on its part of the matches."""
        bounds = np.linspace(0, self.count, self.threads + 1).astype(int).tolist()
        if self.threads == 1:
            work(0, 0, self.count)
            return
        list(self._pool.map(work, range(self.threads), bounds[:-1], bounds[1:]))

    def _start_part(self, place: int, begin: int, end: int) -> None:
        self._start(self.states, begin, end, self.seats, self._first, self._seed, self._begun)
        self._show_part(place, begin, end)

    def _step_part(self, place: int, begin: int, end: int) -> None:
        ends = (self.over, self.cut)
        self._step(
            self.states, begin, end, self.seats, self._chosen, self._first, self._seed, self._begun, self.rewards, ends
        )
        self._show_part(place, begin, end)

    def _show_part(self, place: int, begin: int, end: int) -> None:
        self._show(
            self.states,
            begin,
            end,
            self.seats,
            self._views,
            place,
            self._legal,
            self._counts,
            self.observations,
            self.masks,
        )
