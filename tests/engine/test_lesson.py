"""Guided first matches: replaying the script tells what is asked and answered at each moment."""

from __future__ import annotations

import pytest

from plowshares import registry
from plowshares.engine.lesson import Lesson, begin_lesson, play_opening
from plowshares.engine.match import Match
from tests.toys import pennies

# A guided match has options of its own, so compiling its kernels takes a minute; no other test uses them.
pytestmark = pytest.mark.interpreted_only
GUIDED = [name for name in registry.OURS if (scene := registry.find(name).scene) and scene.guide()]


def lesson_and_match(name: str) -> tuple[Lesson, Match]:
    game = registry.find(name)
    lesson = begin_lesson(game)
    assert lesson is not None
    match = Match(game, lesson.options, lesson.guide.seed)
    play_opening(match, lesson.guide)
    return lesson, match


def test_a_game_without_a_guide_has_no_lesson() -> None:
    assert begin_lesson(pennies.GAME) is None


@pytest.mark.parametrize("name", GUIDED)
def test_what_is_asked_and_replied_leads_through_all_steps(name: str) -> None:
    lesson, match = lesson_and_match(name)
    steps = [lesson.step(match)]
    while (asked := lesson.next(match)) is not None:
        if lesson.guide.seat in match.to_act():
            assert lesson.follows(match, [asked.action])
            match.play(lesson.guide.seat, [asked.action])
            steps.append(lesson.step(match))
            continue
        seat = match.to_act()[0]
        reply = lesson.reply(match, seat)
        assert reply is not None
        match.play(seat, [reply])
    assert steps == sorted(steps)
    assert steps[-1] == len(lesson.guide.steps)
    assert lesson.follows(match, [0])


def test_only_what_is_asked_follows_the_script() -> None:
    lesson, match = lesson_and_match("stratego")
    asked = lesson.next(match)
    assert asked is not None
    others = [action for action in match.legal(lesson.guide.seat) if action != asked.action]
    assert others
    assert not any(lesson.follows(match, [action]) for action in others)


def test_a_part_that_is_over_has_no_reply() -> None:
    lesson, match = lesson_and_match("stratego")
    assert lesson.reply(match, lesson.guide.seat) is None
