"""Positions that are written down, played on, searched and recorded."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

import plowshares as ps

PUZZLE = "red: f@a1 3@e4 m@e5+; blue: 5@e7+! b@i10 f@j10 2@-!; red to move; ply 40; quiet 3"


def test_a_position_is_played_on_searched_and_recorded(tmp_path: Path) -> None:
    match = ps.new("stratego", position=PUZZLE)
    assert match.position() == PUZZLE
    assert match.view(0).cell("e7").type == "lieutenant"  # shown
    assert match.view(0).cell("i10").type is None
    assert match.view(1).cell("e5").moved
    assert [piece.type for piece in match.view(0).removed] == ["scout"]
    assert match.hint(simulations=32)[0].text in match.legal()
    assert match.play(match.ask("greedy")) in match.steps[0].text
    again = ps.load(match.save(tmp_path / "x.jsonl"))
    assert again.position() == match.position()
    again.undo()
    assert again.position() == PUZZLE


@pytest.mark.parametrize("preset", ["micro", "mini", "barrage"])
def test_stratego_positions_read_back_throughout_a_match(preset: str) -> None:
    match = ps.new("stratego", preset, seed=11)
    with pytest.raises(ps.IllegalCommand, match="after the set-up"):
        match.position()
    for seat in (0, 1):
        match.play("fill", seat)
        match.play("ready", seat)
    seen = 0
    while match.result is None and seen < 60:
        again = ps.new("stratego", preset, position=match.position())
        assert again.position() == match.position()
        assert again.view(0).pieces() == match.view(0).pieces()
        match.play(match.ask("random"))
        seen += 1
    assert seen > 3
    if match.result:
        with pytest.raises(ps.IllegalCommand, match="is over"):
            match.position()


def test_farmer_soldier_positions_read_back_where_they_can_be_written() -> None:
    match = ps.new("farmer_soldier", seed=2)
    written = set()
    for _ in range(60):
        with contextlib.suppress(ps.IllegalCommand):
            text = match.position()
            again = ps.new("farmer_soldier", position=text)
            assert again.position() == text
            assert again.legal() == match.legal()
            assert again.view(0).board == match.view(0).board
            written.add(text.split(";")[-2].split()[-1])
        match.play(match.ask("random"))
        if match.result:
            break
    assert written == {"begins", "move"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("red: f@a1 m@e5; blue: f@j10 5@e7; red to move; ply 1", "not Red's turn"),
        ("red: f@a1+ m@e5; blue: f@j10 5@e7; red to move", "cannot have moved"),
        ("red: f@a1 m@e5++; blue: f@j10 5@e7; red to move", "not of the form"),
        ("red: f@- m@e5; blue: f@j10 5@e7; red to move", "needs its flag"),
        ("red: f@a1 m@e5; blue: f@j10 5@e5; red to move", "two pieces"),
        ("red: f@a1 m@e5; blue: f@j10 5@e7; red to move; ply 5000", "not Red's turn|plies are over"),
        ("nonsense", "write 'red"),
    ],
)
def test_bad_stratego_positions_are_refused(text: str, words: str) -> None:
    with pytest.raises(ps.IllegalCommand, match=words):
        ps.new("stratego", position=text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a1 p0 1f", "whose turn"),
        ("a1 p0 1f; p9 begins", "whose turn"),
        ("z99 p0 1f; b1 p1 1f; p0 begins", "no such cell"),
        ("a1 p0 1f; p0 begins", "two players need people"),
        ("a1 p0 1x; p0 begins", "cannot read"),
    ],
)
def test_bad_farmer_soldier_positions_are_refused(text: str, words: str) -> None:
    with pytest.raises(ps.IllegalCommand, match=words):
        ps.new("farmer_soldier", position=text)


@pytest.mark.parametrize("preset", ["short", None])
def test_footsoldiers_positions_read_back_between_turns(preset: str | None) -> None:
    match = ps.new("footsoldiers", preset, seed=4)
    written = 0
    for _ in range(24):
        with contextlib.suppress(ps.IllegalCommand):
            text = match.position()
            again = ps.new("footsoldiers", preset, position=text)
            assert again.position() == text
            assert [again.legal(seat) for seat in (0, 1)] == [match.legal(seat) for seat in (0, 1)]
            assert again.view(1).pieces() == match.view(1).pieces()
            written += 1
        if match.result:
            break
        match.play(match.ask("random"))
    assert written > 2


def test_a_footsoldiers_position_is_played_on_and_searched() -> None:
    match = ps.new("footsoldiers", "short", position="player1: tank 2,1; player2: base 3; turns 6")
    assert match.hint(seat=0, simulations=16)[0].text in match.legal(0)
    while match.result is None:
        match.play(match.ask("random"))
    assert ps.load(match.to_record(), check=True).result == match.result


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("turns 5", "says what the players have"),
        ("player1: dragon 1,1", "not of the form"),
        ("player3: scout 1,1", "write 'player1"),
        ("player1: scout 99,1", "not on the map"),
        ("player1: scout 2,1, scout 2,1", "is not empty"),
        ("player1: base 100000", "is not from 1 to"),
        ("player1: scout 2,1 health 9999", "is not from 1 to"),
        ("player1: scout 2,1; turns 5000", "turns can be left"),
        ("player1: money 1; turns 0", "turns can be left"),
        ("player1: money 1; player1: money 2", "write 'player1"),
    ],
)
def test_bad_footsoldiers_positions_are_refused(text: str, words: str) -> None:
    with pytest.raises(ps.IllegalCommand, match=words):
        ps.new("footsoldiers", "short", position=text)
