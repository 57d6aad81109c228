"""Random filling and the limits of the set-up (§5.1), and starting over."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plowshares.core.rng import Rng, below, seed_rng
from plowshares.core.seats import SPECTATOR
from plowshares.games.stratego import GAME
from plowshares.games.stratego.pieces import LETTERS
from plowshares.games.stratego.rules.arranging import has_exit
from plowshares.games.stratego.state import Phase
from tests.amounts import amount
from tests.games.stratego.table import BLUE, RED, Table


def naive_fill(seed: int, side: int, empty: list[int], reserve: list[int]) -> dict[int, str]:
    """The first arrangement of §5.1, step by step."""
    rng = Rng.new()
    seed_rng(rng, np.uint64(seed), side)
    spots = sorted(empty)
    for i in range(len(spots) - 1, 0, -1):
        j = below(rng, i + 1)
        spots[i], spots[j] = spots[j], spots[i]
    return dict(zip(spots, [LETTERS[code] for code in sorted(reserve)], strict=False))


@pytest.mark.parametrize("side", [RED, BLUE])
@pytest.mark.parametrize("variant", ["classic", "barrage", "mini"])
def test_fill_follows_the_procedure(side: int, variant: str) -> None:
    for seed in range(amount(20, 3)):
        table = Table.start(seed, variant=variant)
        reserve = [code for code, count in enumerate(table.options.army_counts) for _ in range(count)]
        spots = list(range(int(table.s.options.spots)))
        assert table.do("fill", seat=side).placed(side) == naive_fill(seed, side, spots, reserve)
        assert not table.s.squares.any()


def test_fill_keeps_what_is_placed() -> None:
    table = Table.start(5, variant="mini").do("place f c1", "place m a2", "fill", seat=RED)
    assert (table.placed(RED)[2], table.placed(RED)[6]) == ("f", "m")
    assert len(table.placed(RED)) == 12


def test_the_two_sides_draw_differently() -> None:
    table = Table.start(5).do("fill", seat=RED).do("fill", seat=BLUE)
    assert table.placed(RED) != table.placed(BLUE)


def test_fill_tries_for_an_exit() -> None:
    # The miner must stand before one of the two gaps beside the lakes.
    board: dict[str, Any] = {"variant": "custom", "width": 4, "height": 3, "rows": 1}
    starts = []
    for seed in range(amount(40, 8)):
        table = Table.start(seed, **board, army="f:1 b:2 3:1", lakes="b2,c2").do("fill", seat=RED)
        assert has_exit(table.s, RED)
        starts.append(int(table.s.rng[RED].count))
    assert len(set(starts)) > 1  # some seeds needed another arrangement


def test_the_hundredth_arrangement_stands() -> None:
    # The flag stands before the only gap between the lakes, so no arrangement of the rest has an exit.
    table = Table.start(1, variant="custom", width=3, height=3, rows=1, army="f:1 b:1 3:1", lakes="a2,c2")
    table.do("place f b1", "fill", seat=RED)
    assert sorted(table.placed(RED).values()) == ["3", "b", "f"]
    assert not has_exit(table.s, RED)
    assert table.s.rng[RED].count == 100  # a list of two takes one draw


def test_an_empty_reserve_draws_nothing_at_the_limit() -> None:
    table = Table.start(3, variant="micro", setup_limit=5).do("layout mfb3", seat=RED)
    table.do("swap a1 b1", seat=RED)
    assert (bool(table.s.ready[RED]), int(table.s.rng[RED].count)) == (True, 0)
    assert table.placed(RED) == {0: "f", 1: "m", 2: "b", 3: "3"}


@pytest.mark.parametrize(
    ("layout", "has_one"),
    [
        ("3.b/bfb", True), (".3b/bfb", True), ("b3b/b.f", True), ("bf./bb3", True), ("bf3/bbb", True),
        ("b3b/bfb", False), ("bfb/3b.", False),
    ],
)  # fmt: skip
@pytest.mark.parametrize(("side", "lakes"), [(RED, "a3,b3"), (BLUE, "b4,c4")])
def test_exits(layout: str, has_one: bool, side: int, lakes: str) -> None:
    table = Table.start(variant="custom", width=3, height=6, rows=2, army="f:1 b:4 3:1", lakes=lakes)
    table.do(f"layout {layout}", seat=side)
    assert bool(has_exit(table.s, side)) == has_one


def test_prepared_random_set_ups_are_the_fills() -> None:
    by_hand = Table.start(9, variant="quick").do("fill", "ready", seat=RED).do("fill", "ready", seat=BLUE)
    prepared = Table.start(9, variant="quick", red_setup="random", blue_setup="random")
    assert by_hand.position() == prepared.position()


def test_one_side_prepared() -> None:
    table = Table.start(variant="micro", blue_setup="standard")
    assert table.to_act() == [RED]
    assert table.do("load standard", "ready", seat=RED).seat() == RED
    assert table.s.phase == Phase.PLAY


def test_a_record_can_be_used_again() -> None:
    table = Table.start(2, variant="mini", red_setup="random", blue_setup="random", more_squares=True)
    fresh = table.s.tobytes()
    while not table.is_over():
        GAME.rules.step(table.s, table.seat(), table.legal()[-1])
    assert table.s.tobytes() != fresh
    GAME.rules.setup(table.s, np.uint64(2))
    assert table.s.tobytes() == fresh


def test_points_and_outcome() -> None:
    points, utilities = np.full(2, 9.0), np.full(2, 9.0)
    for table, want_points, want_utilities in (
        (Table.at("s@j9"), [0, 0], [0, 0]),
        (Table.at("s@j9").do("j9-j10"), [1, 0], [1, -1]),
        (Table.at("", no_battle_limit=1).do("b1-b2"), [0.5, 0.5], [0, 0]),
    ):
        GAME.rules.scores(table.s, points)
        GAME.rules.outcome(table.s, utilities)
        assert (points.tolist(), utilities.tolist()) == (want_points, want_utilities)
    assert not GAME.rules.is_unfinished(Table.start().s, RED)
    assert Table.start().legal(SPECTATOR) == []
    assert not GAME.rules.needs_room(Table.start().s)
