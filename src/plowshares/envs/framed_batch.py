"""A batch in the numbers of a frame: masks, observations and actions as the acting seat of each match sits."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.envs.batch import Batch
from plowshares.envs.frames import Frame, Frames, mark_actions


class FramedBatch:
    """Turns what a batch shows, and what a learner answers.

    `observations` and `masks` are overwritten by the next step; `numbers` says which frame each match is in.
    """

    def __init__(self, batch: Batch, frame: Frame = "seat") -> None:
        self.batch = batch
        self.frames = Frames(batch.game, batch.options, frame)
        self.is_plain = frame == "match"
        self.numbers = np.zeros(batch.count, np.int32)
        self.masks = batch.masks if self.is_plain else np.zeros((batch.count, self.frames.size), np.int8)
        turned = not self.is_plain and self.frames.is_turned()
        shape = (batch.count, *self.frames.shape)
        self.observations = np.zeros(shape, self.frames.dtype) if turned else batch.observations
        self._tables: tuple[Any, Any] = self._stack()
        self.refresh()

    @property
    def from_match(self) -> Any:
        """The learner's number of each action of the match, by frame."""
        return self._tables[0]

    def reset(self, seed: int) -> None:
        """Restart all matches."""
        self.batch.reset(seed)
        self.refresh()

    def step(self, actions: Any) -> None:
        """Play one action in every match."""
        chosen = np.asarray(actions)
        self.batch.step(chosen if self.is_plain else self._tables[1][self.numbers, chosen])
        self.refresh()

    def random_actions(self) -> Any:
        """Return a random legal action for every match."""
        return self.from_match[self.numbers, self.batch.random_actions()]

    def refresh(self) -> None:
        """Turn what the batch shows now."""
        if self.is_plain:
            return
        self._find_numbers()
        batch, (from_match, _) = self.batch, self._tables
        mark_actions(batch.legal, batch.counts, self.numbers, from_match, self.masks)
        if self.observations is not batch.observations:
            self._turn_observations()

    def _find_numbers(self) -> None:
        """Find the frame of every match; frames that come up for the first time are added."""
        states, seats, known = self.batch.states, self.batch.seats, len(self.frames.layouts)
        if self.frames.is_by_seat:
            for seat in range(self.batch.players):
                self.numbers[seats == seat] = self.frames.number_of(None, seat)
        else:
            self.numbers[:] = [self.frames.number_of(states[i], int(seats[i])) for i in range(len(seats))]
        if len(self.frames.layouts) != known:
            self._tables = self._stack()

    def _stack(self) -> tuple[Any, Any]:
        """Return the tables of all frames so far: from the match's numbers, and to them."""
        layouts = self.frames.layouts
        return np.stack([each.from_match for each in layouts]), np.stack([each.to_match for each in layouts])

    def _turn_observations(self) -> None:
        count = self.batch.count
        plain, turned = self.batch.observations.reshape(count, -1), self.observations.reshape(count, -1)
        for number, reframe in enumerate(self.frames.reframes):
            rows = np.flatnonzero(self.numbers == number)
            if reframe is not None and len(rows):
                turned[rows] = plain[rows[:, None], reframe.index] * reframe.sign
