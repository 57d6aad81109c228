"""What another seat knows about its own actions counts in the search."""

from __future__ import annotations

import numpy as np

from plowshares.engine.search import edges_at_root, make_search, new_room, words_of
from plowshares.engine.tree import new_tree
from plowshares.games.stratego import GAME
from plowshares.games.stratego.heuristics import face, is_blind
from plowshares.games.stratego.pieces import Type
from tests.amounts import amount
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


def test_an_attack_on_something_unknown_is_blind() -> None:
    table = Table.at("5@e5 6@f4", "4@e6 7@f5")
    attack = table.texts(RED).index("e5-e6")
    step = table.texts(RED).index("e5-e4")
    assert is_blind(table.s, RED, table.legal(RED)[attack])
    assert not is_blind(table.s, RED, table.legal(RED)[step])
    table.s.shown[:] = 1
    assert not is_blind(table.s, RED, table.legal(RED)[attack])
    assert not is_blind(Table.start(variant="micro").s, RED, 0)


def value_beside_the_flag(shown: int) -> float:
    """Search for Red, whose flag is one of five things that Blue could attack, and can be saved by nobody."""
    table = Table.at("f@a1 b@c1 b@e1 b@g1 b@i1 9@j4", "6@b1 6@d1 6@f1 6@h1 f@j10", frame=False)
    table.s.shown[:] = 0
    table.s.moved[: table.s.blue] = 0
    table.s.shown[0] = shown
    view, tree = table.view(RED), new_tree(4096, 16384)
    run = make_search(GAME.rules, GAME.view, GAME.heuristics)
    run(tree[0], words_of(view), RED, 2, np.uint64(1), 0, amount(4000, 150), new_room(view, table.space.size))
    return max(value for _, _, value in edges_at_root(tree))


def test_a_rival_does_not_know_which_piece_is_the_flag() -> None:
    assert value_beside_the_flag(shown=0) > value_beside_the_flag(shown=1) + 0.3
