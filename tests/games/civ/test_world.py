"""Options, start places, land and sight."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plowshares.core.errors import InvalidOption
from plowshares.core.options import describe, read_options
from plowshares.games.civ import parsing, rules, sight, state
from plowshares.games.civ.options import PRESETS, Options
from plowshares.games.civ.pieces import column_of, row_of
from plowshares.games.civ.state import State
from tests.amounts import amount, some
from tests.games.civ import naive
from tests.games.civ.table import options, play, position, random_match, start


def land_of(s: State) -> list[list[int]]:
    size = int(s.options.size)
    rows: list[list[int]] = np.array(s.terrain[: size * size]).reshape(size, size).tolist()
    return rows


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"players": 1}, "players"),
        ({"players": 9}, "players"),
        ({"size": 7}, "size"),
        ({"size": 65}, "size"),
        ({"players": 5, "size": 11}, "size"),
        ({"map": "round"}, "map"),
        ({"map_rows": ["G" * 16] * 16}, "map_rows"),
        ({"map": "rows"}, "map_rows"),
        ({"map": "rows", "size": 8, "map_rows": ["G" * 8] * 7}, "map_rows"),
        ({"map": "rows", "size": 8, "map_rows": ["G" * 8] * 7 + ["GGGGGGGX"]}, "map_rows"),
        ({"map": "rows", "size": 8, "map_rows": ["G" * 8] * 7 + ["g" * 8]}, "map_rows"),
        ({"vision": 0}, "vision"),
        ({"vision": 2.5}, "vision"),
        ({"exiles": 1}, "exiles"),
        ({"unit_limit": 19}, "unit_limit"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_bad_options_are_refused_by_name(given: dict[str, Any], word: str) -> None:
    with pytest.raises(InvalidOption, match=word):
        read_options(Options, given)


def test_every_option_has_a_help_text() -> None:
    assert all(words for _, _, _, words in describe(Options))
    assert set(PRESETS) == {"classic", "codekata", "conquest", "explorer", "literal", "quick"}
    for preset in PRESETS:
        assert read_options(Options, PRESETS[preset])


def test_options_are_written_as_numbers() -> None:
    s = state.new(options("codekata", map="natural", garrison="loyal", starvation="random"))
    choices = s.options
    assert (choices.players, choices.size, choices.map, choices.max_rounds) == (4, 32, 1, 300)
    for name in ("codekata_yields", "free_phases", "single_attacks", "whole_damage", "gift_cities"):
        assert getattr(choices, name)
    assert choices.loyal_garrisons
    assert choices.random_starvation
    s = state.new(options())
    assert not s.options.codekata_yields
    assert s.options.carry_over


@settings(deadline=None, max_examples=amount(60, 6))
@given(
    seed=st.integers(0, 1 << 64),
    size=st.integers(8, 16),
    players=st.integers(2, 4),
    kind=st.sampled_from(["fair", "natural"]),
    ocean=st.integers(0, 60),
    mountains=st.integers(0, 30),
    shuffled=st.booleans(),
)
def test_land_is_made_step_by_step_as_written(
    seed: int, size: int, players: int, kind: Any, ocean: int, mountains: int, shuffled: bool
) -> None:
    given = Options(
        size=size,
        players=players,
        map=kind,
        ocean_percent=ocean,
        mountain_percent=mountains,
        shuffle_seats=shuffled,
    )
    s = state.new(given)
    seed &= (1 << 64) - 1
    rules.setup(s, np.uint64(seed))
    starts, land = naive.make_map(given, seed)
    assert land_of(s) == land
    assert [parsing.place_of(s, parsing.cities(s, seat)[0]) for seat in range(players)] == starts


@pytest.mark.parametrize("players", range(2, 9))
def test_starts_of_any_number_of_players(players: int) -> None:
    s = start(players=players, size=13, map="flat")
    assert [parsing.place_of(s, parsing.cities(s, i)[0]) for i in range(players)] == naive.starts_of(13, players)


@pytest.mark.parametrize("size", [8, 9, 15, 16])
def test_fair_land_has_all_eight_symmetries(size: int) -> None:
    board = np.array(land_of(start(size=size, seed=size)))
    for turned in (board, np.rot90(board), np.rot90(board, 2), np.rot90(board, 3)):
        assert (turned == board).all()
        assert (board == turned.T).all()


def test_every_start_is_playable() -> None:
    for seed in range(amount(60, 6)):
        s = start(seed=seed, players=4, map="natural", ocean_percent=60, mountain_percent=30)
        size = int(s.options.size)
        for seat in range(4):
            x, y = parsing.place_of(s, parsing.cities(s, seat)[0])
            assert s.terrain[parsing.tile_at(s, x, y)] == 1
            near = [int(s.terrain[t]) for t in range(size * size) if 1 <= abs(t % size - x) + abs(t // size - y) <= 2]
            assert near.count(1) >= 2
            assert near.count(2) + near.count(3) >= 2


def test_flat_and_given_land() -> None:
    assert {tile for row in land_of(start(map="flat", size=8)) for tile in row} == {1}
    rows = ["OGHFMGGG", *["GGGGGGGG"] * 6, "MMMMMMMM"]
    land = land_of(start(map="rows", size=8, map_rows=tuple(rows)))
    assert land[0] == [0, 1, 2, 3, 4, 1, 1, 1]
    assert land[7] == [4] * 8  # used unchanged, starts and all


@pytest.mark.parametrize("size", [8, 13, 31, 47, 64])
def test_rows_and_columns_without_division_are_exact(size: int) -> None:
    s = state.new(options(size=size))
    for tile in range(size * size):
        assert (column_of(s, tile), row_of(s, tile)) == (tile % size, tile // size)


@pytest.mark.parametrize(("size", "vision"), [(8, 1), (16, 3), (16, 10), (9, 4)])
def test_sight_is_what_lies_within_vision(size: int, vision: int) -> None:
    s = start(size=size, vision=vision, start_workers=3, start_armies=2, start_food=90, start_production=90)
    for i, _ in some(enumerate(random_match(s, vision, 120))):
        if i % amount(4, 24):
            continue
        for seat in range(2):
            wanted = naive.sight_of(s, seat)
            sight.look(s, seat, s.sight)
            tiles = range(size * size)
            assert {t for t in tiles if sight.is_set(s, s.sight, t)} == wanted
            assert parsing.seen_tiles(s, seat) == wanted
            assert all(sight.sees(s, seat, t) == (t in wanted) for t in tiles)
            sight.clear(s.sight)


def test_sight_on_the_widest_board_reaches_the_last_column() -> None:
    s = position(cities="0:63,5 1:0,9", size=64)
    for seat in range(2):
        sight.look(s, seat, s.sight)
        seen = {t for t in range(64 * 64) if sight.is_set(s, s.sight, t)}
        assert seen == naive.sight_of(s, seat)
        sight.clear(s.sight)
    s.players[0].production = 30
    play(s, "+C 60,5")
    assert parsing.cities(s, 0) == [5 * 64 + 60, 5 * 64 + 63]
