"""Simultaneous decisions: no seat is judged by a choice that it could not know, in either order."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from plowshares import registry
from plowshares.cli.analyse import analyse
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.engine.record import Recorder
from plowshares.review import model, reviewer
from plowshares.review.model import Depth, Judgement
from plowshares.review.moments import Moments
from tests.review.matches import moments_of, play

ROUNDS = 3


@pytest.fixture(autouse=True)
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(model.DEPTHS, "full", Depth(1, 24))


def new_match(lines: list[bytes]) -> Match:
    """Return a match of Footsoldiers, recorded."""
    game = registry.find("footsoldiers")
    options = read_options(game.options, dict(game.presets["short"]))
    return Match(game, options, 3, ("Anna", "Ben"), listener=Recorder(lines.append))


def record(order: Sequence[int]) -> bytes:
    """Return some rounds of Footsoldiers in which the seats give the same commands, in this order."""
    lines: list[bytes] = []
    match = new_match(lines)
    for number in range(ROUNDS):
        legal = [match.legal(seat) for seat in (0, 1)]
        for seat in order:
            match.play(seat, legal[seat][5 * number % len(legal[seat])])
            while match.draft(seat):
                match.play(seat, match.legal(seat)[0])
    match.abandon("agreed")
    return b"".join(line + b"\n" for line in lines)


def judge_all(moments: Moments) -> dict[tuple[int, int], Judgement]:
    """Return what is found about each seat's decisions, by seat and round."""
    found = reviewer.go_on(moments, reviewer.begin(moments, "full")).judged
    return {(each.seat, each.n // 2): msgspec.structs.replace(each, n=0) for each in found}


def test_the_order_of_the_record_changes_no_judgement() -> None:
    first, second = moments_of(record((0, 1))), moments_of(record((1, 0)))
    assert [each.seat for each in first.decisions] != [each.seat for each in second.decisions]
    found = judge_all(first)
    assert len(found) == 2 * ROUNDS
    assert found == judge_all(second)


def test_a_choice_is_judged_before_the_others_and_compared_with_what_they_chose() -> None:
    moments = moments_of(record((0, 1)))
    assert moments.decisions
    for decision in moments.decisions:
        other = 1 - decision.seat
        before, truth = moments.state_in(decision, 0), moments.truth_in(decision, 0)
        assert list(before.chosen) == [0, 0]
        assert truth.chosen[other]
        assert not truth.chosen[decision.seat]
        chosen = next(each for each in moments.decisions if each.overlaps(decision))
        assert chosen.seat == other
        after = moments.game.play(before, other, chosen.actions[0])
        for action in chosen.actions[1:]:
            after = moments.game.play(after, other, action)
        assert truth.tobytes() == after.tobytes()


@pytest.mark.parametrize("game", ["stratego", "civ"])
def test_where_seats_take_turns_a_choice_is_judged_where_it_was_made(game: str) -> None:
    moments = moments_of(play(game))
    assert moments.decisions
    for decision in moments.decisions:
        assert decision.since == decision.n
        assert moments.state_in(decision, 0).tobytes() == moments.state(decision.n).tobytes()
        assert moments.truth_in(decision, 0).tobytes() == moments.state(decision.n).tobytes()


def test_undone_moves_count_for_nobody() -> None:
    lines: list[bytes] = []
    match = new_match(lines)
    match.play(0, "No-op")
    match.undo(0)
    match.play(0, "No-op")
    match.play(1, "No-op")
    match.abandon("agreed")
    moments = moments_of(b"".join(line + b"\n" for line in lines))
    assert [(each.seat, each.since, each.n) for each in moments.decisions] == [(0, 2, 2), (1, 0, 3)]
    assert moments.decisions[0].overlaps(moments.decisions[1])


def test_before_the_end_nothing_is_told_of_what_the_other_chose(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told, played = set(), set()
    for choice in (0, -1):
        lines: list[bytes] = []
        match = new_match(lines)
        match.play(0, "No-op")
        match.play(1, "No-op")
        match.play(1, match.legal(1)[choice])
        while match.draft(1):
            match.play(1, match.legal(1)[choice])
        match.play(0, match.legal(0)[0])
        while match.draft(0):
            match.play(0, match.legal(0)[0])
        unresolved = b"".join(line + b"\n" for line in lines[:-1])  # the other has chosen, and nothing has happened yet
        place = tmp_path / "match.jsonl"
        place.write_bytes(unresolved)
        analyse(place, as_="0", simulations=24)
        told.add(capsys.readouterr().out)
        played.add(unresolved)
    assert len(played) == 2
    assert len(told) == 1
    assert "Anna" in told.pop()
