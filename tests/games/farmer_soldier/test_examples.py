"""The worked examples of the rules, X1 to X39, each by its number."""

from __future__ import annotations

from typing import Any

import pytest

from plowshares.core.boards import Grid
from plowshares.games.farmer_soldier.options import Options, home_cells

from .helpers import Table, at, new, same


def names(grid: Grid, cell: str) -> list[str]:
    """Name the neighbours of a cell, in slot order."""
    place = grid.parse_name(cell)
    assert place is not None
    return [grid.name(grid.places[to]) for to in grid.neighbours[grid.numbers[place]] if to >= 0]


def slots(grid: Grid, cell: str) -> list[int]:
    place = grid.parse_name(cell)
    assert place is not None
    return [slot for slot, to in enumerate(grid.neighbours[grid.numbers[place]]) if to >= 0]


def homes(**options: Any) -> list[str]:
    chosen = Options(**options)
    return [chosen.board.name(chosen.board.places[cell]) for cell in home_cells(chosen)]


def check(table: Table, position: str, seat: int, phase: str = "move") -> None:
    assert same(position, table), table.position
    assert (table.s.seat, table.phase) == (seat, phase)


def test_x1_new_game() -> None:
    table = new()
    check(table, "a1 p0 1f 1c 2g; c3 p1 1f 2g", 0)
    check(table.play("done"), "a1 p0 1f 1c 2g; c3 p1 1f 1c 2g", 1)


def test_x2_raise_then_a_turn() -> None:
    table = at("a1 p0 1f 2c 5g; c3 p1 1f 2g", start=True).play("raise a1 1s")
    check(table, "a1 p0 2f 1s 1c 5g; c3 p1 1f 2g", 0)
    check(table.play("done"), "a1 p0 2f 1s 1c 3g; c3 p1 1f 1c 2g", 1)


def test_x3_cells_are_asked_in_order() -> None:
    table = at("a1 p0 1f 1c 3g; b1 p0 2c 2g; c3 p1 1f 2g", start=True)
    assert table.refused("raise b1 2s") == "wrong-cell"
    check(table.play("raise a1 0s", "raise b1 2s"), "a1 p0 2f 1c 3g; b1 p0 2s 2g; c3 p1 1f 2g", 0)


def test_x4_new_farmer_harvests_without_a_child() -> None:
    table = at("a1 p0 1c 1g; c3 p1 1c 1g", start=True).play("raise a1 0s", "done")
    check(table, "a1 p0 1f 2g; c3 p1 1c 1g", 1, "raise")


def test_x5_one_step_per_turn() -> None:
    table = at("a1 p0 2f 9g; c3 p1 1f 2g").play("a1>b1 1f")
    assert table.refused("b1>c1 1f") == "already-moved"
    assert table.refused("a1>b2 1f") == "not-adjacent"


def test_x6_others_in_the_cell_may_still_move() -> None:
    table = at("a1 p0 1f 2g; b1 p0 1f 4g; c3 p1 1f 2g").play("a1>b1 1f", "b1>c1 1f")
    assert table.refused("b1>b2 1f") == "already-moved"


def test_x7_starving_out() -> None:
    table = at("a1 p0 2f 9g; c3 p1 1f 2g").play("a1>b1 1f", "a1>a2 1f", "done")
    check(table, "c3 p1 1f 2g", 0, "over")
    assert (table.reason, table.scores) == ("last-standing", [0, 1])


def test_x8_food_moves_alone() -> None:
    table = at("a1 p0 1s 1g; b2 p0 3g; c3 p1 1f 2g").play("b2>b3 2g", "b2>a2 1g")
    assert table.refused("b3>c3 1g") == "already-moved"
    check(table.play("done"), "a2 p0 1g; b3 p0 2g; a1 p0 1s; c3 p1 1f 1c 2g", 1)


X9 = "a1 p0 1f 1s 1c 2g; c3 p1 1f 2g"


def test_x9_choosing_who_starves() -> None:
    table = at(X9).play("done")
    assert (table.phase, table.texts(0)) == ("feed", ["starve a1 0c", "starve a1 1c"])
    check(table.play("starve a1 1c"), "a1 p0 1f 1s 2g; c3 p1 1f 1c 2g", 1)


def test_x10_the_farmer_starves() -> None:
    table = at(X9).play("done", "starve a1 0c", "starve a1 0s")
    check(table, "a1 p0 1s 1c; c3 p1 1f 1c 2g", 1)


def test_x11_three_starve() -> None:
    table = at("a1 p0 1f 2s 1c 1g; c3 p1 1f 2g").play("done", "starve a1 1c")
    assert table.texts(0) == ["starve a1 1s", "starve a1 2s"]
    check(table.play("starve a1 2s"), "a1 p0 1f 2g; c3 p1 1f 1c 2g", 1)


def test_x12_all_starve_without_a_question() -> None:
    table = at("a1 p0 2s; c3 p1 1f 2g").play("done")
    assert (table.phase, table.reason, table.scores) == ("over", "last-standing", [0, 1])


def test_x13_no_eating_of_others_food() -> None:
    table = at("b3 p0 1s; c3 p1 1f 2g; a1 p0 1f 1g").play("b3>c3 1s", "done")
    check(table, "a1 p0 1f 2g; c3 p1 1f 1c 2g", 1)


def test_x14_common_food() -> None:
    table = at("b3 p0 1s; c3 p1 1f food 2; a1 p0 1f food 1", food_rule="common").play("b3>c3 1s", "done")
    assert (table.reason, table.scores) == ("last-standing", [1, 0])
    assert same("a1 p0 1f; c3 p0 1s food 1", table)


X15 = "b3 p0 1s 1g; c3 p1 1f 2g; a1 p0 1f 1g; a3 p1 1f"


def test_x15_food_stays_its_owners() -> None:
    table = at(X15).play("b3>c3 1s", "b3>c3 1g", "done")
    check(table, "a1 p0 1f 2g; a3 p1 1f 1c; c3 p0 1s p1 2g", 1)


def test_x16_looted_food() -> None:
    table = at(X15, food_rule="looted").play("b3>c3 1s", "b3>c3 1g", "done")
    check(table, "a1 p0 1f 2g; a3 p1 1f 1c; c3 p0 1s 2g", 1)


X17 = "c3 p0 1s p1 2g; a3 p1 1f 1g; b3 p0 1s 2g"


def test_x17_food_leaves_an_enemy_cell() -> None:
    table = at(X17, 1).play("c3>c2 2g")
    check(table, "c2 p1 2g; c3 p0 1s; a3 p1 1f 1g; b3 p0 1s 2g", 1)
    assert at(X17, 1, food_escort=True).refused("c3>c2 2g") == "no-escort"


def test_x18_survivor_removes_civilians() -> None:
    table = at("b2 p0 3s 3g p1 1f 2s 1c; a1 p0 1f 1g; c3 p1 1f 2g").play("done")
    check(table, "a1 p0 1f 2g; b2 p0 1s; c3 p1 1f 1c 2g", 1)


def test_x19_no_survivor_farmer_lives() -> None:
    table = at("b2 p0 2s 2g p1 1f 2s; a1 p0 1f 1g; c3 p1 1f 2g").play("done")
    check(table, "a1 p0 1f 2g; b2 p1 1f 1c; c3 p1 1f 1c 2g", 1)


def test_x20_farmers_share_a_cell() -> None:
    table = at("b2 p0 1f 1s 2g p1 1f 1s; a1 p0 1f 1g; c3 p1 1f 2g").play("done")
    check(table, "a1 p0 1f 2g; b2 p0 1f 2g p1 1f 1c; c3 p1 1f 1c 2g", 1)


def test_x21_wiped_out() -> None:
    table = at("b2 p0 1s 1g p1 1s; a1 p0 4g").play("done")
    assert (table.phase, table.reason, table.scores, table.position) == ("over", "wiped-out", [0.5, 0.5], "")


def test_x22_secret_marks() -> None:
    table = at("b2 p0 2s 2g p1 1s p2 1s; a1 p0 1f 1g; c1 p1 1f; c3 p2 1f", players=3).play("done")
    assert (table.phase, table.to_act) == ("mark", [1, 2])
    before = {viewer: table.view(viewer) for viewer in (0, 2, -1)}
    table.play("p1 mark b2 p0 1")
    for viewer, seen in before.items():
        now = table.view(viewer)
        assert not now.marks.any()
        assert now.markers.tobytes() == seen.markers.tobytes()
    check(table.play("p2 mark b2 p0 1"), "a1 p0 1f 2g; c1 p1 1f 1c; c3 p2 1f", 1)


def test_x23_a_wasted_mark() -> None:
    table = at("b2 p0 1f 1s 2g p1 1s 1c p2 1s; a1 p0 1f 1g; c1 p1 1f; c3 p2 1f", players=3).play("done")
    table.play("p0 mark b2 p1 0", "p1 mark b2 p0 0", "p2 mark b2 p0 1")
    check(table, "a1 p0 1f 2g; c1 p1 1f; b2 p1 1s 1c; c3 p2 1f", 1, "raise")


X24 = "b2 p0 1f 2s 3g p1 1f 2s p2 1f 2s; a1 p0 1f 1g; c1 p1 1f; c3 p2 1f"
X24_MARKS = ("done", "p0 mark b2 p1 0", "p1 mark b2 p0 0", "p2 mark b2 p0 1")


def test_x24_two_armies_remain() -> None:
    table = at(X24, players=3).play(*X24_MARKS)
    check(table, "a1 p0 1f 2g; c1 p1 1f 1c; b2 p0 1f 1s 2g p1 1f 1s 1c p2 1f; c3 p2 1f", 1)


def test_x25_any_army_removes_civilians() -> None:
    table = at(X24, players=3, civilians="any").play(*X24_MARKS)
    check(table, "a1 p0 1f 2g; c1 p1 1f 1c; b2 p0 1s p1 1s; c3 p2 1f", 1)


def test_x26_questions_of_four_players() -> None:
    table = at("b2 p0 2s 2g p1 2s p2 1s p3 1s; a1 p0 1f 1g", players=4).play("done")
    assert table.to_act == [0, 1, 2, 3]
    assert table.texts(0) == ["mark b2 p1 0", "mark b2 p1 1", "mark b2 p1 2"]
    assert table.texts(1) == ["mark b2 p0 0", "mark b2 p0 1", "mark b2 p0 2"]
    assert table.texts(2) == table.texts(3) == ["mark b2 p0 0", "mark b2 p0 1"]
    other = Table(table.s.clone()).play("p0 mark b2 p1 2")
    assert other.texts(0) == ["mark b2 p2 0"]
    table.play("p0 mark b2 p1 1")
    assert table.texts(0) == ["mark b2 p2 0", "mark b2 p2 1"]
    table.play("p0 mark b2 p2 0")
    assert table.to_act == [1, 2, 3]


def test_x27_holding_back() -> None:
    table = at("b2 p0 1s 1g p1 1f 1s; a1 p0 1f 1g; c3 p1 1f 2g", marking="may")
    table.play("done", "p0 mark b2 p1 0", "p1 mark b2 p0 0")
    check(table, "a1 p0 1f 2g; b2 p0 1s p1 1f 1s 1c; c3 p1 1f 1c 2g", 1)


def test_x28_combat_after_starving_out() -> None:
    table = at("a1 p0 1f; b2 p1 1s p2 1f; c3 p2 1f", players=3).play("done")
    check(table, "b2 p1 1s; c3 p2 1f", 1)
    assert [bool(alive) for alive in table.s.living[:3]] == [False, True, True]


@pytest.mark.parametrize(("options", "food"), [({}, 2), ({"yield_per": "farmer"}, 6), ({"food_yield": 1}, 1)])
def test_x29_yield(options: dict[str, Any], food: int) -> None:
    table = at("a1 p0 3f 3g; c3 p1 1f 2g", **options).play("done")
    assert table.position.startswith(f"a1 p0 3f {food}g;")


def test_x30_only_the_current_player_eats() -> None:
    check(at("b2 p0 1f 1g p1 1f 1g").play("done"), "b2 p0 1f 2g p1 1f 1c 1g", 1)


def test_x31_switch_after_harvest() -> None:
    table = at("a1 p0 1f 1s 2g; c3 p1 1f 2g", switch=True).play("done")
    check(table, "a1 p0 1f 1s 2g; c3 p1 1f 2g", 0, "arm")
    check(table.play("arm a1 2s"), "a1 p0 2s 2g; c3 p1 1f 1c 2g", 1)


def test_x32_round_cap_by_land() -> None:
    table = at("a1 p0 1f 1g; b1 p0 1f 1g; c3 p1 3f 6g", round_cap=1).play("done", "done")
    assert (table.phase, table.reason, table.scores) == ("over", "round-cap", [1, 0])


def test_x33_quiet_draw() -> None:
    table = new(quiet_rounds=1).play("done", "done")
    assert (table.phase, table.reason, table.scores) == ("over", "quiet", [0.5, 0.5])


def test_x34_infinite_board_grows() -> None:
    table = new(edges="ii")
    assert homes(edges="ii") == ["0.0", "2.2"]

    def places(first: int) -> list[tuple[int, int]]:
        return [(int(x), int(y)) for x, y in table.s.board.places[first : table.s.board.count]]

    assert places(9) == [(-1, 0), (0, -1), (3, 2), (2, 3)]
    table.play("0.0>-1.0 1c")
    assert places(13) == [(-2, 0), (-1, 1), (-1, -1)]


def test_x35_square_adjacency() -> None:
    torus = Grid("square", (3, 3), "pp")
    assert (names(torus, "a1"), slots(torus, "a1")) == (["b1", "c1", "a2", "a3"], [0, 1, 2, 3])
    small = Grid("square", (2, 2), "pp")
    assert (names(small, "a1"), slots(small, "a1")) == (["b1", "a2"], [0, 2])
    assert names(Grid("square", (1, 3), "pf"), "a1") == ["a2"]
    corner = Grid("square", (3, 3), adjacency="corner")
    assert (names(corner, "a1"), slots(corner, "a1")) == (["b1", "a2", "b2"], [0, 2, 7])


def test_x36_hex_adjacency() -> None:
    block = Grid("hex", (3, 3))
    assert names(block, "a1") == ["b1", "a2"]
    assert names(block, "b1") == ["c1", "a1", "b2", "a2"]
    assert names(block, "b2") == ["c2", "a2", "b3", "b1", "c1", "a3"]
    assert names(Grid("hex", (3, 3), "pp"), "a1") == ["b1", "c1", "a2", "a3", "b3", "c2"]
    hexagon = Grid("hex", (2,), shape="hexagon")
    assert (len(hexagon.places), hexagon.numbers[2, 0]) == (19, 11)
    assert sorted(names(hexagon, "2.0")) == sorted(["1.0", "2.-1", "1.1"])


def test_x37_triangle_adjacency() -> None:
    block = Grid("triangle", (5, 4))
    assert names(block, "a1") == ["b1"]
    assert names(block, "b1") == ["c1", "a1", "b2"]
    assert names(block, "a2") == ["b2", "a3"]
    assert names(block, "c2") == ["d2", "b2", "c3"]
    assert names(Grid("triangle", (4, 4), "pp"), "a1") == ["b1", "d1", "a4"]


def test_x38_cubic_adjacency() -> None:
    cube = Grid("cubic", (3, 3, 3))
    assert (names(cube, "0.0.0"), slots(cube, "0.0.0")) == (["1.0.0", "0.1.0", "0.0.1"], [0, 2, 4])
    assert len(names(cube, "1.1.1")) == 6


def test_x39_homes() -> None:
    assert homes() == ["a1", "c3"]
    assert homes(players=4) == ["a1", "c3", "c1", "a3"]
    assert homes(size="5x5", edges="pp") == ["a1", "c3"]
    assert homes(edges="pf") == ["a1", "b3"]
    assert homes(grid="hex", shape="hexagon", players=3) == ["2.0", "-2.2", "0.-2"]
    assert homes(grid="triangle") == ["a1", "e4"]
    assert homes(grid="triangle", size="4x4") == ["a1", "a4"]
    assert homes(grid="triangle", size="5x3") == ["a1", "e1"]
    assert homes(grid="triangle", size="4x6", edges="pp") == ["a1", "c4"]
    assert homes(size="2x5", players=4) == ["a1", "b5", "b1", "a5"]
    assert homes(grid="cubic", players=4) == ["0.0.0", "2.2.0", "2.0.2", "0.2.2"]
