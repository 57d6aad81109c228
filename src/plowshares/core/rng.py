"""Chance: a counter through a keyed one-way mix, so that draws tell nothing about later draws.

The mix is Threefry 2x32 with 20 rounds (Salmon et al. 2011), the generator that JAX uses too.
Lanes are 32-bit numbers kept in 64 bits, because a 64-bit sum that wraps warns when interpreted.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.records import Int32, Int32s, Record, UInt64

LANE = np.uint64(0xFFFFFFFF)
WIDTH = np.uint64(32)
PARITY = np.uint64(0x1BD11BDA)
TURNS = np.array([[13, 15, 26, 6], [17, 29, 16, 24]], np.uint64)


class Rng(Record):
    """A generator. Several streams may share one key; their draws are unrelated."""

    key: UInt64
    stream: Int32
    count: Int32


def new_seed() -> int:
    """Return 64 random bits from the system, the seed of a match that is not a test."""
    return secrets.randbits(64)


@kernel
def turn(lane: Any, by: Any) -> Any:
    """Rotate a 32-bit lane to the left."""
    return ((lane << by) | (lane >> (WIDTH - by))) & LANE


@kernel
def mix(key: Any, stream: int, count: int) -> Any:
    """Return 64 bits that depend on key, stream and count in a way that cannot be inverted."""
    low = key & LANE
    high = key >> WIDTH
    keys = (low, high, low ^ high ^ PARITY)
    a = (np.uint64(stream) + keys[0]) & LANE
    b = (np.uint64(count) + keys[1]) & LANE
    for part in range(5):
        for i in range(4):
            a = (a + b) & LANE
            b = turn(b, TURNS[part % 2, i]) ^ a
        a = (a + keys[(part + 1) % 3]) & LANE
        b = (b + keys[(part + 2) % 3] + np.uint64(part + 1)) & LANE
    return (a << WIDTH) | b


@kernel
def seed_rng(rng: Rng, seed: Any, stream: int) -> None:
    """Start a stream of the seed; streams of one seed are unrelated."""
    rng.key = seed
    rng.stream = stream
    rng.count = 0


@kernel
def draw(rng: Rng) -> Any:
    """Return the next 64 random bits."""
    bits = mix(rng.key, rng.stream, rng.count)
    rng.count += 1
    return bits


@kernel
def below(rng: Rng, n: int) -> int:
    """Return a uniform whole number 0 … n-1; n is at least 1."""
    # Lemire's way: scale 32 bits to n, and draw again in the few cases that would favour some numbers.
    size = np.uint64(n)
    product = (draw(rng) >> WIDTH) * size
    if (product & LANE) < size:
        unfair = (LANE - size + np.uint64(1)) % size
        while (product & LANE) < unfair:
            product = (draw(rng) >> WIDTH) * size
    return np.int64(product >> WIDTH)  # type: ignore[return-value]  # an int to readers, int64 to Numba


@kernel
def shuffle(rng: Rng, items: Int32s | Any, count: int) -> None:
    """Shuffle the first count items: i from the last down to 1, j = below(i + 1), exchange."""
    for i in range(count - 1, 0, -1):
        j = below(rng, i + 1)
        held = items[i]
        items[i] = items[j]
        items[j] = held


@kernel
def shuffle_quickly(bits: Any, items: Any, count: int) -> None:
    """Shuffle the first count items of a world that is only imagined, as the bits say, which are not 0.

    Predicting it gains nothing, and none of up to 1,000 items is favoured by more than one part in a million: so
    three shifts (xorshift, Marsaglia 2003) do, which are much quicker than the mix.
    """
    for i in range(count - 1, 0, -1):
        bits ^= bits << np.uint64(13)
        bits ^= bits >> np.uint64(7)
        bits ^= bits << np.uint64(17)
        j = np.int64(((bits >> WIDTH) * np.uint64(i + 1)) >> WIDTH)
        held = items[i]
        items[i] = items[j]
        items[j] = held
