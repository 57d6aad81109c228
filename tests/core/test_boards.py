"""Boards: grids as graphs, their names, their growth and their symmetries."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from plowshares.core.boards import (
    NOWHERE,
    Board,
    CellSet,
    Grid,
    add_cell,
    distances,
    find_cell,
    find_symmetry,
    grid_of,
    has_cell,
    is_fair,
    neighbour,
    next_cell,
    remove_cell,
    set_sizes,
    surround,
    symmetries,
    write_board,
)
from plowshares.core.boards.grids import is_name
from tests.amounts import amount, some

CELLS = 4096
GRIDS = [
    Grid("square", (3, 3)),
    Grid("square", (4, 3), "pf"),
    Grid("square", (3, 3), "pp", adjacency="corner"),
    Grid("square", (2, 2), "pp"),
    Grid("square", (1, 4), "pp"),
    Grid("square", (2, 3), "pf", adjacency="corner"),
    Grid("hex", (4, 3)),
    Grid("hex", (3, 4), "pp"),
    Grid("hex", (2, 1), "pp"),
    Grid("hex", (3,), shape="hexagon"),
    Grid("triangle", (5, 4)),
    Grid("triangle", (2, 2), "pp"),
    Grid("triangle", (4, 5), "pf"),
    Grid("square", (2, 40)),
    Grid("cubic", (5,)),
    Grid("cubic", (3, 2), "pf"),
    Grid("cubic", (3, 3, 3)),
    Grid("cubic", (2, 3, 2), "pfp"),
    Grid("cubic", (2, 2, 2, 2), "ppff"),
    Grid("cubic", (2, 1, 2, 1, 2, 2)),
    Grid("cubic", (2, 2, 2), adjacency="corner"),
]
ENDLESS = [
    Grid("square", (3, 3), "ii"),
    Grid("square", (3, 2), "ip"),
    Grid("square", (2, 1), "fi", adjacency="corner"),
    Grid("square", (1, 2), "ip", adjacency="corner"),
    Grid("hex", (2, 2), "ii"),
    Grid("hex", (2, 2), "pi"),
    Grid("triangle", (3, 2), "ii"),
    Grid("triangle", (2, 2), "pi"),
    Grid("cubic", (2,), "i"),
    Grid("cubic", (1, 1, 1), "iii"),
    Grid("cubic", (2, 1, 2), "pif"),
]


def name_of(grid: Grid) -> str:
    return f"{grid.kind}-{'x'.join(map(str, grid.size))}-{grid.edges}-{grid.shape}-{grid.adjacency}"


all_grids = pytest.mark.parametrize("grid", GRIDS, ids=name_of)
endless_grids = pytest.mark.parametrize("grid", ENDLESS, ids=name_of)


def new_board(grid: Grid, limit: int = 256) -> Any:
    board = Board.sized(cells=256, slots=8, axes=4, index=512).new()
    write_board(board, grid, limit)
    return board


@example([(True, 4000)], CELLS)
@example([(True, 5)], CELLS - 1)
@example([(True, 4000)], 0)
@example([(True, 5)], 2000)
@settings(max_examples=amount(200, 20), deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, CELLS - 1)), max_size=30), st.integers(0, CELLS + 40))
def test_a_cell_set_is_a_set_in_cell_order(changes: list[tuple[bool, int]], start: int) -> None:
    cells = CellSet.sized(**set_sizes(CELLS)).new()
    twin: set[int] = set()
    for is_added, cell in changes:
        (add_cell if is_added else remove_cell)(cells, cell)
        (twin.add if is_added else twin.discard)(cell)
    assert all(has_cell(cells, cell) == (cell in twin) for _, cell in changes)
    assert next_cell(cells, start) == min((cell for cell in twin if cell >= start), default=NOWHERE)
    walked, cell = [], next_cell(cells, 0)
    while cell != NOWHERE:
        walked.append(cell)
        cell = next_cell(cells, cell + 1)
    assert walked == sorted(twin)


def test_a_set_that_would_not_fit_is_refused() -> None:
    assert set_sizes(31 * 1024) == {"words": 992, "tops": 31}
    with pytest.raises(ValueError, match="31744 cells, not for 31745"):
        set_sizes(31 * 1024 + 1)


def test_the_last_cell_of_the_largest_set_is_found() -> None:
    cells = CellSet.sized(**set_sizes(31 * 1024)).new()
    for cell in (5, 31_743):
        add_cell(cells, cell)
    assert [next_cell(cells, start) for start in (0, 6, 31_743)] == [5, 31_743, 31_743]
    remove_cell(cells, 31_743)
    assert next_cell(cells, 6) == NOWHERE


@all_grids
def test_neighbours_are_mutual_single_and_never_the_cell_itself(grid: Grid) -> None:
    table = grid.neighbours
    for cell, row in enumerate(some(table)):
        found = [int(to) for to in row if to != NOWHERE]
        assert cell not in found
        assert len(found) == len(set(found))
        assert all(cell in table[to] for to in found)


@all_grids
def test_boards_are_connected(grid: Grid) -> None:
    assert (distances(grid.neighbours, 0) >= 0).all()


@all_grids
def test_a_slot_leads_where_its_offset_says(grid: Grid) -> None:
    for cell, place in enumerate(some(grid.places)):
        reached = [grid.numbers.get(grid.step(place, slot), NOWHERE) for slot in range(grid.slots)]
        lowest = {to: slot for slot, to in reversed(list(enumerate(reached)))}
        expected = [to if to != cell and lowest[to] == slot else NOWHERE for slot, to in enumerate(reached)]
        assert grid.neighbours[cell].tolist() == expected


@all_grids
def test_names_and_numbers_are_twins(grid: Grid) -> None:
    for cell, place in enumerate(some(grid.places)):
        assert grid.parse_name(grid.name(place)) == place
        assert grid.numbers[place] == cell
        assert grid.parse_name(".".join(map(str, place))) == place
        assert is_name(grid.name(place))


def test_names() -> None:
    wide = Grid("square", (30, 12))
    assert [wide.name(place) for place in ((0, 0), (25, 11), (26, 0), (27, 4))] == ["a1", "z12", "aa1", "ab5"]
    assert Grid("square", (3, 3), "ii").name((0, -1)) == "0.-1"
    assert Grid("cubic", (3, 3, 3)).name((2, 0, 1)) == "2.0.1"
    assert Grid("cubic", (5,)).name((3,)) == "3"
    assert Grid("hex", (2,), shape="hexagon").name((-2, 2)) == "-2.2"


@pytest.mark.parametrize("text", ["", "a", "1a", "a0", "a01", "a1b", "1.", ".1", "1..2", "--1", "1.-", "a1.2", "é1"])
def test_invalid_names_of_cells(text: str) -> None:
    assert not is_name(text)
    assert Grid("square", (3, 3)).parse_name(text) is None


def test_names_of_other_boards_are_not_ours() -> None:
    assert Grid("cubic", (3, 3, 3)).parse_name("a1") is None
    assert Grid("square", (3, 3)).parse_name("1") is None
    assert Grid("square", (3, 3)).parse_name("1.2.3") is None
    assert Grid("square", (3, 3)).parse_name("a" * 12 + "1") is None
    assert Grid("square", (3, 3)).parse_name("1" * 12 + ".1") is None


@all_grids
def test_opposite_slots_lead_back(grid: Grid) -> None:
    free = Grid(
        grid.kind, (9,) if grid.shape == "hexagon" else (9,) * grid.axes, shape=grid.shape, adjacency=grid.adjacency
    )
    start = (0, 0) if grid.shape == "hexagon" else (4,) * grid.axes
    for slot, back in enumerate(some(grid.opposites)):
        assert free.step(free.step(start, slot), back) == start


def test_corner_slots_come_after_edge_slots_in_ascending_order() -> None:
    offsets = Grid("square", (3, 3), adjacency="corner").offsets
    assert offsets == ((1, 0), (-1, 0), (0, 1), (0, -1), (-1, -1), (-1, 1), (1, -1), (1, 1))
    cube = Grid("cubic", (3, 3, 3), adjacency="corner").offsets
    assert len(cube) == 26
    assert list(cube[6:]) == sorted(cube[6:])
    assert len(Grid("cubic", (1,) * 6, adjacency="corner").offsets) == 728


def test_distances() -> None:
    far = distances(Grid("square", (3, 3)).neighbours, 0)
    assert far.tolist() == [0, 1, 2, 1, 2, 3, 2, 3, 4]
    assert distances(Grid("square", (5, 1), "pf").neighbours, 0).tolist() == [0, 1, 2, 2, 1]
    apart = np.array([[1, NOWHERE], [0, NOWHERE], [NOWHERE, NOWHERE]], np.int16)
    assert distances(apart, 0).tolist() == [0, 1, NOWHERE]


@pytest.mark.parametrize("grid", [g for g in GRIDS if g.slots <= 8 and g.axes <= 4] + ENDLESS, ids=name_of)
def test_a_board_knows_its_grid_and_its_cells(grid: Grid) -> None:
    board = new_board(grid)
    assert grid_of(board) == grid
    assert board.count == board.start == len(grid.places)
    assert all(find_cell(board, place) == cell for cell, place in enumerate(grid.places))
    assert find_cell(board, (99,) * grid.axes) == find_cell(board, (99_999,) * grid.axes) == NOWHERE
    assert not board.probe.any()


@endless_grids
def test_an_endless_board_grows_around_a_cell(grid: Grid) -> None:
    board = new_board(grid)
    rng = np.random.default_rng(7)
    for _ in range(12):
        cell = int(rng.integers(board.count))
        before = board.places[: board.count].copy()
        surround(board, cell)
        assert (board.places[: len(before)] == before).all()
        place = tuple(int(x) for x in board.places[cell][: grid.axes])
        for slot in range(grid.slots):
            to = grid.step(place, slot)
            exists = all(end != "f" or 0 <= x < n for x, n, end in zip(to, grid.size, grid.edges, strict=True))
            assert (find_cell(board, to) != NOWHERE) == exists
    _check_links(board, grid)


def _check_links(board: Any, grid: Grid) -> None:
    """Compare every link of a grown board with what the grid says of the cells there are."""
    for cell in range(board.count):
        place = tuple(int(x) for x in board.places[cell][: grid.axes])
        reached = [find_cell(board, grid.step(place, slot)) for slot in range(grid.slots)]
        seen: set[int] = {cell, NOWHERE}
        for slot, to in enumerate(reached):
            assert neighbour(board, cell, slot) == (to if to not in seen else NOWHERE)
            seen.add(to)


def test_new_cells_are_numbered_in_slot_order() -> None:
    board = new_board(Grid("square", (1, 1), "ii"))
    surround(board, 0)
    assert board.places[: board.count, :2].tolist() == [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]]


def test_growth_stops_at_the_limit() -> None:
    board = new_board(Grid("square", (1, 1), "ii"), limit=3)
    surround(board, 0)
    surround(board, 1)
    assert board.count == 3
    assert board.neighbours[0, :4].tolist() == [1, 2, NOWHERE, NOWHERE]


def test_a_finite_board_never_grows() -> None:
    board = new_board(Grid("square", (2, 2)))
    surround(board, 0)
    assert board.count == board.limit == 4


@pytest.mark.parametrize(
    ("grid", "order"),
    [
        (Grid("square", (3, 3)), 8),
        (Grid("square", (2, 3)), 4),
        (Grid("square", (5, 5), "pp"), 200),
        (Grid("cubic", (3, 3, 3)), 48),
        (Grid("hex", (2,), shape="hexagon"), 12),
        (Grid("hex", (3, 3)), 4),
        (Grid("triangle", (5, 4)), 4),
        (Grid("cubic", (6,), "p"), 12),
    ],
    ids=lambda value: name_of(value) if isinstance(value, Grid) else str(value),
)
def test_number_of_symmetries(grid: Grid, order: int) -> None:
    found = list(symmetries(grid.neighbours))
    assert len(found) == len(set(found)) == order
    for each in found[:10]:
        assert sorted(each) == list(range(len(each)))
        for cell, row in enumerate(grid.neighbours):
            assert {each[to] for to in row if to != NOWHERE} == {
                int(x) for x in grid.neighbours[each[cell]] if x != NOWHERE
            }


def test_symmetries_agree_with_trying_all_permutations() -> None:
    grid = Grid("square", (2, 3), "pf")
    edges = {(cell, int(to)) for cell, row in enumerate(grid.neighbours) for to in row if to != NOWHERE}
    naive = [p for p in itertools.permutations(range(6)) if {(p[a], p[b]) for a, b in edges} == edges]
    assert sorted(symmetries(grid.neighbours)) == naive


def test_symmetries_keep_colours() -> None:
    table = Grid("square", (3, 3)).neighbours
    colours = [1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert len(list(symmetries(table, colours))) == 2
    assert find_symmetry(table, colours, 0, 2) is None
    assert find_symmetry(table, [], 0, 2) is not None


def test_fairness_of_homes() -> None:
    table = Grid("square", (3, 3)).neighbours
    assert is_fair(table, (0, 8))
    assert is_fair(table, (0, 8, 2, 6))
    assert not is_fair(table, (0, 4))
    assert not is_fair(table, (0, 2, 6))
