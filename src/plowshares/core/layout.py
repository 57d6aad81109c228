"""Actions and observations for learners in the acting seat's own frame.

A game's optional module `frame` says how (`Frame` and its hooks in `core/hooks.py`): `layout(options, key)` returns
the actions as planes over the cells of the observation, so that a convolutional policy head needs no permutation table,
with single actions behind them; `key(s, seat)` names the frame of a view (by default the seat); `reframe(options, key)`
says how the entries of the game's observation move into that frame, where they are not in it already;
`bounds(options)` limits them.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from plowshares.core.actions import ActionSpace
from plowshares.core.records import Int32s

NO_ACTION = -1


@dataclass(frozen=True)
class ActionLayout:
    """The actions of a match as a learner numbers them: by plane, then by cell; then single ones."""

    planes: tuple[str, ...]
    cells: tuple[int, ...]  # shape of a plane: rows and columns, or a row of cells
    singles: tuple[str, ...]
    to_match: Int32s  # the match's number of each action; NO_ACTION where a plane has a cell that no action names

    @property
    def size(self) -> int:
        """How many numbers there are, those without an action included."""
        return len(self.to_match)

    @functools.cached_property
    def from_match(self) -> Int32s:
        """The learner's number of each action of the match."""
        named = np.flatnonzero(self.to_match != NO_ACTION)
        found = np.full(int(self.to_match.max()) + 1, NO_ACTION, np.int32)
        found[self.to_match[named]] = named
        return found


@dataclass(frozen=True)
class Reframe:
    """How an observation moves into the seat's frame: entry i is `sign[i]` times entry `index[i]` of the game's own."""

    shape: tuple[int, ...]
    index: Int32s
    sign: Any  # int8


@dataclass
class LayoutBuilder:
    """Collects planes and single actions; every action of the space must be named exactly once."""

    space: ActionSpace
    cells: tuple[int, ...]
    _planes: dict[str, Sequence[int]] = field(default_factory=dict)
    _singles: dict[str, int] = field(default_factory=dict)

    def plane(self, name: str, actions: Sequence[int]) -> None:
        """Add a plane: the action of each cell, or NO_ACTION."""
        self._planes[name] = actions

    def single(self, name: str, action: int) -> None:
        """Add an action without a cell."""
        self._singles[name] = action

    def kind(self, name: str) -> None:
        """Add every action of a kind as a single one."""
        kind = self.space.kinds[self.space.index(name)]
        first = self.space.first[self.space.index(name)]
        for offset in range(kind.size):
            fields = self.space.decode(first + offset)[1]
            self.single(" ".join([name, *map(str, fields)]), first + offset)

    def build(self) -> ActionLayout:
        """Return the layout."""
        numbers = [action for plane in self._planes.values() for action in plane] + list(self._singles.values())
        layout = ActionLayout(tuple(self._planes), self.cells, tuple(self._singles), np.array(numbers, np.int32))
        named = np.sort(layout.to_match[layout.to_match != NO_ACTION])
        if not np.array_equal(named, np.arange(self.space.size)):
            raise ValueError("a layout must name every action of the match exactly once")
        return layout


def plain_layout(space: ActionSpace) -> ActionLayout:
    """Return the layout of a game without a frame of its own: the match's numbers."""
    builder = LayoutBuilder(space, ())
    for kind in space.kinds:
        builder.kind(kind.name)
    return builder.build()
