"""What happened between two views of one viewer, in the order it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from plowshares.core.boards import NOWHERE, next_cell
from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Event, Viewer
from plowshares.core.seats import NOBODY, seats_of
from plowshares.games.farmer_soldier.actions import Thing
from plowshares.games.farmer_soldier.positions import cell_name
from plowshares.games.farmer_soldier.rules.marking import has_choice, is_asked, next_target
from plowshares.games.farmer_soldier.scene.forecast import food_at, people_at
from plowshares.games.farmer_soldier.scene.places import field_name, pick_of, short_field_name
from plowshares.games.farmer_soldier.scene.words import ART, count_of, list_people, round_number, thing_id
from plowshares.games.farmer_soldier.state import PEOPLE, Phase

Losses = dict[int, dict[int, list[int]]]  # by field and seat: people of each kind


def events(before: Any, after: Any, viewer: Viewer) -> Sequence[Event]:
    """Tell what happened between two views of the viewer."""
    if before.tobytes() == after.tobytes():
        return []
    return [*_choices(before, after, viewer), *_consequences(before, after, viewer)]


# What was decided


def _choices(before: Any, after: Any, viewer: Viewer) -> Iterator[Event]:
    match Phase(int(before.phase)):
        case Phase.RAISE:
            yield _raised(before, after, viewer)
        case Phase.MOVE | Phase.AMOUNT if after.seat == before.seat and after.phase in (Phase.MOVE, Phase.AMOUNT):
            yield from _moves(before, after, viewer)
        case Phase.MARK:
            yield from _marks(before, after, viewer)
        case Phase.ARM:
            yield _armed(before, after, viewer)


def _raised(before: Any, after: Any, viewer: Viewer) -> Event:
    cell, seat = int(before.cell), int(before.seat)
    grown = after.things[cell, seat].astype(int) - before.things[cell, seat]
    farmers, soldiers = int(grown[Thing.FARMER]), int(grown[Thing.SOLDIER])
    where, target = field_name(before, cell), pick_of(before, cell)
    art = ART[Thing.SOLDIER if soldiers else Thing.FARMER]
    return Event("say", _grown_words(viewer, seat, where, farmers, soldiers), seat, target=target, art=art, colour=seat)


def _grown_words(viewer: Viewer, seat: int, where: Text, farmers: int, soldiers: int) -> Text:
    if not soldiers:
        who = count_of(farmers, Thing.FARMER)
        if viewer.is_me(seat):
            return (
                _("Your {n} children in {field} become farmers.", n=farmers, field=where)
                if farmers > 1
                else _("Your child in {field} becomes a farmer.", field=where)
            )
        return _("{name} raises {who} in {field}.", name=viewer.names[seat], who=who, field=where)
    who = list_people((farmers, soldiers, 0))
    if viewer.is_me(seat):
        return _("You raise {who} in {field}.", who=who, field=where)
    return _("{name} raises {who} in {field}.", name=viewer.names[seat], who=who, field=where)


def _moves(before: Any, after: Any, viewer: Viewer) -> Iterator[Event]:
    cells, seat = int(before.board.count), int(before.seat)  # only what existed can have been entered
    change = after.things[:cells].astype(int) - before.things[:cells]
    for what in range(len(Thing)):
        for start in np.flatnonzero((change[:, :, what] < 0).any(axis=1)).tolist():
            gone = -int(change[start, :, what].min())
            goals = [int(to) for to in before.board.neighbours[start] if to != NOWHERE]
            to = next(to for to in goals if (change[to, :, what] > 0).any())
            yield Event(
                "move",
                _moved_words(viewer, seat, gone, what, start_name(before, start, to), field_name(before, to)),
                seat,
                thing=thing_id(seat, what, cell_name(before, start)),
                source=pick_of(before, start),
                target=pick_of(before, to),
                art=ART[what],
                colour=seat,
                amount=gone,
            )


def _moved_words(viewer: Viewer, seat: int, gone: int, what: int, start: Text, to: Text) -> Text:
    things = count_of(gone, what)
    if viewer.is_me(seat):
        return _("You move {things} from {start} to {goal}.", things=things, start=start, goal=to)
    return _(
        "{name} moves {things} from {start} to {goal}.", name=viewer.names[seat], things=things, start=start, goal=to
    )


def start_name(s: Any, start: int, to: int) -> Text:
    """Name where a move begins; its floor is said once if it ends on the same one."""
    one_floor = (s.board.places[start][2 : s.board.axes] == s.board.places[to][2 : s.board.axes]).all()
    return short_field_name(s, start) if one_floor else field_name(s, start)


def _armed(before: Any, after: Any, viewer: Viewer) -> Event:
    cell, seat = int(before.cell), int(before.seat)
    here = after.things[cell, seat]
    who = list_people((int(here[Thing.FARMER]), int(here[Thing.SOLDIER]), 0))
    where = field_name(before, cell)
    if viewer.is_me(seat):
        words = _("You now have {who} in {field}.", who=who, field=where)
    else:
        words = _("{name} now has {who} in {field}.", name=viewer.names[seat], who=who, field=where)
    return Event("say", words, seat, target=pick_of(before, cell))


def _marks(before: Any, after: Any, viewer: Viewer) -> Iterator[Event]:
    if after.phase != Phase.MARK:
        yield from _revealed(before, after, viewer)
        return
    for other in seats_of(int(before.marking) & ~int(after.marking)):
        if not viewer.is_me(other):
            yield Event("say", _("{name} has chosen whom to strike.", name=viewer.names[other]), other)
    if viewer.seat >= 0 and after.markers[viewer.seat].answered > before.markers[viewer.seat].answered:
        marker = before.markers[viewer.seat]
        strikes = int(after.marks[marker.first + marker.answered])
        yield Event(
            "say",
            _struck_words(before, viewer, viewer.seat, int(marker.target), int(marker.cell), strikes),
            viewer.seat,
        )


def _revealed(before: Any, after: Any, viewer: Viewer) -> Iterator[Event]:
    """Tell all marks that were choices; the others follow from the position."""
    for seat in range(before.options.seats):
        at = int(after.markers[seat].first)
        cell = next_cell(before.shared, 0)
        while cell != NOWHERE and after.markers[seat].questions:
            target = next_target(before, cell, seat, 0) if has_choice(before, cell, seat) else NOBODY
            while is_asked(before, cell, seat, target):
                words = _struck_words(before, viewer, seat, int(target), int(cell), int(after.marks[at]))
                yield Event("say", words, seat, target=pick_of(before, int(cell)))
                at += 1
                target = next_target(before, cell, seat, target + 1)
            cell = next_cell(before.shared, cell + 1)


def _struck_words(s: Any, viewer: Viewer, seat: int, target: int, cell: int, strikes: int) -> Text:
    words = {"field": field_name(s, cell), "n": strikes, "name": viewer.names[seat], "other": viewer.names[target]}
    if viewer.is_me(seat):
        return _("In {field} you strike {n} of {other}’s soldiers.", **words)
    if viewer.is_me(target):
        return _("In {field} {name} strikes {n} of your soldiers.", **words)
    return _("In {field} {name} strikes {n} of {other}’s soldiers.", **words)


# What followed


def _consequences(before: Any, after: Any, viewer: Viewer) -> Iterator[Event]:
    news = after.news
    starved, fallen = _losses(before, after)
    yield from _hunger(before, viewer, starved)
    yield from _battles(before, viewer, fallen)
    yield from _looted(before, after, viewer)
    for seat in range(after.options.seats):
        if before.living[seat] and not after.living[seat]:
            yield Event("say", _out_words(viewer, seat), seat, tone="bad" if viewer.is_me(seat) else None, sound="bad")
    if news.harvested:
        yield from _harvest(before, after, viewer)
    if after.phase != Phase.OVER and (after.seat != before.seat or after.round != before.round):
        yield _turn(after, viewer)
    if news.born:
        yield from _births(after, viewer)


def _losses(before: Any, after: Any) -> tuple[Losses, Losses]:
    """Return who starved and who fell where; news say how many in all, and hunger comes first."""
    starved: Losses = {}
    fallen: Losses = {}
    news, seats, seat = after.news, int(after.options.seats), int(before.seat)
    if not news.starved.any() and not news.fallen.any():
        return starved, fallen
    cells = int(before.board.count)
    lost = before.things[:cells, :seats, :PEOPLE].astype(int) - after.things[:cells, :seats, :PEOPLE]
    born = int(after.seat) if news.born else -1
    for cell, each in zip(*(part.tolist() for part in np.nonzero(lost.any(axis=2))), strict=True):
        gone = lost[cell, each].tolist()
        if each == born:
            gone[Thing.CHILD] += int(after.things[cell, each, Thing.CHILD])  # all who are there now were just born
        gone = [max(0, n) for n in gone]
        hungry = _hungry(before, after, cell) if each == seat and news.starved[each].any() else 0
        dead = _take(gone, min(hungry, sum(gone)))
        if sum(dead):
            starved.setdefault(cell, {})[each] = dead
        if sum(gone) > sum(dead):
            fallen.setdefault(cell, {})[each] = [n - m for n, m in zip(gone, dead, strict=True)]
    return starved, fallen


def _hungry(before: Any, after: Any, cell: int) -> int:
    """Return how many of the current player's people went hungry in a field in this step."""
    if before.phase == Phase.FEED and cell <= int(before.cell):  # fields before this one have eaten
        return int(before.short) if cell == int(before.cell) else 0
    return max(0, people_at(before, int(before.seat), cell) - food_at(before, int(before.seat), cell))


def _take(gone: list[int], number: int) -> list[int]:
    """Return up to `number` of those who are gone, children first."""
    taken = [0, 0, 0]
    for what in (Thing.CHILD, Thing.FARMER, Thing.SOLDIER):
        taken[what] = min(gone[what], number)
        number -= taken[what]
    return taken


def _hunger(before: Any, viewer: Viewer, starved: Losses) -> Iterator[Event]:
    first = True
    for cell, seats in sorted(starved.items()):
        for seat, dead in seats.items():
            what = next(kind for kind in (Thing.CHILD, Thing.FARMER, Thing.SOLDIER) if dead[kind])
            yield Event(
                "lose",
                _starved_words(viewer, seat, dead, field_name(before, cell)),
                seat,
                thing=thing_id(seat, int(what), cell_name(before, cell)),
                target=pick_of(before, cell),
                art=ART[what],
                colour=seat,
                icon=ART[what],
                amount=sum(dead),
                tone="bad",
                sound="hunger",
                together=not first,
            )
            first = False


def _starved_words(viewer: Viewer, seat: int, dead: list[int], where: Text) -> Text:
    who = list_people(dead)
    if viewer.is_me(seat):
        return _("You lose {who} to hunger in {field}.", who=who, field=where)
    return _("{name} loses {who} to hunger in {field}.", name=viewer.names[seat], who=who, field=where)


def _battles(before: Any, viewer: Viewer, fallen: Losses) -> Iterator[Event]:
    for cell, seats in sorted(fallen.items()):
        where = field_name(before, cell)
        fights = sum(1 for dead in seats.values() if dead[Thing.SOLDIER]) > 1
        for i, (seat, dead) in enumerate(sorted(seats.items())):
            what = next(kind for kind in (Thing.SOLDIER, Thing.FARMER, Thing.CHILD) if dead[kind])
            yield Event(
                "lose",
                _fallen_words(viewer, seat, dead, where, _armies(before, cell, seat)),
                seat,
                thing=thing_id(seat, int(what), cell_name(before, cell)),
                target=pick_of(before, cell),
                art=ART[what],
                colour=seat,
                icon="i-swords" if fights else ART[what],
                amount=sum(dead),
                tone="bad" if viewer.is_me(seat) else "good" if viewer.seat in seats else None,
                sound="battle",
                together=i > 0,
            )


def _armies(s: Any, cell: int, seat: int) -> list[int]:
    """List those whose soldiers somebody meets in a field."""
    soldiers = s.things[cell, : int(s.options.seats), Thing.SOLDIER]
    return [other for other in np.flatnonzero(soldiers).tolist() if other != seat]


def _fallen_words(viewer: Viewer, seat: int, dead: list[int], where: Text, armies: list[int]) -> Text:
    who, name = list_people(dead), viewer.names[seat]
    if len(armies) != 1:
        if viewer.is_me(seat):
            return _("You lose {who} in the battle for {field}.", who=who, field=where)
        return _("{name} loses {who} in the battle for {field}.", name=name, who=who, field=where)
    if viewer.is_me(armies[0]):
        return _("{name} loses {who} to your soldiers in {field}.", name=name, who=who, field=where)
    other = viewer.names[armies[0]]
    if viewer.is_me(seat):
        return _("You lose {who} to {other}’s soldiers in {field}.", who=who, other=other, field=where)
    return _("{name} loses {who} to {other}’s soldiers in {field}.", name=name, who=who, other=other, field=where)


def _looted(before: Any, after: Any, viewer: Viewer) -> Iterator[Event]:
    for seat in range(after.options.seats):
        food = int(after.news.looted[seat])
        if food and viewer.is_me(seat):
            yield Event("say", _("Your soldiers take {n} food.", n=food), seat, tone="good")
        elif food:
            yield Event("say", _("{name}’s soldiers take {n} food.", name=viewer.names[seat], n=food), seat)


def _out_words(viewer: Viewer, seat: int) -> Text:
    if viewer.is_me(seat):
        return _("You have nobody left and are out.")
    return _("{name} has nobody left and is out.", name=viewer.names[seat])


def _harvest(before: Any, after: Any, viewer: Viewer) -> Iterator[Event]:
    seat, total = int(before.seat), int(after.news.harvested)
    if viewer.is_me(seat):
        words = _("Your fields bring in {n} food.", n=total)
    else:
        words = _("{name}’s fields bring in {n} food.", name=viewer.names[seat], n=total)
    each = int(after.options.food_yield)
    cells = np.flatnonzero(after.things[: int(after.board.count), seat, Thing.FARMER]).tolist()
    for i, cell in enumerate(cells):
        farmers = int(after.things[cell, seat, Thing.FARMER]) if after.options.per_farmer else 1
        yield Event(
            "gain",
            words if i == 0 else "",
            seat,
            target=pick_of(after, cell),
            art=ART[Thing.FOOD],
            icon=ART[Thing.FOOD],
            amount=each * farmers,
            tone="good" if viewer.is_me(seat) else None,
            sound="harvest",
            quiet=not viewer.is_me(seat),
            together=i > 0,
        )


def _turn(after: Any, viewer: Viewer) -> Event:
    seat, number = int(after.seat), round_number(after)
    if viewer.is_me(seat):
        group = _("Your turn · round {n}", n=number)
    else:
        group = _("{name}’s turn · round {n}", name=viewer.names[seat], n=number)
    return Event("turn", seat=seat, group=group)


def _births(after: Any, viewer: Viewer) -> Iterator[Event]:
    seat, born = int(after.seat), int(after.news.born)
    if viewer.is_me(seat):
        words = ngettext("A child is born in your fields.", "{n} children are born in your fields.", born)
    else:
        name = viewer.names[seat]
        words = ngettext("{name} has a child.", "{name} has {n} children.", born, name=name)
    cells = np.flatnonzero(after.things[: int(after.board.count), seat, Thing.CHILD]).tolist()
    for i, cell in enumerate(cells):
        yield Event(
            "gain",
            words if i == 0 else "",
            seat,
            target=pick_of(after, cell),
            art=ART[Thing.CHILD],
            icon=ART[Thing.CHILD],
            colour=seat,
            amount=int(after.things[cell, seat, Thing.CHILD]),
            sound="place",
            quiet=True,
            together=i > 0,
        )
