"""The nations and the parts of a turn."""

from __future__ import annotations

from plowshares.core.i18n import Text, _
from plowshares.core.scene import Fact, Panel, Phases, Tone, Viewer
from plowshares.games.civ import parsing
from plowshares.games.civ.rules.ending import score_of
from plowshares.games.civ.scene import words
from plowshares.games.civ.scene.forecasts import next_turn
from plowshares.games.civ.state import Result, State


def panels(s: State, viewer: Viewer) -> list[Panel]:
    """Describe every nation as the viewer knows it."""
    return [_panel(s, viewer, seat) for seat in range(s.options.players)]


def _panel(s: State, viewer: Viewer, seat: int) -> Panel:
    if s.players[seat].fallen:
        return Panel(_("eliminated"), out=True)
    if viewer.is_me(seat):
        return Panel(_own_line(s, seat), _own_facts(s, seat), text=_strengths(s, seat))
    is_open = bool(s.options.open_stats) or s.result != Result.NONE
    facts = _stores(s, seat) if is_open else ()
    return Panel(_line(s, seat), facts, text=_strengths(s, seat) if is_open else "")


def _own_line(s: State, seat: int) -> Text:
    points = words.points(score_of(s, seat))
    return _("{points}, {cities}", points=points, cities=words.cities(len(parsing.cities(s, seat))))


def _line(s: State, seat: int) -> Text:
    """Say what is seen of another nation, or after the end what it has."""
    if s.result != Result.NONE:
        return _own_line(s, seat)
    known = len(parsing.cities(s, seat)), len(parsing.workers(s, seat)), len(parsing.armies(s, seat))
    if not any(known):
        return _("nothing in sight")
    if not any(known[1:]):
        return _("in sight: {cities}", cities=words.cities(known[0]))
    units = words.units(known[1], known[2])
    if not known[0]:
        return _("in sight: {units}", units=units)
    return _("in sight: {cities}, {units}", cities=words.cities(known[0]), units=units)


def _own_facts(s: State, seat: int) -> tuple[Fact, ...]:
    """Return the viewer's stores with what the next turn adds."""
    p, income = s.players[seat], next_turn(s, seat)
    meals = _("food; next turn {n} in, {eaten} eaten", n=income.food, eaten=income.eaten)
    if income.spoiled:
        amounts = {"n": income.food, "eaten": income.eaten, "spoiled": income.spoiled}
        meals = _("food; next turn {n} in, {eaten} eaten, {spoiled} spoiled", **amounts)
    tone: Tone | None = "bad" if income.starving or income.change < 0 else None
    return (
        Fact(words.FOOD, _figure(int(p.food), income.change), meals, tone),
        Fact(words.PRODUCTION, _figure(int(p.production), income.production), _("production; gain each turn")),
        Fact(words.TRADE, _figure(int(p.trade), income.trade), _("trade; gain each turn")),
    )


def _figure(store: int, change: int) -> str:
    return f"{store} {'−' if change < 0 else '+'}{abs(change)}"


def _stores(s: State, seat: int) -> tuple[Fact, ...]:
    p = s.players[seat]
    return words.food(p.food), words.production(p.production), words.trade(p.trade)


def _strengths(s: State, seat: int) -> Text:
    offence, defence = words.strength(parsing.offence(s, seat)), words.strength(parsing.defence(s, seat))
    return _("Offence {offence}, defence {defence}", offence=offence, defence=defence)


def phases(s: State, viewer: Viewer) -> Phases | None:
    """Say whether the turn is still for spending, or for moving only."""
    aside = (_("Round {n} of {all}", n=int(s.round), all=int(s.options.max_rounds)),)
    if s.options.free_phases:
        return Phases((_("Spend and move"),), 0, aside=aside)
    names = (_("Spend"), _("Move"))
    if not viewer.is_me(int(s.current)) or s.result != Result.NONE:
        return Phases(names, 0, aside=aside)
    p = s.players[viewer.seat]
    if not s.moving:
        return Phases(names, 0, _("{n} production left", n=int(p.production)), aside=aside)
    return Phases(names, 1, _("{n} can move", n=count_free(s, viewer.seat)), aside=aside)


def count_free(s: State, seat: int) -> int:
    """Count the seat's units that can still move this turn."""
    workers = sum(not worker.moved for worker in parsing.workers(s, seat))
    return workers + sum(not army.moved for army in parsing.armies(s, seat))
