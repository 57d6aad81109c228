"""What the viewer is to do, what can be picked, and what it is called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from plowshares.core.boards import NOWHERE
from plowshares.core.i18n import Text, _, join, ngettext
from plowshares.core.scene import Amount, Forecast, Offer, Prompt, Viewer
from plowshares.core.seats import seats_of
from plowshares.games.farmer_soldier import rules
from plowshares.games.farmer_soldier.actions import LETTERS, THINGS, Thing
from plowshares.games.farmer_soldier.notation.refusals import NAMES, question_of
from plowshares.games.farmer_soldier.positions import cell_name, parse_cell
from plowshares.games.farmer_soldier.rules.moving import count_movable
from plowshares.games.farmer_soldier.scene.board import describe_field
from plowshares.games.farmer_soldier.scene.forecast import (
    count_others,
    count_starving,
    is_asked,
    is_guarded,
    meal_at,
    meals,
)
from plowshares.games.farmer_soldier.scene.places import field_name, short_field_name
from plowshares.games.farmer_soldier.scene.words import ART, count_of, kind_name
from plowshares.games.farmer_soldier.state import Phase

MOST_GOALS = 6  # fields that can be reached with or without food
MOST_RELIEF = 2  # offers to send food, so that the bar keeps its size
FEW = 3  # answers that get a button each; more get a stepper


# What to do


def prompt(s: Any, viewer: Viewer, path: Sequence[str]) -> Prompt:
    """Say what the viewer is to do after a path of picks, or what everybody waits for."""
    if s.phase == Phase.OVER:
        return Prompt(_("The game is over"))
    if not is_asked(s, viewer.seat):
        return _waiting(s, viewer)
    if s.phase == Phase.MOVE:
        return _prompt_move(s, viewer, path)
    return _question(s, viewer)


def _waiting(s: Any, viewer: Viewer) -> Prompt:
    names = [viewer.names[seat] for seat in seats_of(rules.to_act(s))]
    if s.phase == Phase.MARK:
        return Prompt(_("Soldiers meet"), _("{names} choose whom to strike.", names=join(names)))
    return Prompt(_("{name} is moving", name=join(names)))


def _prompt_move(s: Any, viewer: Viewer, path: Sequence[str]) -> Prompt:
    if not path:
        hungry = [meal for meal in meals(s, viewer.seat) if meal.short]
        if hungry:
            return Prompt(_("Move your people and food"), hunger_line(s, viewer.seat), tone="bad")
        return Prompt(_("Move your people and food"), _("Everybody is fed. Everyone moves one field at most."))
    cell = cell_of(s, path[0])
    name = field_name(s, cell)
    if len(path) == 1:
        return Prompt(_("{field}: who goes?", field=name), _("Choose farmers, soldiers, children or food."))
    what = NAMES.index(path[1].removeprefix("button "))
    title = _("{things} in {field}", things=count_of(int(movable(s, cell, what)), what), field=name)
    return Prompt(title, _("Choose a marked field."))


def hunger_line(s: Any, seat: int) -> Text:
    """Say where people will starve."""
    hungry = [meal for meal in meals(s, seat) if meal.short]
    if len(hungry) == 1:
        where, short = field_name(s, hungry[0].cell), hungry[0].short
        return ngettext("{n} person will starve in {field}.", "{n} people will starve in {field}.", short, field=where)
    total = sum(meal.short for meal in hungry)
    return ngettext(
        "{n} person will starve in {fields}.",
        "{n} people will starve in {fields}.",
        total,
        fields=join([field_name(s, meal.cell) for meal in hungry[:4]]),
    )


def _question(s: Any, viewer: Viewer) -> Prompt:
    cell, what, target = question_of(s, viewer.seat)
    _low, high = rules.question_range(s, viewer.seat)
    name = field_name(s, cell)
    match Phase(int(s.phase)):
        case Phase.RAISE:
            return _ask_raise(s, viewer, cell, int(high))
        case Phase.FEED:
            title = ngettext(
                "{n} person in {field} must starve", "{n} people in {field} must starve", int(s.short), field=name
            )
            return Prompt(title, _("How many of them are {kind}?", kind=_lower(what)), tone="bad")
        case Phase.MARK:
            title = _("Fight in {field}", field=name)
            line = _("How many of {name}’s soldiers do yours strike?", name=viewer.names[target])
            return Prompt(title, line)
        case Phase.ARM:
            return Prompt(
                _("{field}: who carries arms?", field=name),
                ngettext("{n} adult lives here.", "{n} adults live here.", int(high)),
            )
    to = field_name(s, int(s.board.neighbours[cell, int(s.slot)]))
    if what == Thing.FOOD:
        return Prompt(
            _("Carry how much food to {field}?", field=to), _("Up to {n} from {source}.", n=int(high), source=name)
        )
    return Prompt(
        _("{kind} to {field}: how many?", kind=kind_name(what), field=to),
        _("Up to {n} from {source}.", n=int(high), source=name),
    )


def _lower(what: int) -> Text:
    return (_("farmers"), _("soldiers"), _("children"), _("food"))[what]


def _ask_raise(s: Any, viewer: Viewer, cell: int, children: int) -> Prompt:
    name = field_name(s, cell)
    if children == 1:
        title = _("Your child in {field} is grown up", field=name)
        line = _("Straw hat or helmet? Farmers grow food and have children, soldiers fight.")
    else:
        title = _("{n} children in {field} are grown up", n=children, field=name)
        line = _("How many become soldiers? The others farm.")
    if enemies_beside(s, viewer.seat, cell):
        line = _("{line} Enemy soldiers stand beside this field.", line=line)
    return Prompt(title, line)


def enemies_beside(s: Any, seat: int, cell: int) -> bool:
    """Ask whether soldiers of other players are one step away."""
    goals = [int(to) for to in s.board.neighbours[cell] if to != NOWHERE]
    return any(is_guarded(s, to, seat) for to in goals)


# What can be picked


def offers(s: Any, viewer: Viewer, path: Sequence[str], picks: Sequence[str]) -> Sequence[Offer]:
    """Describe each of the picks that may follow a path, and kinds of people who have moved already."""
    if not picks:
        return []
    if s.phase != Phase.MOVE:
        return list(_answers(s, viewer, picks))
    if not path:
        first = [_done(s, viewer) if pick == "button done" else _source(s, viewer, pick) for pick in picks]
        return [*first, *_relief(s, viewer)]
    cell = cell_of(s, path[0])
    if len(path) == 1:
        return list(_kinds(s, viewer, cell, picks))
    what = NAMES.index(path[1].removeprefix("button "))
    goals = [_goal(s, viewer, cell, what, pick, with_food=len(picks) <= MOST_GOALS) for pick in picks]
    further = [_without_food(s, path, goal) for goal in goals if goal.command]
    if len(picks) <= MOST_GOALS:
        further += [offer for goal in goals if (offer := _all_with_food(s, viewer.seat, cell, what, goal.pick))]
    return [*goals, *further]


def cell_of(s: Any, pick: str) -> int:
    """Return the field that a pick names."""
    return parse_cell(s, pick.removeprefix("cell "))


def _done(s: Any, viewer: Viewer) -> Offer:
    starving = count_starving(s, viewer.seat)
    question = ""
    if starving:
        question = _("{hunger} Done anyway?", hunger=hunger_line(s, viewer.seat))
        if starving >= int(s.people[viewer.seat]):
            question = _("All your people will starve and you will be out. Done anyway?")
    detail = hunger_line(s, viewer.seat) if starving else _("Everybody eats, soldiers fight, farmers harvest.")
    return Offer("button done", _("Done moving"), detail, confirm=question, main=True, key="d", where="bar")


def _source(s: Any, viewer: Viewer, pick: str) -> Offer:
    return Offer(pick, describe_field(s, viewer, cell_of(s, pick)), mark="select")


def _relief(s: Any, viewer: Viewer) -> Iterator[Offer]:
    """Offer to send food from a neighbour to where it is lacking."""
    hungry = [meal for meal in meals(s, viewer.seat) if meal.short]
    for meal in hungry[:MOST_RELIEF]:
        best = max(
            ((carried(s, viewer.seat, cell, meal.short), -cell) for cell in _beside(s, meal.cell)), default=(0, 0)
        )
        if best[0] > 0:
            cell = -best[1]
            yield Offer(
                "",
                _("Feed {field}", field=short_field_name(s, meal.cell)),
                _(
                    "Send {n} food from {source} to {field}.",
                    n=best[0],
                    source=field_name(s, cell),
                    field=field_name(s, meal.cell),
                ),
                ART[Thing.FOOD],
                command=f"{cell_name(s, cell)}>{cell_name(s, meal.cell)} {best[0]}g",
                where="bar",
            )


def _beside(s: Any, cell: int) -> list[int]:
    return [int(to) for to in s.board.neighbours[cell] if to != NOWHERE]


def carried(s: Any, seat: int, cell: int, wanted: int, leaving: int = 0) -> int:
    """Return how much food can go along from a field without making anybody hungry who stays."""
    meal = meal_at(s, seat, cell)
    return max(0, min(wanted, movable(s, cell, Thing.FOOD), meal.food - (meal.mouths - leaving)))


def movable(s: Any, cell: int, what: int) -> int:
    """Return how many of a kind can still leave a field."""
    return int(count_movable(s, cell, what))


def _kinds(s: Any, viewer: Viewer, cell: int, picks: Sequence[str]) -> Iterator[Offer]:
    for what in range(THINGS):
        pick, owner = f"button {NAMES[what]}", viewer.seat if what != Thing.FOOD or not s.options.common else 0
        there = int(s.things[cell, owner, what])
        if pick in picks:
            yield Offer(pick, count_of(movable(s, cell, what), what), "", ART[what], viewer.seat, where="bar")
        elif there:
            why = _("They have moved already.") if what != Thing.FOOD else _("It has been moved already.")
            if what == Thing.FOOD and not int(s.arrived[cell, what]):
                why = _("Food only moves with people.")
            yield Offer(
                pick,
                count_of(there, what),
                "",
                ART[what],
                viewer.seat,
                enabled=False,
                why_not=why,
                where="bar",
            )


def _without_food(s: Any, path: Sequence[str], goal: Offer) -> Offer:
    label = _("To {field}", field=field_name(s, cell_of(s, goal.pick)))
    picks = (*path, goal.pick)
    return Offer(f"without food {goal.pick}", label, path=picks, group=_("Without food"), where="popover")


def _goal(s: Any, viewer: Viewer, cell: int, what: int, pick: str, with_food: bool) -> Offer:
    to = cell_of(s, pick)
    others = count_others(s, to, viewer.seat)
    food = _along(s, viewer.seat, cell, what, to) if with_food else 0
    name = field_name(s, to)
    return Offer(
        pick,
        _("To {field} with {n} food", field=name, n=food) if food else _("To {field}", field=name),
        goal_line(s, viewer, what, to) if not food else _("They take {n} food along.", n=food),
        command=f"{cell_name(s, cell)}>{cell_name(s, to)} 1{LETTERS[what]} {food}g" if food else "",
        forecast=_clash_forecast(s, viewer, cell, what, to) if others and what == Thing.SOLDIER else None,
        mark="attack" if others and what == Thing.SOLDIER else "move",
    )


def _all_with_food(s: Any, seat: int, cell: int, what: int, pick: str) -> Offer | None:
    """Offer to send all people of a kind together with the food that they lack where they go."""
    many, to = movable(s, cell, what), cell_of(s, pick)
    if what == Thing.FOOD or many < 2:
        return None
    meal = meal_at(s, seat, to)
    lacking = min(max(0, meal.mouths + many - meal.food), int(s.options.max_stack) - meal.food)
    food = carried(s, seat, cell, lacking, leaving=many)
    if not food or meal.mouths + many > int(s.options.max_stack):
        return None
    label = _("{people} to {field} with {n} food", people=count_of(many, what), field=field_name(s, to), n=food)
    command = f"{cell_name(s, cell)}>{cell_name(s, to)} {many}{LETTERS[what]} {food}g"
    hungry = max(0, lacking - food)
    line = ngettext("{n} will starve there", "{n} will starve there", hungry) if hungry else _("All are fed there.")
    return Offer(f"all {pick}", label, line, ART[what], seat, command=command, group=_("All with food"), where="panel")


def _along(s: Any, seat: int, cell: int, what: int, to: int) -> int:
    """Return the food that goes along with a single person to a field where there is none for them."""
    if what == Thing.FOOD or movable(s, cell, what) != 1:
        return 0
    meal = meal_at(s, seat, to)
    lacking = max(0, meal.mouths + 1 - meal.food)
    room = int(s.options.max_stack) - meal.food
    return carried(s, seat, cell, min(lacking, 1, room), leaving=1)


def goal_line(s: Any, viewer: Viewer, what: int, to: int) -> Text:
    """Say what those who go to a field find there."""
    meal = meal_at(s, viewer.seat, to)
    spare = meal.food - meal.mouths
    name = field_name(s, to)
    if what == Thing.FOOD:
        if meal.short:
            return ngettext("{n} person there lacks food.", "{n} people there lack food.", meal.short)
        return _("Nobody there needs it now.") if not meal.mouths else _("Everybody there is fed already.")
    if is_guarded(s, to, viewer.seat) and what != Thing.SOLDIER:
        if s.options.any_army:
            return _("Enemy soldiers are there: farmers and children fall unless all those soldiers do.")
        return _("Enemy soldiers are there: farmers and children without a guard fall.")
    if spare > 0:
        return _("There is food for {n} more in {field}.", n=spare, field=name)
    return _("No food is left over in {field}: send some along.", field=name)


def _clash_forecast(s: Any, viewer: Viewer, cell: int, what: int, to: int) -> Forecast:
    """Say what happens if all soldiers who can go there do, and are fed."""
    room = int(s.options.max_stack) - int(s.things[to, viewer.seat, Thing.SOLDIER])
    mine = int(s.things[to, viewer.seat, Thing.SOLDIER]) + min(movable(s, cell, what), room)
    soldiers = s.things[to, : int(s.options.seats), Thing.SOLDIER].astype(int)
    theirs = int(soldiers.sum()) - int(soldiers[viewer.seat])
    civilians = count_others(s, to, viewer.seat) - theirs
    rows = ((_("Your soldiers"), str(mine)), (_("Their soldiers"), str(theirs)), (_("Others there"), str(civilians)))
    if not theirs:
        return Forecast("good", _("Nobody guards it"), _("Everybody there falls if your soldiers have food."), rows)
    if int((soldiers > 0).sum()) - int(soldiers[viewer.seat] > 0) > 1:
        return Forecast("even", _("Several armies meet"), _several(s), rows)
    if s.options.may_hold:
        return Forecast("even", _("Soldiers meet"), _held_back(s, min(mine, theirs)), rows)
    return _battle(mine, theirs, rows)


def _several(s: Any) -> Text:
    if s.options.may_hold:
        return _("Each side chooses whom to strike, or holds back.")
    return _("An army as large as all its enemies together strikes them all. A smaller one chooses whom to strike.")


def _held_back(s: Any, most: int) -> Text:
    """Say what may happen where each side may hold back."""
    fallen = ngettext(
        "Each side may strike or hold back: at most {n} falls on each side.",
        "Each side may strike or hold back: at most {n} fall on each side.",
        most,
    )
    if s.options.any_army:
        return _("{losses} If soldiers of both are left, all farmers and children there fall.", losses=fallen)
    return _("{losses} If soldiers of both are left, nobody else falls.", losses=fallen)


def _battle(mine: int, theirs: int, rows: tuple[tuple[str, str], ...]) -> Forecast:
    """Say how two armies fight that have to."""
    if mine == theirs:
        return Forecast("even", _("Even"), _("All soldiers fall on both sides."), rows)
    fallen = ngettext("{n} falls on each side.", "{n} fall on each side.", min(mine, theirs))
    if mine > theirs:
        text = _("{losses} Yours are left and the others there fall.", losses=fallen)
        return Forecast("good", _("You win with all {n}", n=mine), text, rows)
    return Forecast("bad", _("You lose"), _("{losses} Theirs are left.", losses=fallen), rows)


# Answers


def _answers(s: Any, viewer: Viewer, picks: Sequence[str]) -> Iterator[Offer]:
    numbers = [int(pick.removeprefix("number ")) for pick in picks]
    low, high = min(numbers), max(numbers)
    cell, what, _target = question_of(s, viewer.seat)
    if high - low < FEW and s.phase != Phase.AMOUNT:
        for n in numbers:
            yield _answer(s, viewer, cell, what, n, high)
        return
    default = usual_answer(s, viewer.seat, low, high)
    yield Offer(
        f"number {low}",
        _amount_label(s, what, cell),
        _amount_detail(s, viewer, cell, what),
        _amount_art(s, what),
        viewer.seat,
        amount=Amount(low, high, default, _unit(s, what), _quick(low, high, default)),
    )


def _quick(low: int, high: int, default: int) -> tuple[int, ...]:
    return tuple(sorted({low, default, (low + high) // 2, high}))


def usual_answer(s: Any, seat: int, low: int, high: int) -> int:
    """Return the number that a stepper begins with: what keeps people fed, and never all soldiers."""
    cell, what, _target = question_of(s, seat)
    match Phase(int(s.phase)):
        case Phase.RAISE:
            return low  # straw hats
        case Phase.FEED:
            return high if what == Thing.CHILD else low
        case Phase.ARM:
            return max(low, min(high, int(s.things[cell, seat, Thing.SOLDIER])))
        case Phase.MARK:
            return (low + high + 1) // 2
    to = int(s.board.neighbours[cell, int(s.slot)])
    meal = meal_at(s, seat, to)
    wanted = meal.short if what == Thing.FOOD else meal.food - meal.mouths
    return max(low, min(high, wanted))


def _unit(s: Any, what: int) -> Text:
    if s.phase in (Phase.RAISE, Phase.ARM, Phase.MARK):
        return _("soldiers")
    return _lower(what)


def _amount_art(s: Any, what: int) -> str:
    return ART[Thing.SOLDIER] if s.phase in (Phase.RAISE, Phase.ARM, Phase.MARK) else ART[what]


def _amount_label(s: Any, what: int, cell: int) -> Text:
    match Phase(int(s.phase)):
        case Phase.RAISE:
            return _("Helmets: how many become soldiers?")
        case Phase.FEED:
            return _("How many {kind} starve?", kind=_lower(what))
        case Phase.ARM:
            return _("How many are soldiers from now on?")
        case Phase.MARK:
            return _("How many do you strike?")
    to = field_name(s, int(s.board.neighbours[cell, int(s.slot)]))
    if what == Thing.FOOD:
        return _("Carry how much food to {field}?", field=to)
    return _("How many {kind} go to {field}?", kind=_lower(what), field=to)


def _amount_detail(s: Any, viewer: Viewer, cell: int, what: int) -> str:
    if s.phase != Phase.AMOUNT:
        return _("The others farm.") if s.phase in (Phase.RAISE, Phase.ARM) else ""
    to = int(s.board.neighbours[cell, int(s.slot)])
    return goal_line(s, viewer, what, to)


def _answer(s: Any, viewer: Viewer, cell: int, what: int, n: int, high: int) -> Offer:
    """Return the button of one answer."""
    pick, seat = f"number {n}", viewer.seat
    match Phase(int(s.phase)):
        case Phase.RAISE:
            label = answer_words(s, viewer, n)
            return Offer(
                pick, label, art="hat-helm" if n else "hat-straw", colour=seat, main=n == 0, key="fs2"[min(n, 2)]
            )
        case Phase.ARM:
            return Offer(pick, answer_words(s, viewer, n), art=ART[Thing.SOLDIER if n else Thing.FARMER], colour=seat)
        case Phase.FEED:
            return Offer(pick, answer_words(s, viewer, n), art=ART[what], colour=seat)
    return Offer(pick, answer_words(s, viewer, n), art="i-swords")


def answer_words(s: Any, viewer: Viewer, n: int) -> Text:
    """Say what a number answers to the question that the viewer is asked."""
    _cell, what, target = question_of(s, viewer.seat)
    _low, high = rules.question_range(s, viewer.seat)
    match Phase(int(s.phase)):
        case Phase.RAISE | Phase.ARM:
            if int(high) == 1:
                return _("Soldier") if n else _("Farmer")
            return _split(n, int(high))
        case Phase.FEED:
            if n == 0:
                return _("No child starves") if what == Thing.CHILD else _("No soldier starves")
            return (
                _("{things} starve", things=count_of(n, what))
                if n > 1
                else _("{things} starves", things=count_of(1, what))
            )
        case Phase.MARK:
            if n == 0:
                return _("Spare {name}’s soldiers", name=viewer.names[target])
            return _("Strike {n} of {name}’s soldiers", n=n, name=viewer.names[target])
    return count_of(n, what)


def _split(soldiers: int, people: int) -> Text:
    if soldiers == 0:
        return _("All farmers")
    if soldiers == people:
        return _("All soldiers")
    farmers = count_of(people - soldiers, Thing.FARMER)
    return _("{soldiers}, {farmers}", soldiers=count_of(soldiers, Thing.SOLDIER), farmers=farmers)
