"""Undoing between people: what others have seen is taken back only if all of them agree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from plowshares.engine.match import Match
from plowshares.server import picks
from plowshares.server.seats import Seats


class UndoRequest:
    """One player's wish to take back a command; it lapses as soon as anything else happens."""

    def __init__(self, match: Match, seat: int, others: Iterable[int]) -> None:
        self.seat = seat
        self.command = picks.name_command(match, seat)
        self.missing = set(others)  # seats that have not agreed yet
        self.is_declined = False

    def holds(self, match: Match) -> bool:
        """Ask whether nothing has happened since."""
        return not match.result and picks.name_command(match, self.seat) == self.command

    def answer(self, seats: Iterable[int], agrees: bool) -> bool:
        """Note what some of the others say; return whether all agree now."""
        if agrees:
            self.missing -= set(seats)
        else:
            self.is_declined = True
        return agrees and not self.missing

    def show(self, seats: Iterable[int], name: str) -> dict[str, Any] | None:
        """Return the request as the holders of some seats see it; None for those who need not answer."""
        mine = self.seat in seats
        if not mine and (self.is_declined or not self.missing & set(seats)):
            return None
        return {"who": name, "mine": mine, "declined": self.is_declined}


def who_must_agree(seats: Seats, seat: int, playing: Iterable[int]) -> list[int]:
    """List the seats of people at other screens than the one that asks."""
    own = {each.holder for each in seats.devices(seat)}
    others = [other for other in playing if other != seat]
    return [other for other in others if not own & {each.holder for each in seats.devices(other)}]
