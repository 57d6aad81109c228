"""What another seat knows about its own actions counts in the search."""

from __future__ import annotations

import numpy as np

from plowshares.games.stratego import GAME
from plowshares.games.stratego.heuristics import face
from plowshares.games.stratego.pieces import Type
from tests.games.stratego.table import BLUE, RED, Table


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
