"""Options: bounds, cross-checks, and the table of homes with its fairness."""

from __future__ import annotations

from typing import Any

import pytest

from plowshares.core.boards import distances, is_fair
from plowshares.core.errors import InvalidOption
from plowshares.core.options import describe, read_options, to_plain
from plowshares.games.farmer_soldier.options import PRESETS, Options, home_cells

BAD: list[tuple[dict[str, Any], str]] = [
    ({"players": 65}, "players"),
    ({"players": "two"}, "players"),
    ({"grid": "round"}, "grid"),
    ({"shape": "hexagon"}, "shape"),
    ({"shape": "hexagon", "grid": "cubic"}, "shape"),
    ({"size": "3"}, "size"),
    ({"size": "3x3x3"}, "size"),
    ({"size": "0x3"}, "size"),
    ({"size": "101x1"}, "size"),
    ({"size": "3 by 3"}, "size"),
    ({"size": "1x1x1x1x1x1x9", "grid": "cubic"}, "size"),
    ({"size": "31", "grid": "hex", "shape": "hexagon"}, "size"),
    ({"size": "1x4", "grid": "triangle"}, "size"),
    ({"size": "5x4", "grid": "triangle", "edges": "pf"}, "size"),
    ({"edges": "f"}, "edges"),
    ({"edges": "fx"}, "edges"),
    ({"edges": "p", "grid": "hex", "shape": "hexagon"}, "edges"),
    ({"adjacency": "corner", "grid": "hex"}, "adjacency"),
    ({"adjacency": "corner", "grid": "triangle"}, "adjacency"),
    ({"size": "65x65"}, "max_cells"),
    ({"max_cells": 8}, "max_cells"),
    ({"max_cells": 20000}, "max_cells"),
    ({"size": "1x2", "players": 3}, "players"),
    ({"homes": "a1"}, "homes"),
    ({"homes": "a1,a1"}, "homes"),
    ({"homes": "a1,b2,c3"}, "homes"),
    ({"homes": "a1,d4"}, "homes"),
    ({"homes": "a1,???"}, "homes"),
    ({"start": "1f 1f 2g"}, "start"),
    ({"start": "100f 2g"}, "start"),
    ({"start": "1x 2g"}, "start"),
    ({"start": "9f 9s 2g", "max_stack": 9}, "start"),
    ({"start": "1f 10g", "max_stack": 9}, "start"),
    ({"seat_bonus": 9, "players": 9, "max_stack": 70}, "seat_bonus"),
    ({"food_yield": 0}, "food_yield"),
    ({"yield_per": "cell"}, "yield_per"),
    ({"food_rule": "stolen"}, "food_rule"),
    ({"food_escort": 1}, "food_escort"),
    ({"round_cap": 0}, "round_cap"),
    ({"max_stack": 1024}, "max_stack"),
    ({"colour": "red"}, "colour"),
]


@pytest.mark.parametrize(("given", "name"), BAD, ids=lambda value: str(value) if isinstance(value, dict) else value)
def test_bad_options_are_refused_by_name(given: dict[str, Any], name: str) -> None:
    with pytest.raises(InvalidOption, match=name):
        read_options(Options, given)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_good_options(preset: str) -> None:
    chosen = read_options(Options, PRESETS[preset])
    assert read_options(Options, to_plain(chosen)) == chosen


def test_every_option_has_a_help_text() -> None:
    assert all(words for _, _, _, words in describe(Options))


def test_usual_sizes() -> None:
    sizes = [Options(grid=grid).board.size for grid in ("square", "hex", "triangle", "cubic")]
    assert sizes == [(3, 3), (3, 3), (5, 4), (3, 3, 3)]
    assert Options(grid="hex", shape="hexagon").board.size == (2,)


# One line for each row of the table of homes and each claim of exact fairness in it.
FAIR: list[dict[str, Any]] = [
    *(
        {"grid": "hex", "shape": "hexagon", "size": size, "players": n}
        for size in ("1", "2", "3")
        for n in (2, 3, 4, 6)
    ),
    *({"size": size, "edges": edges} for size in ("3x3", "4x3", "1x5", "4x6") for edges in ("ff", "pf", "pp", "fp")),
    *({"grid": "hex", "size": size, "edges": edges} for size in ("3x3", "4x3", "5x5") for edges in ("ff", "pf", "pp")),
    {"grid": "cubic"},
    {"grid": "cubic", "size": "7"},
    {"grid": "cubic", "size": "6", "edges": "p"},
    {"grid": "cubic", "size": "2x3x4", "edges": "fpf"},
    {"grid": "cubic", "size": "2x2x2x2"},
    {"adjacency": "corner"},
    {"size": "3x3", "players": 4},
    {"size": "5x2", "players": 4},
    {"size": "4x4", "edges": "ii", "players": 4},
    {"grid": "cubic", "players": 3},
    {"grid": "cubic", "players": 4},
    {"grid": "cubic", "players": 8},
    {"grid": "cubic", "size": "2x3x4", "players": 4},
    {"grid": "cubic", "size": "2x3x4", "players": 8},
    {"size": "6x6", "edges": "pp", "players": 3},
    {"size": "8x3", "edges": "pf", "players": 4},
    {"size": "8x8", "edges": "pp", "players": 4},
    {"size": "12x1", "edges": "pf", "players": 6},
    {"grid": "hex", "size": "6x6", "edges": "pp", "players": 3},
    {"grid": "hex", "size": "6x2", "edges": "pf", "players": 3},
    *({"grid": "triangle", "size": size} for size in ("5x4", "4x5", "4x4", "5x3", "2x2", "6x3")),
    *({"grid": "triangle", "size": size, "players": 4} for size in ("5x4", "3x2", "7x4")),
    *({"grid": "triangle", "size": "4x6", "edges": edges} for edges in ("pp", "pf", "fp")),
    {"grid": "triangle", "size": "8x3", "edges": "pf"},
    {"grid": "triangle", "size": "12x12", "edges": "pp", "players": 3},
    {"grid": "triangle", "size": "12x3", "edges": "pf", "players": 3},
]


@pytest.mark.parametrize("options", FAIR, ids=str)
def test_r7_homes_are_exactly_fair_where_the_table_says_so(options: dict[str, Any]) -> None:
    chosen = Options(**options)
    homes = home_cells(chosen)
    assert len(set(homes)) == chosen.players
    assert is_fair(chosen.board.neighbours, homes)


UNFAIR: list[dict[str, Any]] = [
    {"grid": "hex", "shape": "hexagon", "players": 5},
    {"players": 3},
    {"grid": "cubic", "players": 5},
    {"grid": "triangle", "size": "5x4", "players": 3},
]


@pytest.mark.parametrize("options", UNFAIR, ids=str)
def test_r7_where_the_table_claims_nothing_homes_may_be_unfair(options: dict[str, Any]) -> None:
    chosen = Options(**options)
    assert not is_fair(chosen.board.neighbours, home_cells(chosen))


SPREAD: list[dict[str, Any]] = [
    {"players": 5},  # more than corners
    {"grid": "hex", "players": 3},
    {"grid": "hex", "shape": "hexagon", "players": 7},
    {"grid": "triangle", "players": 5},
    {"size": "1x4", "players": 4},  # corners that coincide
    {"size": "3x3", "edges": "pp", "players": 9},  # homes that touch
    {"size": "2x2", "edges": "pp"},
    {"size": "16x16", "players": 64},
]


@pytest.mark.parametrize("options", SPREAD, ids=str)
def test_r7_last_row_spreads_homes_out(options: dict[str, Any]) -> None:
    chosen = Options(**options)
    homes = home_cells(chosen)
    assert len(set(homes)) == chosen.players
    if {"p"} & set(chosen.edges) or chosen.players != 2:
        assert list(homes) == _spread_naively(chosen)


def _spread_naively(options: Options) -> list[int]:
    table = options.board.neighbours
    far = [distances(table, cell) for cell in range(len(table))]
    homes = [0]
    while len(homes) < options.players:
        free = [cell for cell in range(len(table)) if cell not in homes]
        homes.append(max(free, key=lambda c: (min(far[h][c] for h in homes), sum(far[h][c] for h in homes), -c)))
    return homes
