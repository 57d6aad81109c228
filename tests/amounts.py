"""How much to test: interpreted kernels are some thousand times slower than compiled ones."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import pytest

from plowshares.core.game import Game

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
NOTHING = object()
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")


# Compiling takes these tests longest. Interpreted they are quick, and the long tier runs them compiled.
LONG_COMPILED = () if INTERPRETED else (pytest.mark.long,)


def long_compiled(test: F) -> F:
    """Mark a test as long where it has to be compiled."""
    return test if INTERPRETED else pytest.mark.long(test)


def amount(compiled: int, interpreted: int) -> int:
    """Return how many rounds of something to run in this mode."""
    return interpreted if INTERPRETED else compiled


def first_presets_are_quick(tables: Iterable[tuple[Game, str]]) -> list[Any]:
    """Return parameters of a test: with other presets than the first of each game it is long."""
    return [
        pytest.param(
            game,
            preset,
            id=f"{game.name}-{preset}",
            marks=() if preset == next(iter(game.presets)) else pytest.mark.long,
        )
        for game, preset in tables
    ]


def some(items: Iterable[T]) -> Iterator[T]:
    """Yield the items, and fail if there are none: assertions in a loop over nothing always hold."""
    item: Any = NOTHING
    for item in items:
        yield item
    assert item is not NOTHING, "there is nothing to test"
