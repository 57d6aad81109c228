"""Reports: what a fight, a capture or a famine tells those who may know of it (§7 Reports, R42).

Each seat has a ring of its own, so that what one seat is told changes nothing another seat can see. Placing, moving
and founding need no report: they show as the difference of two views.
"""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.core.seats import has_seat
from plowshares.games.civ.state import NEWS, Report, State


@kernel
def turn_page(s: State, seat: int, kind: int, tile: int, actor: int, other: int) -> int:
    """Begin a report in the seat's ring and return its place there."""
    p = s.players[seat]
    place = p.told % NEWS
    p.told += 1
    page = p.news[place]
    page.kind = kind
    page.tile = tile
    page.actor = actor
    page.other = other
    page.armies = 0
    page.armies_lost = 0
    page.workers_lost = 0
    page.other_armies = 0
    page.other_armies_lost = 0
    page.other_workers_lost = 0
    return place


@kernel
def report_combat(
    s: State, witnesses: int, tile: int, actor: int, other: int, own: tuple[int, int, int], theirs: tuple[int, int, int]
) -> None:
    """Tell of a fight on a tile: armies in it, armies lost and workers lost, of the attacker and of the defender."""
    for seat in range(s.options.players):
        if not has_seat(witnesses, seat):
            continue
        page = s.players[seat].news[turn_page(s, seat, Report.COMBAT.value, tile, actor, other)]
        page.armies = own[0]
        page.armies_lost = own[1]
        page.workers_lost = own[2]
        page.other_armies = theirs[0]
        page.other_armies_lost = theirs[1]
        page.other_workers_lost = theirs[2]


@kernel
def report_capture(s: State, witnesses: int, tile: int, actor: int, other: int) -> None:
    """Tell that a city changed its owner; the views show which units changed sides with it."""
    for seat in range(s.options.players):
        if has_seat(witnesses, seat):
            turn_page(s, seat, Report.CAPTURE.value, tile, actor, other)


@kernel
def report_hunger(s: State, witnesses: int, tile: int, actor: int, workers: int, armies: int) -> None:
    """Tell how many workers and armies of the actor starved on a tile."""
    for seat in range(s.options.players):
        if not has_seat(witnesses, seat):
            continue
        page = s.players[seat].news[turn_page(s, seat, Report.HUNGER.value, tile, actor, actor)]
        page.armies_lost = armies
        page.workers_lost = workers
