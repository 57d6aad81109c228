"""Offers of a draw: each stands until somebody else has played, declined, or the match is over."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from plowshares.engine.match import Match


class DrawOffers:
    """The offers of a draw at one table."""

    def __init__(self) -> None:
        self._offers: dict[int, list[int]] = {}  # by seat: how many commands the others had played

    def offer(self, match: Match, seat: int) -> None:
        """Note that a seat offers a draw."""
        self._offers[seat] = self._others(match, seat)

    def standing(self, match: Match) -> set[int]:
        """Return the seats whose offers stand."""
        if match.result:
            return set()
        return {seat for seat, before in self._offers.items() if before == self._others(match, seat)}

    def show(self, match: Match, seats: Collection[int], names: Sequence[str]) -> dict[str, Any] | None:
        """Return the standing offers as players see them."""
        offering = self.standing(match)
        if not offering or not any(seat >= 0 for seat in seats):
            return None
        others = sorted(offering - set(seats)) or sorted(offering)
        return {"who": names[others[0]], "mine": bool(set(seats) & offering)}

    def clear(self) -> None:
        """Forget all offers."""
        self._offers.clear()

    def _others(self, match: Match, seat: int) -> list[int]:
        return [done for other, done in enumerate(match.done) if other != seat]
