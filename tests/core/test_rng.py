from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plowshares.core.rng import Rng, below, draw, mix, new_seed, seed_rng, shuffle, shuffle_quickly
from tests.amounts import amount


def rng_of(seed: int, stream: int = 0) -> Rng:
    rng = Rng.new()
    seed_rng(rng, np.uint64(seed), stream)
    return rng


# Published known answers of Threefry 2x32 with 20 rounds: key, counter, result.
KNOWN = [
    (0x0000000000000000, (0x00000000, 0x00000000), 0x6B20015999BA4EFE),
    (0xFFFFFFFFFFFFFFFF, (0xFFFFFFFF, 0xFFFFFFFF), 0x1CB996FCBB002BE7),
    (0x0370734413198A2E, (0x243F6A88, 0x85A308D3), 0xC4923A9C483DF7A0),
]


@pytest.mark.parametrize(("key", "counter", "result"), KNOWN)
def test_mix_gives_the_published_answers(key: int, counter: tuple[int, int], result: int) -> None:
    assert int(mix(np.uint64(key), *counter)) == result


def test_streams_of_one_seed_differ_and_repeat() -> None:
    first = [int(draw(rng)) for rng in [rng_of(5, 0)] for _ in range(20)]
    again = [int(draw(rng)) for rng in [rng_of(5, 0)] for _ in range(20)]
    other = [int(draw(rng)) for rng in [rng_of(5, 1)] for _ in range(20)]
    assert first == again
    assert not set(first) & set(other)


@given(st.integers(0, 2**64 - 1), st.integers(1, 1000))
def test_below_stays_below(seed: int, n: int) -> None:
    rng = rng_of(seed)
    assert all(0 <= below(rng, n) < n for _ in range(amount(50, 5)))


def test_below_is_even() -> None:
    rng, sides, rolls = rng_of(1), 6, amount(60_000, 3_000)
    counts = np.bincount([below(rng, sides) for _ in range(rolls)], minlength=sides)
    # Chi-square with 5 degrees of freedom: 20.5 is passed by chance once in a thousand.
    assert float(((counts - rolls / sides) ** 2 / (rolls / sides)).sum()) < 20.5


def test_below_draws_again_when_a_number_would_be_favoured() -> None:
    # A third of 2**32 plus a bit: about one draw in three must be rejected.
    rng, n = rng_of(3), 3 * 2**30
    drawn = [below(rng, n) for _ in range(200)]
    assert rng.count > 220
    assert max(drawn) < n


def test_shuffle_keeps_the_items_and_follows_its_recipe() -> None:
    rng, twin = rng_of(9), rng_of(9)
    items = np.arange(10, dtype=np.int32)
    shuffle(rng, items, 8)
    expected = list(range(10))
    for i in range(7, 0, -1):
        j = below(twin, i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    assert items.tolist() == expected
    assert sorted(expected) == list(range(10))


def test_imagined_worlds_are_shuffled_fairly() -> None:
    rounds, count = amount(24_000, 2_400), 4
    seen: Counter[tuple[int, ...]] = Counter()
    for number in range(rounds):
        items = np.arange(6, dtype=np.int8)
        shuffle_quickly(mix(np.uint64(5), number, 1) | np.uint64(1), items, count)
        assert items[count:].tolist() == [4, 5]  # what lies behind stays
        seen[tuple(items[:count].tolist())] += 1
    orders = math.factorial(count)
    assert len(seen) == orders
    expected = rounds / orders
    # Chi-square of 23 degrees of freedom: above 64 once in 100,000 times, and the seed is fixed.
    assert sum((n - expected) ** 2 / expected for n in seen.values()) < 64


def test_new_seeds_have_64_bits_and_differ() -> None:
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert max(seeds).bit_length() > 56
