"""What each seat may know (§7), and the worlds it may imagine."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plowshares.core.seats import SPECTATOR
from plowshares.games.stratego import GAME
from plowshares.games.stratego.board import row_of
from plowshares.games.stratego.pieces import TYPES, UNKNOWN, Type
from plowshares.games.stratego.state import NOWHERE, STRIDE, Phase
from tests.amounts import amount, some
from tests.games.stratego.table import BLUE, RED, Table, random_positions

pytestmark = pytest.mark.every_mode

VIEWERS = (RED, BLUE, SPECTATOR)
RANDOM: dict[str, Any] = {"red_setup": "random", "blue_setup": "random"}
KINDS: list[dict[str, Any]] = [
    {"variant": "micro"},
    {"variant": "mini", **RANDOM, "battle_reveal": "outcome"},
    {"variant": "mini", "red_setup": "standard", "setup_limit": 20},
    {
        "variant": "custom",
        "width": 4,
        "height": 5,
        "rows": 2,
        "army": "f:1 b:5 2:1",
        "battle_reveal": "silent",
        **RANDOM,
    },
]
every_kind = pytest.mark.parametrize("given", KINDS, ids=lambda given: given["variant"])


def imagine(table: Table, viewer: int, seed: int) -> Any:
    world = table.view(viewer)
    GAME.view.sample_for(world, viewer, np.uint64(seed))
    return world


@every_kind
def test_sampled_worlds_could_be_true(given: dict[str, Any]) -> None:
    for seed in range(amount(15, 1)):
        for table in some(random_positions(seed, every=amount(4, 25), **given)):
            if table.is_over():
                continue
            for viewer in VIEWERS:
                world = imagine(table, viewer, seed)
                assert GAME.view_of(world, viewer).tobytes() == table.view(viewer).tobytes()
                check_world(Table(world, table.options))


def check_world(table: Table) -> None:
    s = table.s
    army = list(table.options.army_counts)
    for side in (RED, BLUE):
        if s.phase == Phase.SETUP:
            placed = [int((s.area[side] == code).sum()) for code in range(TYPES)]
            assert [a + b for a, b in zip(placed, s.reserve[side], strict=True)] == army
            assert s.arranged[side] < s.options.setup_limit
            continue
        members = range(s.blue) if side == RED else range(s.blue, s.pieces)
        types = [int(s.types[i]) for i in members]
        assert [types.count(code) for code in range(TYPES)] == army
        assert not any(s.moved[i] and s.types[i] <= Type.BOMB for i in members)
        assert all(s.squares[i] != NOWHERE for i in members if s.types[i] == Type.FLAG)
        assert any(s.types[i] > Type.BOMB and s.squares[i] != NOWHERE for i in members)
        assert not s.reserve[side].any()
    assert all(table.legal(seat) for seat in table.to_act())
    assert s.rng[RED].key == s.rng[BLUE].key != 0 or s.rng[RED].stream != s.rng[BLUE].stream


def test_sampled_worlds_are_all_that_is_possible() -> None:
    table = Table.start(variant="micro", **RANDOM)
    worlds = {imagine(table, RED, seed).types[: table.s.pieces].tobytes() for seed in range(amount(2000, 900))}
    assert len(worlds) == 24  # ways to arrange Blue's four pieces; each leaves Blue's turn to come


def test_bombs_are_imagined_around_the_flag_and_behind_the_front() -> None:
    table = Table.start(**RANDOM)
    beside, others, front = 0, 0, 0
    tries = amount(300, 30)
    for seed in range(tries):
        world = imagine(table, RED, seed)
        squares = {int(world.squares[i]): int(world.types[i]) for i in range(world.blue, world.pieces)}
        flag = next(at for at, type_ in squares.items() if type_ == Type.FLAG)
        around = [squares[at] for at in (flag - 1, flag + 1, flag - STRIDE, flag + STRIDE) if at in squares]
        beside += around.count(Type.BOMB)
        others += len(around)
        front += sum(type_ == Type.BOMB for at, type_ in squares.items() if row_of(at) == 6)
    # Dealt like all other pieces, 6 of 39 would be bombs: 15 % beside the flag, and 1.5 in the front row of ten.
    assert beside > 0.35 * others
    assert front < 1.2 * tries


def test_a_side_to_move_is_imagined_with_a_move() -> None:
    # Only one piece of Blue has a free neighbour, so it is movable in every world.
    options: dict[str, Any] = {"variant": "custom", "width": 3, "height": 5, "rows": 2, "army": "f:1 b:3 3:1 4:1"}
    table = Table.start(**options, lakes="a3,b3")
    table.do("layout 3f4/bbb", "ready", seat=RED).do("layout 4bb/bf3", "ready", seat=BLUE)
    assert table.do("c2-c3").texts() == ["c4-c3"]
    for seed in range(20):
        assert Table(imagine(table, RED, seed), table.options).legal(BLUE)


def test_a_given_set_up_is_not_used_by_whoever_imagines_worlds() -> None:
    # A match may be loaded with its armies as options: searched with perfect information, it would be no analysis.
    table = Table.start(red_setup="corner", blue_setup="balanced").do("a4-a5")
    for viewer in (RED, BLUE):
        assert UNKNOWN in table.view(viewer).types[: table.s.pieces]
        enemy = slice(int(table.s.blue), int(table.s.pieces)) if viewer == RED else slice(0, int(table.s.blue))
        truth = table.s.types[enemy]
        right = [int((imagine(table, viewer, seed).types[enemy] == truth).sum()) for seed in range(20)]
        assert max(right) < 30, right
        assert sum(right) / len(right) < 12, right  # by chance some four of forty


def test_a_given_set_up_is_not_used_while_the_other_side_arranges() -> None:
    table = Table.start(blue_setup="balanced")
    worlds = [imagine(table, RED, seed) for seed in range(5)]
    assert len({str(Table(world, table.options).placed(BLUE)) for world in worlds}) == len(worlds)
    assert all(world.arranged[BLUE] == 0 for world in worlds)


def test_disturbing_leaves_what_the_options_tell() -> None:
    table = Table.start(variant="mini", red_setup="standard", blue_setup="standard").do("a2-a3")
    for viewer in VIEWERS:
        other = table.s.clone()
        GAME.view.disturb(other, viewer, np.uint64(3))
        assert other.types.tobytes() == table.s.types.tobytes()


def test_imagined_set_ups_are_whole() -> None:
    table = Table.start(variant="mini").do("fill", "ready", seat=BLUE)
    world = Table(imagine(table, RED, 1), table.options)
    assert (len(world.placed(BLUE)), int(world.s.arranged[BLUE])) == (12, 2)
    waiting = Table(imagine(Table.start(variant="mini"), RED, 1), table.options)
    assert (len(waiting.placed(BLUE)), int(waiting.s.arranged[BLUE])) == (12, 1)
    assert waiting.placed(RED) == {}


def test_a_shown_flag_is_not_dealt_again() -> None:
    table = Table.at("s@j9", spy_takes_flag=False).do("j9-j10")
    world = imagine(table, RED, 3)
    flags = [i for i in range(world.blue, world.pieces) if world.types[i] == Type.FLAG]
    assert flags == [table.piece("j10")]


def test_a_finished_match_hides_nothing() -> None:
    table = Table.at("s@j9").do("j9-j10")
    before = table.s.tobytes()
    for act in (GAME.view.blank_for, lambda s, seat: GAME.view.sample_for(s, seat, np.uint64(1))):
        copy = table.s.clone()
        act(copy, BLUE)
        assert copy.tobytes() == before
    copy = table.s.clone()
    GAME.view.disturb(copy, BLUE, np.uint64(1))
    assert copy.tobytes() == before


@every_kind
def test_disturbing_secrets_changes_no_view(given: dict[str, Any]) -> None:
    changed: set[str] = set()
    for table in random_positions(4, every=amount(5, 7), **given):
        for viewer in VIEWERS:
            other = table.s.clone()
            GAME.view.disturb(other, viewer, np.uint64(table.s.ply + 7))
            assert GAME.view_of(other, viewer).tobytes() == table.view(viewer).tobytes()
            changed |= {name for name in type(other).secrets if other[name].tobytes() != table.s[name].tobytes()}
    assert changed == {"rng", "types", "movers"} if "blue_setup" in given else changed == type(table.s).secrets


def test_what_a_view_of_play_holds() -> None:
    table = Table.start(**RANDOM)
    view = table.view(RED)
    assert UNKNOWN not in view.types[: view.blue]
    assert (view.types[view.blue : view.pieces] == UNKNOWN).all()
    assert (view.squares == table.s.squares).all()
