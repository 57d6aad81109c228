"""Who leads, and by how much one must."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plowshares import registry
from plowshares.core.options import read_options
from plowshares.core.seats import NOBODY
from plowshares.lab.lead import LEAD, array_of, make_leader
from tests.lab.toy import TOY

GAME = registry.find(TOY)


def start(seats: int) -> Any:
    return GAME.start(read_options(GAME.options, {"seats": seats}), 1)


@pytest.mark.parametrize(
    ("points", "leader"),
    [
        ([1, 0], 0),
        ([0, 1], 1),
        ([2, 2], NOBODY),
        ([0, 3, 3], NOBODY),
        ([1, 0, 4], 2),
        ([4, 0, 1], 0),
        ([0, 4, 1, 4], NOBODY),
    ],
)
def test_the_seat_ahead_of_all_others_leads(points: list[int], leader: int) -> None:
    s = start(len(points))
    s.points[: len(points)] = points
    assert make_leader(GAME.heuristics)(array_of(s), len(points), LEAD) == leader


def test_a_lead_that_is_too_small_is_none() -> None:
    s = start(2)
    s.points[:2] = 1, 0
    ahead = GAME.heuristics.value(s, 0) - GAME.heuristics.value(s, 1)
    find = make_leader(GAME.heuristics)
    assert find(array_of(s), 2, ahead) == 0
    assert find(array_of(s), 2, ahead + 0.01) == NOBODY


def test_a_state_is_looked_at_where_it_lies_and_copied_only_out_of_something_larger() -> None:
    for s in (start(2), start(2).clone()):
        found = array_of(s)
        s.points[1] = 7
        assert found.shape == (1,)
        assert found[0].points[1] == 7
    several = np.frombuffer(bytearray(start(2).tobytes() + start(3).tobytes()), type(start(2)).layout)
    assert array_of(several[1])[0].tobytes() == start(3).tobytes()
