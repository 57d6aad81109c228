"""The rulings R1 to R50, each by its number."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from plowshares.core.errors import InvalidOption
from plowshares.core.options import read_options
from plowshares.games.farmer_soldier import rules, state
from plowshares.games.farmer_soldier.options import Options

from .helpers import at, new, same

CALM = "; c3 p1 1f 2g"  # somebody else, far away


def test_r1_two_to_sixty_four_players() -> None:
    for players in (1, 65):
        with pytest.raises(InvalidOption, match=r"players.*2\.\.64"):
            read_options(Options, {"players": players})
    assert len(state.new(Options(players=64, size="8x8")).people) == 64
    with pytest.raises(InvalidOption, match="9 cells"):
        read_options(Options, {"players": 10})


def test_r2_turn_order_skips_the_eliminated() -> None:
    table = at("a1 p0 1f 2g; b2 p1 1f; c3 p2 1f 2g; c1 p3 1s 3g", players=4)
    seats = [int(table.s.seat)]
    for _ in range(4):
        table.play("done")
        seats.append(int(table.s.seat))
    assert seats == [0, 1, 2, 3, 0]
    assert not table.s.living[1]
    table.play("done")
    assert table.s.seat == 2


def test_r2_alternating_order_goes_back_and_forth_and_skips_the_eliminated() -> None:
    table = at("a1 p0 1s 9g; b2 p1 1s 9g; c3 p2 1s 9g", players=3, turn_order="alternating", quiet_rounds=50)
    seats = []
    for _ in range(9):
        seats.append((int(table.s.round), int(table.s.seat)))
        table.play("done")
    assert [seat for _round, seat in seats] == [0, 1, 2, 2, 1, 0, 0, 1, 2]
    assert [number for number, _seat in seats] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    hungry = at("a1 p0 1s 9g; b2 p1 1s 9g; c3 p2 1s", players=3, turn_order="alternating")
    order = []
    for _ in range(6):
        order.append(int(hungry.s.seat))
        hungry.play("done")
    assert order == [0, 1, 2, 1, 0, 0]  # the third starves in its first turn


def test_r2_lots_decide_who_begins_every_round() -> None:
    given = {"players": 3, "size": "3x3", "start": "1s 9g", "first_turn": "lot", "seat_bonus": 2}
    tables = [new(seed, **given) for seed in range(12)]
    assert {int(table.s.seat) for table in tables} == {0, 1, 2}
    for table in tables:
        beginner = int(table.s.seat)
        order, rounds = [], []
        for _ in range(6):
            order.append(int(table.s.seat))
            rounds.append(int(table.s.round))
            table.play("done")
        assert order == [(beginner + i) % 3 for i in range(6)]
        assert rounds == [0, 0, 0, 1, 1, 1]
    start = new(3, **given).s
    food = [int(start.things[home, seat, 3]) for seat, home in enumerate(start.homes[:3].tolist())]
    assert [food[(int(start.seat) + i) % 3] for i in range(3)] == [9, 11, 13]
    assert int(new(3).s.seat) == 0
    with pytest.raises(InvalidOption, match="alternating"):
        read_options(Options, {"first_turn": "lot", "turn_order": "alternating"})


def test_r2_lots_deal_out_the_usual_homes() -> None:
    given = {"players": 3, "size": "4x3", "start": "1f 1s 4g"}
    usual = new(3, **given).s.homes[:3].tolist()
    dealt = [new(seed, **given, homes="lot").s for seed in range(40)]
    assert {tuple(s.homes[:3].tolist()) for s in dealt} == set(permutations(usual))
    for s in dealt:
        assert [int(s.things[home, seat, 1]) for seat, home in enumerate(s.homes[:3].tolist())] == [1, 1, 1]
        assert int(s.seat) == 0
    both = [new(seed, **given, homes="lot", first_turn="lot").s for seed in range(120)]
    assert len({(int(s.seat), tuple(s.homes[:3].tolist())) for s in both}) == 18  # each with each


@pytest.mark.parametrize(
    ("options", "cells"),
    [
        ({"grid": "square", "size": "4x2"}, 8),
        ({"grid": "triangle", "size": "4x2"}, 8),
        ({"grid": "hex", "size": "4x2"}, 8),
        ({"grid": "hex", "shape": "hexagon", "size": "1"}, 7),
        ({"grid": "cubic", "size": "2x2x2"}, 8),
    ],
)
def test_r3_grids_and_outlines(options: dict[str, Any], cells: int) -> None:
    assert len(Options(**options).board.places) == cells


def test_r4_infinite_boards_grow_up_to_a_limit() -> None:
    table = new(edges="ii", max_cells=14)
    assert table.s.board.count == 13
    table.play("0.0>-1.0 1c")
    assert table.s.board.count == 14  # -2.0 was created, -1.1 and -1.-1 were not
    assert table.refused("-1.0>-1.1 1f") == "unknown-cell"
    edge = at("0.0 p0 1g; -1.0 p0 1f; 2.2 p1 1f 1g", seat=1, edges="ii", max_cells=14)
    assert [text for text in edge.texts(1) if "f" in text] == ["2.2>1.2 1f", "2.2>2.1 1f"]  # like a finite edge


def test_r5_adjacency_by_edge_or_corner() -> None:
    assert at("a1 p0 1f 1g" + CALM).refused("a1>b2 1f") == "not-adjacent"
    table = at("a1 p0 1f 1g" + CALM, adjacency="corner").play("a1>b2 1f")
    assert same("a1 p0 1g; b2 p0 1f" + CALM, table)


def test_r6_the_start_is_what_a_lone_farmer_leaves() -> None:
    table = new().play("done")
    assert table.position.startswith("a1 p0 1f 1c 2g;")
    hungry = new(start="1f 1g").play("done")
    assert hungry.phase == "feed"
    assert same("a1 p0 3f 2s 1c 9g; c3 p1 3f 2s 1c 9g", new(start="3f 2s 1c 9g"))  # waits for its child


def test_r7_homes_may_be_chosen() -> None:
    assert new(homes="b1, B3").position == "b1 p0 1f 1c 2g; b3 p1 1f 2g"
    assert new(homes="0.0,2.1").position == "a1 p0 1f 1c 2g; c2 p1 1f 2g"


def test_r8_seat_bonus() -> None:
    table = new(players=3, seat_bonus=2)
    food = [int(table.s.things[table.s.homes[seat], seat, 3]) for seat in range(3)]
    assert food == [2, 4, 6]


def test_r9_food_and_births_on_the_owners_turn_only() -> None:
    table = at("a1 p0 1f 1g; c3 p1 2f 2g").play("done")
    assert "c3 p1 2f 2c 2g" in table.position  # born at the start of p1's turn, nothing eaten or grown yet


def test_r10_two_food_per_harvest() -> None:
    assert Options().food_yield == 2
    assert "a1 p0 1f 2g" in at("a1 p0 1f 1g" + CALM).play("done").position
    assert "a1 p0 1f 1g" in at("a1 p0 1f 1g" + CALM, food_yield=1).play("done").position


def test_r11_yield_per_location_or_farmer() -> None:
    assert "a1 p0 3f 2g" in at("a1 p0 3f 3g" + CALM).play("done").position
    assert "a1 p0 3f 6g" in at("a1 p0 3f 3g" + CALM, yield_per="farmer").play("done").position


def test_r12_only_the_current_player_harvests() -> None:
    assert at("a1 p0 1s 1g" + CALM).play("done").position.endswith("c3 p1 1f 1c 2g")


def test_r13_a_shared_cell_feeds_both() -> None:
    table = at("b2 p0 1f 1g p1 1f 2g").play("done")
    assert table.position == "b2 p0 1f 2g p1 1f 1c 2g"
    assert table.play("done").position == "b2 p0 1f 1c 2g p1 1f 1c 2g"


def test_r14_children_grow_up_on_their_owners_turn() -> None:
    table = at("a1 p0 1f 1g; c3 p1 1f 1c 3g").play("done")
    assert (table.s.seat, table.phase) == (1, "raise")


def test_r15_newborns_and_new_farmers_wait() -> None:
    table = at("a1 p0 1f 3c 9g" + CALM, start=True).play("raise a1 0s")
    assert table.position.startswith("a1 p0 4f 1c 9g;")  # one child, of the farmer that was one before


def test_r16_births_are_compulsory() -> None:
    assert at("a1 p0 4f 9g" + CALM, start=True).position.startswith("a1 p0 4f 4c 9g;")


def test_r17_one_step_each_and_staying_allowed() -> None:
    table = at("a1 p0 3f 9g" + CALM).play("a1>b1 1f", "a1>a2 1f")
    assert table.refused("b1>c1 1f") == table.refused("a2>a3 f") == "already-moved"
    assert same("a1 p0 1f 9g; b1 p0 1f; a2 p0 1f" + CALM, table)


def test_r18_new_adults_and_newborns_may_move() -> None:
    table = at("a1 p0 1f 2c 9g" + CALM, start=True).play("raise a1 1s", "a1>b1 1c", "a1>a2 1s", "a1>b1 2f")
    assert same("a1 p0 9g; b1 p0 2f 1c; a2 p0 1s" + CALM, table)


def test_r19_enemy_cells_may_be_entered_and_left() -> None:
    table = at("b2 p0 1f 9g p1 5s; a1 p0 1f 1g" + CALM).play("b2>b3 1f", "a1>b1 1f")
    assert "b2 p0 9g p1 5s" in table.position
    table = at("b1 p0 1f 9g; b2 p1 5s" + CALM).play("b1>b2 1f")
    assert "b2 p0 1f p1 5s" in table.position


def test_r20_food_is_its_owners() -> None:
    table = at("a1 p0 1f p1 3g" + CALM)
    assert table.refused("a1>b1 1g") == "not-your-food"
    assert table.play("done").reason == "last-standing"  # p0 could not eat it


def test_r21_food_needs_no_carrier() -> None:
    assert "b2>b3 1g" in at("b2 p0 1g; a1 p0 1f 1g" + CALM).texts(0)
    assert at("b2 p0 1g; a1 p0 1f 1g" + CALM, food_escort=True).refused("b2>b3 1g") == "no-escort"
    table = at("b2 p0 1g; b1 p0 1f 1g" + CALM, food_escort=True).play("b1>b2 1f", "b2>b3 1g")
    assert "b3 p0 1g" in table.position


def test_r22_food_passes_enemy_cells_untouched() -> None:
    table = at("b2 p0 1g; b3 p1 2s 5g; a1 p0 1f 1g").play("b2>b3 1g", "done")
    assert "b3 p0 1g p1 2s 5g" in table.position


def test_r23_food_of_the_fallen_stays_theirs() -> None:
    table = at("b3 p0 1s 1g; c3 p1 1f 2g; a1 p0 1f 1g; a3 p1 1f 1g").play("b3>c3 1s", "b3>c3 1g", "done")
    assert "c3 p0 1s p1 2g" in table.position
    assert "c3>c2 g" in table.texts(1)


def test_r24_food_of_the_eliminated_is_removed() -> None:
    table = at("a1 p0 1s; b1 p0 9g; c3 p1 1f 2g; c1 p2 1f 1g", players=3).play("done")
    assert "p0" not in table.position
    table = at("a1 p0 1s; b1 food 9; c3 p1 1f food 2; c1 p2 1f food 1", players=3, food_rule="common").play("done")
    assert "b1 food 9" in table.position


def test_r24_food_of_two_players_without_people_stays_theirs() -> None:
    table = at("a1 p0 1s 1g; b2 p0 1g p1 2g; c3 p1 1s 2g", food_rule="looted").play("done")
    assert "b2 p0 1g p1 2g" in table.position


def test_r25_eating_is_compulsory_but_food_may_leave_first() -> None:
    table = at("a1 p0 1f 1s 1g; b1 p0 1s" + CALM).play("a1>b1 1g", "done")
    assert same("b1 p0 1s; c3 p1 1f 1c 2g", table)


def test_r26_the_owner_chooses_who_starves() -> None:
    table = at("a1 p0 2f 2s 2c 3g" + CALM).play("done")
    assert table.texts(0) == ["starve a1 0c", "starve a1 1c", "starve a1 2c"]
    table.play("starve a1 1c")
    assert table.texts(0) == ["starve a1 0s", "starve a1 1s", "starve a1 2s"]
    assert table.play("starve a1 1s").position.startswith("a1 p0 1f 1s 1c 2g;")


@pytest.mark.parametrize("start", ["1f", "1f 0g", "2g", "0f 0s 0c 5g"])
def test_r27_the_start_has_people_and_food(start: str) -> None:
    with pytest.raises(InvalidOption, match="start"):
        Options(start=start)


def test_r28_others_do_not_eat() -> None:
    table = at("a1 p0 1s 1g; c3 p1 3s 1g").play("done")
    assert table.position == "a1 p0 1s; c3 p1 3s 1g"


def test_r29_marking_must_or_may() -> None:
    fight = "b2 p0 1s 1g p1 1s; a1 p0 1f 1g" + CALM
    assert "b2" not in at(fight).play("done").position
    table = at(fight, marking="may").play("done")
    assert table.texts(0) == ["mark b2 p1 0", "mark b2 p1 1"]
    table.play("p0 mark b2 p1 1", "p1 mark b2 p0 0")
    assert "b2 p0 1s" in table.position


def test_r30_marks_are_counted_not_aimed() -> None:
    table = at("b2 p0 3s 3g p1 2s p2 2s; a1 p0 1f 1g; c1 p1 1f; c3 p2 1f", players=3).play("done")
    assert table.texts(0) == ["mark b2 p1 1", "mark b2 p1 2"]  # the third mark must go somewhere


COLLISION = "b2 p0 2s 2g p1 2s p2 4s; a1 p0 1f 1g; c1 p1 1f; c3 p2 1f"


def _losses_of_p2(seed: int, **options: Any) -> int:
    table = at(COLLISION, players=3, **options)
    table.s.rng.key = np.uint64(seed)
    table.play("done", "p0 mark b2 p1 0", "p1 mark b2 p0 0")  # both give p2 all their marks
    left = table.s.things[4, 2, 1]
    return 4 - int(left) if table.phase != "mark" else -1


def test_r31_marks_are_spread_or_collide() -> None:
    assert {_losses_of_p2(seed) for seed in range(4)} == {4}
    assert {_losses_of_p2(seed, mark_overlap="collide") for seed in range(40)} == {2, 3, 4}


def test_r31_collisions_use_exactly_one_draw_per_mark() -> None:
    table = at(COLLISION, players=3, mark_overlap="collide").play("done")
    table.play("p0 mark b2 p1 0", "p1 mark b2 p0 0")
    assert table.s.rng.count == 2 + 2 + 2 + 2  # p2's four forced marks, two on each, and two of each other player
    assert not table.s.lots.any()
    assert not table.s.drawn.any()


def test_r32_spare_marks_are_idle() -> None:
    assert "b2 p0 3s" in at("b2 p0 4s 4g p1 1s; a1 p0 1f 1g" + CALM).play("done").position


def test_r33_the_marked_still_mark() -> None:
    table = at("b2 p0 3s 3g p1 3s; a1 p0 1f 1g" + CALM).play("done")
    assert "b2" not in table.position


SURVIVORS = "b2 p0 1f 2s 3g p1 1f 2s p2 1f; a1 p0 1f 1g; c1 p1 1f; c3 p2 1f"


def test_r34_a_sole_army_or_any_removes_civilians() -> None:
    hold = ("done", "p0 mark b2 p1 0", "p1 mark b2 p0 0")
    table = at(SURVIVORS, players=3, marking="may").play(*hold)
    assert "b2 p0 1f 2s 2g p1 1f 2s 1c p2 1f" in table.position
    table = at(SURVIVORS, players=3, marking="may", civilians="any").play(*hold)
    assert "b2 p0 2s p1 2s;" in table.position


def test_r35_one_soldier_removes_all_civilians() -> None:
    assert "b2 p0 1s" in at("b2 p0 1s 1g p1 9f 9c; a1 p0 1f 1g" + CALM).play("done").position.split("; ")


def test_r36_combat_is_everywhere_on_every_turn() -> None:
    table = at("a1 p0 1f 1g; b2 p1 1s p2 1s; c2 p1 1s p2 2f; c1 p1 1f; c3 p2 1f", players=3).play("done")
    assert "b2" not in table.position
    assert "c2 p1 1s" in table.position


def test_r37_two_players_are_never_asked_for_marks() -> None:
    table = at("b2 p0 5s 5g p1 3s; a1 p0 1f 1g" + CALM).play("done")
    assert table.phase == "move"
    assert "b2 p0 2s" in table.position


def test_r38_everybody_else_is_opposing() -> None:
    table = at("b2 p0 1s 1g p1 1s p2 1s p3 1s; a1 p0 1f 1g", players=4).play("done")
    assert table.to_act == [0, 1, 2, 3]


def test_r39_food_alone_does_not_keep_a_player_alive() -> None:
    table = at("a1 p0 1f; a2 p0 9g" + CALM).play("done")
    assert (table.reason, table.scores) == ("last-standing", [0, 1])


def test_r40_those_who_fall_last_share() -> None:
    table = at("a1 p0 1s; b2 p1 1s p2 1s", players=3).play("done")
    assert (table.reason, table.scores) == ("wiped-out", [0, 0.5, 0.5])
    assert table.places == [3, 1, 1]


def test_r41_tested_after_eating_and_after_combat() -> None:
    assert at("a1 p0 1s; c3 p1 1f 2g").play("done").position == "c3 p1 1f 2g"  # ended before anything else
    table = at("b2 p0 1f 1s 2g p1 1f").play("done")
    assert (table.position, table.reason) == ("b2 p0 1f 1s", "last-standing")  # no harvest any more


def test_r42_combat_after_the_current_player_starved() -> None:
    table = at("a1 p0 1f; b2 p1 1s p2 1f; c3 p2 1f", players=3).play("done")
    assert table.position == "b2 p1 1s; c3 p2 1f"


def test_r43_caps_are_tested_when_all_have_had_equal_turns() -> None:
    table = new(round_cap=2)
    table.play("done", "done", "raise a1 0s", "done", "starve a1 1c")
    assert (table.s.round, table.phase) == (1, "raise")
    table.play("raise c3 0s", "done", "starve c3 1c")
    assert (table.s.round, table.phase, table.reason) == (2, "over", "round-cap")
    both = new(round_cap=1, quiet_rounds=1).play("done", "done")
    assert both.reason == "round-cap"
    assert Options().quiet_rounds == 0
    assert new().s.options.quiet_rounds == 36
    assert new(quiet_rounds=7).s.options.quiet_rounds == 7


def test_r43_a_combat_loss_breaks_the_quiet() -> None:
    table = at("b2 p0 2s 2g p1 1s; a1 p0 2s 9g; c3 p1 2s 9g", quiet_rounds=2).play("done", "done")
    assert (table.s.round, table.s.quiet) == (1, 0)
    assert table.play("done", "done").s.quiet == 1
    assert table.play("done", "done").reason == "quiet"


@pytest.mark.parametrize(
    ("position", "points"),
    [
        ("a1 p0 1f 1g; b1 p0 1f 1g; c3 p1 5s 9g", [1, 0]),  # land, though p1 has more people and food
        ("a1 p0 1f 2s 3g; c3 p1 1f 9g", [1, 0]),  # people, though p1 has more food
        ("a1 p0 1f 1s 5g; c3 p1 1f 2g", [1, 0]),  # food
        ("a1 p0 1f 1s 2g; c3 p1 1f 2g", [0.5, 0.5]),  # p1 has a child by then: all equal
    ],
)
def test_r44_land_then_people_then_food(position: str, points: list[float]) -> None:
    assert at(position, round_cap=1).play("done", "done").scores == points


def test_r44_cap_scoring_draw_and_common_food() -> None:
    table = at("a1 p0 1f 1g; b1 p0 1f 1g; c3 p1 1s 9g", round_cap=1, cap_scoring="draw").play("done", "done")
    assert table.scores == [0.5, 0.5]
    table = at("a1 p0 1f food 5; c3 p1 1f food 2", round_cap=1, food_rule="common").play("done", "done")
    assert table.s.people[0] == 1
    assert table.s.people[1] == 2  # its child was born
    assert table.scores == [0, 1]


def test_r45_land_is_nobodys_without_presence() -> None:
    table = at("a1 p0 1f 1g; b1 p0 1f 2g; c3 p1 1s 9g").play("a1>b1 1f", "a1>b1 1g")
    assert "a1" not in table.position


def test_r46_switch_is_off_unless_chosen() -> None:
    assert at("a1 p0 1f 1s 2g" + CALM).play("done").phase == "move"
    table = at("a1 p0 1f 1s 1c 3g; b1 p0 2s 2g" + CALM, switch=True).play("done")
    assert table.texts(0) == ["arm a1 0s", "arm a1 1s", "arm a1 2s"]
    table.play("arm a1 0s", "arm b1 1s")
    assert same("a1 p0 2f 1c 2g; b1 p0 1f 1s; c3 p1 1f 1c 2g", table)


def test_r47_max_stack_limits_moves_and_harvests() -> None:
    table = at("a1 p0 5f 9g; b1 p0 8f 8g" + CALM, max_stack=9)
    assert table.refused("a1>b1 2f") == "stack-full"
    assert "a1>b1 1f" in table.texts(0)
    table.play("a1>b1 1f")
    assert table.refused("a1>b1 f") == "stack-full"
    full = at("a1 p0 1f 9g" + CALM, max_stack=9).play("done")
    assert full.position.startswith("a1 p0 1f 9g;")


def test_r48_all_but_marks_is_open() -> None:
    table = new(players=3)
    views = {bytes(table.view(viewer).tobytes()) for viewer in (-1, 0, 1, 2)}
    assert len(views) == 1


def test_r49_done_at_once_is_a_pass() -> None:
    assert new().play("done").position == "a1 p0 1f 1c 2g; c3 p1 1f 1c 2g"


def test_r50_moves_in_any_order_questions_in_cell_order() -> None:
    start = "a1 p0 3f 2s 9g; b2 p0 1f 3g" + CALM
    one = at(start).play("a1>b1 2f", "b2>b1 1f", "a1>a2 1s", "done")
    other = at(start).play("a1>a2 1s", "b2>b1 1f", "a1>b1 2f", "done")
    assert one.s.tobytes() == other.s.tobytes()
    table = at("c1 p0 1f 1c 9g; a2 p0 2c 9g; b3 p0 1c 9g" + CALM, start=True)
    assert [table.s.cell] == [2]
    table.play("1")
    assert table.s.cell == 3


def test_places_count_as_1_2_2_4() -> None:
    position = "a1 p0 1f 1g; b1 p0 1f 1g; a3 p1 1f 2g; c3 p2 1f 2g; c1 p3 1s"
    table = at(position, players=4, round_cap=1, quiet_rounds=9).play("done", "done", "done", "done")
    assert table.phase == "over"
    assert table.places == [1, 2, 2, 4]
    out = np.zeros(4)
    rules.outcome(table.s, out)
    assert out.tolist() == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])


def test_a_running_match_has_no_outcome() -> None:
    out = np.ones(2)
    rules.outcome(new().s, out)
    assert out.tolist() == [0, 0]
    assert new().scores == [0, 0]
