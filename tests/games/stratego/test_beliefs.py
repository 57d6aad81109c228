"""Worlds that a seat imagines on the classic board, where people's set-ups say what is likely."""

from __future__ import annotations

from typing import Any

import numpy as np

from plowshares.core.actions import encode
from plowshares.games.stratego import GAME
from plowshares.games.stratego.actions import Kind
from plowshares.games.stratego.beliefs import SHARES, TABLES, is_beside, knows_kinds, piece_on, spot_of
from plowshares.games.stratego.heuristics.setups import make_setup
from plowshares.games.stratego.options import Options
from plowshares.games.stratego.pieces import TYPES, VARIANTS, Type
from plowshares.games.stratego.state import NOWHERE
from tests.amounts import amount

ARMY = VARIANTS["classic"].army
WORLDS = amount(400, 40)


def start(seed: int = 1, options: Options | None = None) -> Any:
    """Return a State in which both have set up by hand."""
    options = options or Options()
    width, _, rows = options.size
    s = GAME.start(options, 1)
    for side in (0, 1):
        for spot, type_ in enumerate(make_setup(width, rows, options.army_counts, seed + side)):
            if type_ >= 0:
                GAME.rules.step(s, side, int(encode(s.actions, int(Kind.PLACE), type_, spot, 0)))
        GAME.rules.step(s, side, int(encode(s.actions, int(Kind.READY), 0, 0, 0)))
    return s


def imagine(s: Any, seat: int, worlds: int = WORLDS) -> Any:
    """Return how often each piece is of each type."""
    counts = np.zeros((int(s.pieces), TYPES))
    for seed in range(worlds):
        world = GAME.view_of(s, seat)
        GAME.view.sample_for(world, seat, np.uint64(seed))
        counts[np.arange(len(counts)), world.types[: len(counts)]] += 1
        for side in (0, 1):
            types = world.types[40 * side : 40 * side + 40]
            assert np.bincount(types, minlength=TYPES).tolist() == list(ARMY)
        assert all(world.types[i] > Type.BOMB for i in range(80) if world.moved[i])
    return counts


def test_tables_are_chances_and_each_kind_comes_with_its_mirror_image() -> None:
    assert np.allclose(TABLES.sum(axis=2), 1.0, atol=1e-5)
    assert len(TABLES) == len(SHARES)
    rows = TABLES.reshape(-1, 2, 4, 10, TYPES)
    assert np.allclose(rows[:, 0], rows[:, 1, :, ::-1])


def test_spots_of_pieces_are_where_they_began() -> None:
    s = start()
    for side in (0, 1):
        assert knows_kinds(s, side)
        for piece in range(40 * side, 40 * side + 40):
            assert piece_on(s, side, spot_of(s, side, piece)) == piece
    for options in (Options(variant="mini"), Options(variant="barrage")):
        assert not knows_kinds(start(options=options), 0)
    assert is_beside(0, 1)
    assert is_beside(12, 2)
    assert not is_beside(9, 10)


def test_flags_are_imagined_at_the_back_and_scouts_in_front_from_both_seats() -> None:
    for seat in (0, 1):
        s = start()
        counts = imagine(s, seat)
        spots = {piece: spot_of(s, 1 - seat, piece) for piece in range(40 * (1 - seat), 40 * (1 - seat) + 40)}
        flags = sum(counts[piece, Type.FLAG] for piece, spot in spots.items() if spot < 10)
        assert flags > 0.7 * WORLDS
        front = sum(counts[piece, Type.SCOUT] for piece, spot in spots.items() if spot >= 30)
        assert front > 0.25 * counts[list(spots), Type.SCOUT].sum(), "a quarter of the cells, more of the scouts"


def test_what_has_moved_is_movable_and_what_was_shown_stays_known() -> None:
    s = start()
    moved, known = piece_on(s, 1, 35), piece_on(s, 1, 34)
    s.moved[moved] = 1
    s.shown[known] = 1
    counts = imagine(s, 0)
    assert counts[moved, : Type.SPY].sum() == 0
    assert counts[known, s.types[known]] == WORLDS


def test_a_flag_is_rather_imagined_beside_a_bomb_that_was_found() -> None:
    plain, found = start(3), start(3)
    bombs = [i for i in range(40, 80) if found.types[i] == Type.BOMB]
    near = {
        piece_on(found, 1, spot)
        for bomb in bombs
        for spot in range(40)
        if is_beside(spot, spot_of(found, 1, bomb)) and piece_on(found, 1, spot) not in bombs
    }
    for bomb in bombs:
        found.shown[bomb] = 1
    shares = [imagine(s, 0)[sorted(near), Type.FLAG].sum() / WORLDS for s in (plain, found)]
    assert shares[1] > shares[0]


def test_pieces_that_fell_unseen_are_dealt_too_but_never_the_flag() -> None:
    s = start(options=Options(battle_reveal="outcome"))
    for spot in (31, 32, 33):
        piece = piece_on(s, 1, spot)
        s.board[s.squares[piece]] = -1
        s.squares[piece] = NOWHERE
    counts = imagine(s, 0)
    assert all(counts[piece_on(s, 1, spot), Type.FLAG] == 0 for spot in (31, 32, 33))
