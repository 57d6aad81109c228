"""What can be picked next, in words: prices, battles foretold, and the reason where something cannot be picked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Forecast, Offer, Viewer
from plowshares.games.civ import parsing
from plowshares.games.civ.rules.legal import MOST_RESEARCHES, can_place_unit, may_spend
from plowshares.games.civ.scene import words
from plowshares.games.civ.scene.forecasts import next_turn, of_founding, worth_of_place
from plowshares.games.civ.scene.journeys import go_to
from plowshares.games.civ.scene.move_offers import amount, army_deeds, army_step, worker_step
from plowshares.games.civ.scene.regions import armies_label, city_label, workers_label
from plowshares.games.civ.state import NOTHING_OWED, Result, State

Path = Sequence[str]
MOST_FORETOLD = 200  # places for a city that are rated one by one
MOST_CITIES = 3  # cities that train from the panel; with more one picks the city on the map
GOOD_PLACES = 3


def offers(s: State, viewer: Viewer, path: Path, picks: Sequence[str]) -> list[Offer]:
    """Describe each of the picks that may follow a path, and relevant ones that may not."""
    acting = s.result == Result.NONE and viewer.is_me(int(s.current))
    if s.owed != NOTHING_OWED and picks:
        return [amount(s, viewer, picks)]
    if not path:
        found = [_first(s, viewer, pick) for pick in picks]
        if acting:
            found += [*_spending(s, viewer, picks), *next_unit(s, viewer, path)]
        return sorted(found, key=_place_in_panel)
    kind = path[0].split()[0]
    return _AFTER[kind](s, viewer, path, picks) + (next_unit(s, viewer, path) if len(path) == 1 else [])


def _place_in_panel(offer: Offer) -> int:
    """Return where an offer stands: what cities train comes before what is bought for everybody."""
    return list(_SPEND).index(offer.pick) + 1 if offer.pick in _SPEND else 0


def tile_of(s: State, pick: str) -> int:
    """Return the tile that a pick such as `armies 3,4` names."""
    x, y = pick.rpartition(" ")[2].split(",")
    return parsing.tile_at(s, int(x), int(y))


# --- the first pick ---


def _first(s: State, viewer: Viewer, pick: str) -> Offer:
    kind = pick.split()[0]
    if pick == "button end turn":
        return _end(s, viewer, pick)
    if kind == "button":
        return _SPEND[pick](s, viewer, pick)
    tile = tile_of(s, pick)
    if kind == "city":
        detail = _("Train workers and armies here.")
        return Offer(
            pick, city_label(s, viewer, tile, viewer.seat), detail, art="u-city", colour=viewer.seat, mark="select"
        )
    stack = parsing.stacks(s, viewer.seat)[tile]
    label, art = (workers_label, "u-worker") if kind == "workers" else (armies_label, "u-army")
    return Offer(pick, label(s, viewer, stack), _("Move"), art=art, colour=viewer.seat, mark="select")


def _end(s: State, viewer: Viewer, pick: str) -> Offer:
    starving = next_turn(s, viewer.seat).starving
    question = ngettext(
        "{n} unit will starve when your next turn begins. End this turn anyway?",
        "{n} units will starve when your next turn begins. End this turn anyway?",
        starving,
    )
    return Offer(pick, _("End turn"), main=True, key="Enter", confirm=question if starving else "", where="bar")


def next_unit(s: State, viewer: Viewer, path: Path) -> list[Offer]:
    """Offer the units that can move and come after the one picked, by a key; and to let the one picked stay."""
    units = []
    for tile, stack in parsing.stacks(s, viewer.seat).items():
        place = parsing.tile_name(s, tile)
        if any(not army.moved for army in stack.armies):
            units.append(f"armies {place}")
        if any(not worker.moved for worker in stack.workers):
            units.append(f"workers {place}")
    here = units.index(path[0]) + 1 if path and path[0] in units else 0
    following = tuple(unit for unit in (*units[here:], *units[:here]) if unit not in path)
    found = []
    if following:
        found.append(Offer("next unit", _("Next unit"), art="i-right", key="n", where="bar", cycle=following))
    if path and path[0] in units:
        detail = _("Next unit skips it until you pick it again.")
        found.append(
            Offer("stay", _("Stay"), detail, art="i-lock", key="Space", where="bar", rest=path[0], cycle=following)
        )
    return found


# --- spending ---


def why_not_spend(s: State, seat: int) -> str:
    """Say why nothing can be bought now; empty if something can."""
    return "" if may_spend(s) else _("Only before your first move.")


def _short(cost: int, has: int, of: str) -> str:
    n = cost - has
    if n <= 0:
        return ""
    return _("{n} production short", n=n) if of == words.PRODUCTION else _("{n} trade short", n=n)


def _spending(s: State, viewer: Viewer, picks: Sequence[str]) -> Iterator[Offer]:
    """Offer everything that can be bought, and with a reason what cannot."""
    towns = parsing.cities(s, viewer.seat)
    if len(towns) <= MOST_CITIES:
        for number, tile in enumerate(towns):
            yield from _training(s, viewer, tile, keys=number == 0)
    for pick, make in _SPEND.items():
        if pick not in picks:
            yield make(s, viewer, pick).disabled(_why_not(s, viewer, pick))


def _training(s: State, viewer: Viewer, tile: int, keys: bool) -> Iterator[Offer]:
    place, group = parsing.tile_name(s, tile), words.city_name(s, tile)
    for key, kind, word, offer in (("1", "army", "+A", _army), ("2", "worker", "+W", _worker)):
        made = offer(s, viewer, f"train {kind} {place}")
        why = why_not_train(s, viewer.seat, tile, int(made.price.value) if made.price else 0)
        yield Offer(
            made.pick,
            made.label,
            made.detail,
            art=made.art,
            colour=viewer.seat,
            price=made.price,
            enabled=not why,
            why_not=why,
            command=f"{word} {place}",
            key=key if keys else "",
            group=group,
            where="panel",
        )


def why_not_train(s: State, seat: int, tile: int, cost: int) -> str:
    """Say why a city cannot train a unit now; empty if it can."""
    p = s.players[seat]
    if p.unit_count >= s.options.unit_limit:
        return _("You have as many units as the table allows.")
    if not can_place_unit(s, seat, tile):
        return _("Enemy units stand in the city.")
    return why_not_spend(s, seat) or _short(cost, int(p.production), words.PRODUCTION)


def _eats(s: State, what: Text) -> Text:
    n = int(s.options.unit_food)
    return _("{what}, eats {n}", what=what, n=n) if n else what


def _army(s: State, viewer: Viewer, pick: str) -> Offer:
    price = words.production(int(s.options.army_cost))
    return Offer(pick, _("Army"), _eats(s, _("100 health")), art="u-army", colour=viewer.seat, price=price)


def _worker(s: State, viewer: Viewer, pick: str) -> Offer:
    price = words.production(int(s.options.worker_cost))
    return Offer(pick, _("Worker"), _eats(s, _("harvests one tile")), art="u-worker", colour=viewer.seat, price=price)


def _found(s: State, viewer: Viewer, pick: str) -> Offer:
    price = words.production(int(s.options.city_cost))
    detail = _("On any free tile you see.")
    return Offer(
        pick, _("City"), detail, art="u-city", colour=viewer.seat, price=price, group=_("Everywhere"), where="panel"
    )


def _offence(s: State, viewer: Viewer, pick: str) -> Offer:
    now = parsing.offence(s, viewer.seat)
    label = _("Offence {strength}", strength=words.strength(now + int(s.options.research_step)))
    detail = _("Your attacks do more damage. Now {strength}.", strength=words.strength(now))
    price = words.trade(int(s.options.research_cost))
    return Offer(pick, label, detail, art=words.SWORD, price=price, group=_("Everywhere"), where="panel")


def _defence(s: State, viewer: Viewer, pick: str) -> Offer:
    now = parsing.defence(s, viewer.seat)
    label = _("Defence {strength}", strength=words.strength(now + int(s.options.research_step)))
    detail = _("Your armies take less damage. Now {strength}.", strength=words.strength(now))
    price = words.trade(int(s.options.research_cost))
    return Offer(pick, label, detail, art="i-shield", price=price, group=_("Everywhere"), where="panel")


_SPEND: dict[str, Callable[[State, Viewer, str], Offer]] = {
    "button found city": _found,
    "button research offence": _offence,
    "button research defence": _defence,
}


def _why_not(s: State, viewer: Viewer, pick: str) -> str:
    p = s.players[viewer.seat]
    if why := why_not_spend(s, viewer.seat):
        return why
    if pick == "button found city":
        return _short(int(s.options.city_cost), int(p.production), words.PRODUCTION) or _("No free tile in sight.")
    count = int(p.offence if pick.endswith("offence") else p.defence)
    if count >= MOST_RESEARCHES:
        return _("There is nothing more to research.")
    return _short(int(s.options.research_cost), int(p.trade), words.TRADE)


# --- after a city ---


def _after_city(s: State, viewer: Viewer, path: Path, picks: Sequence[str]) -> list[Offer]:
    tile = tile_of(s, path[0])
    found = []
    for pick, make in (("button army", _army), ("button worker", _worker)):
        offer = make(s, viewer, pick)
        if pick in picks:
            found.append(offer)
        else:
            found.append(
                offer.disabled(why_not_train(s, viewer.seat, tile, int(offer.price.value) if offer.price else 0))
            )
    return found


# --- founding ---


def _after_button(s: State, viewer: Viewer, path: Path, picks: Sequence[str]) -> list[Offer]:
    """Describe the places for a city; the best ones can be picked from a list too."""
    tiles = {pick: tile_of(s, pick) for pick in picks}
    if len(picks) > MOST_FORETOLD:
        return [_place(s, viewer, pick, tile) for pick, tile in tiles.items()]
    found = [_place(s, viewer, pick, tile, of_founding(s, viewer, tile)) for pick, tile in tiles.items()]
    best = sorted(found, key=lambda offer: -worth_of_place(s, viewer.seat, tiles[offer.pick]))[:GOOD_PLACES]
    return found + [_listed(s, viewer, offer, tiles[offer.pick]) for offer in best]


def _place(s: State, viewer: Viewer, pick: str, tile: int, forecast: Forecast | None = None) -> Offer:
    label = _("Found {city} on {land}", city=words.city_name(s, tile), land=words.LAND[int(s.terrain[tile])])
    price = words.production(int(s.options.city_cost))
    return Offer(pick, label, art="u-city", colour=viewer.seat, price=price, forecast=forecast, mark="select")


def _listed(s: State, viewer: Viewer, offer: Offer, tile: int) -> Offer:
    return Offer(
        f"good place {parsing.tile_name(s, tile)}",
        offer.label,
        words.where(s, viewer, tile),
        art=offer.art,
        colour=offer.colour,
        price=offer.price,
        group=_("Good places"),
        where="panel",
        path=("button found city", offer.pick),
    )


# --- moving ---


def _after_workers(s: State, viewer: Viewer, path: Path, picks: Sequence[str]) -> list[Offer]:
    origin = tile_of(s, path[0])
    steps = [worker_step(s, viewer, origin, tile_of(s, pick), pick) for pick in picks]
    return steps + go_to(s, viewer, path[0], origin)


def _after_armies(s: State, viewer: Viewer, path: Path, picks: Sequence[str]) -> list[Offer]:
    origin = tile_of(s, path[0])
    if len(path) == 1:
        steps = [army_step(s, viewer, origin, tile_of(s, pick), pick) for pick in picks]
        return steps + go_to(s, viewer, path[0], origin)
    return army_deeds(s, viewer, origin, tile_of(s, path[1]), picks)


_AFTER: dict[str, Callable[[State, Viewer, Path, Sequence[str]], list[Offer]]] = {
    "city": _after_city,
    "button": _after_button,
    "workers": _after_workers,
    "armies": _after_armies,
}
