"""The chance of a State: where its generators lie, and the same position with other draws to come."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np

from plowshares.core.rng import Rng, mix

STREAM = 2  # of the seed


def reseed(s: Any, seed: int) -> Any:
    """Return a copy of a State whose generators have other keys: everything is as it was but what chance will bring."""
    memory = bytearray(s.tobytes())
    for number, (start, _) in enumerate(find_generators(type(s).layout)):
        key = np.uint64(mix(np.uint64(seed), number, STREAM)).tobytes()
        memory[start : start + len(key)] = key  # the key comes first
    return type(s).from_bytes(bytes(memory))


@functools.cache
def find_generators(layout: np.dtype[Any]) -> list[tuple[int, int]]:
    """Return where each generator of a State begins and ends in its memory."""
    return list(_walk(layout, 0))


def _walk(layout: np.dtype[Any], start: int) -> Iterator[tuple[int, int]]:
    if layout.subdtype is not None:
        inner, shape = layout.subdtype
        for i in range(int(np.prod(shape)) if inner.fields else 0):
            yield from _walk(inner, start + i * inner.itemsize)
    elif issubclass(layout.type, Rng):
        yield start, start + layout.itemsize
    else:
        for inner, offset, *_ in (layout.fields or {}).values():
            yield from _walk(inner, start + int(offset))
