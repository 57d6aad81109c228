"""Puzzles: moments with one clearly best decision, kept as small records."""

from __future__ import annotations

import msgspec
import pytest

from plowshares import registry
from plowshares.agents.base import Ask
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
from research.make_puzzles import OTHER_SEED
from research.make_puzzles import SIMULATIONS as MADE_WITH
from tests.amounts import amount
from tests.review.matches import moments_of, play
from tests.review.test_brute_force import GAME

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
    moments = moments_of(play("stratego", 12, 6))

    def answer(question: Question, simulations: int, seed: int = 0) -> Answer:
        legal = question.ask.legal
        is_checked = simulations > SIMULATIONS
        if question.n == 4:  # not clear enough at first
            return Answer(legal[0], (), 0.8, 0.8 - puzzles.CLEAR + 0.01)
        if question.n == 5 and is_checked:  # nor with ten times the search
            return Answer(legal[0], (), 0.8, 0.8 - puzzles.STILL_CLEAR + 0.01)
        if question.n == 6 and is_checked:  # which finds another answer
            return Answer(legal[1], (), 0.8, 0.5)
        return Answer(legal[0], (legal[1],), 0.8, 0.5)

    monkeypatch.setattr(puzzles, "find_answer", answer)
    monkeypatch.setattr(puzzles, "LeveledAgent", lambda game, seed, level, trees: Right(seed < 2))
    found = {len(puzzle.moves): puzzle for puzzle in make_puzzles(moments, range(40), SIMULATIONS)}
    decisions = [moments.decisions[number] for number in range(12)]
    views = [GAME.view_of(moments.state(each.n), each.seat) for each in decisions]
    is_open_at = [is_open(Question(GAME, view, decisions[n].seat, 2, n)) for n, view in enumerate(views)]
    assert set(found) == {n for n, each in enumerate(is_open_at) if each} - {4, 5, 6}
    assert len(found) > 3
    for puzzle in found.values():
        legal = puzzle.begin(GAME).legal(puzzle.seat)
        assert (puzzle.action, puzzle.also, puzzle.chance, puzzle.other) == (legal[0], (legal[1],), 0.8, 0.5)
        assert puzzle.found == dict.fromkeys(puzzles.LEVELS, 0.4)


class Right:
    """A level that finds the first of all legal actions, or the last."""

    def __init__(self, is_right: bool) -> None:
        self._is_right = is_right

    def choose(self, ask: Ask) -> int:
        return ask.legal[0 if self._is_right else -1]


@pytest.mark.long
@pytest.mark.compiled_only
@pytest.mark.parametrize("name", registry.OURS)
def test_answers_hold_under_ten_times_the_search(name: str) -> None:
    game = registry.find(name)
    for puzzle in puzzles_of(game)[::20]:
        assert check_puzzle(game, puzzle, puzzles.CHECKED * MADE_WITH, OTHER_SEED) is not None, puzzle.answer


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
        assert round(puzzle.chance - puzzle.other, 3) >= puzzles.STILL_CLEAR  # both are kept to three digits
    with pytest.raises(InvalidOption, match="puzzles 1 to"):
        find_puzzle(game, len(known) + 1)
