"""What will happen, as far as the viewer can know: income, meals, battles, and what a new city brings.

Battles are foretold by playing them on a copy of the viewer's own view: there is no luck in them.
"""

from __future__ import annotations

from typing import NamedTuple

from plowshares.core.i18n import _, ngettext
from plowshares.core.scene import Forecast, Viewer
from plowshares.core.seats import NOBODY
from plowshares.games.civ import rules
from plowshares.games.civ.parsing import Stack, all_stacks, cities, place_of, workers
from plowshares.games.civ.rules.turns import CITY_TRADE, YIELD
from plowshares.games.civ.scene import words
from plowshares.games.civ.state import State, Terrain

Gain = tuple[int, int, int]
"""Food, production and trade."""


class Income(NamedTuple):
    """What the next turn brings, and what is eaten then."""

    food: int
    production: int
    trade: int
    eaten: int
    starving: int  # units for which there will be no food

    @property
    def change(self) -> int:
        """How the store of food changes in a turn."""
        return self.food - self.eaten


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


def harvest_tiles(s: State, seat: int) -> set[int]:
    """Return the tiles on which the seat's workers can harvest."""
    reach = int(s.options.harvest_range)
    return {near for tile in cities(s, seat) for near in in_range(s, tile, reach)}


def next_turn(s: State, seat: int) -> Income:
    """Return what the seat's next turn brings if nothing changes until then."""
    owned, near = set(cities(s, seat)), harvest_tiles(s, seat)
    labour = workers(s, seat)
    tiles = owned | {worker.tile for worker in labour if worker.tile in near}
    gains = [yield_of(s, int(s.terrain[tile])) for tile in tiles]
    food, production, trade = (sum(gain[i] for gain in gains) for i in range(3))
    trade += CITY_TRADE * sum(worker.tile in owned for worker in labour)
    p, each = s.players[seat], int(s.options.unit_food)
    mouths = int(p.unit_count)
    has = (int(p.food) if s.options.carry_over else 0) + food
    fed = min(mouths, has // each) if each else mouths
    return Income(food, production, trade, mouths * each, mouths - fed)


def turns_of_food(s: State, seat: int) -> int | None:
    """Return after how many turns the food runs out at this rate, or None if it does not."""
    income = next_turn(s, seat)
    if income.change >= 0:
        return None
    return int(s.players[seat].food) // -income.change + 1


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
    """Play an attack out on a copy of the view and count what is left."""
    before, after_state = all_stacks(s), play_out(s, seat, actions)
    after = all_stacks(after_state)
    enemy = int(s.holder[target])
    defenders, their_health = _average(before.get(target), enemy)
    left, left_health = _average(after.get(target), enemy)
    mine = sorted((army.hp for army in before[origin].armies if not army.moved), reverse=True)[:count]
    captured = s.city[target] not in (NOBODY, seat) and after_state.city[target] == seat
    survivors = (
        count - (_armies_of(before, seat) - _armies_of(after, seat)) if not captured else _entered(after, seat, target)
    )
    place = target if after_state.holder[target] == seat else origin
    health = words.health(sum(mine) // max(len(mine), 1)), _average(after.get(place), seat)[1]
    killed = len(before[target].workers) if target in before and before[target].owner != seat else 0
    return Battle(
        count, max(survivors, 0), health, defenders, left, (their_health, left_health), killed, bool(captured)
    )


def _armies_of(all_: dict[int, Stack], seat: int) -> int:
    return sum(len(stack.armies) for stack in all_.values() if stack.owner == seat)


def _entered(all_: dict[int, Stack], seat: int, target: int) -> int:
    stack = all_.get(target)
    return len(stack.armies) if stack is not None and stack.owner == seat else 0


def of_battle(s: State, viewer: Viewer, battle: Battle) -> Forecast:
    """Say how a battle will end."""
    rows = [(_("Yours"), _row(battle.strikers, battle.survivors, battle.health))]
    if battle.defenders:
        rows.append((_("Theirs"), _row(battle.defenders, battle.left, battle.other_health)))
    if battle.workers:
        rows.append((_("Their workers"), ngettext("{n} dies", "{n} die", battle.workers)))
    if battle.captured:
        return Forecast("good", _("You take the city"), "", tuple(rows))
    if battle.left == 0 and battle.survivors:
        return Forecast("good", _("You win"), "", tuple(rows))
    if battle.left == 0:
        return Forecast("even", _("Both sides fall"), "", tuple(rows))
    if battle.survivors == 0:
        return Forecast("bad", _("You lose"), "", tuple(rows))
    return Forecast(
        "even", _("Nobody is beaten yet"), _("Both sides are hurt, and you stay where you are."), tuple(rows)
    )


def _row(before: int, after: int, health: tuple[int, int]) -> str:
    if after == 0:
        return ngettext("{n} army falls", "all {n} armies fall", before)
    return _("{after} of {before} left, health {old} → {new}", after=after, before=before, old=health[0], new=health[1])


# --- cities ---


def of_founding(s: State, viewer: Viewer, tile: int) -> Forecast:
    """Say what a city on a tile harvests: at once, and with workers on every tile around it."""
    at_once = yield_of(s, int(s.terrain[tile]))
    near = in_range(s, tile, min(int(s.options.harvest_range), 10))
    most = [sum(yield_of(s, int(s.terrain[t]))[i] for t in near) for i in range(3)]
    shared = len(set(near) & harvest_tiles(s, viewer.seat))
    rows = [
        (_("At once"), gain_text(at_once)),
        (_("With workers, up to"), gain_text((most[0], most[1], most[2]))),
    ]
    if shared:
        rows.append((_("Shared with your other cities"), ngettext("{n} tile", "{n} tiles", shared)))
    good = sum(most) - 3 * shared >= 2 * len(near)
    return Forecast("good" if good else "even", _("A good place") if good else _("A place for a city"), "", tuple(rows))


def worth_of_place(s: State, seat: int, tile: int) -> int:
    """Rate a place for a city by what it harvests at once, what lies around it, and what is not shared."""
    near = set(in_range(s, tile, min(int(s.options.harvest_range), 10)))
    fresh = near - harvest_tiles(s, seat)
    return 6 * sum(yield_of(s, int(s.terrain[tile]))) + sum(sum(yield_of(s, int(s.terrain[t]))) for t in fresh)


GAINS = ("food", "prod", "trade")


def gain_text(gain: Gain) -> str:
    """Write what a tile gives, with its drawings: "2 :food: 1 :prod:"."""
    return " ".join(f"{n} :{icon}:" for n, icon in zip(gain, GAINS, strict=True) if n) or f"0 :{GAINS[0]}:"
