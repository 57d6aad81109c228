"""Puzzles: moments with one clearly best decision, kept as small records."""

from __future__ import annotations

import msgspec
import pytest

from plowshares import registry
from plowshares.core.errors import InvalidOption
from plowshares.core.options import to_plain
from plowshares.engine.match import Turn
from plowshares.review import puzzles
from plowshares.review.judging import FEWEST, Found
from plowshares.review.puzzles import (
    Answer,
    Puzzle,
    Question,
    check_puzzle,
    find_answer,
    find_puzzle,
    is_open,
    make_puzzles,
    puzzles_of,
)
from tests.amounts import amount
from tests.review.matches import moments_of, play
from tests.review.test_brute_force import GAME, position

SIMULATIONS = amount(256, 24)


def make(found: dict[str, float] | None = None) -> Puzzle:
    """Return a puzzle at the third command of a short match."""
    moments = moments_of(play("stratego", 8))
    match, decision = moments.match, moments.decisions[2]
    return Puzzle(
        options=to_plain(match.options),
        seed=f"{match.seed:#x}",
        moves=[(turn.seat, turn.text) for turn in match.history[:2]],
        seat=decision.seat,
        action=decision.actions[0],
        answer=match.history[2].text,
        chance=0.8,
        other=0.5,
        found=found or {},
    )


def test_a_puzzle_begins_at_its_moment_and_knows_its_answer() -> None:
    puzzle, game = make(), registry.find("stratego")
    match = puzzle.begin(game)
    assert match.history[-1].text == puzzle.moves[-1][1]
    assert puzzle.is_solved(match.history) is None
    match.play(puzzle.seat, puzzle.answer)
    assert puzzle.is_solved(match.history) is True
    wrong = Turn(puzzle.seat, (puzzle.action + 1,), "", 0.0)
    assert puzzle.is_solved([*match.history[:2], wrong]) is False


def test_what_comes_to_the_same_solves_a_puzzle_too() -> None:
    puzzle, game = make(), registry.find("stratego")
    match = puzzle.begin(game)
    match.play(puzzle.seat, puzzle.answer)
    moved = msgspec.structs.replace(puzzle, action=puzzle.action + 1)
    assert moved.is_solved(match.history) is False
    assert msgspec.structs.replace(moved, also=(puzzle.action,)).is_solved(match.history) is True
    found = Found({1: 0.5, 2: 0.5, 3: 0.25}, dict.fromkeys((1, 2, 3), FEWEST), 1, None)
    assert found.equals(1) == (2,)
    assert (found.next_best(1), found.next_best(1, (2,))) == (0.5, 0.25)
    assert Answer(1, (2,), 0.75, 0.6).actions == {1, 2}


def test_difficulty_is_the_weakest_level_that_finds_it() -> None:
    assert make({"easy": 0.8, "medium": 1.0, "hard": 1.0}).difficulty == "easy"
    assert make({"easy": 0.2, "medium": 0.6, "hard": 1.0}).difficulty == "medium"
    assert make({"easy": 0.2, "medium": 0.4, "hard": 0.4}).difficulty == "hard"


def test_puzzles_are_found_where_one_decision_is_clearly_best(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "TRIES", 1)
    monkeypatch.setattr(puzzles, "CHECKED", 2)
    moments = moments_of(play("stratego", 30, 6))
    for puzzle in make_puzzles(moments, range(40), SIMULATIONS):
        match = puzzle.begin(GAME)
        assert puzzle.action in match.legal(puzzle.seat)
        assert puzzle.chance - puzzle.other >= puzzles.STILL_CLEAR
        assert set(puzzle.found) == set(puzzles.LEVELS)
    assert GAME.legal(position("c4", "d3"), 0)


def test_a_puzzle_whose_answer_does_not_hold_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make()
    match = puzzle.begin(GAME)
    question = Question(GAME, match.view(puzzle.seat), puzzle.seat, 2, len(puzzle.moves))
    assert is_open(question)
    best = find_answer(question, SIMULATIONS, seed=5)
    right = msgspec.structs.replace(puzzle, action=best.action)
    monkeypatch.setattr(puzzles, "STILL_CLEAR", best.lead)
    held = check_puzzle(GAME, right, SIMULATIONS, 5)
    assert held is not None
    assert (held.chance, held.other) == (round(best.chance, 3), round(best.other, 3))
    wrong = next(action for action in question.ask.legal if action not in best.actions)
    assert check_puzzle(GAME, msgspec.structs.replace(puzzle, action=wrong), SIMULATIONS, 5) is None
    monkeypatch.setattr(puzzles, "STILL_CLEAR", best.lead + 0.01)
    assert check_puzzle(GAME, right, SIMULATIONS, 5) is None


@pytest.mark.parametrize("name", registry.OURS)
def test_the_puzzles_of_every_game_can_be_played(name: str) -> None:
    game = registry.find(name)
    known = puzzles_of(game)
    assert len(known) >= 50
    assert len({(tuple(puzzle.moves), puzzle.seed) for puzzle in known}) == len(known)
    assert sum(not puzzle.moves for puzzle in known) <= 1  # matches begin alike
    for puzzle in known[: amount(len(known), 2)]:
        match = puzzle.begin(game)
        assert puzzle.seat in match.to_act()
        assert {puzzle.action, *puzzle.also} <= set(match.legal(puzzle.seat))
        view = match.view(puzzle.seat)
        assert game.notation.format(view, puzzle.seat, (puzzle.action,)) == puzzle.answer
        assert puzzle.chance - puzzle.other >= puzzles.STILL_CLEAR
    with pytest.raises(InvalidOption, match="puzzles 1 to"):
        find_puzzle(game, len(known) + 1)
