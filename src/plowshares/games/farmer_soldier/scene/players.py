"""The players, the parts of a turn, and everything that can be looked at more closely."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Fact, Figures, Panel, Phases, Thing, Viewer
from plowshares.games.farmer_soldier.actions import Thing as Kind
from plowshares.games.farmer_soldier.scene.board import (
    LARGE,
    NOBODYS,
    Contents,
    all_contents,
    describe_contents,
    shown_things,
)
from plowshares.games.farmer_soldier.scene.forecast import is_moving, meal_at
from plowshares.games.farmer_soldier.scene.places import name_place, plan_of
from plowshares.games.farmer_soldier.scene.words import ART, count_of, count_people, kind_name, round_number, thing_id
from plowshares.games.farmer_soldier.state import Phase

STEP = {Phase.RAISE: 0, Phase.MOVE: 1, Phase.AMOUNT: 1, Phase.FEED: 2, Phase.MARK: 3, Phase.ARM: 5, Phase.OVER: 4}


def panels(s: Any, viewer: Viewer) -> Sequence[Panel]:
    """Describe every seat: fields, people, food."""
    count, seats = int(s.board.count), int(s.options.seats)
    totals = s.things[:count, :seats].sum(axis=0)
    farmed = (s.things[:count, :seats, Kind.FARMER] > 0).sum(axis=0)
    return [_panel(s, seat, totals[seat].tolist(), int(farmed[seat])) for seat in range(seats)]


def _panel(s: Any, seat: int, totals: list[int], farmed: int) -> Panel:
    if not s.living[seat]:
        return Panel(line=_("Nobody is left"), out=True)
    fields = ngettext("{n} field", "{n} fields", farmed)
    line = _("{fields} · {people}", fields=fields, people=count_people(int(s.people[seat])))
    shown = [what for what in Kind if not (what == Kind.FOOD and s.options.common)]
    facts = tuple(Fact(ART[what], totals[what], kind_name(what)) for what in shown)
    chosen = not (int(s.marking) >> seat) & 1 if s.phase == Phase.MARK and s.markers[seat].questions else None
    return Panel(line, facts, chosen=chosen)


def tally(s: Any) -> Figures:
    """Count the people of every family."""
    return Figures(_("People"), tuple(s.people[: int(s.options.seats)].tolist()))


def phases(s: Any, viewer: Viewer) -> Phases:
    """Return the steps of a turn and the number of the round."""
    names = [_("Grow up"), _("Move"), _("Eat"), _("Fight"), _("Harvest")]
    if s.options.switch:
        names.append(_("Change hats"))
    current = min(STEP[Phase(int(s.phase))], len(names) - 1)
    aside = [_("Round {n}", n=round_number(s))]
    if s.options.lot or s.options.alternating:
        aside.append(_order_words(s, viewer))
    return Phases(tuple(names), current, aside=tuple(aside))


def _order_words(s: Any, viewer: Viewer) -> Text:
    """Say who has the first turn of a round, where that is not the same in every match or round."""
    if s.options.alternating and int(s.round) % 2:
        return _("This round goes backwards")
    beginner = int(s.options.beginner)
    if viewer.is_me(beginner):
        return _("You begin each round") if s.options.lot else _("You begin this round")
    name = viewer.names[beginner]
    return _("{name} begins each round", name=name) if s.options.lot else _("{name} begins this round", name=name)


# Things


def things(s: Any, viewer: Viewer) -> Mapping[str, Thing]:
    """Describe fields and figures."""
    plan, moving = plan_of(s), is_moving(s, viewer.seat)
    found: dict[str, Thing] = {}
    large = len(plan.cells) > LARGE
    for cell, contents in all_contents(s).items():
        i = plan.at.get(cell)
        if i is not None:
            place = plan.places[i]
            name, pick = name_place(plan.grid, place), plan.grid.name(place)
            own = moving and any(seat == viewer.seat for seat, _amounts in contents)
            text = _meal_text(s, viewer, cell) if own else ""
            found[f"field-{pick}"] = Thing(describe_contents(name, contents, viewer), text)
            _add_figures(found, viewer, contents, name, pick, large)
    return found


def _add_figures(
    found: dict[str, Thing], viewer: Viewer, contents: Contents, name: Text, pick: str, large: bool
) -> None:
    for seat, what, count in shown_things(contents, large):
        facts = (Fact(ART[what], count, kind_name(what)),)
        art, colour, pick_name = ART[what], seat if seat >= 0 else None, f"cell {pick}"
        label = describe_contents(name, contents, viewer) if large else _label(viewer, seat, what, count, name)
        found[thing_id(seat, what, pick)] = Thing(label, text_of(what), facts, art, colour, pick_name)


def _label(viewer: Viewer, seat: int, what: int, count: int, field: Text) -> Text:
    things_ = count_of(count, what)
    if seat == NOBODYS:
        return _("{things} for everybody in {field}", things=things_, field=field)
    if viewer.is_me(seat):
        return _("Your {things} in {field}", things=things_, field=field)
    return _("{name}’s {things} in {field}", name=viewer.names[seat], things=things_, field=field)


def _meal_text(s: Any, viewer: Viewer, cell: int) -> str:
    meal = meal_at(s, viewer.seat, cell)
    if not meal.mouths:
        return _("You have nobody here.")
    eat = ngettext("{n} person eats here", "{n} people eat here", meal.mouths)
    if meal.short:
        short = ngettext("{n} will starve", "{n} will starve", meal.short)
        return _("{eat} and find {food} food: {short}.", eat=eat, food=meal.food, short=short)
    return _("{eat} and find {food} food: all are fed.", eat=eat, food=meal.food)


@functools.cache
def text_of(what: int) -> Text:
    """Say what a kind of thing is and does."""
    match what:
        case Kind.FARMER:
            return _("A farmer grows food in this field every turn and has a child. Eats one food a turn, here.")
        case Kind.SOLDIER:
            return _(
                "A soldier strikes one soldier of another family at the end of every turn. Where no soldier guards"
                " them, farmers and children fall. Eats one food a turn, here."
            )
        case Kind.CHILD:
            return _("A child grows up at the start of your next turn: farmer or soldier, as you choose. Eats too.")
    return _("Food is eaten where it lies, one for each person. It can be carried one field a turn.")
