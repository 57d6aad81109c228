"""The figures that games give to reviews."""

from __future__ import annotations

from plowshares.core.review import percent_less


def test_a_player_is_compared_with_the_others() -> None:
    positions = [((2, 4, 6), 0), ((1, 5, 5), 0)]
    assert percent_less(positions, lambda s: s) == 70  # 3 against 10
    assert percent_less([((6, 4), 0)], lambda s: s) == -50
    assert percent_less([((3, 0, 0), 0)], lambda s: s) == 0
