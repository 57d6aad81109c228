"""Beliefs about hidden pieces from the enemy's last move."""

from __future__ import annotations

import numpy as np

from plowshares.core.rng import Rng, seed_rng
from plowshares.games.stratego.behaviour import STAYED, WALKED_UP, believe, is_believable
from plowshares.games.stratego.pieces import Type
from tests.games.stratego.table import BLUE, RED, Table


def come(blue: str, *moves: str, shown: str = "e4") -> Table:
    """Let Blue move beside Red's known captain on e4, or leave it alone."""
    table = Table.at("6@e4 2@b2", f"{blue} 4@j8", turn="blue")
    table.s.shown[:] = 0
    table.s.shown[table.piece(shown)] = 1
    return table.do(*moves)


def test_who_walks_up_to_a_known_piece_seldom_loses_to_it() -> None:
    weak, strong = come("5@e6", "e6-e5"), come("7@e6", "e6-e5")
    assert believe(weak.s, BLUE, weak.piece("e5")) == WALKED_UP
    assert believe(strong.s, BLUE, strong.piece("e5")) == 1.0
    unknown = come("5@e6", "e6-e5", shown="b2")
    assert believe(unknown.s, BLUE, unknown.piece("e5")) == 1.0


def test_who_leaves_a_known_piece_alone_can_seldom_take_it() -> None:
    weak, strong = come("5@e5", "j8-j7"), come("7@e5", "j8-j7")
    assert believe(weak.s, BLUE, weak.piece("e5")) == 1.0
    assert believe(strong.s, BLUE, strong.piece("e5")) == STAYED


def test_doubts_are_drawn_and_only_about_the_side_that_has_moved() -> None:
    table, rng = come("7@e5", "j8-j7"), Rng.new()
    seed_rng(rng, np.uint64(1), 0)
    believed = sum(is_believable(table.s, BLUE, rng) for _ in range(400))
    assert 0.2 < believed / 400 < 0.4
    assert all(is_believable(table.s, RED, rng) for _ in range(20))
    table.s.types[table.piece("e5")] = Type.BOMB
    assert all(is_believable(table.s, BLUE, rng) for _ in range(20))
