"""Advice: the best actions of a decision, how good they are taken to be, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plowshares.agents.base import Ask, scripted
from plowshares.agents.levels import LEVELS
from plowshares.agents.reasons import CLOSE, chance_of, compare, explain_choice
from plowshares.agents.search import Budget, Choice, Search
from plowshares.core.game import Game
from plowshares.core.hooks import hooks_of
from plowshares.core.scene import Viewer
from plowshares.engine.default_scene import scene_of

EXPLAINED = 3  # choices that are explained by what is expected; the others are only compared
OFTEN = 0.5  # share of the most tried choice's trials from which on another may stand in for it


@dataclass(frozen=True)
class Advice:
    """What a hint says about one action."""

    action: int
    text: str  # as the seat writes it
    chance: float  # of winning, 0 to 1; with more than two seats, of beating another seat
    line: tuple[str, ...]  # what is expected to follow, this action first
    reason: str  # one or two sentences for people
    visits: int = 0  # simulations that tried it
    actions: tuple[int, ...] = ()  # the whole command that is expected of the seat, this action first


def advise(
    game: Game,
    view: Any,
    seat: int,
    legal: Sequence[int],
    seats: int,
    seconds: float,
    simulations: int | None = None,
    names: Sequence[str] = (),
) -> list[Advice]:
    """Search from a seat's own view; return what was found about the actions that were tried, the best first.

    `names` are the people's, for the reasons; without them the seats are called as the game calls them.
    """
    if not legal:
        return []
    viewer = Viewer(seat, tuple(names) or tuple(game.notation.seat_name(view, each) for each in range(seats)))
    ask = Ask(view, seat, legal, float("inf"), seats)
    known = scripted(game, ask, 0, LEVELS["expert"].setup_candidates)
    if known is not None:
        return [_scripted(game, view, viewer, known)]
    search = Search(game, 0, Budget(seconds, simulations))
    found = put_reasons_first(game, view, viewer, search.analyse(ask))
    return [_advice(game, view, viewer, search, found, i, len(legal)) for i in range(len(found))]


def put_reasons_first(game: Game, view: Any, viewer: Viewer, found: list[Choice]) -> list[Choice]:
    """Begin with a choice that the game can give a reason for, if it is as good as the first and was tried often."""
    for place, choice in enumerate(found):
        good = chance_of(choice) >= chance_of(found[0]) - CLOSE and choice.visits >= OFTEN * found[0].visits
        if good and scene_of(game).reason(view, viewer, (choice.action,)):
            return [choice, *found[:place], *found[place + 1 :]]
    return found


def whole_command(game: Game, view: Any, seat: int, action: int, steps: Sequence[tuple[Any, int, int]]) -> list[int]:
    """Return an action with those that complete its command on the line that is expected; `steps` come after it.

    Amid a command, and where the line ends before the command does, that is the action alone.
    """
    actions, world = [action], view.clone()
    if game.rules.is_unfinished(view, seat):
        return actions
    for before, acting, following in steps:
        world = before.clone()
        if acting != seat or not game.rules.is_unfinished(world, seat):
            return actions
        actions.append(following)
        world = game.play(world, seat, following)
    return [action] if game.rules.is_unfinished(world, seat) else actions


def _scripted(game: Game, view: Any, viewer: Viewer, action: int) -> Advice:
    """Advise what needs no search."""
    text = game.notation.format(view, viewer.seat, (action,))
    hooks = hooks_of(game.heuristics)
    # The position itself is rated, and only in games that rate this kind: a set-up counts as even.
    value = game.heuristics.value(view, viewer.seat) if hooks.is_quiet is not None else 0.0
    reason = scene_of(game).reason(view, viewer, (action,)) or hooks.script_reason
    return Advice(action, text, (1 + float(value)) / 2, (text,), reason, actions=(action,))


def _advice(
    game: Game, view: Any, viewer: Viewer, search: Search, found: list[Choice], place: int, legal: int
) -> Advice:
    choice = found[place]
    steps = search.steps_after(choice.action)
    actions = tuple(whole_command(game, view, viewer.seat, choice.action, steps))
    text = game.notation.format(view, viewer.seat, (choice.action,))
    reason: str = compare(found, place, legal)
    if place < EXPLAINED:
        expected = [(seat, action) for _view, seat, action in steps]
        reason = explain_choice(game, view, viewer, found, place, legal, expected, actions)
    line = (text, *search.line_after(choice.action))
    return Advice(choice.action, text, chance_of(choice), line, reason, choice.visits, actions)
