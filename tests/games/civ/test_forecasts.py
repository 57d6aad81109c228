"""Forecasts of Civ come true: what the scene foretells from a view is what the rules then do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from plowshares.core.scene import Viewer
from plowshares.core.seats import NOBODY
from plowshares.games.civ import notation, parsing, pieces, rules, scene, sight
from plowshares.games.civ.actions import Kind
from plowshares.games.civ.notation.commands import command_of
from plowshares.games.civ.options import PRESETS
from plowshares.games.civ.rules import turns
from plowshares.games.civ.scene import forecasts, move_offers, reasons
from plowshares.games.civ.state import NOTHING_OWED, State
from tests.games.civ.table import army, at, give, legal, play, position, random_match, start, stores, view_of

END = int(Kind.END)
SMALL: dict[str, Any] = {"size": 8, "start_workers": 2, "start_armies": 3, "start_food": 30, "start_production": 40}
VARIANTS: dict[str, dict[str, Any]] = {
    **{preset: {} for preset in PRESETS},
    "empty": {"carry_over": False, "spoil_quarters": 2},
    "loyal": {"garrison": "loyal", "starvation": "random", "unit_food": 1},
}
NAMES = ("Ada", "Ben", "Cy", "Di")


def states(variant: str, actions: int = 160) -> Iterator[State]:
    """Yield the true State before every action of a random match in which no number is owed."""
    s = start(variant if variant in PRESETS else "classic", 3, **{**SMALL, **VARIANTS[variant]})
    for number, _ in enumerate(random_match(s, len(variant))):
        if number == actions:
            return
        if s.owed == NOTHING_OWED:
            yield s


def viewer_of(s: State) -> Viewer:
    return Viewer(int(s.current), NAMES[: int(s.options.players)])


def next_own_turn(s: State) -> bool:
    """Let everybody end their turns until the same seat's begins; tell whether there is another one."""
    seat = int(s.current)
    rules.step(s, seat, END)
    while not rules.is_over(s) and s.current != seat:
        rules.step(s, int(s.current), END)
    return not rules.is_over(s)


def harvested(s: State, seat: int) -> tuple[int, ...]:
    """Return what the rules harvest for a seat."""
    world = s.clone()
    turns.harvest(world, seat)
    return tuple(new - old for new, old in zip(stores(world, seat), stores(s, seat), strict=True))


def harvest_between(s: State, world: State, seat: int) -> tuple[int, int, int]:
    """Return what a seat harvests more in another position."""
    food, production, trade = (new - old for new, old in zip(harvested(world, seat), harvested(s, seat), strict=True))
    return food, production, trade


def has_mustered(s: State) -> bool:
    return any(each.muster != NOBODY for each in parsing.armies(s, int(s.current)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_income_and_hunger_come_true(variant: str) -> None:
    compared = 0
    for number, s in enumerate(states(variant)):
        if number % 5 or has_mustered(s):
            continue
        seat, world = int(s.current), s.clone()
        income = forecasts.next_turn(view_of(s, seat), seat)
        fact = scene.panels(view_of(s, seat), viewer_of(s))[seat].facts[0]
        if not next_own_turn(world):
            continue
        kept = stores(s, seat) if s.options.carry_over else (0, 0, 0)
        changes = tuple(new - old for new, old in zip(stores(world, seat), kept, strict=True))
        assert changes == (income.change, income.production, income.trade)
        assert int(s.players[seat].unit_count) - int(world.players[seat].unit_count) == income.starving
        assert fact.value == f"{stores(s, seat)[0]} {'−' if changes[0] < 0 else '+'}{abs(changes[0])}"
        compared += 1
    assert compared > 10


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_turn_in_which_food_runs_out_comes_true(variant: str) -> None:
    ahead = 12
    for food in (0, 5, 25, 60):
        s = start(variant if variant in PRESETS else "classic", 3, **{**SMALL, **VARIANTS[variant], "max_rounds": 50})
        give(s, 0, food=food)
        foretold = forecasts.turns_of_food(view_of(s, 0), 0)
        before = int(s.players[0].unit_count)
        came = None
        for turn in range(1, ahead + 1):
            assert next_own_turn(s)
            if came is None and s.players[0].unit_count < before:
                came = turn
        assert came == (foretold if foretold is None or foretold <= ahead else None)


def test_food_that_spoils_is_foretold() -> None:
    s = position("codekata", "0:0,0 1:15,15", "0:0,0:1w")
    give(s, 0, food=100)
    income = forecasts.next_turn(view_of(s, 0), 0)
    assert (income.food, income.eaten, income.spoiled, income.change) == (2, 1, 26, -25)
    (fact, *_) = scene.panels(view_of(s, 0), viewer_of(s))[0].facts
    assert (fact.value, fact.label) == ("100 −25", "food; next turn 2 in, 1 eaten, 26 spoiled")


def attacks(s: State) -> Iterator[tuple[int, int, int]]:
    """List origin, target and direction of every attack with all armies of a tile."""
    for action in legal(s):
        command = command_of(s, action)
        if command.kind == Kind.MOVE_ARMIES and not command.weakest:
            origin = parsing.tile_at(s, command.x, command.y)
            target = int(pieces.neighbour(s, origin, command.way))
            if pieces.is_enemy_held(s, int(s.current), target):
                yield origin, target, int(command.way)


def check_battle(s: State, origin: int, target: int, way: int) -> str:
    """Compare a forecast with what the rules do; return its title."""
    seat, view = int(s.current), view_of(s, int(s.current))
    forecast = move_offers.attack_forecast(view, viewer_of(s), origin, target)
    assert forecast is not None
    enemy, held = int(s.holder[target]), s.city[target] not in (NOBODY, seat)
    most = 1 if s.options.single_attacks else int(pieces.count_available(s.players[seat], origin, pieces.ARMY))
    world = s.clone()
    for action in notation.parse(view, seat, f"A {parsing.tile_name(s, origin)} {parsing.WAYS[way]} {most}"):
        rules.step(world, seat, action)
    took = held and world.city[target] == seat
    left = [each for each in parsing.armies(world, enemy) if each.tile == target] if enemy != NOBODY else []
    lost = len(parsing.armies(s, seat)) - len(parsing.armies(world, seat))
    mustered = sum(
        each.muster != NOBODY and pieces.neighbour(s, each.tile, each.muster) == target
        for each in parsing.armies(s, seat)
    )
    fallen = not took and lost == most + mustered
    expected = "You take the city" if took else "You win" if not left and not fallen else ""
    expected = expected or ("Both sides fall" if not left else "You lose" if fallen else "Nobody is beaten yet")
    assert forecast.title == expected
    mine = [each.hp for each in parsing.armies(world, seat) if each.tile == target]
    if forecast.tone == "good" and enemy != NOBODY:
        rows = dict(forecast.rows)
        health = round(sum(mine) // len(mine) / 100)
        assert rows["Yours"].startswith(f"{len(mine)} of {most + mustered} left")
        assert rows["Yours"].endswith(f" {max(1, health)}")
    return str(forecast.title)


@pytest.mark.parametrize("variant", VARIANTS)
def test_battles_come_true(variant: str) -> None:
    """Random armies beside one another, of every strength: each attack that is possible is foretold and fought."""
    seen = set()
    for seed in range(12):
        s = start(
            variant if variant in PRESETS else "classic", seed, **{**SMALL, **VARIANTS[variant], "start_armies": 0}
        )
        for place, tile in enumerate(range(9, 9 + 8 * 5, 4)):
            for count in range(1 + (seed + place) % 3):
                pieces.add_unit(s, place % 2, army(s, tile, str(100 - 17 * ((seed + count * place) % 5))))
                pieces.add_unit(s, 1 - place % 2, army(s, tile + 1, "100"))
        s.players[1].defence = seed % 3
        for _ in range(2):
            for attack in attacks(s):
                seen.add(check_battle(s, *attack))
            mustering = [action for action in legal(s) if command_of(s, action).kind == Kind.MUSTER]
            if not mustering:
                break
            rules.step(s, 0, mustering[seed % len(mustering)])
            if s.owed != NOTHING_OWED:
                rules.step(s, 0, legal(s)[0])
    assert len(seen) >= 3


def test_a_battle_against_unknown_strength_is_foretold_under_a_condition() -> None:
    for is_open in (True, False):
        s = position("classic", units="0:3,3:2@100; 1:4,3:1@100", open_stats=is_open)
        forecast = move_offers.attack_forecast(
            view_of(s, 0), viewer_of(s), s.options.size * 3 + 3, s.options.size * 3 + 4
        )
        assert forecast is not None
        assert (forecast.title, forecast.tone) == ("You win", "good" if is_open else "even")
        assert ("secret" in forecast.text) is not is_open


def count_seen(s: State, seat: int) -> int:
    """Count the tiles that the rules let a seat see."""
    world = s.clone()
    sight.look(world, seat, world.sight)
    return sum(int(row).bit_count() for row in world.sight)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_new_cities_and_steps_bring_comes_true(variant: str) -> None:
    checks: dict[str, Callable[[State], int]] = {"city": check_cities, "worker": check_workers, "army": check_marches}
    done = dict.fromkeys(checks, 0)
    for number, s in enumerate(states(variant)):
        if number % 4 == 0:
            give(s, int(s.current), production=max(40, stores(s, int(s.current))[1]))
            for name, check in checks.items():
                done[name] += check(s)
    assert min(done.values()) > 3


def check_cities(s: State) -> int:
    seat, view, viewer = int(s.current), view_of(s, int(s.current)), viewer_of(s)
    places = [action for action in legal(s) if command_of(s, action).kind == Kind.CITY][::7]
    for action in places:
        command = command_of(s, action)
        tile, world = parsing.tile_at(s, command.x, command.y), s.clone()
        rules.step(world, seat, action)
        forecast = forecasts.of_founding(view, viewer, tile)
        if world.city[tile] != seat:
            assert forecast.title == "A gift"
            assert not scene.reason(view, viewer, (action,))
            continue
        assert dict(forecast.rows)["At once"] == forecasts.gain_text(harvest_between(s, world, seat))
        assert count_seen(world, seat) - count_seen(s, seat) == reasons.count_new(view, viewer, tile)
    return len(places)


def check_workers(s: State) -> int:
    """Compare what is said of a worker's step with the harvest of one more worker there."""
    seat, view, viewer = int(s.current), view_of(s, int(s.current)), viewer_of(s)
    done = 0
    for action in legal(s):
        command = command_of(s, action)
        origin = parsing.tile_at(s, command.x, command.y)
        if command.kind != Kind.MOVE_WORKERS:
            continue
        target, world = int(pieces.neighbour(s, origin, command.way)), s.clone()
        if s.holder[target] not in (NOBODY, seat):
            assert move_offers.worker_step(view, viewer, origin, target, "").mark == "attack"
            assert not scene.reason(view, viewer, (action,))
            continue
        pieces.add_unit(world, seat, pieces.new_worker(target))
        gained = harvest_between(s, world, seat)
        detail, why = (
            move_offers.worker_step(view, viewer, origin, target, "").detail,
            scene.reason(view, viewer, (action,)),
        )
        if not any(gained):
            assert "each turn" not in detail
            assert not why
        elif s.city[target] == seat:
            assert gained == (0, 0, turns.CITY_TRADE)
            assert "2 :trade:" in detail
        else:
            assert detail == f"{forecasts.gain_text(gained)} each turn"
            assert forecasts.gain_text(gained) in why
        done += 1
    return done


def check_marches(s: State) -> int:
    """Compare what a march is said to see with what is seen once the armies stand there, and nobody has left."""
    seat, view, viewer = int(s.current), view_of(s, int(s.current)), viewer_of(s)
    done = 0
    for action in legal(s):
        command = command_of(s, action)
        origin = parsing.tile_at(s, command.x, command.y)
        if command.kind != Kind.MOVE_ARMIES:
            continue
        target, world = int(pieces.neighbour(s, origin, command.way)), s.clone()
        if pieces.is_enemy_held(s, seat, target):
            continue
        pieces.add_unit(world, seat, army(world, target, "100"))
        new, why = count_seen(world, seat) - count_seen(s, seat), scene.reason(view, viewer, (action,))
        if "from there" in why:
            assert new
            assert f"sees {new} more tile" in why
        done += 1
    return done


def why(s: State, text: str) -> str:
    view = view_of(s, 0)
    return str(scene.reason(view, Viewer(0, NAMES[:2]), tuple(notation.parse(view, 0, text))))


def test_a_march_is_not_said_to_see_more_where_it_does_not() -> None:
    s = position(cities="0:4,4 1:15,15", units="0:4,4:1@100")
    assert why(s, "A 4,4 E") == "It sees 7 more tiles from there."
    pieces.add_unit(s, 0, army(s, at(s, "5,4"), "100"))
    assert why(s, "A 4,4 E") == ""


def test_an_attack_is_praised_only_if_it_is_won() -> None:
    s = position(units="0:5,5:1@100; 1:6,5:3@100")
    assert why(s, "A 5,5 E") == ""  # lost
    s = position(units="0:5,5:3@100; 1:6,5:1@100")
    assert why(s, "A 5,5 E *") == "You win, as the forecast shows."
    s = position(cities="0:0,0 1:6,5 1:15,15", units="0:5,5:1@100")
    assert why(s, "A 5,5 E") == "You take Eastthorpe."
    s = position(cities="0:0,0 1:6,5 1:15,15", units="0:5,5:1@100; 1:6,6:2w")
    assert why(s, "A 5,5 E") == "You take Eastthorpe, and 2 units near it change sides."


def test_units_are_recommended_for_what_they_can_do() -> None:
    s = position(units="0:0,0:1w 1@100")
    give(s, 0, production=10)
    assert why(s, "+A 0,0") == ""  # there is one, and no enemy in sight
    assert why(s, "end") == ""
    s = position(units="0:0,0:1w")
    give(s, 0, production=10)
    assert why(s, "+A 0,0").startswith("No army stands in ")
    assert why(s, "+W 0,0").startswith("It can harvest 2 :food: 1 :prod: each turn just ")
    play(s, "W 0,0 E")
    assert why(s, "end") == "All your units have moved."
