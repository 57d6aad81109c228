"""The holders of a table's seats: the owner, guests, their devices, unused links."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from plowshares.core.errors import IllegalCommand, InvalidOption
from plowshares.core.i18n import _
from plowshares.core.seats import SPECTATOR
from plowshares.server.errors import NotYours
from plowshares.server.plan import Holding, Plan

PEOPLE = ("me", "here", "link")  # kinds of seats that people hold


class Seats:
    """The holdings of one table. Does not block; guarded by the table's lock."""

    def __init__(self, plan: Plan, held: Iterable[Holding]) -> None:
        self.plan = plan
        self.held = list(held)
        self.freed: set[int] = set()  # seats whose player has left them to somebody else
        self._votes: dict[int, dict[int, str]] = {}  # for each deserted seat, the votes about it

    # Asking

    def of(self, holder: str) -> list[int]:
        """List a holder's seats; SPECTATOR alone for a holder who may only watch."""
        seats = sorted({each.seat for each in self.held if each.holder == holder})
        if not seats and self.plan.access == "open":
            return [SPECTATOR]
        if not seats:
            raise NotYours(_("You hold no seat at this table; ask for a link."))
        return [seat for seat in seats if seat != SPECTATOR] or [SPECTATOR]

    def is_owner(self, holder: str) -> bool:
        """Ask whether a holder opened this table."""
        return any(each.holder == holder and each.is_owner for each in self.held)

    def is_player(self, holder: str) -> bool:
        """Ask whether a holder plays here; at a table of programs, whether they opened it."""
        if not self.people():
            return self.is_owner(holder)
        return any(each.holder == holder and each.seat != SPECTATOR for each in self.held)

    def people(self) -> list[int]:
        """List the seats that people hold or are to hold."""
        return [i for i, seat in enumerate(self.plan.seats) if seat.kind in PEOPLE]

    def devices(self, seat: int) -> list[Holding]:
        """List the browsers and programs that hold a seat, the earliest first."""
        return sorted(self._taking(seat), key=lambda each: each.joined)

    def is_taken(self, seat: int) -> bool:
        """Ask whether a seat has a holder."""
        return bool(self._taking(seat))

    def open(self) -> list[int]:
        """List the seats for people that nobody holds."""
        return [seat for seat in self.people() if not self.is_taken(seat)]

    def is_unused(self, holder: str) -> bool:
        """Ask whether this is the token of a seat's link that nobody has used yet."""
        return any(each.is_link and each.holder == holder and each.seat != SPECTATOR for each in self.held)

    def _taking(self, seat: int) -> list[Holding]:
        return [each for each in self.held if each.seat == seat and not each.is_link]

    # Links

    def check_invite(self, holder: str, seat: int, playing: Sequence[int]) -> None:
        """Raise unless a holder may make a link for a seat.

        The owner may for a seat that nobody has held yet; a seat's own player may, for another device or to hand the
        seat over; and those still playing may for a seat that was left.
        """
        if seat == SPECTATOR:
            if not self.is_owner(holder):
                raise NotYours(_("Only the person who opened the table can make links for watching."))
            return
        if seat not in self.people():
            raise InvalidOption(f"seat {seat} is not for guests")
        if any(each.holder == holder for each in self._taking(seat)):
            return
        if self.is_taken(seat):
            self._refuse_taken(holder, seat)
        if seat in self.freed:
            if not set(self.of(holder)) & set(playing):
                raise NotYours(_("Those who still play decide who takes a seat that was left."))
        elif not self.is_owner(holder):
            raise NotYours(_("Only the person who opened the table can make links."))

    def _refuse_taken(self, holder: str, seat: int) -> None:
        if not self.is_player(holder) and not self.is_owner(holder):
            raise NotYours(_("Only the person who opened the table can make links."))
        name = self.plan.seats[seat].name
        raise IllegalCommand("taken", _("{name} holds this seat: only {name} can let somebody else in.", name=name))

    def check_join(self, holder: str, seat: int) -> None:
        """Raise if a player of this table would take over a seat that another player has left."""
        held = [each.seat for each in self.held if each.holder == holder and each.seat not in (SPECTATOR, seat)]
        if seat in self.freed and held:
            raise NotYours(_("You hold another seat at this table: somebody else has to take this one."))

    # Changing

    def add(self, holding: Holding) -> None:
        """Add a holding."""
        self.held = [each for each in self.held if (each.holder, each.seat) != (holding.holder, holding.seat)]
        self.held.append(holding)
        if not holding.is_link:
            self._votes.pop(holding.seat, None)
            self.freed.discard(holding.seat)

    def rename(self, before: str, now: str) -> None:
        """Transfer a holder's seats to another holder."""
        held = [msgspec.structs.replace(each, holder=now) for each in self.held if each.holder == before]
        known = {(each.holder, each.seat) for each in self.held}
        self.held = [each for each in self.held if each.holder != before]
        self.held += [each for each in held if (now, each.seat) not in known]

    def drop_links(self, seat: int) -> None:
        """Forget the links of a seat."""
        self.held = [each for each in self.held if not (each.is_link and each.seat == seat)]

    def drop(self, seat: int, holder: str | None = None) -> list[Holding]:
        """Let one holder of a seat, or all, go; an owner stays and may watch. Return what is held from now on."""
        going = [each for each in self.held if each.seat == seat and holder in (None, each.holder)]
        self.held = [each for each in self.held if each not in going]
        for each in going:
            if each.is_owner and not self.is_owner(each.holder):
                self.held.append(msgspec.structs.replace(each, seat=SPECTATOR))
        if not self.is_taken(seat):
            self.freed.add(seat)
        return going

    def vote(self, seat: int, voter: int, playing: Iterable[int], then: str) -> bool:
        """Record a player's vote about a deserted seat; return whether all players want the same."""
        votes = self._votes.setdefault(seat, {})
        votes[voter] = then
        return all(votes.get(each) == then for each in playing if each != seat)

    def clear_votes(self, seat: int) -> None:
        """Discard the votes about a seat, because its player is back."""
        self._votes.pop(seat, None)

    def votes(self, seat: int) -> int:
        """Count the votes about a seat."""
        return len(self._votes.get(seat, ()))
