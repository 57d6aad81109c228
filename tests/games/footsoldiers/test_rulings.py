"""The rulings of the rules (§8), by number."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from plowshares.core.errors import IllegalCommand, InvalidRecord
from plowshares.games.footsoldiers import notation, rules
from plowshares.games.footsoldiers.config import RunnerOptions
from plowshares.games.footsoldiers.grammar import format_written
from plowshares.games.footsoldiers.lookup import soldiers_of
from plowshares.games.footsoldiers.maps import load_map, read_map
from plowshares.games.footsoldiers.messages import read_state, state_message
from plowshares.games.footsoldiers.options import CostOfTypes, DamageOfTypes, Options
from plowshares.games.footsoldiers.state import new, sizes_for
from tests.games.footsoldiers.table import (
    CORRIDOR,
    MAP_A,
    SMALL,
    bases,
    begin,
    cells,
    healths,
    legal,
    money,
    play,
    position,
    read,
    result,
)


def code_of(s: Any, seat: int, text: str) -> str:
    with pytest.raises(IllegalCommand) as caught:
        read(s, seat, text)
    return caught.value.code


def test_r01_constants_are_those_of_the_published_file() -> None:
    o = Options()
    assert (o.initial_money, o.money_per_turn, o.max_distance_from_base, o.total_turns) == (10, 3, 5, 100)
    assert [(n.scout, n.assassin, n.tank) for n in (o.health, o.speed, o.damage, o.cost)] == [
        (9, 6, 12),
        (6, 5, 2),
        (3, 5, 2),
        (10, 11, 12),
    ]


def test_r02_base_health_is_40_and_an_option() -> None:
    assert bases(begin(Options())) == (40, 40)
    assert bases(begin(Options(base_health=7))) == (7, 7)


def test_r03_the_map_is_bounded() -> None:
    s = position("P1 Scout (0,1)→(0,4)", "P1 Scout (10,3)→(10,1)")
    play(s, "Move (0, 1) to (0, 9)")
    assert cells(s, 0) == [(0, 3), (10, 1)]
    assert code_of(s, 0, "Build Scout (11, 2) (1, 1) Up") == "off_map"


def test_r04_trailing_blanks_do_not_count() -> None:
    ragged = read_map("X         X   \r\n\r\n 1       2\n\nX         X \n   \n\n")
    assert ragged == read_map(MAP_A)
    assert (ragged.width, ragged.height) == (11, 5)
    stray = "\n".join(row + "  " * (y in (0, 3)) for y, row in enumerate(load_map("default").rows))
    assert read_map(stray) == load_map("default")
    assert (load_map("default").width, load_map("default").height) == (67, 7)


def test_r05_one_command_a_turn() -> None:
    s = position("P1 Scout (3,2)")
    for action in read(s, 0, "Change attack direction (3, 2) to Up"):
        rules.step(s, 0, action)
    assert legal(s, 0) == []
    assert code_of(s, 0, "Move (3, 2) to (4, 2)") == "already_chosen"


@pytest.mark.parametrize(("priority", "t", "builder"), [("parity", 99, 1), ("player1", 99, 0), ("player1", 100, 0)])
def test_r06_whose_command_is_applied_first(priority: str, t: int, builder: int) -> None:
    s = position(plan=SMALL, t=t, build_priority=priority)
    play(s, "Build Scout (4, 2) (4, 2) Up", "Build Scout (4, 2) (4, 2) Up")
    assert (len(cells(s, builder)), len(cells(s, 1 - builder))) == (1, 0)


def test_r07_the_second_build_on_a_cell_fails_and_keeps_its_money() -> None:
    s = position(plan=SMALL, money=(20, 20))
    play(s, "Build Scout (4, 2) (4, 2) Up", "Build Tank (4, 2) (4, 2) Up")
    assert (money(s), s.failed.tolist()) == ((13, 23), [0, 1])


def test_r08_build_range_is_a_distance() -> None:
    s = position(money=(99, 99))
    for action in legal(s, 0):
        written = notation.decode(s, action)
        if written.type is not None and written.at is not None:
            assert abs(written.at[0] - 1) + abs(written.at[1] - 2) <= 5
    assert code_of(s, 0, "Build Tank (7, 2) (1, 1) Up") == "distance"
    assert read(position(money=(99, 99), max_distance_from_base=6), 0, "Build Tank (7, 2) (1, 1) Up")


@pytest.mark.parametrize("facing", ["Down", "Left", "Up", "Right"])
def test_r09_the_build_direction_is_honoured(facing: str) -> None:
    s = play(position(), f"Build Scout (3, 3) (3, 3) {facing}")
    assert ["Down", "Left", "Up", "Right"][soldiers_of(s, 0)[0].facing] == facing


def test_r10_a_new_soldier_acts_at_once() -> None:
    s = play(position("P2 Tank (4,1)"), "Build Scout (2, 1) (3, 1) Right")
    assert cells(s, 0) == [(3, 1)]
    assert healths(s, 1) == {(4, 1): 9}


def test_r11_a_failing_command_costs_nothing_and_the_turn_goes_on() -> None:
    s = position("P2 Tank (4,1)→(9,1)", plan=SMALL, t=99)
    play(s, "Build Scout (4, 2) (4, 2) Up", "Build Scout (4, 2) (4, 2) Up")
    assert (s.failed.tolist(), money(s), s.turns) == ([1, 0], (13, 3), 98)
    assert (cells(s, 0), cells(s, 1)) == ([], [(4, 2), (6, 1)])


def test_r12_clamping_changes_no_movement() -> None:
    """The distance to a cell off the map and to its nearest map cell differ by the same amount everywhere."""
    for far, near in (((999, 0), (10, 0)), ((5, 77), (5, 4)), ((999, 999), (10, 4))):
        gaps = {
            abs(x - far[0]) + abs(y - far[1]) - abs(x - near[0]) - abs(y - near[1]) for x in range(11) for y in range(5)
        }
        assert len(gaps) == 1
        s = position("P1 Scout (3,2)")
        assert read(s, 0, f"Move (3, 2) to ({far[0]}, {far[1]})") == read(
            s, 0, f"Move (3, 2) to ({near[0]}, {near[1]})"
        )


def test_r13_a_soldier_stays_on_a_tie() -> None:
    # (4,2) is taken, so (4,1) and the four cells as near as the own one tie.
    s = play(position("P1 Scout (4,1)→(4,2)", "P1 Tank (4,2)"))
    assert cells(s, 0) == [(4, 1), (4, 2)]


def test_r14_own_soldiers_block_the_way_too() -> None:
    s = play(position("P1 Scout (2,1)→(7,1)", "P1 Tank (3,1)", plan=CORRIDOR))
    assert cells(s, 0) == [(2, 1), (3, 1)]


@pytest.mark.parametrize(("t", "first"), [(100, 0), (99, 1), (2, 0), (1, 1)])
def test_r15_the_number_shown_this_turn_decides_who_moves_first(t: int, first: int) -> None:
    s = play(position("P1 Tank (3,1)→(5,1)", "P2 Tank (7,1)→(5,1)", t=t))
    assert (5, 1) in cells(s, first)


def test_r16_order_is_by_x_then_y_and_new_soldiers_count_with_their_build_cell() -> None:
    s = play(position("P1 Tank (3,1)→(4,2)", "P1 Assassin (3,3)→(4,2)"))
    assert [(soldier.type, soldier.at) for soldier in soldiers_of(s, 0)] == [(1, (3, 2)), (2, (4, 2))]
    s = play(position("P1 Tank (4,1)→(4,2)"), "Build Scout (3, 2) (4, 2) Up")
    assert [(soldier.type, soldier.at) for soldier in soldiers_of(s, 0)] == [(2, (4, 1)), (0, (4, 2))]


def test_r17_rear_soldiers_of_player1_move_before_those_in_front() -> None:
    s = position("P1 Tank (2,1)→(7,1)", "P1 Tank (3,1)→(7,1)", plan=CORRIDOR)
    assert cells(play(s), 0) == [(2, 1), (5, 1)]
    s = position("P2 Tank (6,1)→(1,1)", "P2 Tank (5,1)→(1,1)", plan=CORRIDOR)
    assert cells(play(s), 1) == [(3, 1), (4, 1)]
    s = position("P2 Tank (6,1)→(1,1)", "P2 Tank (5,1)→(1,1)", plan=CORRIDOR, order="mirrored")
    assert cells(play(s), 1) == [(3, 1), (6, 1)]


def test_r18_bases_have_no_part_in_the_order() -> None:
    """Soldiers left and right of the own base take turns by x alone."""
    s = position("P1 Scout (0,2)→(3,3)", "P1 Scout (2,3)→(3,3)")
    assert [soldier.at for soldier in soldiers_of(play(s), 0)] == [(2, 3), (3, 3)]


@pytest.mark.parametrize(("facing", "hit"), [("Down", (5, 3)), ("Left", (4, 2)), ("Up", (5, 1)), ("Right", (6, 2))])
@pytest.mark.parametrize("missing", [0, 1])
def test_r19_targets_are_looked_for_clockwise(facing: str, hit: tuple[int, int], missing: int) -> None:
    around = [(5, 3), (4, 2), (5, 1), (6, 2)]  # down, left, up, right
    hit = around[(around.index(hit) + missing) % 4]
    enemies = [cell for cell in around if not missing or cell != around[(around.index(hit) - 1) % 4]]
    s = position(f"P1 Scout (5,2) {facing}", *(f"P2 Tank ({x},{y})" for x, y in enemies))
    assert healths(play(s), 1) == {cell: 9 if cell == hit else 12 for cell in enemies}


def test_r20_the_fallen_attack_and_are_attacked_until_removed() -> None:
    s = play(position("P1 Scout (4,1) Right", "P1 Scout (6,1) Left", "P2 Scout (5,1) health 1 Left"))
    assert healths(s, 0) == {(4, 1): 6, (6, 1): 9}
    assert cells(s, 1) == []


@pytest.mark.parametrize(("facing", "base", "tank"), [("Right", 37, 12), ("Down", 40, 9)])
def test_r21_bases_and_soldiers_are_equal_targets(facing: str, base: int, tank: int) -> None:
    s = play(position(f"P1 Scout (8,2) {facing}", "P2 Tank (8,3) Right"))
    assert (bases(s)[1], healths(s, 1)) == (base, {(8, 3): tank})


def test_r22_health_never_falls_below_zero() -> None:
    s = play(position("P1 Assassin (8,2) Right", "P1 Assassin (9,1) Down", bases=(40, 3)))
    assert bases(s) == (40, 0)


def test_r23_income_comes_after_the_fighting_and_before_the_end() -> None:
    s = play(position("P1 Assassin (8,2) Right", bases=(40, 1), t=99))
    assert (money(s), s.turns, result(s)) == ((13, 13), 98, "Winner player1")


def test_r24_a_hundred_turns() -> None:
    s = begin(Options())
    shown = []
    while not result(s):
        shown.append(int(s.turns))
        play(s)
    assert shown == list(range(100, 0, -1))
    assert (result(s), s.turns) == ("Draw", 0)


@pytest.mark.parametrize(
    ("cap_result", "healths_", "ending"),
    [
        ("draw", (3, 2), "Draw"),
        ("health", (3, 2), "Winner player1"),
        ("health", (2, 3), "Winner player2"),
        ("health", (3, 3), "Draw"),
    ],
)
def test_r25_when_turns_run_out(cap_result: str, healths_: tuple[int, int], ending: str) -> None:
    assert result(play(position(bases=healths_, t=1, cap_result=cap_result))) == ending


def test_r26_fields_are_in_the_order_of_the_sample() -> None:
    s = position("P1 Assassin (6,1)→(6,3) health 5 Up")
    entries = json.loads(state_message(s, 0))["map"]
    by_type = {entry["type"]: list(entry) for entry in entries}
    assert by_type["Assassin"] == ["position", "type", "health", "team", "destination", "attack-direction"]
    assert by_type["Base"] == ["type", "position", "team"]
    assert by_type["Rock"] == ["position", "type"]


def test_r27_the_sample_is_an_illustration_only() -> None:
    sample = json.loads(state_message(begin(Options()), 0))
    soldier = {
        "position": {"x": 5, "y": 10},
        "type": "Assassin",
        "health": 5,
        "team": "player1",
        "destination": {"x": 6, "y": 7},
        "attack-direction": "Up",
    }
    sample["map"].append(soldier)
    with pytest.raises(InvalidRecord, match="cannot be there"):
        read_state(Options(), json.dumps(sample))


def test_r28_the_message_has_no_end_mark_of_its_own() -> None:
    message = state_message(begin(Options()), 0)
    assert b"\n" not in message
    assert b" " not in message
    assert message.endswith(b"}")


def test_r29_map_entries_are_by_x_then_y() -> None:
    s = position("P2 Scout (9,1)", "P1 Scout (0,3)", "P1 Tank (5,4)")
    places = [(e["position"]["x"], e["position"]["y"]) for e in json.loads(state_message(s, 1))["map"]]
    assert places == sorted(places)
    assert len(places) == 4 + 2 + 3


def test_r30_the_runner_has_limits() -> None:
    o = RunnerOptions()
    assert (o.bot_initialisation_time, o.turn_time_limit, o.max_restarts) == (15, 1, 4)


@pytest.mark.parametrize(
    ("line", "strict", "found"),
    [
        ("\t No-op \r", "No-op", "No-op"),
        ("I say No-op!", None, "No-op"),
        ("no-op", None, None),
        ("No-op, Move (1, 2) to (3, 4), Move (5, 6) to (7, 8)", None, "Move (1, 2) to (3, 4)"),
        ("No-op Change attack direction (1, 2) to Up", None, "Change attack direction (1, 2) to Up"),
        ("Move (1, 2) to (3, 4) Build Tank (1, 2) (3, 4) Up", None, "Build Tank (1, 2) (3, 4) Up"),
        ("Move (1, 2) to (3, 4)\n", None, "Move (1, 2) to (3, 4)"),
        ("Move (１, 2) to (3, 4)", None, None),
    ],
)
def test_r31_commands_are_exact_or_searched_for(line: str, strict: str | None, found: str | None) -> None:
    for mode, expected in (("strict", strict), ("search", found)):
        written = notation.match_command(line, mode)  # type: ignore[arg-type]  # one of the two words
        assert (written and format_written(written)) == expected


@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        (Options(), {"cells": 576, "soldiers": 128, "reach": 128}),
        (Options(total_turns=1000), {"cells": 576, "soldiers": 1024, "reach": 128}),
        (Options(map="1 2", total_turns=1000), {"cells": 128, "soldiers": 64, "reach": 128}),
        (Options(map=MAP_A, map_width=200, map_height=50), {"cells": 20480, "soldiers": 128, "reach": 128}),
        (Options(map=MAP_A, map_width=78, map_height=128), {"cells": 20480, "soldiers": 128, "reach": 128}),
        (Options(map=MAP_A, map_width=100, map_height=15), {"cells": 2304, "soldiers": 128, "reach": 128}),
    ],
)
def test_r32_every_soldier_of_a_match_has_room(options: Options, sizes: dict[str, int]) -> None:
    assert sizes_for(options, load_map(options.map, options.map_width, options.map_height)) == sizes
    s = new(options)
    rules.setup(s, np.uint64(0))
    assert not rules.needs_room(s)


def test_r32_as_many_soldiers_as_the_map_has_cells() -> None:
    """Soldiers that cost nothing fill a small map to the last cell; then only other commands are left."""
    harmless = DamageOfTypes(scout=0, assassin=0, tank=0)
    s = begin(Options(map="1    2", max_distance_from_base=9, cost=CostOfTypes(scout=0), damage=harmless))
    for _ in range(4):
        sites = [action for action in legal(s, 0) if notation.decode(s, action).type == 0]
        play(s, notation.format(s, 0, (sites[0],)) + " (0, 0) Up")
    assert len(cells(s, 0)) == 4
    assert all(notation.decode(s, action).type is None for action in legal(s, 0))
