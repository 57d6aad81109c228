"""A guided first match as it is played: what is asked of the learner, and what the script answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from plowshares.core.game import Game
from plowshares.core.options import Options, read_options
from plowshares.core.scene import Guide
from plowshares.engine.default_scene import scene_of
from plowshares.engine.match import Match


class Asked(NamedTuple):
    """One action of a step."""

    step: int
    action: int


@dataclass(frozen=True)
class Lesson:
    """A game's guide, played through once: the actions of every seat, in their order."""

    guide: Guide
    options: Options
    opening: tuple[tuple[int, ...], ...]  # of each seat: its actions before the first step
    asked: tuple[Asked, ...]  # of the learner
    replies: dict[int, tuple[int, ...]] = field(default_factory=dict)  # of every other seat

    def next(self, match: Match) -> Asked | None:
        """Return what the learner is asked to do now; None when everything is done."""
        done = count_actions(match, self.guide.seat) - len(self.opening[self.guide.seat])
        return self.asked[done] if 0 <= done < len(self.asked) else None

    def follows(self, match: Match, actions: Sequence[int]) -> bool:
        """Ask whether the learner is asked for these actions now, or has nothing left to do."""
        done = count_actions(match, self.guide.seat) - len(self.opening[self.guide.seat])
        wanted = [each.action for each in self.asked[done : done + len(actions)]]
        return not wanted or wanted == list(actions)

    def step(self, match: Match) -> int:
        """Return the number of the step that the learner is at; that of the steps when all is done."""
        asked = self.next(match)
        return len(self.guide.steps) if asked is None else asked.step

    def reply(self, match: Match, seat: int) -> int | None:
        """Return the next action of a seat that plays the script; None when its part is over."""
        done = count_actions(match, seat) - len(self.opening[seat])
        part = self.replies.get(seat, ())
        return part[done] if 0 <= done < len(part) else None


def count_actions(match: Match, seat: int) -> int:
    """Return how many actions of a seat stand, those that it has begun included."""
    return sum(len(turn.actions) for turn in match.history if turn.seat == seat) + len(match.draft(seat))


def begin_lesson(game: Game) -> Lesson | None:
    """Play a game's guide through; None if it has none."""
    guide = scene_of(game).guide()
    if guide is None:
        return None
    options = read_options(game.options, {**game.presets[guide.preset], **guide.options})
    match = Match(game, options, guide.seed)
    play_opening(match, guide)
    opening = tuple(_actions(match, seat) for seat in range(match.seats))
    asked: list[Asked] = []
    for number, step in enumerate(guide.steps):
        before = count_actions(match, guide.seat)
        if step.do:
            match.play(guide.seat, step.do)
        asked += [Asked(number, action) for action in _actions(match, guide.seat)[before:]]
        for command in step.reply:
            match.play(next(seat for seat in match.to_act() if seat != guide.seat), command)
    others = [seat for seat in range(match.seats) if seat != guide.seat]
    replies = {seat: _actions(match, seat)[len(opening[seat]) :] for seat in others}
    return Lesson(guide, options, opening, tuple(asked), replies)


def play_opening(match: Match, guide: Guide) -> None:
    """Play what comes before the first step."""
    for seat, command in guide.opening:
        match.play(seat, command)


def _actions(match: Match, seat: int) -> tuple[int, ...]:
    return tuple(action for turn in match.history if turn.seat == seat for action in turn.actions)
