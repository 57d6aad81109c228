"""Advice: the best actions of a decision, how good they are taken to be, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plowshares.agents.base import Ask, scripted
from plowshares.agents.levels import LEVELS
from plowshares.agents.search import Budget, Choice, Search
from plowshares.core.game import Game
from plowshares.core.hooks import hooks_of

SURE = 0.995
CLOSE = 0.005  # chances that differ by less are called equal


@dataclass(frozen=True)
class Advice:
    """What is to be said about one action."""

    action: int
    text: str  # as the seat writes it
    chance: float  # of winning, 0 to 1; with more than two seats, of beating another seat
    line: tuple[str, ...]  # what is expected to follow, this action first
    reason: str  # a short sentence
    visits: int = 0  # simulations that tried it


def advise(
    game: Game, view: Any, seat: int, legal: Sequence[int], seats: int, seconds: float, simulations: int | None = None
) -> list[Advice]:
    """Search from a seat's own view; return what was found about the actions that were tried, the best first."""
    if not legal:
        return []
    ask = Ask(view, seat, legal, float("inf"), seats)
    known = scripted(game, ask, 0, LEVELS["expert"].setup_candidates)
    if known is not None:
        text = game.notation.format(view, seat, (known,))
        hooks = hooks_of(game.heuristics)
        # What is rated is this position, and only in games that rate such: a set-up is even, however far it has come.
        value = game.heuristics.value(view, seat) if hooks.is_quiet is not None else 0.0
        chance = (1 + float(value)) / 2
        return [Advice(known, text, chance, (text,), hooks.script_reason)]
    search = Search(game, 0, Budget(seconds, simulations))
    found = search.analyse(ask)
    return [_advice(game, view, seat, search, found, i, len(legal)) for i in range(len(found))]


def _advice(game: Game, view: Any, seat: int, search: Search, found: list[Choice], place: int, legal: int) -> Advice:
    choice = found[place]
    text = game.notation.format(view, seat, (choice.action,))
    line = (text, *search.line_after(choice.action))
    return Advice(choice.action, text, chance_of(choice), line, say_why(found, place, legal), choice.visits)


def chance_of(choice: Choice) -> float:
    """Turn the expected outcome of an action into a chance of winning."""
    return (1 + choice.value) / 2


def say_why(found: list[Choice], place: int, legal: int) -> str:
    """Return a short reason for one of the choices that a search found, in its order."""
    chance = chance_of(found[place])
    if legal == 1:
        return "It is the only legal action."
    if chance >= SURE:
        return "It wins in every world that was looked at."
    if place > 0:
        margin = chance - chance_of(found[0])
        words = _compare(margin, "than the best")
        return words if margin < CLOSE else f"{words.removesuffix('.')}, but in fewer trials."
    if len(found) == 1:
        return f"It alone was worth looking at, of {legal} legal actions."
    margin = chance - chance_of(found[1])
    if margin <= -CLOSE:  # the order is by trials, and few of them may mislead
        return "It was tried most often; what looked better was tried too seldom to be sure."
    return _compare(margin, "than the next best")


def _compare(margin: float, than: str) -> str:
    if abs(margin) < CLOSE:
        return f"About as good as {than.removeprefix('than ')}."
    points = max(1, round(100 * abs(margin)))
    return f"{points} percentage point{'' if points == 1 else 's'} {'better' if margin > 0 else 'worse'} {than}."
