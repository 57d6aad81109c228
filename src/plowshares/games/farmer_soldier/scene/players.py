"""The players, the parts of a turn, and everything that can be looked at more closely."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Fact, Panel, Phases, Thing, Viewer
from plowshares.games.farmer_soldier.actions import Thing as Kind
from plowshares.games.farmer_soldier.position import cell_name
from plowshares.games.farmer_soldier.scene.board import LARGE, NOBODYS, Contents, all_contents, describe_field
from plowshares.games.farmer_soldier.scene.forecast import is_moving, meal_at
from plowshares.games.farmer_soldier.scene.places import field_name, plan_of
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


def phases(s: Any, viewer: Viewer) -> Phases:
    """Return the steps of a turn and the number of the round."""
    names = [_("Grow up"), _("Move"), _("Eat"), _("Fight"), _("Harvest")]
    if s.options.switch:
        names.append(_("Change hats"))
    current = min(STEP[Phase(int(s.phase))], len(names) - 1)
    return Phases(tuple(names), current, aside=(_("Round {n}", n=round_number(s)),))


# Things


def things(s: Any, viewer: Viewer) -> Mapping[str, Thing]:
    """Describe fields and figures."""
    plan = plan_of(s)
    found: dict[str, Thing] = {}
    large = len(plan.cells) > LARGE
    for cell, contents in all_contents(s).items():
        if cell in plan.at:
            found |= _things_in(s, viewer, cell, contents, large)
    return found


def _things_in(s: Any, viewer: Viewer, cell: int, contents: Contents, large: bool) -> dict[str, Thing]:
    name, pick = field_name(s, cell), f"cell {cell_name(s, cell)}"
    found = {
        f"field-{cell_name(s, cell)}": Thing(describe_field(s, viewer, cell, contents), _meal_text(s, viewer, cell))
    }
    if large:
        return found
    for seat, amounts in contents:
        for what, count in enumerate(amounts):
            if count:
                label = _label(viewer, seat, what, count, name)
                facts = (Fact(ART[what], count, kind_name(what)),)
                thing = Thing(label, text_of(what), facts, ART[what], seat if seat >= 0 else None, pick)
                found[thing_id(seat, what, cell_name(s, cell))] = thing
    return found


def _label(viewer: Viewer, seat: int, what: int, count: int, field: Text) -> Text:
    things_ = count_of(count, what)
    if seat == NOBODYS:
        return _("{things} for everybody in {field}", things=things_, field=field)
    if viewer.is_me(seat):
        return _("Your {things} in {field}", things=things_, field=field)
    return _("{name}’s {things} in {field}", name=viewer.names[seat], things=things_, field=field)


def _meal_text(s: Any, viewer: Viewer, cell: int) -> str:
    if not is_moving(s, viewer.seat):
        return ""
    meal = meal_at(s, viewer.seat, cell)
    if not meal.mouths:
        return _("You have nobody here.")
    eat = ngettext("{n} person eats here", "{n} people eat here", meal.mouths)
    if meal.short:
        short = ngettext("{n} will starve", "{n} will starve", meal.short)
        return _("{eat} and find {food} food: {short}.", eat=eat, food=meal.food, short=short)
    return _("{eat} and find {food} food: all are fed.", eat=eat, food=meal.food)


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
