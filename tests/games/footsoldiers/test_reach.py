"""Paths found with bit masks equal those of a search cell by cell, and those of the slow twin."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from plowshares.core.simd import WORD
from plowshares.games.footsoldiers.field import distance
from plowshares.games.footsoldiers.lookup import Soldier, coordinates
from plowshares.games.footsoldiers.maps import MOST_SIDE
from plowshares.games.footsoldiers.movement import foresee_stop, search_stop
from plowshares.games.footsoldiers.options import Options, SpeedOfTypes
from plowshares.games.footsoldiers.reach import (
    NEAREST,
    count_words,
    find_near,
    fits_words,
    forget_free,
    note_free,
    note_move,
    words_of,
)
from plowshares.games.footsoldiers.state import Piece, State, cell_at
from tests.amounts import amount
from tests.games.footsoldiers import naive
from tests.games.footsoldiers.table import begin

FASTEST = {1: 31, 2: 15, 3: 15, 4: 7, 7: 7}  # by rows: what two words take in


def random_map(rng: Random, width: int, height: int) -> str:
    """Return a map with rocks on a third of its cells."""
    cells = [rng.choice("X  ") for _ in range(width * height)]
    first, second = rng.sample(range(len(cells)), 2)
    cells[first], cells[second] = "1", "2"
    # The last row and column stay as they are only if something stands there.
    cells[-1] = cells[-1] if cells[-1] in "12" else "X"
    return "\n".join("".join(cells[row * width : (row + 1) * width]) for row in range(height))


def check(s: State, start: int, aim: int, speed: int, mirrored: bool) -> None:
    before = s.tobytes()
    assert note_free(s)
    stop = find_near(s, start, aim, speed, mirrored)
    forget_free(s, True)
    assert s.tobytes() == before
    assert foresee_stop(s, start, aim, speed, mirrored) == stop
    assert s.tobytes() == before
    assert search_stop(s, start, aim, distance(s, start, aim), speed, mirrored) == stop
    assert s.tobytes() == before
    soldier = Soldier(0, 0, coordinates(s, start), 1, coordinates(s, aim), 0)
    assert naive.find_stop(naive.field_of(s), soldier, speed, mirrored) == coordinates(s, stop)


@pytest.mark.parametrize("height", FASTEST)
@pytest.mark.parametrize("width", [2, 9, 40, 70])
def test_ways_found_in_bits_are_those_of_the_other_searches(width: int, height: int) -> None:
    rng = Random(width * height)
    for _ in range(amount(20, 1)):
        s = begin(Options(map=random_map(rng, width, height)))
        for _ in range(amount(60, 8)):
            start, aim = (cell_at(s, rng.randrange(width), rng.randrange(height)) for _ in range(2))
            speed = rng.randrange(min(FASTEST[height], 11) + 1)
            check(s, start, aim, speed, rng.random() < 0.5)


@pytest.mark.parametrize(("height", "fastest"), FASTEST.items())
def test_fast_soldiers_and_high_maps_are_searched_cell_by_cell(height: int, fastest: int) -> None:
    plan = "\n".join(["1 2", *["X X"] * (height - 1)])
    for speed, fits in ((fastest, True), (fastest + 1, False)):
        for fast in ("scout", "assassin", "tank"):
            s = begin(Options(map=plan, speed=SpeedOfTypes(**{fast: speed})))
            assert fits_words(s) == note_free(s) == fits
            forget_free(s, fits)
            assert not s.queue.any()
    assert not fits_words(begin(Options(map="1 2", map_height=8)))


@pytest.mark.parametrize("height", FASTEST)
def test_the_widest_map_has_room_for_its_words(height: int) -> None:
    s = begin(Options(map="1 2", map_width=MOST_SIDE, map_height=height))
    assert note_free(s)
    assert count_words(s) + 2 <= len(words_of(s))
    assert count_words(s) <= len(s.board) // WORD
    free = sum(int(word).bit_count() for word in words_of(s))
    assert free == np.count_nonzero(s.board == Piece.EMPTY)
    forget_free(s, True)
    assert not s.queue.any()


def test_a_move_is_noted() -> None:
    s = begin(Options(map=random_map(Random(1), 40, 7)))
    start, stop = cell_at(s, 3, 2), cell_at(s, 17, 6)
    for leaves, comes, free in ((start, stop, True), (stop, start, False)):
        assert note_free(s)
        note_move(s, leaves, comes)
        found = words_of(s).copy()
        forget_free(s, True)
        s.board[start], s.board[stop] = Piece.EMPTY if free else Piece.ROCK, Piece.ROCK if free else Piece.EMPTY
        assert note_free(s)
        assert found.tolist() == words_of(s).tolist()
        forget_free(s, True)


def test_of_two_rows_as_near_the_order_prefers_one() -> None:
    assert (NEAREST[0, 3, 0b100010], NEAREST[1, 3, 0b100010]) == (1, 5)
    assert (NEAREST[0, 3, 0b101010], NEAREST[1, 0, 0b101010]) == (3, 1)
