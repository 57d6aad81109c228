from __future__ import annotations

import pytest

from plowshares.core.actions import ActionSpace, ActionTable, encode, fields_of, kind, kind_of
from tests.amounts import amount

SPACE = ActionSpace(kind("done"), kind("move", cell=10, way=6, strike=3), kind("count", n=7), kind("pair", a=3, b=4))


def table() -> ActionTable:
    made = ActionTable.sized(kinds=4).new()
    SPACE.write(made)
    return made


def test_actions_are_dense_and_kernels_agree_with_python() -> None:
    s, seen = table(), []
    for action in list(SPACE)[:: amount(1, 7)]:
        index, fields = SPACE.decode(action)
        assert kind_of(s, action) == index
        padded = (*fields, 0, 0, 0)[:3]
        assert tuple(fields_of(s, index, action)) == padded
        assert encode(s, index, *padded) == SPACE.encode(index, *fields) == action
        seen.append((index, fields))
    assert len(set(seen)) == len(seen)
    assert seen == sorted(seen)
    assert s.size == SPACE.size == 1 + 180 + 7 + 12


def test_kinds_are_found_by_name() -> None:
    assert SPACE.encode("count", 3) == SPACE.encode(2, 3)
    assert [each.size for each in SPACE.kinds] == [1, 180, 7, 12]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: SPACE.encode("jump"), "no kind of action is called 'jump'"),
        (lambda: SPACE.encode("count", 7), "n 7 of 'count' is not below 7"),
        (lambda: SPACE.encode("count"), "'count' takes 1 fields"),
        (lambda: SPACE.decode(200), "action 200 is not below 200"),
        (lambda: SPACE.decode(-1), "action -1"),
        (lambda: kind("many", a=1, b=1, c=1, d=1), "at most 3"),
    ],
)
def test_invalid_actions_are_refused_with_their_names(call: object, words: str) -> None:
    assert callable(call)
    with pytest.raises(ValueError, match=words):
        call()
