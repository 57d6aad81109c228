"""What the search is told about Stratego: faces of actions, and how far hunters are from their prey."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plowshares.games.stratego import GAME
from plowshares.games.stratego.heuristics import face
from plowshares.games.stratego.heuristics.rating import FAR, count_members, measure_hunts
from plowshares.games.stratego.pieces import Type
from plowshares.games.stratego.rules.battle import decide
from plowshares.games.stratego.state import NOWHERE, STRIDE, Phase, Result
from tests.amounts import amount
from tests.games.stratego.table import BLUE, RED, Table, random_positions


def test_a_move_of_stratego_has_the_face_of_the_piece_that_moves() -> None:
    table = Table.start(variant="mini", red_setup="standard", blue_setup="standard")
    s = table.s
    seen = {face(s, RED, action) - 1 for action in table.legal(RED)}
    movers = {int(s.types[i]) for i in range(s.blue) if s.types[i] > Type.BOMB}
    assert seen <= movers
    assert seen


def test_nothing_has_a_face_while_armies_are_set_up() -> None:
    table = Table.start(variant="micro")
    assert {face(table.s, BLUE, action) for action in table.legal(BLUE)} == {0}


def test_faces_differ_between_the_worlds_that_a_rival_imagines() -> None:
    table = Table.start(variant="mini", red_setup="random", blue_setup="random")
    action = table.legal(RED)[0]
    faces = set()
    for seed in range(20):
        world = table.view(BLUE)
        GAME.view.sample_for(world, BLUE, np.uint64(seed))
        faces.add(face(world, RED, action))
    assert len(faces) > 1


def measure_slowly(s: Any, side: int) -> int:
    """Add up, piece by piece, how far the nearest enemy is that is unseen, or known to be weaker."""
    armies = [range(s.blue), range(s.blue, s.pieces)]
    standing = [[i for i in army if s.squares[i] != NOWHERE] for army in armies]
    total = 0
    for i in standing[side]:
        if s.types[i] <= Type.BOMB:
            continue
        row, column = divmod(int(s.squares[i]), STRIDE)
        steps = [FAR]
        for j in standing[1 - side]:
            if not s.shown[j] or decide(s.options, int(s.types[i]), int(s.types[j])) == Result.DEFENDER_FALLS:
                there = divmod(int(s.squares[j]), STRIDE)
                steps.append(abs(row - there[0]) + abs(column - there[1]))
        total += min(steps)
    return total


@pytest.mark.parametrize("variant", ["mini", "classic", "barrage"])
def test_hunters_are_as_far_from_their_prey_as_counted_one_by_one(variant: str) -> None:
    compared = 0
    for seed in range(amount(6, 2)):
        for table in random_positions(
            seed, every=amount(7, 40), variant=variant, red_setup="random", blue_setup="random"
        ):
            if table.s.phase == Phase.PLAY:
                compared += 1
                for side in (RED, BLUE):
                    assert measure_hunts(table.s, side) == measure_slowly(table.s, side)
    assert compared


def test_members_of_half_a_board_are_counted() -> None:
    for members in (0, 1, 0b1011, (1 << 50) - 1, 0x2AAAAAAAAAAAA):
        assert count_members(members) == members.bit_count()
