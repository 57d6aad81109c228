"""Telling a decision: the whole command that it belongs to, what came of it, and what could follow it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from plowshares.core.game import Game
from plowshares.core.scene import Viewer
from plowshares.engine.default_scene import scene_of
from plowshares.review.model import Judgement
from plowshares.review.moments import Decision, Moments

MOST_SAID = 6  # sentences of a line, and of what happened
NOT_NEWS = ("turn", "result")  # events that say nothing about a decision
OWN = ("say", "move", "appear", "announce")  # and those that only repeat what the seat itself decided


class Command(NamedTuple):
    """A whole command: a decision with what came before it in the command, and what completes it."""

    view: Any  # of the seat, before the first of the actions
    actions: tuple[int, ...]
    picks: tuple[str, ...]  # what is clicked for it


def played_command(moments: Moments, decision: Decision, found: Judgement) -> Command:
    """Return what was played: the judged decision with the command that it belongs to."""
    game, seat, actions = moments.game, decision.seat, decision.actions
    end = found.step + 1
    while end < len(actions) and game.rules.is_unfinished(moments.state_in(decision, end), seat):
        end += 1
    return _command(moments, decision, found.step, actions[found.step : end])


def best_command(moments: Moments, decision: Decision, found: Judgement) -> Command:
    """Return the better decision, completed as the search expected it."""
    game, seat = moments.game, decision.seat
    world, actions = game.play(_world(moments, decision, found), seat, found.best), [found.best]
    for acting, action in found.line:
        if not game.rules.is_unfinished(world, seat):
            break
        if acting == seat and action in game.legal(world, seat):
            actions.append(action)
            world = game.play(world, seat, action)
    return _command(moments, decision, found.step, tuple(actions))


def _command(moments: Moments, decision: Decision, step: int, following: tuple[int, ...]) -> Command:
    game, seat, first = moments.game, decision.seat, step
    while first and game.rules.is_unfinished(moments.state_in(decision, first), seat):
        first -= 1
    s = moments.state_in(decision, first)
    view, actions = game.view_of(s, seat), (*decision.actions[first:step], *following)
    picks = [*game.notation.picks(view, seat, actions[0])]
    for before, action in pairwise(actions):
        s = game.play(s, seat, before)
        picks += game.notation.picks(game.view_of(s, seat), seat, action)
    return Command(view, actions, tuple(picks))


def _world(moments: Moments, decision: Decision, found: Judgement) -> Any:
    """Return a world that the seat thought possible when it decided: the one that the line is told in."""
    world = moments.game.view_of(moments.state_in(decision, found.step), decision.seat).clone()
    moments.game.view.sample_for(world, decision.seat, np.uint64(int(found.world or "0", 16)))
    return world


def open_command(moments: Moments, decision: Decision, found: Judgement) -> Command:
    """Return the decision that would have been best with everything known."""
    return _command(moments, decision, found.step, (found.true_best,))


def tell_line(moments: Moments, decision: Decision, found: Judgement, viewer: Viewer) -> tuple[str, ...]:
    """Say how it could go on after the best decision, as the log of the seat would; nothing if no answer is known."""
    game, seat = moments.game, decision.seat
    world = _world(moments, decision, found)
    before, said = game.view_of(world, seat), []
    for acting, action in [(seat, found.best), *found.line]:
        if game.rules.is_over(world) or action not in game.legal(world, acting):
            break
        world = game.play(world, acting, action)
        after = game.view_of(world, seat)
        said += [text for text, _ in _news(game, before, after, viewer)]
        before = after
    return tuple(said[:MOST_SAID]) if len(said) > 1 else ()


def tell_outcome(moments: Moments, decision: Decision, viewer: Viewer) -> tuple[str, ...]:
    """Say what came of a decision, and what others did at the same time, as the log told it to the seat."""
    game = moments.game
    last = max(decision.n, *(each.n for each in moments.decisions if decision.overlaps(each)), decision.since)
    views = [game.view_of(moments.state(n), viewer.seat) for n in range(decision.since, last + 2)]
    said = [
        text for before, after in pairwise(views) for text, repeats in _news(game, before, after, viewer) if not repeats
    ]
    return tuple(said[:MOST_SAID])


def _news(game: Game, before: Any, after: Any, viewer: Viewer) -> Iterator[tuple[str, bool]]:
    """Yield what the log says, each with whether it only repeats what the viewer decided."""
    for event in scene_of(game).events(before, after, viewer):
        if event.text and not event.quiet and event.verb not in NOT_NEWS:
            yield event.text, event.verb in OWN and event.seat == viewer.seat
