"""The type checker compares each hook of the game with its declaration; the test, that none is left out."""

from __future__ import annotations

from typing import Protocol

from plowshares.core.hooks import (
    Frame,
    Habits,
    Handicaps,
    HiddenKinds,
    LookAhead,
    RootPenalty,
    Saturation,
    Script,
    ScriptReason,
    Tally,
    Yardstick,
)
from plowshares.core.measures import Measures
from plowshares.games.civ import GAME, frame, heuristics, measures, review, scene
from tests.hook_checks import find_uncompared


class HeuristicsHooks(
    Handicaps, HiddenKinds, LookAhead, RootPenalty, Saturation, Script, ScriptReason, Yardstick, Protocol
):
    """What the game's module `heuristics` offers."""


class SceneHooks(Tally, Protocol):
    """What the game's module `scene` offers."""


class ReviewHooks(Habits, HiddenKinds, Protocol):
    """What the game's module `review` offers."""


class FrameHooks(Frame, Protocol):
    """What the game's module `frame` offers."""


COMPARED: tuple[HeuristicsHooks, SceneHooks, ReviewHooks, FrameHooks, Measures] = (
    heuristics,
    scene,
    review,
    frame,
    measures,
)


def test_every_hook_is_compared_with_its_declaration() -> None:
    assert find_uncompared(GAME, __name__) == []
