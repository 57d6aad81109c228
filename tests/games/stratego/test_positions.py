"""Positions as text (§9.3)."""

from __future__ import annotations

import pytest

from plowshares.core.errors import IllegalCommand
from plowshares.games.stratego.positions import format_position, read_position
from tests.games.stratego.table import BLUE, RED, Table, options_of


def test_positions_read_and_write() -> None:
    text = "red: f@a1 7@e5; blue: 5@e6 f@j10; blue to move"
    s = read_position(text, options_of())
    assert format_position(s) == text
    assert (int(s.turn), int(s.ply), int(s.quiet)) == (BLUE, 1, 0)
    assert not s.moved.any()
    assert not s.shown.any()
    assert (int(s.blue), int(s.pieces)) == (2, 4)


def test_positions_ignore_case_blanks_and_prepared_set_ups() -> None:
    options = options_of(red_setup="balanced", blue_setup="random")
    s = read_position("  RED : Marshal @ e5  f@a1 ;blue: f@j10 10@j9;  red to move ", options)
    assert format_position(s) == "red: f@a1 m@e5; blue: m@j9 f@j10; red to move"
    assert not s.options.prepared.any()


def test_a_position_without_a_move_is_lost() -> None:
    table = Table.at("f@b1 b@b2 5@a1 b@a2", "f@j10 4@j9", frame=False)
    assert table.result() == (BLUE, "blocked")


@pytest.mark.parametrize(
    "text",
    [
        "", "red: f@a1", "red: f@a1 4@b1; blue: f@j10 4@i10", "red: f@a1 4@b1; blue: f@j10 4@i10; green to move",
        "red: f@a1 4@a1; blue: f@j10 4@i10; red to move", "red: f@a1 4@b1; blue: f@j10 4@b1; red to move",
        "red: f@a1 4@c5; blue: f@j10 4@i10; red to move", "red: f@a1 4@k1; blue: f@j10 4@i10; red to move",
        "red: f@a1 z@b1; blue: f@j10 4@i10; red to move", "red: 4@b1; blue: f@j10 4@i10; red to move",
        "red: f@a1 b@b1; blue: f@j10 4@i10; red to move", "red: f@a1 m@b1 m@b2; blue: f@j10 4@i10; red to move",
        "red: f@a1 f@b1 m@b2; blue: f@j10 4@i10; red to move",
    ],
)  # fmt: skip
def test_positions_that_are_none(text: str) -> None:
    with pytest.raises(IllegalCommand):
        read_position(text, options_of())


def test_blue_cannot_begin_with_a_cap_of_one() -> None:
    with pytest.raises(IllegalCommand, match="move_cap"):
        read_position("red: f@a1 4@b1; blue: f@j10 4@i10; blue to move", options_of(move_cap=1))
    assert read_position("red: f@a1 4@b1; blue: f@j10 4@i10; red to move", options_of(move_cap=1)).turn == RED
