"""Worlds that a seat imagines on smaller boards, where the rows of pieces say what is likely."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plowshares.games.stratego import GAME
from plowshares.games.stratego.pieces import EMPTY, TYPES, UNKNOWN, VARIANTS, Type
from plowshares.games.stratego.row_beliefs import ANYWHERE, BACK, FRONT, LIKELY, MIDDLE, depth_of, draw_unknown
from plowshares.games.stratego.state import NOWHERE
from plowshares.games.stratego.view import deal_movers, take_back_unseen
from tests.amounts import amount
from tests.games.stratego.table import options_of
from tests.games.stratego.test_beliefs import start

WORLDS = amount(400, 60)
BOARDS = ("mini", "quick", "barrage")


def imagine(s: Any, seat: int) -> Any:
    """Return how often each piece is of each type; every world has the whole army."""
    counts, army = np.zeros((int(s.pieces), TYPES)), s.options.army.tolist()
    enemies = slice(int(s.blue), int(s.pieces)) if seat == 0 else slice(0, int(s.blue))
    for seed in range(WORLDS):
        world = GAME.view_of(s, seat)
        GAME.view.sample_for(world, seat, np.uint64(seed))
        counts[np.arange(len(counts)), world.types[: len(counts)]] += 1
        assert np.bincount(world.types[enemies], minlength=TYPES).tolist() == army
    return counts[enemies]


def test_likelihoods_are_of_movable_types_only() -> None:
    assert not LIKELY[:, : Type.SPY].any()
    assert (LIKELY[:, Type.SPY :] > 0).all()
    assert set(LIKELY[ANYWHERE, Type.SPY :]) == {1.0}


@pytest.mark.parametrize("variant", BOARDS)
def test_depths_of_both_sides_are_the_rows_that_pieces_began_on(variant: str) -> None:
    s = start(options=options_of(variant=variant))
    rows, height = VARIANTS[variant].rows, VARIANTS[variant].height
    for piece in range(int(s.pieces)):
        side = int(piece >= s.blue)
        row = int(s.squares[piece]) // 11 - 1
        row = row if side == 0 else height - 1 - row
        assert depth_of(s, side, piece) == (BACK if row == 0 else FRONT if row == rows - 1 else MIDDLE)
    if variant != "barrage":
        return
    s.moved[0], s.squares[1] = 1, NOWHERE
    assert depth_of(s, 0, 0) == depth_of(s, 0, 1) == ANYWHERE, "a number says nothing there"


@pytest.mark.parametrize("variant", BOARDS)
@pytest.mark.parametrize("seat", [0, 1])
def test_miners_are_imagined_behind_and_scouts_in_front(variant: str, seat: int) -> None:
    s = start(options=options_of(variant=variant))
    counts, first = imagine(s, seat), int(s.blue) if seat == 0 else 0
    depths = np.array([depth_of(s, 1 - seat, first + i) for i in range(len(counts))])
    for type_, depth in ((Type.MINER, BACK), (Type.SCOUT, FRONT)):
        if (depths == depth).any():
            even = counts[depths == depth][:, Type.SPY :].sum() / counts[:, Type.SPY :].sum()
            assert counts[depths == depth, type_].sum() / counts[:, type_].sum() > even


def test_what_has_moved_is_movable_and_what_is_known_stays_so() -> None:
    s = start(options=options_of(variant="mini"))
    first = int(s.blue)
    s.moved[first : first + 4] = 1
    s.shown[first + 5] = 1
    counts = imagine(s, 0)
    assert counts[:4, : Type.SPY].sum() == 0
    assert counts[5, s.types[first + 5]] == WORLDS


def test_a_reserve_that_fits_nobody_is_left() -> None:
    s = start(options=options_of(variant="mini"))
    assert draw_unknown(s, 1, int(Type.SCOUT), np.zeros((80, TYPES))) == EMPTY


def test_moved_pieces_get_movable_types_where_likely_deals_have_failed() -> None:
    s = start(options=options_of(variant="mini"))
    first = int(s.blue)
    s.moved[first : first + 4] = 1
    take_back_unseen(s, 1)
    deal_movers(s, 1)
    assert (s.types[first : first + 4] > Type.BOMB).all()
    assert (s.types[first + 4 : int(s.pieces)] == UNKNOWN).all()
