"""Access to seats: links, sitting down, leaving, and votes about deserted seats."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from plowshares.agents import make_agent
from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import Text, _
from plowshares.core.rng import mix
from plowshares.core.seats import SPECTATOR
from plowshares.server.agreements import is_slow
from plowshares.server.errors import NotYours
from plowshares.server.plan import AGENT_STREAM, Holding, display_names
from plowshares.server.store import Store
from plowshares.server.table import Table
from plowshares.server.tokens import holder_of, new_token

CLAIM_AFTER = 300.0  # seconds of absence after which the others may let the computer play on, or claim the win
LEVEL = "medium"  # of the computer that takes over a deserted seat
USED = _("This link opens nothing: it was used, replaced by a newer one, or mistyped.")


class Access:
    """Changes who holds the seats of tables; the database first, then memory."""

    def __init__(self, store: Store, desert_after: float) -> None:
        self._store = store
        self.has_programs: Callable[[Table], None] = lambda table: None  # starts the programs of a table
        self.desert_after = desert_after  # seconds of absence on turn after which a player has deserted
        self.has_account: Callable[[str], bool] = lambda _: False  # asks whether somebody can be rated

    def invite(self, table: Table, holder: str, seat: int) -> str:
        """Return a new link token for a seat, or for watching; earlier links for it become invalid."""
        with table.locked():
            table.seats.check_invite(holder, seat, table.playing())
            if table.plan.rated and table.seats.is_taken(seat):
                words = _("This match is rated: you play it yourself. Sign in at the other device.")
                raise IllegalCommand("rated", words)
            token = new_token()
            holding = Holding(holder_of(token), seat, is_link=True, is_owner=False)
            self._store.replace_link(table.name, holding)
            table.seats.drop_links(seat)
            table.sit_down(holding)
            return token

    def find_link(self, token: str) -> tuple[str, int]:
        """Return the table and seat of a link that nobody has used yet."""
        found = self._store.find_link(holder_of(token))
        if found is None:
            raise NotYours(USED)
        return found

    def join(self, table: Table, token: str, seat: int, holder: str, name: str = "", avatar: str = "") -> None:
        """Exchange a link for a seat held by a browser; everybody is told."""
        with table.locked():
            table.seats.check_join(holder, seat)
            self._check_rated(table, holder, seat)
            holding = Holding(holder, seat, is_link=False, is_owner=False, joined=time.time())
            was_taken = table.seats.is_taken(seat)
            if not self._store.use_link(table.name, holder_of(token), holding):
                raise NotYours(USED)
            table.presence.touch(holder)
            if seat == SPECTATOR:
                return table.sit_down(holding)
            table.seats.drop_links(seat)
            if name and not was_taken:
                self._store.set_plan(table.name, table.rename(seat, name, avatar))
            self.tell(table, _sat_down(table, seat, was_taken))
            table.sit_down(holding)
            self._count_free(table)
            return None

    def seat_mate(self, table: Table, holder: str, seat: int) -> None:
        """Seat the opponent that pairing has found for the player who opened the table."""
        with table.locked():
            holding = Holding(holder, seat, is_link=False, is_owner=False, joined=time.time())
            self._store.seat_guest(table.name, holding, table.plan, 0)
            table.sit_down(holding)

    def sit(self, table: Table, holder: str, seat: int | None, name: str, avatar: str = "") -> int:
        """Give a caller a seat at an open table, under their name; return the seat."""
        with table.locked():
            if table.plan.access != "open":
                raise NotYours(_("This table is not open to everybody; ask for a link."))
            free = _free_seats(table)
            chosen = next(iter(free), None) if seat is None else seat
            if chosen is None or chosen not in free:
                raise IllegalCommand("taken", _("Somebody else was faster. Choose another table."))
            if any(own != SPECTATOR for own in table.seats.of(holder)):
                raise IllegalCommand("seated", _("You already have a seat at this table."))
            self._check_rated(table, holder, chosen)
            plan = table.rename(chosen, name or table.plan.seats[chosen].name, avatar)
            holding = Holding(holder, chosen, is_link=False, is_owner=False, joined=time.time())
            self._store.seat_guest(table.name, holding, plan, len(free) - 1)
            table.seats.drop_links(chosen)
            self.tell(table, _sat_down(table, chosen, False))
            table.sit_down(holding)
            return chosen

    def greet(self, table: Table, holder: str) -> None:
        """Seat a program that uses its token for the first time; the token is then no longer a link."""
        with table.locked():
            links = [each for each in table.seats.held if each.is_link and each.holder == holder]
            for each in links:
                if each.seat != SPECTATOR:
                    table.seats.check_join(holder, each.seat)
                    self._check_rated(table, holder, each.seat)
                    holding = Holding(holder, each.seat, is_link=False, is_owner=False, joined=time.time())
                    was_taken = table.seats.is_taken(each.seat)
                    self._store.hold(table.name, holding)
                    self.tell(table, _sat_down(table, each.seat, was_taken))
                    table.sit_down(holding)
                    self._count_free(table)

    def release(self, table: Table, holder: str, seat: int) -> None:
        """Release a player's seat for somebody else, and tell everybody."""
        with table.locked():
            if seat == SPECTATOR or seat not in table.seats_of(holder):
                raise NotYours(_("Only a seat’s own player can give it up."))
            if table.plan.rated and not table.match.result:
                words = _("This match is rated: nobody else can play it for you. You can resign.")
                raise IllegalCommand("rated", words)
            self._free(table, seat, _("{name} has left the seat to somebody else.", name=table.plan.seats[seat].name))

    def vote(self, table: Table, holder: str, seat: int, then: str = "somebody") -> bool:
        """Vote to give a deserted seat away, or to count its player out; return whether all have voted for it.

        `then` is somebody, computer or out.
        """
        with table.locked():
            voter = table.check_deserted(holder, seat, self._patience(table, then))
            playing = [own for own in table.playing() if own == voter or not self._is_away(table, own)]
            name, by = table.plan.seats[seat].name, table.plan.seats[voter].name
            if not table.seats.vote(seat, voter, playing, then):
                self.tell(table, _asks(then, by, name))
                table.changed()
            elif then == "out":
                table.settle(lambda: table.match.resign(seat, "away"))
            elif then == "computer":
                self._make_casual(table)
                self._seat_computer(table, seat, name)
            else:
                self._make_casual(table)
                words = _("{name} is away: those who play have opened the seat to somebody else.", name=name)
                self._free(table, seat, words)
            return seat not in table.playing()

    def sign_out(self, table: Table, holder: str, seat: int, device: int) -> None:
        """Take a seat from one of its own player's devices, by its number in the list."""
        with table.locked():
            if seat == SPECTATOR or seat not in table.seats_of(holder):
                raise NotYours(_("Only a seat’s own player can sign devices out."))
            devices = table.seats.devices(seat)
            if not 0 <= device < len(devices):
                raise IllegalCommand("no-device", f"device {device} is not from 0 to {len(devices) - 1}")
            if len(devices) == 1:
                return self._free(
                    table, seat, _("{name} has signed out and left the seat.", name=table.plan.seats[seat].name)
                )
            self._drop(table, seat, devices[device].holder)
            return self.tell(table, _("{name} has signed out a device.", name=table.plan.seats[seat].name))

    def _make_casual(self, table: Table) -> None:
        """Make the match unrated, because somebody else takes a seat."""
        if table.plan.rated:
            self._store.set_plan(table.name, table.make_casual())

    def _patience(self, table: Table, then: str) -> float:
        """Return the seconds of absence after which the others may decide; raise if the clock counts days."""
        if is_slow(table.match.clocks.control):
            raise IllegalCommand("clock", _("Time is counted in days here: the clock decides when somebody has lost."))
        return self.desert_after if then == "somebody" else min(CLAIM_AFTER, self.desert_after)

    def _seat_computer(self, table: Table, seat: int, name: str) -> None:
        """Let the computer take over the seat of a player who has gone."""
        chance = int(mix(np.uint64(table.match.seed), AGENT_STREAM, seat))
        agent = make_agent(LEVEL, table.match.game, chance)
        self._drop(table, seat, None)
        plan = table.seat_computer(seat, LEVEL, agent)
        self._store.set_plan(table.name, plan)
        table.story.names = tuple(display_names(plan.seats))
        self.tell(table, _("{name} is away: the computer plays on for them.", name=name))
        self.has_programs(table)

    def _check_rated(self, table: Table, holder: str, seat: int) -> None:
        if not table.plan.rated or seat == SPECTATOR:
            return
        if not self.has_account(holder):
            raise IllegalCommand("guest", _("This match is rated. Make an account first, or join a casual table."))
        if any(each.holder == holder and each.seat not in (SPECTATOR, seat) for each in table.seats.held):
            raise IllegalCommand("seated", _("You already have a seat at this table."))

    def _is_away(self, table: Table, seat: int) -> bool:
        return table.presence.away(seat) >= self.desert_after

    def _count_free(self, table: Table) -> None:
        if table.plan.access == "open":
            self._store.set_free(table.name, len(_free_seats(table)))

    def _free(self, table: Table, seat: int, words: str) -> None:
        self._drop(table, seat, None)
        self.tell(table, words)
        table.changed()

    def _drop(self, table: Table, seat: int, holder: str | None) -> None:
        going = [each for each in table.seats.devices(seat) if holder in (None, each.holder)]
        staying = [
            Holding(each.holder, SPECTATOR, is_link=False, is_owner=True, is_signed=each.is_signed, joined=each.joined)
            for each in going
            if each.is_owner
        ]
        self._store.drop_holders(table.name, seat, going, staying)
        table.seats.drop_links(seat)
        table.stand_up(seat, holder, "")

    def tell(self, table: Table, words: str) -> None:
        """Store a notice and show it to everybody at a table."""
        self._store.add_notice(table.name, words)
        table.tell(words)


def _asks(then: str, by: str, name: str) -> Text:
    if then == "computer":
        return _("{by} asks that the computer plays on for {name}, who is away.", by=by, name=name)
    if then == "out":
        return _("{by} asks that {name}, who is away, has lost.", by=by, name=name)
    return _("{by} asks that somebody else takes the seat of {name}, who is away.", by=by, name=name)


def _free_seats(table: Table) -> list[int]:
    """List the seats that strangers may take."""
    return [seat for seat in table.open_seats() if seat not in table.seats.freed]


def _sat_down(table: Table, seat: int, was_taken: bool) -> str:
    name = table.plan.seats[seat].name
    if was_taken:
        return _("{name} has let another device in.", name=name)
    if seat in table.seats.freed:
        return _("Somebody else has taken the seat of {name}.", name=name)
    return _("{name} has sat down.", name=name)
