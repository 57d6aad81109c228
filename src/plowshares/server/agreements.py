"""Agreements between the players of a table: draws and added time."""

from __future__ import annotations

from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import Text, _
from plowshares.engine.clock import TimeControl
from plowshares.engine.match import Match
from plowshares.server.errors import Stale
from plowshares.server.table import Table

DAY, HOUR = 86400.0, 3600.0
MINUTE = 60.0  # seconds that are added to a clock of minutes
MOST_ADDED = 20  # how often a player can be given more time for one decision


def offer_draw(table: Table, holder: str) -> None:
    """Offer a draw, or accept the others' offer; the match ends when every player has."""
    with table.locked():
        seat = table.seat_at_screen(holder)
        if table.match.result:
            raise IllegalCommand("game-over", _("The match is over."))
        if not table.knows_draws():
            raise IllegalCommand("no-draws", _("Nobody can agree to a draw here."))
        table.draws.offer(table.match, seat)
        if set(table.playing()) <= table.draws.standing(table.match):
            table.settle(lambda: table.match.abandon("agreed"))
        else:
            table.changed()


def decline_draw(table: Table, holder: str) -> None:
    """Decline a draw, or withdraw one's own offer."""
    with table.locked():
        table.seat_at_screen(holder)
        if not table.draws.standing(table.match):
            raise Stale(_("Nobody offers a draw any more."))
        table.draws.clear()
        table.changed()


def is_slow(control: TimeControl) -> bool:
    """Ask whether time is counted in hours or days: such clocks keep running while the server is down."""
    return (control.per_move or 0.0) >= HOUR or (control.bank or 0.0) >= DAY


def seconds_added(control: TimeControl) -> float:
    """Return how much time a player gives another at once."""
    if control == TimeControl():
        raise IllegalCommand("no-clock", _("This table has no clock."))
    return DAY if is_slow(control) else MINUTE


def add_time(table: Table, holder: str) -> tuple[list[int], float]:
    """Give the other players more time; return their seats, and the seconds that each got."""
    with table.locked():
        seat, match = table.seat_at_screen(holder), table.match
        if match.result:
            raise IllegalCommand("game-over", _("The match is over."))
        seconds = seconds_added(match.clocks.control)
        others = [each for each in table.playing() if each != seat]
        if not others:
            raise IllegalCommand("alone", _("Nobody else has a clock here."))
        return others, seconds


def give_time(match: Match, seat: int, decision: int, seconds: float) -> None:
    """Add time to a seat's clock; time given for an earlier decision does not extend later ones."""
    clocks = match.clocks
    if clocks.control.bank is not None:
        clocks.banks[seat] += seconds
    if clocks.control.per_move is not None and match.done[seat] == decision:
        clocks.used[seat] = clocks.used.get(seat, 0.0) - seconds


def describe_added(giver: str, seconds: float) -> Text:
    """Say that somebody has given the others more time."""
    if seconds >= DAY:
        return _("{name} has given the others one more day.", name=giver)
    return _("{name} has given the others one more minute.", name=giver)
