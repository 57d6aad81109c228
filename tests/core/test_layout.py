"""Layouts: every action of a match has exactly one number in a frame, by plane and cell, or as a single one."""

from __future__ import annotations

import numpy as np
import pytest

from plowshares.core.actions import ActionSpace, kind
from plowshares.core.layout import NO_ACTION, LayoutBuilder, Reframe, plain_layout

SPACE = ActionSpace(kind("pass"), kind("move", cell=3, way=2))


def test_planes_come_before_single_actions() -> None:
    builder = LayoutBuilder(SPACE, (2, 2))
    for way in range(2):
        builder.plane(f"move {way}", [*(SPACE.encode("move", cell, way) for cell in (2, 1, 0)), NO_ACTION])
    builder.kind("pass")
    layout = builder.build()
    assert layout.planes == ("move 0", "move 1")
    assert layout.singles == ("pass",)
    assert layout.size == 9
    assert layout.to_match.tolist() == [5, 3, 1, -1, 6, 4, 2, -1, 0]
    assert layout.from_match.tolist() == [8, 2, 6, 1, 5, 0, 4]


def test_the_plain_layout_has_the_numbers_of_the_match() -> None:
    layout = plain_layout(SPACE)
    assert np.array_equal(layout.to_match, np.arange(SPACE.size))
    assert layout.singles[1] == "move 0 0"


def test_an_action_that_is_forgotten_or_named_twice_is_refused() -> None:
    builder = LayoutBuilder(SPACE, ())
    builder.kind("move")
    with pytest.raises(ValueError, match="exactly once"):
        builder.build()


def test_a_reframe_says_where_entries_come_from() -> None:
    reframe = Reframe((2,), np.array([1, 0], np.int32), np.array([1, -1], np.int8))
    seen = np.array([3, 4], np.int8)
    assert (seen[reframe.index] * reframe.sign).tolist() == [4, -3]
