"""The positions and decisions of a record, packed in memory."""

from __future__ import annotations

import zlib
from typing import Any, NamedTuple

import numpy as np

from plowshares.engine.match import Match
from plowshares.engine.record import Finder, Record, replay


class Decision(NamedTuple):
    """A command that stands: the position it was chosen in, who chose, and what."""

    n: int
    seat: int
    actions: tuple[int, ...]


class Moments:
    """Every position of a match from its beginning on; position n is what line n of the record led to."""

    def __init__(self, record: Record, find: Finder) -> None:
        self._packed: list[tuple[Any, bytes]] = []
        self.decisions: list[Decision] = []
        for _, event in replay(record, find):
            if event.turn is not None:
                self.decisions.append(Decision(len(self._packed) - 1, event.turn.seat, event.turn.actions))
            elif event.undone is not None:
                self.decisions.pop()
            self._packed.append((type(event.state), zlib.compress(event.state.tobytes(), 1)))
            self.match: Match = event.match
        self.game, self.seats, self.result = self.match.game, self.match.seats, record.result
        self.chain = record.all_lines[-1].chain

    def __len__(self) -> int:
        return len(self._packed)

    def state(self, n: int) -> Any:
        """Return the full State of a position."""
        kind, packed = self._packed[n]
        return np.frombuffer(zlib.decompress(packed), kind.layout).copy()[0]

    def state_in(self, decision: Decision, step: int) -> Any:
        """Return the full State in which one action of a command was chosen."""
        s = self.state(decision.n)
        for action in decision.actions[:step]:
            s = self.game.play(s, decision.seat, action)
        return s
