"""The type checker compares each hook of the game with its declaration; the test, that none is left out."""

from __future__ import annotations

from typing import Protocol

from plowshares.core.hooks import (
    EncodeAfter,
    Frame,
    Guess,
    Habits,
    Handicaps,
    Marginals,
    Reframing,
    Simultaneity,
    Tally,
)
from plowshares.core.measures import Measures
from plowshares.games.footsoldiers import GAME, frame, heuristics, measures, observation, review, scene
from tests.hook_checks import find_uncompared


class HeuristicsHooks(Guess, Handicaps, Simultaneity, Protocol):
    """What the game's module `heuristics` offers."""


class ObservationHooks(EncodeAfter, Protocol):
    """What the game's module `observation` offers."""


class SceneHooks(Tally, Protocol):
    """What the game's module `scene` offers."""


class ReviewHooks(Habits, Marginals, Protocol):
    """What the game's module `review` offers."""


class FrameHooks(Frame, Reframing, Protocol):
    """What the game's module `frame` offers."""


COMPARED: tuple[HeuristicsHooks, ObservationHooks, SceneHooks, ReviewHooks, FrameHooks, Measures] = (
    heuristics,
    observation,
    scene,
    review,
    frame,
    measures,
)


def test_every_hook_is_compared_with_its_declaration() -> None:
    assert find_uncompared(GAME, __name__) == []
