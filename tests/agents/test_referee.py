"""The referee loop of all matches of programs: rounds, late answers, and refusals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from plowshares.agents.base import Ask
from plowshares.agents.referee import Referee
from plowshares.core.errors import IllegalCommand


class FakeMatch:
    """Every seat owes some commands of two actions, 1 and 2."""

    def __init__(self, *owed: int) -> None:
        self.owed = list(owed)
        self.undos: list[int] = [0] * len(owed)
        self.begun: set[int] = set()
        self.played: list[tuple[int, Any]] = []
        self.out_of_time: set[int] = set()

    def waiting(self) -> list[int]:
        return [seat for seat, count in enumerate(self.owed) if count]

    def play(self, seat: int, command: Any) -> Sequence[Any]:
        if seat in self.out_of_time:
            self.owed[seat] = 0
            raise IllegalCommand("not-your-turn", "time ran out")
        if command not in (1, 2):
            raise IllegalCommand("illegal", f"{command!r}")
        self.played.append((seat, command))
        if seat not in self.begun:
            self.begun.add(seat)
            return []
        self.begun.discard(seat)
        self.owed[seat] -= 1
        return [command]


def ask(match: Any, seat: int) -> Ask:
    return Ask(None, seat, [1, 2], 1.0, len(match.owed))


def run(referee: Referee) -> list[int]:
    seats = []
    while (question := referee.next_question()) is not None:
        seats.append(question.seat)
        referee.take(question.seat, 1)
    return seats


def test_by_default_the_first_waiting_seat_is_asked_after_every_command() -> None:
    assert run(Referee(FakeMatch(2, 1), ask=ask)) == [0, 0, 0, 0, 1, 1]


def test_in_a_round_every_seat_completes_one_command() -> None:
    assert run(Referee(FakeMatch(2, 1), order=list, ask=ask)) == [0, 0, 1, 1, 0, 0]


def test_a_round_can_be_sorted() -> None:
    assert run(Referee(FakeMatch(1, 1, 1), order=lambda seats: reversed(seats), ask=ask)) == [2, 2, 1, 1, 0, 0]


def test_only_the_given_seats_are_asked() -> None:
    match = FakeMatch(1, 1)
    assert run(Referee(match, {1}, ask=ask)) == [1, 1]
    assert match.waiting() == [0]


def test_an_illegal_answer_raises_and_the_seat_is_asked_again() -> None:
    referee = Referee(FakeMatch(1), tries=3, ask=ask)
    assert referee.next_question() is not None
    with pytest.raises(IllegalCommand):
        referee.take(0, 7)
    assert referee.refuse(0) == 2
    assert referee.refuse(0) == 1
    again = referee.next_question()
    assert again is not None
    assert again.seat == 0
    assert not referee.take(0, 1)  # legal, and the command goes on
    assert referee.refuse(0) == 2  # of a new question


def test_refused_answers_can_be_forgiven() -> None:
    referee = Referee(FakeMatch(1), tries=2, ask=ask)
    assert referee.refuse(0) == 1
    referee.forgive(0)
    assert referee.refuse(0) == 1


def test_an_answer_to_a_question_that_was_undone_is_ignored() -> None:
    match = FakeMatch(1)
    referee = Referee(match, ask=ask)
    referee.next_question()
    match.undos[0] += 1
    assert referee.is_late(0)
    assert not referee.take(0, 1)
    assert match.played == []


def test_an_answer_with_which_time_ran_out_is_ignored() -> None:
    match = FakeMatch(1, 1)
    match.out_of_time.add(0)
    assert run(Referee(match, ask=ask)) == [0, 1, 1]
    assert match.played == [(1, 1), (1, 1)]
