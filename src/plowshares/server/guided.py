"""Guided first matches: the opponent plays a script, and the learner can pick only what the guide asks for."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from plowshares import registry
from plowshares.agents import Agent, Ask, Random
from plowshares.core.errors import IllegalCommand, InvalidOption
from plowshares.core.i18n import _
from plowshares.core.scene import Offer
from plowshares.engine.lesson import Lesson, begin_lesson
from plowshares.engine.match import Command, Match
from plowshares.engine.picks import Picking
from plowshares.server.plan import Plan, SeatPlan

KIND = "guide"  # of the seats that play the script
PARTNER = "Robin"


@functools.cache
def lesson_of(game: str) -> Lesson | None:
    """Return the guided match of a game; None if it has none."""
    return begin_lesson(registry.find(game))


def plan_lesson(game: str, name: str) -> tuple[Lesson, Plan]:
    """Return a game's guided match, and the plan of a table for its learner."""
    lesson = lesson_of(game)
    if lesson is None:
        raise InvalidOption(_("{title} has no guided match", title=registry.find(game).title))
    seats = [SeatPlan("me", name) if i == lesson.guide.seat else _partner(i) for i in range(len(lesson.opening))]
    return lesson, Plan(game, tuple(seats), preset=lesson.guide.preset, host=name, guide=True)


def _partner(seat: int) -> SeatPlan:
    return SeatPlan(KIND, PARTNER if seat < 2 else f"{PARTNER} {seat}")


class Understudy:
    """Plays the script of a guided match, and random moves after its end."""

    name = KIND

    def __init__(self, lesson: Lesson, match: Match, seat: int) -> None:
        self._lesson, self._match, self._seat = lesson, match, seat
        self._afterwards = Random(match.game, match.seed)

    def choose(self, ask: Ask) -> Command:
        """Return what the script says."""
        action = self._lesson.reply(self._match, self._seat)
        return action if action is not None and action in ask.legal else self._afterwards.choose(ask)


def seat_partners(plan: Plan, match: Match) -> dict[int, Agent]:
    """Return who plays the script at a table."""
    lesson = lesson_of(plan.game) if plan.guide else None
    if lesson is None:
        return {}
    return {i: Understudy(lesson, match, i) for i, seat in enumerate(plan.seats) if seat.kind == KIND}


class GuidedPicking(Picking):
    """What a learner can pick: only what leads to the action the guide asks for."""

    def __init__(self, lesson: Lesson, match: Match, seat: int) -> None:
        asked = lesson.next(match)
        legal = match.legal(seat) if asked is None else [asked.action]
        super().__init__(match.game.notation, match.view(seat), seat, legal)
        self._lesson, self._match, self._seat = lesson, match, seat

    def keep(self, offers: Iterable[Offer], path: Sequence[str]) -> list[Offer]:
        """Leave out picks that lead elsewhere; those that cannot be chosen stay, with their reasons."""
        kept: list[Offer] = []
        for offer in offers:
            inner = tuple(self.keep(offer.offers, path))
            if inner or not offer.enabled or (not offer.offers and self._leads(offer, path)):
                kept.append(msgspec.structs.replace(offer, offers=inner, confirm=""))
        return kept

    def _leads(self, offer: Offer, path: Sequence[str]) -> bool:
        if offer.command:
            return self._is_asked(offer.command)
        return bool(self.actions(offer.path or [*path, offer.pick]))

    def _is_asked(self, command: str) -> bool:
        try:
            return self._lesson.follows(self._match, self._match.read(self._seat, command))
        except IllegalCommand:
            return False


def show_lesson(lesson: Lesson, match: Match) -> dict[str, Any]:
    """Return the guide as the page shows it: its steps, and the learner's present one."""
    steps = [
        {"title": step.title, "text": step.text, "point": step.point, "does": bool(step.do)}
        for step in lesson.guide.steps
    ]
    return {"step": lesson.step(match), "steps": steps, "done": lesson.guide.done}


def is_asked(lesson: Lesson, match: Match, seat: int, actions: Sequence[int]) -> bool:
    """Ask whether a seat may do this in a guided match."""
    return seat != lesson.guide.seat or lesson.follows(match, actions)
