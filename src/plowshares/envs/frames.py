"""The numbers of a learner: actions and observations in the acting seat's own frame, or as the match has them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Literal

import numpy as np

from plowshares.core.game import Game
from plowshares.core.jit import kernel
from plowshares.core.layout import ActionLayout, Reframe, plain_layout
from plowshares.core.options import Options

Frame = Literal["seat", "match"]
"""`seat`: planes over cells as the acting seat sits (environments `-v1`); `match`: the match's own numbers (`-v0`)."""


class Frames:
    """All frames of a match with some options, numbered as they come up."""

    def __init__(self, game: Game, options: Options, frame: Frame = "seat") -> None:
        self.game, self.options = game, options
        self.frame = frame
        self.is_by_seat = not hasattr(self._part, "key")  # whether a frame depends on the seat alone
        self._numbers: dict[Hashable, int] = {}
        self.layouts: list[ActionLayout] = []
        self.reframes: list[Reframe | None] = []
        first = game.start(options, 0)
        self.number_of(first, 0)
        self.size = self.layouts[0].size
        reframe = self.reframes[0]
        self.shape = game.observation.shape(options) if reframe is None else reframe.shape
        self.dtype = game.observation.dtype()

    @property
    def _part(self) -> Any:
        """The game's own frames; not kept, since modules cannot be pickled."""
        return self.game.find_part("frame") if self.frame == "seat" else None

    def number_of(self, s: Any, seat: int) -> int:
        """Return the number of the frame that a seat has in a view."""
        key = max(seat, 0) if self.is_by_seat else self._part.key(s, seat)
        if key not in self._numbers:
            self._numbers[key] = len(self.layouts)
            self.layouts.append(self._layout(key))
            self.reframes.append(self._part.reframe(self.options, key) if hasattr(self._part, "reframe") else None)
        return self._numbers[key]

    def layout_of(self, s: Any, seat: int) -> ActionLayout:
        """Return the layout of a seat's actions."""
        return self.layouts[self.number_of(s, seat)]

    def _layout(self, key: Any) -> ActionLayout:
        if self._part is None:
            return plain_layout(self.game.actions.space(self.options))
        layout: ActionLayout = self._part.layout(self.options, key)
        return layout

    def bounds(self) -> tuple[Any, Any]:
        """Return the least and the largest value of every entry of an observation."""
        if self._part is not None:
            low, high = self._part.bounds(self.options)
            return low, high
        info = np.iinfo(self.dtype) if np.issubdtype(self.dtype, np.integer) else np.finfo(self.dtype)
        return np.full(self.shape, info.min, self.dtype), np.full(self.shape, info.max, self.dtype)

    def observe(self, s: Any, seat: int) -> Any:
        """Return the observation of a seat's view in its frame."""
        out = np.zeros(self.game.observation.shape(self.options), self.dtype)
        self.game.observation.encode(s, seat, out)
        return self.turn(out, self.number_of(s, seat))

    def turn(self, observation: Any, number: int) -> Any:
        """Return one of the game's observations in a frame."""
        reframe = self.reframes[number]
        if reframe is None:
            return observation
        return (observation.reshape(-1)[reframe.index] * reframe.sign).reshape(reframe.shape)

    def is_turned(self) -> bool:
        """Ask whether observations have to be turned at all."""
        return self.reframes[0] is not None


@kernel
def mark_actions(legal: Any, counts: Any, numbers: Any, from_match: Any, masks: Any) -> None:
    """Write the masks of many matches from their lists of legal actions; `numbers` are their frames."""
    masks[:] = 0
    for i in range(len(counts)):
        row = from_match[numbers[i]]
        for j in range(counts[i]):
            masks[i, row[legal[i, j]]] = 1
