"""Batches: many matches of one game, side by side in memory, stepped by one call on all cores."""

from __future__ import annotations

import weakref
from types import TracebackType
from typing import Any, Self

import numpy as np

from plowshares.core.cpu import count_cores
from plowshares.core.errors import PlowsharesError
from plowshares.core.game import Game
from plowshares.core.jit import resolve
from plowshares.core.options import Options
from plowshares.core.rng import Rng, seed_rng
from plowshares.engine.batch import (
    ALL_LEGAL,
    How,
    Matches,
    Scratch,
    Shown,
    Team,
    draw_bits,
    find_illegal,
    find_secrets,
    find_unmarked,
    make_advance_many,
    pick_all,
)
from plowshares.engine.work_sharing import CALLER, PLACE
from plowshares.envs.thread_team import ThreadTeam

SMALLEST_SHARE = 32  # matches below which another thread costs more time than it saves
APART = 4096  # bytes between the views of two threads, so that they never share a line of cache
CHANCE_STREAM = 1


class Batch:
    """N matches of a game. After `reset` and each `step` the arrays below describe all of them.

    In each match the seat in `seats` is to act; where several are (a simultaneous phase), the lowest, and nothing it
    sees tells what the others have chosen. Matches that end start again at once: `over` says which did in the last
    step, and `rewards` then holds their outcome for every seat. Observations and masks are written into arrays of the
    batch, or into those that the caller gives to `reset` and `step`, such as one row of a rollout. The arrays
    of the batch are the same objects all the time; copy what you keep, and write to none of them: a step may change
    only the entries that differ.
    """

    def __init__(self, game: Game, options: Options, count: int, seed: int = 0, threads: int | None = None) -> None:
        if count < 1:
            raise PlowsharesError(f"a batch has at least one match, got {count}")
        self.game, self.options, self.count = game, options, count
        self.threads = max(1, min(threads or count_cores(), count // SMALLEST_SHARE or 1))
        self.players = game.state.count_seats(options)
        self.actions = game.actions.space(options).size
        first = game.state.new(options)
        layout = type(first).layout
        self.states = np.zeros(count, layout)
        self.seats = np.zeros(count, np.int32)
        self.observations = np.zeros((count, *game.observation.shape(options)), game.observation.dtype())
        self.masks = np.zeros((count, self.actions), np.int8)
        self.legal = np.zeros((count, self.actions), np.int32)  # the first `counts[i]` of row i, ascending
        self.counts = np.zeros(count, np.int32)
        self.rewards = np.zeros((count, self.players))
        self.over = np.zeros(count, np.bool_)
        self.cut = np.zeros(count, np.bool_)  # broken off because the match outgrew its State
        self._begun = np.zeros(count, np.int32)
        views = _new_views(self.threads, layout)
        self._scratch = Scratch(np.frombuffer(first.tobytes(), np.uint8), find_secrets(type(first)), *views)
        self._memory = self.states.view(np.uint8).reshape(count, -1)
        kernel = make_advance_many(game.rules, game.view, game.observation)
        self._team = ThreadTeam(self.threads - 1, patient=hasattr(kernel, "overloads"))  # compiled
        self._team.shares[:, PLACE] = np.arange(self.threads) * _apart(layout)
        weakref.finalize(self, self._team.close)
        self._chances = Rng.array(1)
        self._bits = np.zeros(count, np.uint64)
        self.chosen = np.zeros(count, np.int32)  # what was played last
        self._seed = np.uint64(0)
        self._kept = self._marked = False  # whether the batch's own observations and masks are those of the last step
        self._usual = self._new_usual()
        self._last: Any = None  # what the last step was called with
        self._advance = resolve(kernel, CALLER, 0, *self._usual[False])  # plays nothing: no match is shared out yet
        self._team.share_out(count)
        self._find_illegal = resolve(find_illegal, self.legal, self.counts, self.chosen)
        self._find_unmarked = resolve(find_unmarked, self.masks, self.chosen)
        self._draw = resolve(draw_bits, self._chances, self._bits)
        self._pick = resolve(pick_all, self.legal, self.counts, self._bits, self.chosen)
        self.reset(seed)

    def reset(self, seed: int, observations: Any = None, masks: Any = None) -> None:
        """Restart all matches; the same seed gives the same matches."""
        self._seed = np.uint64(seed % 2**64)
        seed_rng(self._chances[0], self._seed, CHANCE_STREAM)
        self.rewards[:] = 0
        self.over[:] = False
        self.cut[:] = False
        self._begun[:] = -1
        self._usual = self._new_usual()
        self._run(observations, masks, playing=False)

    def step(self, actions: Any, observations: Any = None, masks: Any = None) -> None:
        """Play one action in every match; refuse them all if one is not legal."""
        chosen = np.asarray(actions, np.int32)
        if chosen.shape != (self.count,):
            raise PlowsharesError(f"a step takes {self.count} actions, one for each match, got shape {chosen.shape}")
        self.chosen[:] = chosen
        i = self._find_refused()
        if i != ALL_LEGAL:
            raise PlowsharesError(f"action {chosen[i]} is not legal in match {i}, where seat {self.seats[i]} is to act")
        self._run(observations, masks)

    def step_randomly(self, observations: Any = None, masks: Any = None) -> None:
        """Play a random legal action in every match: like `step(random_actions())`, but faster.

        Every thread picks for its own matches. `chosen` tells what was played.
        """
        self._draw(self._chances, self._bits)
        self._run(observations, masks, drawing=True)

    def _find_refused(self) -> int:
        """Return the first match whose action is not legal, or ALL_LEGAL."""
        # A look into a mask takes one line of cache of each match, and half of them another core has written. Masks
        # of the caller are not asked: they may have been written to since.
        if self._marked:
            return int(self._find_unmarked(self.masks, self.chosen))
        return int(self._find_illegal(self.legal, self.counts, self.chosen))

    def random_actions(self) -> Any:
        """Return a random legal action for every match."""
        out = np.empty(self.count, np.int32)
        self._draw(self._chances, self._bits)
        self._pick(self.legal, self.counts, self._bits, out)
        return out

    def close(self) -> None:
        """Stop the threads."""
        self._team.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self, observations: Any, masks: Any, playing: bool = True, drawing: bool = False) -> None:
        """Let every thread work on its part of the matches; the calling thread takes the first."""
        usual = playing and self._kept and self._marked and observations is None and masks is None
        rest = self._usual[drawing] if usual else self._new_rest(playing, drawing, observations, masks)
        same = rest is self._last
        self._kept, self._marked, self._last = False, False, None
        self._team.run(self._advance, rest, same)
        if not usual:
            self._team.forget()
        own = observations is None or observations is self.observations, masks is None or masks is self.masks
        self._kept, self._marked = own
        self._last = rest

    def _new_usual(self) -> tuple[Any, Any]:
        """Return the arguments of the kernel for steps into the batch's own arrays: actions are given, or drawn."""
        own = (False, True, self.observations, self.masks)
        return self._rest(True, False, *own), self._rest(True, True, *own)

    def _new_rest(self, playing: bool, drawing: bool, observations: Any, masks: Any) -> tuple[Any, ...]:
        """Return the arguments of the kernel for a step that is not a usual one."""
        # Only the batch's own masks are known to hold the marks of the last step and nothing else.
        fresh = masks is not None
        seen = self.observations if observations is None else _checked("observations", observations, self.observations)
        marked = self.masks if masks is None else _checked("masks", masks, self.masks)
        if fresh:
            self._forget_marks()
        return self._rest(playing, drawing, fresh, self._kept and seen is self.observations, seen, marked)

    def _rest(self, playing: bool, drawing: bool, fresh: bool, kept: bool, seen: Any, marked: Any) -> tuple[Any, ...]:
        """Return the arguments of the kernel that are the same for every part."""
        events = (self.rewards, self.over, self.cut)
        matches = Matches(self.states, self._memory, self.seats, self.chosen, self._bits, self._begun, *events)
        team = Team(self._team.flags, self._team.spins, self._team.shares)
        how = How(playing, drawing, fresh, kept, self._seed)
        return how, team, matches, self._scratch, Shown(self.legal, self.counts, seen, marked)

    def _forget_marks(self) -> None:
        """Clear the batch's own masks when the marks go elsewhere, since nothing will tell later which they were."""
        if self.masks.any():
            self.masks[:] = 0


def _new_views(count: int, layout: np.dtype[Any]) -> tuple[Any, Any]:
    """Return a scratch view for each thread, as records and as the bytes of the same memory."""
    views = np.zeros(count * _apart(layout), layout)
    return views, views.view(np.uint8).reshape(len(views), layout.itemsize)


def _apart(layout: np.dtype[Any]) -> int:
    """Return how many views lie between those of two threads."""
    return -(-APART // layout.itemsize)


def _checked(name: str, array: Any, like: Any) -> Any:
    """Return the caller's array if it fits: machine code would write past the end of one that does not."""
    fits = isinstance(array, np.ndarray) and array.shape == like.shape and array.dtype == like.dtype
    if not fits or not array.flags.carray:  # contiguous, aligned and not locked
        kind = f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else f"{type(array).__name__}"
        raise PlowsharesError(f"{name} must be a contiguous array of {like.dtype} {like.shape}, got {kind}")
    return array
