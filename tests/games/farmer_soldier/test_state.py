"""Capacity classes, growth, views that are sampled, observations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plowshares.games.farmer_soldier import GAME, notation, observation, rules, state, view
from plowshares.games.farmer_soldier.actions import Kind, space
from plowshares.games.farmer_soldier.options import MOST_CELLS, Options
from plowshares.games.farmer_soldier.state import Phase

from .helpers import Table, at, new, size_of

MELEE = "b2 p0 2s 2g p1 2s p2 1s p3 3s; c2 p0 1s 1g p1 1s p2 1s; a1 p0 1f 1g"


def test_a_3x3_state_is_small() -> None:
    assert len(new().s.tobytes()) < 1600


@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        ({}, (16, 2, 4)),
        ({"size": "4x4", "players": 3}, (16, 8, 4)),
        ({"size": "17x1"}, (64, 2, 4)),
        ({"edges": "ii"}, (64, 2, 4)),
        ({"grid": "hex"}, (16, 2, 8)),
        ({"grid": "cubic", "adjacency": "corner", "players": 9}, (64, 64, 26)),
        ({"grid": "cubic", "size": "2x2x2x2x2x2", "adjacency": "corner"}, (64, 2, 728)),
        ({"size": "64x64"}, (4096, 2, 4)),
    ],
    ids=str,
)
def test_capacity_classes(options: dict[str, Any], sizes: tuple[int, int, int]) -> None:
    s = state.new(Options(**options))
    assert (len(s.holders), len(s.people), s.board.neighbours.shape[1]) == sizes
    assert len(s.tobytes()) == type(s).layout.itemsize


def test_the_action_space_is_sized_by_the_board() -> None:
    assert size_of() == 1 + 4 * 9 * 4 + 1024
    assert size_of(edges="ii") == 1 + 4 * 4096 * 4 + 1024
    assert size_of(edges="ii", max_cells=100) == 1 + 4 * 100 * 4 + 1024
    assert [each.name for each in space(Options()).kinds] == [kind.name.lower() for kind in Kind]


def test_new_states_are_independent() -> None:
    one, other = state.new(Options()), state.new(Options())
    one.round = 7
    assert other.round == 0
    assert state.count_seats(Options(players=5)) == 5


def test_an_endless_board_moves_to_the_next_class_unnoticed() -> None:
    table = new(edges="ii", start="9f 99g")
    assert len(table.s.holders) == 64
    row = 0
    while len(table.s.holders) == 64 or row < 12:
        before = table.position
        table.play(f"{-row}.0>{-row - 1}.0 9f" if row else "0.0>-1.0 9f")
        assert before != table.position
        table.s.arrived[:] = 0  # as if a turn had passed
        assert not rules.needs_room(table.s)
        row += 1
    assert len(table.s.holders) == 256
    assert f"{-row}.0 p0 9f" in table.position


def test_growing_changes_nothing_but_the_room() -> None:
    table = at("0.0 p0 3f 9g; 1.1 p1 1s 4g", edges="ii").play("0.0>1.0 2f")
    larger = Table(state.grow(table.s))
    assert len(larger.s.holders) == 256
    assert larger.position == table.position
    assert [larger.texts(seat) for seat in (0, 1)] == [table.texts(seat) for seat in (0, 1)]
    assert larger.play("0.0>-1.0 1f", "done").position == table.play("0.0>-1.0 1f", "done").position
    assert larger.s.board.count == table.s.board.count


def test_marks_get_more_room_when_many_armies_meet() -> None:
    s = state.new(Options(players=6, size="3x3"))
    assert len(s.marks) == 64
    for cell in range(3):
        for seat in range(6):
            rules.settle(s, cell, seat, 1, 1)
    assert rules.needs_room(s)
    larger = state.grow(s)
    assert len(larger.marks) == 16 * 8 * 7
    assert not rules.needs_room(larger)
    assert larger.rivalries == s.rivalries == 3 * 30


def test_the_largest_class_never_needs_room() -> None:
    s = state.new(Options(edges="ii", size="60x60", players=2))
    s.board.count = s.board.limit = 4096
    assert not rules.needs_room(s)


@pytest.mark.compiled_only
def test_the_largest_class_grows_no_more() -> None:
    assert len(state.grow(state.new(Options(edges="ii", size="60x60"))).holders) == 4096


def test_equal_positions_have_equal_bytes() -> None:
    one = new().play("a1>b1 1c", "done")
    other = new().play("a1>b1 c", "done")
    assert one.s.tobytes() == other.s.tobytes()
    for name in ("hits", "lots", "drawn", "plan"):
        assert not one.s[name].any()


def test_old_marks_are_forgotten_when_new_ones_are_asked_for() -> None:
    table = at("a1 p0 2s 9g p1 2s 9g; c3 p0 1f 2g", marking="may").play("done", "p0 mark a1 p1 1", "p1 mark a1 p0 2")
    assert table.s.marks[:2].tolist() == [1, 2]  # revealed, and still to be read
    table = at("a1 p0 2s 9g p1 2s 9g; c3 p0 1f 2g", marking="may").play("done", "p0 mark a1 p1 0", "p1 mark a1 p0 1")
    table.play("done")
    assert (table.phase, table.s.marks[:2].tolist()) == ("mark", [0, 0])


def test_sampled_worlds_agree_with_the_view() -> None:
    table = at(MELEE, players=4).play("done", "p1 mark b2 p0 1", "p1 mark b2 p2 0", "p1 mark c2 p0 1")
    assert table.to_act == [0, 2, 3]
    table.play("p2 mark b2 p0 0")
    worlds = set()
    for viewer in range(-1, 4):
        seen = table.view(viewer)
        for seed in range(6):
            world = Table(seen.clone())
            view.sample_for(world.s, viewer, np.uint64(seed))
            assert world.view(viewer).tobytes() == seen.tobytes()
            assert world.to_act == table.to_act
            worlds.add(world.s.marks.tobytes())
            for seat in world.to_act:
                while seat in world.to_act and world.phase == "mark":
                    world.step(seat, world.legal(seat)[0])
            assert world.phase != "mark"
    assert len(worlds) > 4


def test_a_blanked_view_stays_as_it_is() -> None:
    table = at(MELEE, players=4).play("done", "p1 mark b2 p0 1")
    for viewer in range(-1, 4):
        seen = table.view(viewer)
        again = seen.clone()
        view.blank_for(again, viewer)
        assert again.tobytes() == seen.tobytes()
        assert (seen.rng.key, seen.rng.count) == (0, 0)


def test_half_a_command_is_nobodys_business() -> None:
    table = at("a1 p0 3f 9g; c3 p1 1f 2g")
    before = table.view(1).tobytes()
    table.play("a1>b1 f")
    assert table.phase == "amount"
    assert rules.is_unfinished(table.s, 0)
    assert not rules.is_unfinished(table.s, 1)
    assert table.view(1).tobytes() == before
    assert table.view(0).phase == Phase.AMOUNT


def test_outside_combat_only_chance_is_unknown() -> None:
    table = new()
    for change in (view.sample_for, view.disturb):
        copy = table.view(0)
        change(copy, 0, np.uint64(5))
        assert copy.rng.key == 5
        assert Table(copy).view(0).tobytes() == table.view(0).tobytes()


def test_after_the_end_nothing_is_hidden() -> None:
    table = at("a1 p0 2s; c3 p1 1f 2g")
    table.s.rng.key = np.uint64(9)
    table.play("done")
    for change in (view.sample_for, view.disturb):
        copy = table.view(1)
        change(copy, 1, np.uint64(5))
        assert copy.tobytes() == table.s.tobytes()


@pytest.mark.parametrize(
    ("options", "position", "commands"),
    [
        ({}, "a1 p0 2f 2s 9g; c3 p1 1f 2g", ("a1>b1 f",)),
        ({}, "a1 p0 2f 2s 1g; c3 p1 1f 2g", ("done",)),
        ({"players": 4}, MELEE, ("done",)),
        ({}, "a1 p0 2s; c3 p1 1f 2g", ("done",)),
    ],
    ids=["amount", "feed", "mark", "over"],
)
def test_observations_are_filled_and_turn_to_their_seat(
    options: dict[str, Any], position: str, commands: tuple[str, ...]
) -> None:
    table = at(position, **options).play(*commands)
    shape = observation.shape(Options(**options))
    seen = []
    for viewer in range(-1, options.get("players", 2)):
        out = np.full(shape, np.nan, observation.dtype())
        observation.encode(table.view(viewer), viewer, out)
        assert np.isfinite(out).all()
        seen.append(out)
    assert seen[1][0, 0] == table.s.things[0, 0, 0] / 8
    if len(seen) == 3:  # two players: the other's things come second, and everybody's own first
        assert seen[2][4, 0] == seen[1][0, 0]
        assert (seen[0] == seen[1]).all() or table.phase == "amount"  # a spectator sits with seat 0


def test_the_game_is_whole() -> None:
    assert GAME.name == "farmer_soldier"
    assert GAME.version == 1
    assert set(GAME.seats) == set(range(2, 65))
    s = GAME.start(Options(), 5)
    assert notation.prompt(GAME.view_of(s, 0), 0)


def test_land_grows_past_four_thousand_cells() -> None:
    table = at("0.0 p0 1f 9g; 63.63 p1 1f 9g", edges="ii", size="64x64", max_cells=MOST_CELLS)
    assert int(table.s.board.count) > 4096  # neighbours of the edge are there already, or come with the first step
    before = int(table.s.board.count)
    table.play("0.0>-1.0 1f 5g", "done", "done")
    table.play("-1.0>-2.0 1f 3g")
    assert int(table.s.board.count) > before
    assert len(table.s.holders) == MOST_CELLS == 16384
