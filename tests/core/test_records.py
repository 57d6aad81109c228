from __future__ import annotations

import pickle
from copy import deepcopy
from typing import Annotated, Any

import numpy as np
import pytest

from plowshares.core.jit import kernel
from plowshares.core.records import SECRET, Bool, Int8s, Int16, Int32, Int32s, Record, UInt64


class Purse(Record):
    coins: Int32
    cards: Annotated[Int8s, "hand", SECRET]


class Table(Record):
    turn: Int32
    over: Bool
    code: Annotated[Int16, SECRET]
    key: UInt64
    cells: Annotated[Int32s, "cells", 2]
    purses: Annotated[list[Purse], 3]
    first: Annotated[Purse, SECRET]


class Plain(Record):
    turn: Int32


Small = Table.sized(cells=4, hand=2)


@kernel
def play(s: Table) -> int:
    s.turn += 1
    s.purses[1].coins += 5
    s.purses[1].cards[1] = 7
    s.first.coins = len(s.cells)
    s.cells[:, 1] = 3
    return int(s.cells.sum())


def test_a_record_is_a_layout_a_type_and_a_class() -> None:
    s = Small.new()
    assert type(s) is Small
    assert isinstance(s, Table)
    assert isinstance(s.purses[1], Purse)
    assert Small.layout.names == ("turn", "over", "code", "key", "cells", "purses", "first")
    assert Small.layout.itemsize == len(s.tobytes()) == 4 + 1 + 2 + 8 + 4 * 2 * 4 + 3 * (4 + 2) + (4 + 2)


def test_kernels_write_through_nested_records() -> None:
    s = Small.new()
    assert play(s) == 12
    assert (s.turn, s.purses[1].coins, s.purses[1].cards[1], s.first.coins) == (1, 5, 7, 4)


def test_a_pattern_has_one_class_per_size_and_no_layout_of_its_own() -> None:
    assert Table.sized(hand=2, cells=4) is Small
    assert Table.sized(cells=5, hand=2) is not Small
    assert not hasattr(Table, "layout")
    large = Table.sized(cells=9, hand=3).new()
    assert play(large) == 27
    assert large.cells.shape == (9, 2)


def test_a_pattern_inside_a_record_may_be_sized_by_a_subclass() -> None:
    class Wallet(Purse, hand=6):
        """Six cards."""

    assert Wallet.layout.itemsize == 10
    assert isinstance(Wallet.new(), Purse)


def test_secrets_are_found() -> None:
    assert Small.secrets == {"code", "first"}
    assert Purse.sized(hand=1).secrets == {"cards"}


def test_misspelt_fields_raise() -> None:
    s = Small.new()
    with pytest.raises(AttributeError):
        s.trun = 3  # type: ignore[attr-defined]  # that is the test
    with pytest.raises(AttributeError):
        _ = s.trun  # type: ignore[attr-defined]  # likewise


def test_clones_and_bytes_are_independent_copies() -> None:
    s = Small.new()
    s.purses[2].coins = 9
    copy, read = s.clone(), Small.from_bytes(s.tobytes())
    assert copy.tobytes() == read.tobytes() == s.tobytes()
    copy.purses[2].coins = 1
    read.turn = 4
    assert (s.purses[2].coins, s.turn) == (9, 0)
    assert type(copy) is type(read) is Small


def test_records_are_pickled_and_copied_by_value() -> None:
    s = Small.new()
    s.purses[2].coins = 9
    for copy in (pickle.loads(pickle.dumps(s)), deepcopy(s)):
        assert type(copy) is Small
        assert copy.tobytes() == s.tobytes()
        copy.turn = 5
        assert s.turn == 0
    plain = Plain.new()
    assert type(pickle.loads(pickle.dumps(plain))) is Plain


def test_arrays_of_records_lie_side_by_side() -> None:
    many = Small.array(3)
    many[2] = many[0]
    many[1]["turn"] = 8
    assert many["turn"].tolist() == [0, 8, 0]
    assert many.nbytes == 3 * Small.layout.itemsize
    assert np.frombuffer(many.tobytes(), Small.layout)[1].turn == 8


def test_records_inside_others_are_cloned_alone() -> None:
    many = Small.array(2)
    many[1].turn = 3
    copy = many[1].clone()
    copy.turn = 4
    assert (many[1].turn, copy.turn, copy.nbytes) == (3, 4, Small.layout.itemsize)
    again = copy.clone()
    again.turn = 5
    assert (copy.turn, again.turn) == (4, 5)
    purse = again.purses[2].clone()
    purse.coins = 6
    inner = again.first.clone()
    inner.coins = 7
    assert (again.purses[2].coins, again.first.coins, purse.coins, inner.coins) == (0, 0, 6, 7)


def test_clones_see_what_kernels_write_and_let_go_of_their_memory() -> None:
    s = Small.new().clone().clone()  # the first two are gone by now
    play(s)
    copy = s.clone()
    play(s)
    assert (copy.turn, s.turn, copy.clone().turn) == (1, 2, 1)
    assert copy.clone().tobytes() == copy.tobytes()


@kernel
def earn(purse: Purse, coins: int) -> None:
    purse.coins += coins


def test_kernels_reach_the_memory_of_records_wherever_they_lie() -> None:
    s = Small.new()
    inner = s.first
    earn(inner, 2)
    earn(s.first, 3)
    assert (s.first.coins, inner.coins, s.clone().first.coins) == (5, 5, 5)
    earn(s.purses[1], 7)
    many = Small.array(2)
    earn(many[1].first, 9)
    assert (s.purses[1].coins, many[1].first.coins, many[0].first.coins) == (7, 9, 0)
    records: list[Any] = [s, s.first, many[1], many[1].first]
    for record in records:
        assert bytes(record.data) == record.tobytes()
    alone = inner.clone()
    del s
    earn(inner, 1)
    assert (inner.coins, alone.coins) == (6, 5)


def test_from_bytes_refuses_another_length() -> None:
    with pytest.raises(ValueError, match=f"Table takes {Small.layout.itemsize} bytes, got 1"):
        Small.from_bytes(b"x")
