"""The positions and decisions of a record, packed in memory."""

from __future__ import annotations

import zlib
from typing import Any, NamedTuple

import numpy as np

from plowshares.core.seats import seats_of
from plowshares.engine.match import Match
from plowshares.engine.record import Finder, Record, replay


class Decision(NamedTuple):
    """A command that stands: the position it was chosen in, who chose, and what."""

    n: int
    seat: int
    actions: tuple[int, ...]
    since: int  # the position from which on the seat owed it, while only others chose, at the same time

    def overlaps(self, other: Decision) -> bool:
        """Ask whether two seats owed their decisions at the same time: then neither knew the other's."""
        return self.seat != other.seat and self.since <= other.n and other.since <= self.n


class Moments:
    """Every position of a match from its beginning on; position n is what line n of the record led to."""

    def __init__(self, record: Record, find: Finder) -> None:
        self._packed: list[tuple[Any, bytes]] = []
        self.decisions: list[Decision] = []
        owed: dict[int, int] = {}
        for _, event in replay(record, find):
            turn = event.turn
            if turn is not None:
                n = len(self._packed) - 1
                self.decisions.append(Decision(n, turn.seat, turn.actions, owed.get(turn.seat, n)))
            elif event.undone is not None:
                self.decisions.pop()
            decided = turn or event.undone
            owed = {
                seat: len(self._packed) if decided and decided.seat == seat else owed.get(seat, len(self._packed))
                for seat in seats_of(event.match.game.rules.to_act(event.state))
            }
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
        """Return the full State in which one action of a command was chosen, before what others chose meanwhile.

        The others choose in secret and what they chose counts with the last of them. So nobody's choice is judged by
        one that happens to come before it in the record.
        """
        return self._play(self.state(decision.since), decision, decision.actions[:step])

    def truth_in(self, decision: Decision, step: int) -> Any:
        """Return the same State with what all others chose at the same time, also if the record has it later."""
        s = self.state(decision.since)
        for other in self.decisions:
            if decision.overlaps(other):
                s = self._play(s, other, other.actions)
        return self._play(s, decision, decision.actions[:step])

    def _play(self, s: Any, decision: Decision, actions: tuple[int, ...]) -> Any:
        for action in actions:
            s = self.game.play(s, decision.seat, action)
        return s
