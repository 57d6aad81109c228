"""What will happen, as far as the viewer can know: income, meals, battles, and what a new city brings.

Battles are foretold by playing them on a copy of the viewer's own view: there is no luck in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from plowshares.core.i18n import _, ngettext
from plowshares.core.scene import Forecast, Viewer
from plowshares.core.seats import NOBODY
from plowshares.games.civ import rules
from plowshares.games.civ.parsing import Stack, all_stacks, armies, cities, place_of, workers
from plowshares.games.civ.pieces import neighbour
from plowshares.games.civ.rules.turns import CITY_TRADE, YIELD
from plowshares.games.civ.scene import words
from plowshares.games.civ.state import Result, State, Terrain

QUARTERS = 4
Gain = tuple[int, int, int]
"""Food, production and trade."""


class Income(NamedTuple):
    """What the next turn brings, and what becomes of the food then."""

    food: int
    production: int
    trade: int
    needed: int  # food for everybody
    eaten: int  # less than is needed if somebody starves
    spoiled: int
    starving: int  # units for which there will be no food

    @property
    def change(self) -> int:
        """How the store of food changes in a turn."""
        return self.food - self.eaten - self.spoiled


def yield_of(s: State, terrain: int) -> Gain:
    """Return what a terrain gives."""
    if terrain == Terrain.UNKNOWN:
        return 0, 0, 0
    food, production, trade = (int(n) for n in YIELD[int(s.options.codekata_yields)][terrain])
    return food, production, trade


def in_range(s: State, tile: int, reach: int) -> list[int]:
    """List the tiles of the board within a distance, the tile itself too."""
    size = int(s.options.size)
    x, y = place_of(s, tile)
    found: list[int] = []
    for row in range(max(0, y - reach), min(size - 1, y + reach) + 1):
        width = reach - abs(row - y)
        found += range(row * size + max(0, x - width), row * size + min(size - 1, x + width) + 1)
    return found


def near_tiles(s: State, towns: Iterable[int]) -> set[int]:
    """Return the tiles on which workers can harvest for cities on some tiles."""
    reach = int(s.options.harvest_range)
    return {near for tile in towns for near in in_range(s, tile, reach)}


def harvest_tiles(s: State, seat: int) -> set[int]:
    """Return the tiles on which the seat's workers can harvest."""
    return near_tiles(s, cities(s, seat))


def next_turn(s: State, seat: int) -> Income:
    """Return what the seat's next turn brings if nothing changes until then."""
    food, production, trade = gains(s, seat)
    return _meals(s, seat, _kept(s, int(s.players[seat].food)), Income(food, production, trade, 0, 0, 0, 0))


def gains(s: State, seat: int, towns: Sequence[int] | None = None) -> Gain:
    """Return what the seat's cities (or others in their place) and workers harvest where they stand."""
    owned = set(cities(s, seat) if towns is None else towns)
    near, labour = near_tiles(s, owned), workers(s, seat)
    tiles = owned | {worker.tile for worker in labour if worker.tile in near}
    found = [yield_of(s, int(s.terrain[tile])) for tile in tiles]
    food, production, trade = (sum(gain[i] for gain in found) for i in range(3))
    return food, production, trade + CITY_TRADE * sum(worker.tile in owned for worker in labour)


def _kept(s: State, store: int) -> int:
    """Return what is left of a store at the end of a turn."""
    return store if s.options.carry_over else 0


def _meals(s: State, seat: int, store: int, income: Income) -> Income:
    """Add to a harvest what is eaten from it and from a store, and what spoils (§5.1)."""
    each, mouths = int(s.options.unit_food), int(s.players[seat].unit_count)
    has = store + income.food
    fed = min(mouths, has // each) if each else mouths
    left = has - fed * each
    spoiled = left - left * (QUARTERS - int(s.options.spoil_quarters)) // QUARTERS
    return income._replace(needed=mouths * each, eaten=fed * each, spoiled=spoiled, starving=mouths - fed)


def turns_of_food(s: State, seat: int) -> int | None:
    """Return in how many turns somebody starves if nothing changes until then, or None if nobody ever does."""
    harvest = next_turn(s, seat)
    store, turns = int(s.players[seat].food), 1
    while not (income := _meals(s, seat, _kept(s, store), harvest)).starving:
        left = _kept(s, store) + income.change
        if _kept(s, left) >= _kept(s, store):  # more food never leaves less, so the store will not fall any more
            return None
        store, turns = left, turns + 1
    return turns


# --- battles ---


class Battle(NamedTuple):
    """Two groups of armies before and after a fight, in numbers and average health."""

    strikers: int
    survivors: int
    health: tuple[int, int]
    defenders: int
    left: int
    other_health: tuple[int, int]
    workers: int  # of the defender, who die
    captured: bool


def play_out(s: State, seat: int, actions: tuple[int, ...]) -> State:
    """Return what the view becomes when the seat takes some actions."""
    after: State = s.clone()
    for action in actions:
        rules.step(after, seat, action)
    return after


def _average(stack: Stack | None, owner: int) -> tuple[int, int]:
    """Return how many armies of an owner a stack has and their average health."""
    if stack is None or stack.owner != owner or not stack.armies:
        return 0, 0
    return len(stack.armies), words.health(sum(army.hp for army in stack.armies) // len(stack.armies))


def foresee(s: State, seat: int, origin: int, target: int, actions: tuple[int, ...], count: int) -> Battle:
    """Play an attack out on a copy of the view and count what is left; armies mustered against the tile strike too."""
    before, after_state = all_stacks(s), play_out(s, seat, actions)
    after = all_stacks(after_state)
    enemy = int(s.holder[target])
    defenders, their_health = _average(before.get(target), enemy)
    left, left_health = _average(after.get(target), enemy)
    mine = sorted((army.hp for army in before[origin].armies if not army.moved), reverse=True)[:count]
    mine += _mustered(s, seat, target)
    captured = s.city[target] not in (NOBODY, seat) and after_state.city[target] == seat
    if captured:  # those that change sides stand elsewhere
        survivors, health = _average(after[target], seat)
    else:
        lost, hurt = (old - new for old, new in zip(_force(s, seat), _force(after_state, seat), strict=True))
        survivors = len(mine) - lost
        health = words.health((sum(mine) - hurt) // max(survivors, 1))
    healths = words.health(sum(mine) // max(len(mine), 1)), health
    killed = len(before[target].workers) if target in before and before[target].owner != seat else 0
    return Battle(len(mine), survivors, healths, defenders, left, (their_health, left_health), killed, bool(captured))


def _mustered(s: State, seat: int, target: int) -> list[int]:
    """Return the hit points of the armies that are mustered against a tile."""
    return [
        army.hp for army in armies(s, seat) if army.muster != NOBODY and neighbour(s, army.tile, army.muster) == target
    ]


def _force(s: State, seat: int) -> tuple[int, int]:
    """Return how many armies a seat has and the sum of their hit points."""
    found = armies(s, seat)
    return len(found), sum(army.hp for army in found)


def of_battle(s: State, viewer: Viewer, battle: Battle) -> Forecast:
    """Say how a battle will end."""
    rows = [(_("Yours"), _row(battle.strikers, battle.survivors, battle.health))]
    if battle.defenders:
        rows.append((_("Theirs"), _row(battle.defenders, battle.left, battle.other_health)))
    if battle.workers:
        rows.append((_("Their workers"), ngettext("{n} dies", "{n} die", battle.workers)))
    found = _verdict(battle, tuple(rows))
    if not battle.defenders or is_strength_known(s):
        return found
    words_ = _("If they have bought no strength: what others research is secret at this table.")
    return Forecast("bad" if found.tone == "bad" else "even", found.title, words_, found.rows)


def is_strength_known(s: State) -> bool:
    """Ask whether the viewer knows what others have researched."""
    return bool(s.options.open_stats) or s.result != Result.NONE


def _verdict(battle: Battle, rows: tuple[tuple[str, str], ...]) -> Forecast:
    if battle.captured:
        return Forecast("good", _("You take the city"), "", rows)
    if battle.left == 0 and battle.survivors:
        return Forecast("good", _("You win"), "", rows)
    if battle.left == 0:
        return Forecast("even", _("Both sides fall"), "", rows)
    if battle.survivors == 0:
        return Forecast("bad", _("You lose"), "", rows)
    return Forecast("even", _("Nobody is beaten yet"), _("Both sides are hurt, and you stay where you are."), rows)


def _row(before: int, after: int, health: tuple[int, int]) -> str:
    if after == 0:
        return ngettext("{n} army falls", "all {n} armies fall", before)
    return _("{after} of {before} left, health {old} → {new}", after=after, before=before, old=health[0], new=health[1])


# --- cities ---


def of_founding(s: State, viewer: Viewer, tile: int) -> Forecast:
    """Say what a city on a tile harvests: at once, and with workers on every tile around it."""
    if s.holder[tile] not in (NOBODY, viewer.seat):
        name = viewer.names[int(s.holder[tile])]
        return Forecast("bad", _("A gift"), _("{name}’s units stand there, so the city will be theirs.", name=name))
    towns = cities(s, viewer.seat)
    more = zip(gains(s, viewer.seat, [*towns, tile]), gains(s, viewer.seat, towns), strict=True)
    at_once = tuple(new - old for new, old in more)
    near = in_range(s, tile, min(int(s.options.harvest_range), 10))
    most = [sum(yield_of(s, int(s.terrain[t]))[i] for t in near) for i in range(3)]
    shared = len(set(near) & harvest_tiles(s, viewer.seat))
    rows = [
        (_("At once"), gain_text((at_once[0], at_once[1], at_once[2]))),
        (_("With workers, up to"), gain_text((most[0], most[1], most[2]))),
    ]
    if shared:
        rows.append((_("Shared with your other cities"), ngettext("{n} tile", "{n} tiles", shared)))
    good = sum(most) - 3 * shared >= 2 * len(near)
    return Forecast("good" if good else "even", _("A good place") if good else _("A place for a city"), "", tuple(rows))


def is_harvested(s: State, seat: int, tile: int) -> bool:
    """Ask whether the seat harvests a tile already: by a city on it, or a worker."""
    if s.city[tile] == seat:
        return True
    return (
        s.holder[tile] == seat
        and any(worker.tile == tile for worker in workers(s, seat))
        and (tile in harvest_tiles(s, seat))
    )


def fresh_yield(s: State, seat: int, tile: int) -> Gain:
    """Return what a tile adds to the seat's harvest; every tile yields once."""
    return (0, 0, 0) if is_harvested(s, seat, tile) else yield_of(s, int(s.terrain[tile]))


def worth_of_place(s: State, seat: int, tile: int) -> int:
    """Rate a place for a city by what it harvests at once, what lies around it, and what is not shared."""
    near = set(in_range(s, tile, min(int(s.options.harvest_range), 10)))
    fresh = near - harvest_tiles(s, seat)
    return 6 * sum(yield_of(s, int(s.terrain[tile]))) + sum(sum(yield_of(s, int(s.terrain[t]))) for t in fresh)


GAINS = ("food", "prod", "trade")


def gain_text(gain: Gain) -> str:
    """Write what a tile gives, with its drawings: "2 :food: 1 :prod:"."""
    return " ".join(f"{n} :{icon}:" for n, icon in zip(gain, GAINS, strict=True) if n) or f"0 :{GAINS[0]}:"
