"""SIMD comparisons agree with comparing entries one by one; compiled in every stage of the tests."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numba
import numpy as np
import pytest

from plowshares.core import simd
from plowshares.core.simd import (
    WORD,
    count_ones,
    find_equal,
    find_first,
    find_last,
    find_less,
    mask_descending,
    mask_not_equal,
)
from tests.amounts import amount


def slowly(answers: list[bool]) -> int:
    return sum(1 << k for k, answer in enumerate(answers) if answer)


QUESTIONS: dict[str, tuple[Callable[..., Any], Callable[..., int]]] = {
    "equal": (
        lambda a, b, begin, value: find_equal(a, begin, value),
        lambda a, b, begin, value: slowly([a[begin + k] == value for k in range(WORD)]),
    ),
    "less": (
        lambda a, b, begin, value: find_less(a, begin, value),
        lambda a, b, begin, value: slowly([a[begin + k] < value for k in range(WORD)]),
    ),
    "unlike": (
        lambda a, b, begin, value: mask_not_equal(a, b, begin),
        lambda a, b, begin, value: slowly([a[begin + k] != b[begin + k] for k in range(WORD)]),
    ),
    "falls": (
        lambda a, b, begin, value: mask_descending(a, begin),
        lambda a, b, begin, value: slowly([a[begin + k + 1] < a[begin + k] for k in range(WORD - 1)]),
    ),
}


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32])
@pytest.mark.parametrize("name", QUESTIONS)
def test_all_entries_are_asked_at_once(name: str, kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    ask, ask_slowly = QUESTIONS[name]
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)
    compiled: Any = numba.njit(ask)
    rng = np.random.default_rng(len(name))
    for _ in range(amount(100, 20)):
        a, b = (rng.integers(-3, 4, WORD + 20).astype(kind) for _ in range(2))
        begin, value = int(rng.integers(0, 21)), int(rng.integers(-3, 4))
        expected = ask_slowly(a, b, begin, value)
        assert int(compiled(a, b, begin, value)) == int(ask(a, b, begin, value)) == expected


def test_arrays_of_a_record_are_asked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)
    side = np.zeros(2, [("count", np.int8), ("cell", np.int16, WORD), ("aim", np.int16, WORD)])

    def ask(sides: Any, i: int) -> Any:
        return mask_not_equal(sides[i].cell, sides[i].aim, 0)

    side["aim"][1, [0, 5, 63]] = 7
    assert int(numba.njit(ask)(side, 1)) == slowly([k in (0, 5, 63) for k in range(WORD)])


def test_bits_are_counted_and_found() -> None:
    rng = Random(1)
    for _ in range(amount(200, 50)):
        number = rng.randrange(1, 1 << rng.randrange(1, WORD + 1))
        word = np.uint64(number)
        assert count_ones(word) == number.bit_count()
        assert find_last(word) == number.bit_length() - 1
        assert find_first(word) == (number & -number).bit_length() - 1
    assert count_ones(simd.NOTHING) == 0
