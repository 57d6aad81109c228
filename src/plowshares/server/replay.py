"""Finished matches again, position by position."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

from plowshares import registry
from plowshares.core.errors import InvalidOption
from plowshares.core.seats import SPECTATOR
from plowshares.engine.log import tell_event
from plowshares.engine.match import Match
from plowshares.engine.record import read_record, replay

EVERYTHING = -2
"""Who sees all: nobody's view, the State itself."""


class Replay:
    """The positions of a finished match, packed."""

    def __init__(self, data: bytes) -> None:
        record = read_record(data)
        self.game = registry.find(record.header.game)
        self.seats = len(record.header.seats)
        self._packed: list[tuple[Any, bytes]] = []
        self._told: list[dict[int, list[str]]] = []
        before = None
        for _, event in replay(record, registry.find):
            viewers = (SPECTATOR, *range(self.seats))
            told: dict[int, list[str]] = {
                v: tell_event(self.game, event, before, v) if before is not None else [] for v in viewers
            }
            self._told.append(told)
            self._packed.append((type(event.state), zlib.compress(event.state.tobytes(), 1)))
            before = event.state
            self.match: Match = event.match

    def __len__(self) -> int:
        return len(self._packed)

    def show(self, n: int, viewer: int) -> dict[str, Any]:
        """Return one position as a seat, a spectator or somebody who sees everything has it."""
        if not 0 <= n < len(self):
            raise InvalidOption(f"position {n} is not from 0 to {len(self) - 1}")
        if not EVERYTHING <= viewer < self.seats:
            raise InvalidOption(f"{viewer} is not a seat, {SPECTATOR} for a spectator or {EVERYTHING} for everything")
        kind, packed = self._packed[n]
        s = np.frombuffer(zlib.decompress(packed), kind.layout).copy()[0]
        seen = s if viewer == EVERYTHING else self.game.view_of(s, viewer)
        drawn = self._draw(s, seen, viewer)
        return {"n": n, "boards": list(drawn), "captions": list(drawn.values()), "told": self.told(n, viewer)}

    def _draw(self, s: Any, seen: Any, viewer: int) -> dict[str, str]:
        """Return boards, each with whose knowledge it shows."""
        draw, name = self.game.svg.board, self.game.notation.seat_name
        if viewer != EVERYTHING:
            who = "a spectator" if viewer == SPECTATOR else name(seen, viewer)
            return {draw(seen, viewer): f"What {who} knew then"}
        if self.game.rules.is_over(s):
            return {draw(seen, SPECTATOR): "Everything: the match is over"}
        boards: dict[str, list[str]] = {}  # games draw face down what others hold: everything is every seat's own board
        for seat in range(self.seats):
            boards.setdefault(draw(seen, seat), []).append(name(seen, seat))
        if len(boards) == 1:
            return dict.fromkeys(boards, "Everything")
        return {board: f"Everything on the side of {' and '.join(names)}" for board, names in boards.items()}

    def told(self, n: int, viewer: int) -> list[str]:
        """Return what the log says to a viewer about the step to a position."""
        return self._told[n][max(viewer, SPECTATOR)]
