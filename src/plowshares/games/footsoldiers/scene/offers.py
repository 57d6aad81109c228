"""What can be picked next, in words, with price, figures and what would come of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Fact, Forecast, Offer, Viewer
from plowshares.games.footsoldiers.actions import TYPES, Kind
from plowshares.games.footsoldiers.grammar import Cell, Written, format_written
from plowshares.games.footsoldiers.lookup import Soldier, all_soldiers, base_of, coordinates
from plowshares.games.footsoldiers.scene.prompts import cell_of_pick
from plowshares.games.footsoldiers.scene.regions import default_facing, planned
from plowshares.games.footsoldiers.scene.things import facts_of, title_of
from plowshares.games.footsoldiers.scene.walks import walk_of
from plowshares.games.footsoldiers.scene.words import ABOUT, ART, FACINGS, SOLDIERS, castle_of, goal_of, name_cell
from plowshares.games.footsoldiers.state import FACING_NAMES, SEATS, TYPE_NAMES, Stage, State

ARROWS = ("i-down", "i-left", "i-up", "i-right")  # by facing


def offers(s: State, viewer: Viewer, path: Sequence[str], picks: Sequence[str]) -> list[Offer]:
    """Describe each of the picks that may follow a path, and those that may not, with the reason."""
    if not 0 <= viewer.seat < SEATS:
        return []
    match s.commands[viewer.seat].stage:
        case Stage.AIM:
            return [*_defaults(s, viewer), *_goals(s, viewer, picks)]
        case Stage.TURN:
            return [_facing(s, viewer, pick) for pick in picks]
        case _ if path:
            return list(_for_cell(s, viewer, cell_of_pick(path[0]), picks))
        case _:
            return list(_first(s, viewer, picks))


# The first decision


def _first(s: State, viewer: Viewer, picks: Sequence[str]) -> Iterator[Offer]:
    soldiers = all_soldiers(s)
    sites = []
    for pick in picks:
        if not pick.startswith("cell "):
            yield _wait(pick)
            continue
        cell = cell_of_pick(pick)
        there = soldiers.get(cell)
        if there is None:
            sites.append(cell)
            yield Offer(pick, _("Build here, {place}", place=name_cell(cell)), mark="move")
        else:
            title = title_of(s, viewer, there)
            yield Offer(pick, title, art=ART[there.type], colour=there.seat, mark="select")
    yield from _cards(s, viewer, sites)


def _wait(pick: str) -> Offer:
    return Offer(pick, _("Wait"), _("Give no order this turn and keep your coins."), art="i-hourglass", where="bar")


def _cards(s: State, viewer: Viewer, sites: Sequence[Cell]) -> Iterator[Offer]:
    """Offer a soldier of each kind on the best free cell, to be sent to the other castle."""
    goal = base_of(s, 1 - viewer.seat)
    site = min(sites, key=lambda cell: (abs(cell[0] - goal[0]) + abs(cell[1] - goal[1]), cell), default=None)
    for kind in range(TYPES):
        command = "" if site is None else format_written(Written(Kind.BUILD, kind, site))
        yield _soldier(s, viewer, f"build {ART[kind]}", kind, site, command)


def _soldier(s: State, viewer: Viewer, pick: str, kind: int, site: Cell | None, command: str = "") -> Offer:
    """Offer a kind of soldier with its price and figures; say how many coins are missing."""
    money, cost = int(s.sides[viewer.seat].money), int(s.options.cost[kind])
    why_not: Text | str = ""
    if money < cost:
        why_not = ngettext("{n} coin short", "{n} coins short", cost - money)
    elif site is None:
        why_not = _("No free cell near your castle")
    return Offer(
        pick,
        SOLDIERS[kind],
        ABOUT[kind],
        ART[kind],
        viewer.seat,
        Fact("i-coin", cost, _("coins")),
        facts_of(s, kind),
        not why_not,
        why_not,
        _foresee(s, viewer, _new(s, viewer.seat, kind, site)) if site is not None and not why_not else None,
        command=command if not why_not else "",
        group=_("Build"),
        where="panel" if pick.startswith("build ") else "popover",
    )


def _new(s: State, seat: int, kind: int, site: Cell) -> Soldier:
    goal = base_of(s, 1 - seat)
    return Soldier(seat, kind, site, int(s.options.health[kind]), goal, default_facing(site, goal))


def _foresee(s: State, viewer: Viewer, soldier: Soldier) -> Forecast:
    walk, goal = walk_of(s, soldier), goal_of(s, viewer, soldier.to)
    if not walk.arrives:
        return Forecast("bad", _("Gets stuck"), _("On the way to {goal} it gets stuck.", goal=goal))
    title = ngettext("There in {n} turn", "There in {n} turns", walk.turns)
    text = _("It reaches {goal} if nobody stops it.", goal=goal)
    return Forecast("good", title, text)


# After a cell


def _for_cell(s: State, viewer: Viewer, cell: Cell, picks: Sequence[str]) -> Iterator[Offer]:
    there = all_soldiers(s).get(cell)
    if there is not None:
        yield from (_change(there, pick) for pick in picks)
        return
    for kind in range(TYPES):
        yield _soldier(s, viewer, f"button build {TYPE_NAMES[kind]}", kind, cell)


def _change(soldier: Soldier, pick: str) -> Offer:
    word = pick.removeprefix("button ")
    if word == "move":
        return Offer(pick, _("Send it elsewhere"), art="i-target", key="m", where="popover")
    facing = FACING_NAMES.index(word.removeprefix("face "))
    now = _("It faces that way already.") if facing == soldier.facing else ""
    label = _("Face {facing}", facing=FACINGS[facing])
    return Offer(pick, label, now, ARROWS[facing], group=_("Turn"), where="popover")


# Goal and facing


def _defaults(s: State, viewer: Viewer) -> Iterator[Offer]:
    """Offer to complete the order with the usual choices: to the other castle, looking there."""
    command, goal = s.commands[viewer.seat], base_of(s, 1 - viewer.seat)
    castle = castle_of(viewer, 1 - viewer.seat)
    ghost = planned(s, viewer.seat)
    forecast = _foresee(s, viewer, ghost) if ghost is not None else None
    if command.kind == Kind.BUILD:
        facing = default_facing(coordinates(s, command.cell), goal)
        text = format_written(Written(Kind.AIM, to=goal, facing=facing))
        label, detail = _("Give the order"), _("It marches to {castle}.", castle=castle)
    else:
        text = format_written(Written(Kind.AIM, to=goal))
        label, detail = _("To {castle}", castle=castle), _("It marches to {castle}.", castle=castle)
    yield Offer("order", label, detail, "i-check", command=text, forecast=forecast, main=True, key="Enter", where="bar")


def _goals(s: State, viewer: Viewer, picks: Sequence[str]) -> Iterator[Offer]:
    """Offer every cell as a goal; soldiers and castles by name."""
    soldiers = all_soldiers(s)
    bases = {base_of(s, seat) for seat in range(SEATS)}
    for pick in picks:
        cell = cell_of_pick(pick)
        there = soldiers.get(cell)
        if there is not None or cell in bases:
            is_enemy = cell == base_of(s, 1 - viewer.seat) or (there is not None and there.seat != viewer.seat)
            label = _("Go to {goal}", goal=goal_of(s, viewer, cell))
            yield Offer(pick, label, mark="attack" if is_enemy else "select")
        else:
            yield Offer(pick, _("Go to {goal}", goal=name_cell(cell)))  # every cell: marked faintly


def _facing(s: State, viewer: Viewer, pick: str) -> Offer:
    facing = FACING_NAMES.index(pick.removeprefix("button face "))
    command = s.commands[viewer.seat]
    usual = default_facing(coordinates(s, command.cell), base_of(s, 1 - viewer.seat))
    is_usual = facing == usual
    label = _("Face {facing}", facing=FACINGS[facing])
    key = "Enter" if is_usual else ""
    return Offer(pick, label, art=ARROWS[facing], main=is_usual, key=key, where="bar")
