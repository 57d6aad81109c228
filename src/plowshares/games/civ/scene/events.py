"""What happened between two views of one seat, as events for the page and sentences for the log."""

from __future__ import annotations

from collections.abc import Iterator

from plowshares.core.i18n import Text, _, join
from plowshares.core.scene import Event, Viewer, you_or
from plowshares.core.seats import NOBODY, SPECTATOR
from plowshares.games.civ import parsing
from plowshares.games.civ.scene import words
from plowshares.games.civ.scene.news_events import news
from plowshares.games.civ.scene.unit_events import city_events, unit_events
from plowshares.games.civ.state import Result, State


def events(before: State, after: State, viewer: Viewer) -> list[Event]:
    """Tell what happened between two views of the viewer, in the order it is shown."""
    if before.tobytes() == after.tobytes():
        return []
    told, explained = news(before, after, viewer)
    found = list(told)
    if after.result == Result.NONE:
        found += city_events(before, after, viewer, explained)
        found += unit_events(before, after, viewer, explained)
        found += _musters(before, after, viewer)
    found += _research(before, after, viewer)
    found += _falls(before, after, viewer)
    return found + list(_turn(before, after, viewer))


def _musters(before: State, after: State, viewer: Viewer) -> Iterator[Event]:
    if viewer.seat == SPECTATOR:
        return
    old, new = (_mustered(s, viewer.seat) for s in (before, after))
    for (tile, way), count in sorted(new.items()):
        fresh = count - old.get((tile, way), 0)
        if fresh > 0:
            place = words.where(after, viewer, tile)
            text = _(
                "You muster {armies} {place} towards the {way}.",
                armies=words.armies(fresh),
                place=place,
                way=words.WAYS[way],
            )
            yield Event("say", text, viewer.seat, thing=f"armies {parsing.tile_name(after, tile)}")


def _mustered(s: State, seat: int) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    for army in parsing.armies(s, seat):
        if army.muster != NOBODY:
            found[army.tile, army.muster] = found.get((army.tile, army.muster), 0) + 1
    return found


def _research(before: State, after: State, viewer: Viewer) -> Iterator[Event]:
    if after.result != Result.NONE and not before.options.open_stats:
        return
    for seat in range(before.options.players):
        name = viewer.names[seat]
        if after.players[seat].offence > before.players[seat].offence:
            n = words.strength(parsing.offence(after, seat))
            you, they = _("Your offence rises to {n}.", n=n), _("{name}’s offence rises to {n}.", name=name, n=n)
            yield Event("say", you_or(viewer, seat, you, they), seat)
        if after.players[seat].defence > before.players[seat].defence:
            n = words.strength(parsing.defence(after, seat))
            you, they = _("Your defence rises to {n}.", n=n), _("{name}’s defence rises to {n}.", name=name, n=n)
            yield Event("say", you_or(viewer, seat, you, they), seat)


def _falls(before: State, after: State, viewer: Viewer) -> Iterator[Event]:
    for seat in range(before.options.players):
        if after.players[seat].fallen and not before.players[seat].fallen:
            they = _("{name} has lost the last city and is out.", name=viewer.names[seat])
            text = you_or(viewer, seat, _("You have lost your last city. You are out."), they)
            yield Event("say", text, seat, tone="bad" if viewer.is_me(seat) else "even")


def _turn(before: State, after: State, viewer: Viewer) -> Iterator[Event]:
    if after.result != Result.NONE:
        if before.result == Result.NONE:
            yield Event("result", _("The game is over."))
        return
    if (after.round, after.current) == (before.round, before.current):
        return
    seat, n = int(after.current), int(after.round)
    if not viewer.is_me(seat):
        name = viewer.names[seat]
        group = _("{name}’s turn · round {n}", name=name, n=n)
        yield Event("turn", seat=seat, title=_("{name}’s turn", name=name), group=group)
        return
    yield Event("turn", seat=seat, title=_("Your turn"), group=_("Your turn · round {n}", n=n))
    yield from _harvest(before, after, viewer)


def _harvest(before: State, after: State, viewer: Viewer) -> Iterator[Event]:
    """Tell what the viewer's turn began with: the harvest, less the meals."""
    old, new = before.players[viewer.seat], after.players[viewer.seat]
    kept = bool(after.options.carry_over)
    production = int(new.production) - (int(old.production) if kept else 0)
    trade = int(new.trade) - (int(old.trade) if kept else 0)
    food = int(new.food) - (int(old.food) if kept else 0)
    towns = parsing.cities(after, viewer.seat)
    place = f"city {parsing.tile_name(after, towns[0])}" if towns else "board"
    text = _harvest_text(food, production, trade)
    if text:
        yield Event("say", text, viewer.seat, sound="harvest")
    gains = ((words.FOOD, food), (words.PRODUCTION, production), (words.TRADE, trade))
    for icon, amount in gains:
        if amount > 0:
            yield Event("gain", target=place, icon=icon, amount=amount, tone="good")
        elif amount < 0:
            yield Event("lose", target=place, icon=icon, amount=-amount, tone="bad")


def _harvest_text(food: int, production: int, trade: int) -> Text | None:
    stores = [(production, _("{n} production", n=production)), (trade, _("{n} trade", n=trade))]
    gained = [each for amount, each in stores if amount]
    if food == 0:
        meals = _("Meals take all the new food.")
    elif food > 0:
        meals = _("After meals you have {n} more food.", n=food)
    else:
        meals = _("Meals take {n} food from your store.", n=-food)
    if not gained:
        return meals if food else None
    return _("You harvest {stores}. {meals}", stores=join(gained), meals=meals)
