"""Events of fights, captures and famines, from the reports that a seat is given."""

from __future__ import annotations

from typing import Any, Literal

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Event, Fact, Tone, Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.games.civ import parsing
from plowshares.games.civ.scene import words
from plowshares.games.civ.scene.forecasts import in_range, next_turn, turns_of_food
from plowshares.games.civ.state import NEWS, Report, State


def news(before: State, after: State, viewer: Viewer) -> tuple[list[Event], set[int]]:
    """Return the events of new reports, and the tiles whose changes they explain."""
    if viewer.seat == SPECTATOR:
        return [], set()
    told = int(after.players[viewer.seat].told)
    fresh = min(told - int(before.players[viewer.seat].told), NEWS)
    pages = [after.players[viewer.seat].news[(told - fresh + i) % NEWS] for i in range(fresh)]
    found: list[Event] = []
    explained: set[int] = set()
    for page in pages:
        found += _TELLERS[int(page.kind)](before, after, viewer, page)
        explained |= set(_explained(after, page))
    return found, explained


def _explained(s: State, page: Any) -> list[int]:
    if page.kind == Report.HUNGER:
        return [int(page.tile)]
    return in_range(s, int(page.tile), int(s.options.capture_range) if page.kind == Report.CAPTURE else 1)


# --- hunger ---


def _hunger(before: State, after: State, viewer: Viewer, page: Any) -> list[Event]:
    seat, tile = int(page.actor), int(page.tile)
    units = words.units(int(page.workers_lost), int(page.armies_lost))
    place, name = words.where(after, viewer, tile), parsing.tile_name(after, tile)
    text = _("{name} loses {units} to hunger {place}.", name=viewer.names[seat], units=units, place=place)
    if viewer.is_me(seat):
        text = _("You lose {units} to hunger {place}.", units=units, place=place)
    kind = "armies" if page.armies_lost else "workers"
    art = "u-army" if page.armies_lost else "u-worker"
    tone: Tone | None = "bad" if viewer.is_me(seat) else None
    return [
        Event(
            "vanish",
            text,
            seat,
            thing=f"{kind} {name}",
            source=f"cell {name}",
            art=art,
            colour=seat,
            tone=tone,
            sound="hunger",
        )
    ]


# --- captures ---


def _capture(before: State, after: State, viewer: Viewer, page: Any) -> list[Event]:
    captor, former, tile = int(page.actor), int(page.other), int(page.tile)
    city, place = words.city_name(after, tile), parsing.tile_name(after, tile)
    one, other = viewer.names[captor], viewer.names[former]
    if viewer.is_me(captor):
        text = _("You take {city} from {name}.", city=city, name=other)
    elif viewer.is_me(former):
        text = _("{name} takes {city} from you.", name=one, city=city)
    else:
        text = _("{name} takes {city} from {other}.", name=one, city=city, other=other)
    tone: Tone = "good" if viewer.is_me(captor) else "bad" if viewer.is_me(former) else "even"
    found = [
        Event(
            "appear",
            text,
            captor,
            thing=f"city {place}",
            target=f"cell {place}",
            art="u-city",
            colour=captor,
            tone=tone,
            sound="captured",
        )
    ]
    return found + _spoils(before, after, viewer, captor, tile)


def _spoils(before: State, after: State, viewer: Viewer, captor: int, tile: int) -> list[Event]:
    """Announce to the captor what changed sides with a city, and whether there is food for it."""
    if not viewer.is_me(captor):
        return []
    tiles = _gained(before, after, captor, tile)
    workers, armies = (sum(each[i] for each in tiles.values()) for i in (0, 1))
    food = _food(after, captor)
    found = []
    if tiles:
        follow = words.units(workers, armies)
        text = (
            _("{units} near it follow you now.", units=follow)
            if workers + armies > 1
            else _("{units} near it follows you now.", units=follow)
        )
        found.append(Event("say", text, captor, tone="good"))
    if food:
        found.append(Event("say", food, captor, tone="bad"))
    facts = [Fact("u-city", 1, ngettext("city", "cities", 1))]
    facts += [Fact("u-army", armies, ngettext("army", "armies", armies))] if armies else []
    facts += [Fact("u-worker", workers, ngettext("worker", "workers", workers))] if workers else []
    places = tuple(f"cell {parsing.tile_name(after, each)}" for each in (tile, *tiles))
    card = Event(
        "announce",
        seat=captor,
        target=places[0],
        art="u-city",
        colour=captor,
        tone="good",
        title=_("{city} is yours!", city=words.city_name(after, tile)),
        detail=_("Units that change sides have moved this turn.") if tiles else _("Nobody stood near it."),
        facts=tuple(facts),
        note=food,
        tag=_("yours"),
        places=places,
    )
    return [card, *found]


def _gained(before: State, after: State, captor: int, city: int) -> dict[int, tuple[int, int]]:
    """Return the workers and armies that changed sides around a city, by tile."""
    old, new = parsing.stacks(before, captor), parsing.stacks(after, captor)
    found = {}
    for tile in in_range(after, city, int(after.options.capture_range)):
        if tile != city and tile in new and tile not in old:
            found[tile] = len(new[tile].workers), len(new[tile].armies)
    return found


def _food(s: State, seat: int) -> Text | str:
    """Warn of meals that the harvest does not pay for."""
    income, turns = next_turn(s, seat), turns_of_food(s, seat)
    if turns is None:
        return ""
    return ngettext(
        "Your units now eat {eaten} food a turn, and {n} comes in: next turn somebody starves.",
        "Your units now eat {eaten} food a turn, and {n} comes in: in {turns} turns somebody starves.",
        turns,
        turns=turns,
        eaten=income.needed,
        n=income.food,
    )


# --- fights ---


def _combat(before: State, after: State, viewer: Viewer, page: Any) -> list[Event]:
    attacker, defender, tile = int(page.actor), int(page.other), int(page.tile)
    name = parsing.tile_name(after, tile)
    winner = _winner(page)
    title = _title(viewer, attacker, defender)
    detail = _losses(viewer, page)
    text = _("{title} {place}. {losses}", title=title, place=words.where(after, viewer, tile), losses=detail)
    side = attacker if viewer.is_me(attacker) else defender
    won = (winner == "thing") == (side == attacker)
    tone: Tone = (
        "even" if winner in ("both", "none") or viewer.seat not in (attacker, defender) else "good" if won else "bad"
    )
    return [
        Event(
            "battle",
            text,
            attacker,
            thing=_attackers(before, viewer, attacker, tile),
            other=f"armies {name}" if page.other_armies else f"workers {name}",
            target=f"cell {name}",
            art="u-army" if page.armies else "u-worker",
            other_art="u-army" if page.other_armies else "u-worker",
            colour=attacker,
            other_colour=defender,
            winner=winner,
            title=title,
            detail=detail,
            tone=tone,
        )
    ]


def _attackers(before: State, viewer: Viewer, attacker: int, tile: int) -> str:
    """Return the thing that strikes if the viewer can tell: one's own armies beside the tile."""
    if not viewer.is_me(attacker):
        return ""
    beside = [near for near in in_range(before, tile, 1) if near != tile]
    mine = parsing.stacks(before, attacker)
    found = [near for near in beside if near in mine and any(not army.moved for army in mine[near].armies)]
    return f"armies {parsing.tile_name(before, found[0])}" if len(found) == 1 else ""


def _winner(page: Any) -> Literal["thing", "other", "both", "none"]:
    attackers = int(page.armies) - int(page.armies_lost)
    defenders = int(page.other_armies) - int(page.other_armies_lost)
    if attackers and defenders:
        return "both"
    return "thing" if attackers else "other" if defenders else "none"


def _title(viewer: Viewer, attacker: int, defender: int) -> Text:
    if viewer.is_me(attacker):
        return _("You attack {name}", name=viewer.names[defender])
    if viewer.is_me(defender):
        return _("{name} attacks you", name=viewer.names[attacker])
    return _("{name} attacks {other}", name=viewer.names[attacker], other=viewer.names[defender])


def _losses(viewer: Viewer, page: Any) -> Text:
    """Say what both sides lost."""
    first = _lost(viewer, int(page.actor), int(page.workers_lost), int(page.armies_lost), int(page.armies))
    second = _lost(
        viewer, int(page.other), int(page.other_workers_lost), int(page.other_armies_lost), int(page.other_armies)
    )
    return _("{first} {second}", first=first, second=second)


def _lost(viewer: Viewer, seat: int, workers: int, armies: int, of: int) -> Text:
    name, lost = viewer.names[seat], words.units(workers, armies)
    if not workers and not armies:
        return _("You lose nothing.") if viewer.is_me(seat) else _("{name} loses nothing.", name=name)
    if armies and not workers and of > armies:
        if viewer.is_me(seat):
            return _("You lose {n} of {all} armies.", n=armies, all=of)
        return _("{name} loses {n} of {all} armies.", name=name, n=armies, all=of)
    return (
        _("You lose {units}.", units=lost) if viewer.is_me(seat) else _("{name} loses {units}.", name=name, units=lost)
    )


def _nothing(before: State, after: State, viewer: Viewer, page: Any) -> list[Event]:
    return []


_TELLERS = {
    int(Report.NONE): _nothing,
    int(Report.COMBAT): _combat,
    int(Report.CAPTURE): _capture,
    int(Report.HUNGER): _hunger,
}
