from __future__ import annotations

import pytest

from plowshares.core.errors import InvalidOption
from plowshares.engine.clock import NO_LIMIT, Clocks, TimeControl, parse_time


class Watch:
    """A clock that a test moves by hand."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("none", TimeControl()),
        ("", TimeControl()),
        ("300", TimeControl(300)),
        ("300+2", TimeControl(300, 2)),
        ("/10", TimeControl(per_move=10)),
        ("60+1.5/20", TimeControl(60, 1.5, 20)),
    ],
)
def test_time_controls_are_read_and_written(text: str, control: TimeControl) -> None:
    assert parse_time(text) == control
    assert parse_time(str(control)) == control


@pytest.mark.parametrize("text", ["fast", "-3", "+2", "10/", "1e9"])
def test_bad_time_controls_are_quoted(text: str) -> None:
    with pytest.raises(InvalidOption, match="not of the form 300"):
        parse_time(text)


def test_bank_increment_and_cap() -> None:
    watch = Watch()
    clocks = Clocks(TimeControl(10, 2, 6), 2, watch)
    assert clocks.left(0) == 6
    clocks.start([0])
    watch.time += 4
    clocks.start([0, 1])  # the clock of seat 0 goes on, that of seat 1 begins
    assert (clocks.spent(0), clocks.spent(1), clocks.left(0), clocks.left(1)) == (4, 0, 2, 6)
    assert clocks.stop(0) == 4
    assert clocks.banks == [8, 10]
    assert clocks.spent(0) == 0
    watch.time += 6.5
    assert clocks.expired() == [1]


def test_without_limits_nobody_is_ever_late() -> None:
    watch = Watch()
    clocks = Clocks(TimeControl(), 1, watch)
    clocks.start([0])
    watch.time += 1e9
    assert clocks.left(0) == NO_LIMIT
    assert clocks.expired() == []


def test_a_referee_may_charge_a_seat_itself() -> None:
    clocks = Clocks(TimeControl(5), 2, Watch())
    clocks.start([0, 1])
    clocks.charge(1, 3.0)
    assert (clocks.left(1), clocks.stop(1), clocks.banks) == (2.0, 3.0, [5, 2])
