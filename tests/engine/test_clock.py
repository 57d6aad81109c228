from __future__ import annotations

import pytest

from plowshares import registry
from plowshares.core.errors import InvalidOption
from plowshares.core.options import read_options
from plowshares.engine.clock import NO_LIMIT, Clocks, TimeControl, parse_time
from plowshares.engine.match import Match
from plowshares.engine.record import Recorder, resume


class Watch:
    """A clock that a test sets by hand."""

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


def test_nobody_pays_for_the_time_that_a_command_took_to_be_written() -> None:
    watch, lines = Watch(), list[bytes]()

    def write_slowly(data: bytes) -> None:
        lines.append(data)
        watch.time += 3.0

    game = registry.find("stratego")
    options = read_options(game.options, {**game.presets["micro"], "red_setup": "random", "blue_setup": "random"})
    match = Match(game, options, 1, ["Anna", "Bert"], TimeControl(60), Recorder(write_slowly), now=watch)
    for _ in range(4):
        (seat,) = match.to_act()
        watch.time += 2.0
        match.play(seat, (match.legal(seat)[0],))
    assert match.clocks.banks == [56.0, 56.0]
    again, _ = resume(b"".join(line + b"\n" for line in lines), registry.find, lines.append, now=watch)
    assert again.clocks.banks == match.clocks.banks


def test_a_referee_may_charge_a_seat_itself() -> None:
    clocks = Clocks(TimeControl(5), 2, Watch())
    clocks.start([0, 1])
    clocks.charge(1, 3.0)
    assert (clocks.left(1), clocks.stop(1), clocks.banks) == (2.0, 3.0, [5, 2])
