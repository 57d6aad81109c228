"""The invariants of §12, by number, over random matches with all kinds of options."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from plowshares.core.actions import fields_of, kind_of
from plowshares.core.seats import NOBODY, SPECTATOR
from plowshares.games.civ import notation, parsing, pieces, rules, state, view
from plowshares.games.civ.actions import Kind
from plowshares.games.civ.rules.ending import count_city_owners
from plowshares.games.civ.rules.moves import strike_musters
from plowshares.games.civ.state import NOTHING_OWED, Result, State
from tests.amounts import amount, some
from tests.games.civ.table import legal, on, options, play, position, random_match, start, view_of
from tests.tiers import few_layouts

pytestmark = pytest.mark.every_mode

RICH = {"start_workers": 2, "start_armies": 3, "start_food": 200, "start_production": 60, "start_trade": 40}
ROUNDS = amount(12, 6)
TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "quick": ("quick", {}),
    "crowd": ("classic", {"size": 8, "players": 4, "max_rounds": ROUNDS, **RICH}),
    "codekata": ("codekata", {"size": 8, "players": 2, "max_rounds": ROUNDS + 2, "open_stats": False, **RICH}),
    "exact": (
        "literal",
        {
            "size": 8,
            "players": 3,
            "max_rounds": ROUNDS + 2,
            "terrain_combat": True,
            "vision": 2,
            "army_cost": 3,
            **RICH,
        },
    ),
    "exiles": (
        "classic",
        {
            "size": 8,
            "players": 3,
            "exiles": True,
            "max_rounds": ROUNDS,
            "starvation": "random",
            "garrison": "loyal",
            **RICH,
        },
    ),
    "odd": (
        "classic",
        {
            "size": 9,
            "vision": 1,
            "remember_terrain": True,
            "city_on_enemy": "gift",
            "phases": "free",
            "max_rounds": ROUNDS,
        }
        | {"unit_limit": 20, "capture_range": 4, "shuffle_seats": True, "map": "natural", "carry_over": False, **RICH},
    ),
}
MATCHES = amount(8, 1)
every_table = pytest.mark.parametrize("table", few_layouts(TABLES, {"crowd", "exiles", "exact"}))


def matches(table: str) -> Any:
    """Yield each position of some random matches with the seat and action that come next."""
    preset, given = TABLES[table]
    for seed in range(MATCHES):
        s = start(preset, seed, **given)
        for seat, action in random_match(s, seed):
            yield s, seat, action
        yield s, NOBODY, 0


def kind_and_fields(s: State, action: int) -> tuple[int, tuple[int, int, int]]:
    kind = int(kind_of(s.actions, action))
    return kind, fields_of(s.actions, kind, action)


def unit_owners(s: State) -> dict[int, set[int]]:
    owners: dict[int, set[int]] = {}
    for seat in range(s.options.players):
        for tile in parsing.stacks(s, seat):
            owners.setdefault(tile, set()).add(seat)
    return owners


def check_invariants_1_to_8_and_15(s: State) -> None:
    owners = unit_owners(s)
    for tile in range(int(s.options.size) ** 2):
        held = {int(s.holder[tile])} - {NOBODY}
        assert owners.get(tile, set()) == held, "1: units of one player, and the board knows whose"
    cities = [tile for seat in range(s.options.players) for tile in parsing.cities(s, seat)]
    assert len(cities) == len(set(cities)) >= 1, "2: one city a tile"
    for seat in range(s.options.players):
        assert all(s.city[tile] == seat for tile in parsing.cities(s, seat))
        p = s.players[seat]
        units = p.units[: p.unit_count].tolist()
        assert units == sorted(units)
        assert (p.units[p.unit_count :] == pieces.GONE).all()
        assert (p.cities[p.city_count :] == 0).all()
        assert all(1 <= army.hp <= 10000 for army in parsing.armies(s, seat)), "4"
        if s.options.whole_damage:
            assert all(army.hp % 100 == 0 for army in parsing.armies(s, seat)), "4"
        exact = [army.exact for army in parsing.armies(s, seat)]
        assert all(each is None or 0 < each <= 100 for each in exact), "4"
        assert min(p.food, p.production, p.trade) >= 0, "5"
        assert 0 <= p.offence <= 1000
        assert 0 <= p.defence <= 1000
        assert p.unit_count <= s.options.unit_limit, "6"
        if p.fallen:
            assert (p.unit_count, p.city_count, p.food, p.production, p.trade) == (0, 0, 0, 0, 0), "7"
        elif not s.options.exiles:
            assert p.city_count > 0, "7"
    if s.result == Result.NONE:
        assert count_city_owners(s) >= 2, "8"
        assert s.players[s.current].fallen == 0, "9"
    assert 1 <= s.round <= s.options.max_rounds, "15"
    assert not s.sight.any()
    assert not s.scratch.any()
    check_healths(s)


def check_healths(s: State) -> None:
    """Assert that the table has the healths of all wounded armies, each once, in lowest terms and in order."""
    pairs = [(top, bottom) for top, bottom in zip(s.tops.tolist(), s.bottoms.tolist(), strict=True) if bottom]
    listed = [Fraction(top, 100 * bottom) for top, bottom in pairs]
    armies = [army for seat in range(s.options.players) for army in parsing.armies(s, seat)]
    assert listed == sorted({army.exact for army in armies if army.exact is not None} - {Fraction(100)}, reverse=True)
    assert all(math.gcd(*pair) == 1 for pair in pairs)
    assert not s.tops[len(pairs) :].any()
    assert not s.bottoms[len(pairs) :].any()


@every_table
def test_invariants_1_2_4_5_6_7_8_15_hold_in_every_position(table: str) -> None:
    cities = 0
    strengths: list[int] = []
    fallen: list[int] = []
    round_before = 0
    for s, _, _ in some(matches(table)):
        check_invariants_1_to_8_and_15(s)
        if s.round < round_before:
            cities, strengths, fallen = 0, [], []
        now = sum(len(parsing.cities(s, seat)) for seat in range(s.options.players))
        assert now >= cities, "2: cities never become fewer"
        new = [int(n) for p in s.players for n in (p.offence, p.defence)]
        assert all(a <= b for a, b in zip(strengths, new, strict=False)), "5: strengths never fall"
        out = [int(p.fallen) for p in s.players]
        assert all(a in (0, b) for a, b in zip(fallen, out, strict=False)), "7: nobody returns"
        cities, strengths, fallen, round_before = now, new, out, int(s.round)


@every_table
def test_invariant_3_only_a_capture_makes_an_occupied_city(table: str) -> None:
    before: set[int] = set()
    kind = 0
    for s, _, action in some(matches(table)):
        size = int(s.options.size)
        now = {t for t in range(size * size) if NOBODY not in (s.city[t], s.holder[t]) and s.city[t] != s.holder[t]}
        if now - before:
            assert kind in (Kind.MOVE_ARMIES, Kind.COUNT, Kind.END)
        before = now
        kind = kind_and_fields(s, action)[0]


@every_table
def test_invariant_9_every_listed_action_is_accepted_and_every_other_refused(table: str) -> None:
    for i, (s, seat, _) in some(enumerate(matches(table))):
        if seat == NOBODY:
            assert legal(s) == []
            continue
        actions = legal(s)
        if s.owed == NOTHING_OWED:
            assert actions[0] == Kind.END
        else:
            assert len(actions) >= 2
            assert {kind_and_fields(s, a)[0] for a in actions} == {Kind.COUNT}
        if i % amount(29, 40) == 0:
            seen = view_of(s, seat)
            step = amount(23, 61)
            wrong = [a for a in range(i % step, int(s.actions.size), step) if a not in set(actions)]
            for action in wrong:
                assert notation.explain(seen, seat, action).code
            for action in actions[: amount(20, 8)]:
                with pytest.raises(ValueError, match="legal"):
                    notation.explain(seen, seat, action)


@every_table
def test_invariant_10_musters(table: str) -> None:
    mustered = 0
    for s, seat, _ in matches(table):
        for owner in range(s.options.players):
            for army in parsing.armies(s, owner):
                if army.muster == NOBODY:
                    continue
                mustered += 1
                assert army.moved
                assert owner == seat
                assert pieces.neighbour(s, army.tile, army.muster) != NOBODY
    assert mustered > 0 or table != "crowd" or MATCHES == 1  # elsewhere random players seldom meet


@pytest.mark.rest  # strikes musters by a kernel that is not an entry point elsewhere
def test_invariant_10_no_musters_are_left_at_a_turn_start() -> None:
    s = position(units="0:4,4:1@100; 1:5,4:1@100")
    play(s, "M 4,4 E 1")
    assert [army.muster for army in parsing.armies(s, 0)] == [1]
    strike_musters(s, 0)
    assert parsing.armies(s, 0) == []


@every_table
def test_invariant_11_legal_actions_follow_from_the_view(table: str) -> None:
    for s, seat, _ in some(matches(table)):
        if seat != NOBODY:
            assert legal(view_of(s, seat)) == legal(s)


@every_table
def test_invariant_12_a_view_shows_nothing_hidden(table: str) -> None:
    for i, (s, _, _) in some(enumerate(matches(table))):
        if i % amount(3, 25) or s.result != Result.NONE:
            continue
        for seat in (SPECTATOR, *range(s.options.players)):
            seen = view_of(s, seat)
            inside = parsing.seen_tiles(s, seat)
            for tile in set(range(int(s.options.size) ** 2)) - inside:
                assert (seen.city[tile], seen.holder[tile]) == (NOBODY, NOBODY)
                assert not parsing.is_known(seen, tile) or s.options.remember_terrain
            assert {*parsing.all_cities(seen), *parsing.all_stacks(seen)} <= inside
            for tile in inside:
                assert (seen.city[tile], seen.holder[tile]) == (s.city[tile], s.holder[tile])
                assert seen.terrain[tile] == s.terrain[tile]
            other = s.clone()
            view.disturb(other, seat, np.uint64(i))
            assert view_of(other, seat).tobytes() == seen.tobytes()


@every_table
def test_invariant_13_an_action_touches_only_its_own_tiles(table: str) -> None:
    before: State | None = None
    last = (0, 0)
    for s, seat, action in some(matches(table)):
        if before is not None and before.round <= s.round and last[0] == before.current == s.current:
            check_touched(before, s, last[1])
        before, last = (None, last) if seat == NOBODY else (s.clone(), (seat, action))


def check_touched(before: State, after: State, action: int) -> None:
    if after.owed != NOTHING_OWED:
        copy = after.clone()
        copy.owed = NOTHING_OWED
        assert copy.tobytes() == before.tobytes(), "the first decision changes only the owed count"
        return
    kind = kind_and_fields(before, action)[0]
    if kind == Kind.END or any(a.fallen != b.fallen for a, b in zip(before.players, after.players, strict=True)):
        return
    move = int(before.owed) if kind == Kind.COUNT else action
    kind, (tile, way, _) = kind_and_fields(before, move)
    may = {tile}
    if kind in (Kind.MOVE_WORKERS, Kind.MOVE_ARMIES, Kind.MUSTER):
        target = int(pieces.neighbour(before, tile, way % 4))
        reach = int(before.options.capture_range) if before.city[target] != after.city[target] else 1
        size = int(before.options.size) ** 2
        may |= {near for near in range(size) if pieces.distance(before, near, target) <= reach}
    assert touched(before, after) <= may or kind == Kind.RESEARCH
    for other in range(before.options.players):
        if other != before.current:
            a, b = before.players[other], after.players[other]
            assert (a.food, a.production, a.trade) == (b.food, b.production, b.trade), "16"


def touched(before: State, after: State) -> set[int]:
    one, two = parsing.all_stacks(before), parsing.all_stacks(after)
    tiles = {tile for tile in one.keys() | two.keys() if one.get(tile) != two.get(tile)}
    return tiles | {int(t) for t in np.flatnonzero(before.city != after.city)}


@every_table
def test_invariant_14_land_never_changes_and_matches_repeat(table: str) -> None:
    preset, given = TABLES[table]
    ends = []
    for _ in range(2):
        s = start(preset, 5, **given)
        land = s.terrain.copy()
        for _ in random_match(s, 5):
            pass
        assert (s.terrain == land).all()
        ends.append(s.tobytes())
    assert ends[0] == ends[1]


@every_table
def test_invariant_15_every_survivor_has_one_turn_a_round(table: str) -> None:
    turns: list[tuple[int, int]] = []
    for s, seat, _ in some(matches(table)):
        if seat == NOBODY:
            assert turns == sorted(set(turns))
            turns = []
        elif not turns or turns[-1] != (int(s.round), seat):
            turns.append((int(s.round), seat))


@every_table
def test_invariant_16_what_is_spent_is_what_things_cost(table: str) -> None:
    spent = (0, 0, 0)
    for s, seat, action in some(matches(table)):
        if spent != (0, 0, 0):
            assert (int(s.players[spent[2]].production), int(s.players[spent[2]].trade)) == spent[:2]
        spent = (0, 0, 0)
        if seat == NOBODY:
            continue
        costs = {Kind.ARMY: s.options.army_cost, Kind.WORKER: s.options.worker_cost, Kind.CITY: s.options.city_cost}
        kind = Kind(kind_and_fields(s, action)[0])
        p = s.players[seat]
        if kind in costs:
            spent = (int(p.production - costs[kind]), int(p.trade), seat)
        elif kind == Kind.RESEARCH:
            spent = (int(p.production), int(p.trade - s.options.research_cost), seat)


@pytest.mark.parametrize(("mine", "theirs"), [(1, 1), (2, 3), (3, 2), (1, 4), (5, 4)])
@pytest.mark.parametrize("preset", ["classic", "codekata"])
def test_invariant_17_combat_is_symmetric(preset: str, mine: int, theirs: int) -> None:
    ends = []
    for attackers, defenders in ((mine, theirs), (theirs, mine)):
        s = position(preset, units=f"0:4,4:{attackers}@100; 1:5,4:{defenders}@100", attack_grouping="group")
        play(s, f"A 4,4 E {attackers}")
        side = [sorted(army.hp for army in parsing.armies(s, seat)) for seat in (0, 1)]
        ends.append(side)
    assert ends[0] == ends[1][::-1]


@every_table
def test_sampled_worlds_have_the_same_view(table: str) -> None:
    preset, given = TABLES[table]
    s = start(preset, 4, **given)
    for i, _ in some(enumerate(random_match(s, 4))):
        if i % 40 or s.result != Result.NONE:
            continue
        for seat in (SPECTATOR, *range(s.options.players)):
            seen = view_of(s, seat)
            for seed in range(2):
                world = seen.clone()
                view.sample_for(world, seat, np.uint64(seed))
                assert view_of(world, seat).tobytes() == seen.tobytes()
                check_invariants_1_to_8_and_15(world)
                assert legal(world)


def test_nothing_is_secret_after_the_end() -> None:
    s = position(cities="0:0,0 1:5,4", units="0:4,4:1@100")
    play(s, "A 4,4 E 1")
    for seat in (SPECTATOR, 0, 1):
        seen = view_of(s, seat)
        assert seen.tobytes() == s.tobytes()
        view.sample_for(seen, seat, np.uint64(1))
        view.disturb(seen, seat, np.uint64(1))
        assert seen.tobytes() == s.tobytes()
    assert on(s, "5,4") == "P0 1@100 city0"


def test_capacity_classes_keep_small_maps_small() -> None:
    sizes = {
        (side, players, limit): state.new(options(size=side, players=players, unit_limit=limit)).layout.itemsize
        for side in (16, 32, 64)
        for players in (2, 4, 8)
        for limit in (250, 1000)
    }
    assert sizes[16, 2, 250] < 8_000
    assert sizes[64, 8, 1000] < 160_000
    assert state.new(options(size=8)).layout.itemsize == sizes[16, 2, 250]
    assert list(sizes.values()) == sorted(sizes.values()) or sizes[16, 2, 250] == min(sizes.values())
    s = state.new(options())
    assert state.grow(s) is s
    assert not rules.needs_room(s)
