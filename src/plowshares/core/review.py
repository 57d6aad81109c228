"""What a review shows of hidden things, as data: each with its likeliest kinds and the evidence, in words.

A game's `review` module makes it from one seat's view and the beliefs counted over sampled worlds (`Reviews` in
`core/game.py`), so nothing here can hold more than that seat may know. Every text is made by `core.i18n._`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from plowshares.core.scene import Data


class Guess(Data, frozen=True):
    """One kind that a hidden thing may be."""

    kind: str  # as beliefs name it
    label: str  # for people: "Scout"
    chance: float
    art: str = ""  # id of a drawing
    sign: str = ""  # a short sign instead of the drawing: the rank
    nothing: bool = False  # that nothing is there, which needs no chip


class Hidden(Data, frozen=True):
    """A hidden thing: what it may be, and why."""

    thing: str  # the name of the belief
    label: str  # "The piece on f5"
    guesses: tuple[Guess, ...]  # the likeliest first; their chances add up to 1
    evidence: tuple[str, ...] = ()  # sentences: "It has moved: no Bomb, no Flag."
    tag: str = ""  # the most important evidence in a word or two
    place: str = (
        ""  # id of the drawing that it belongs to: a `data-thing` or `data-pick`; empty: listed beside the board
    )
    box: tuple[float, float, float, float] | None = None  # where it lies in the board's drawing, if nothing is drawn
    colour: int | None = None  # seat whose colours it wears
    heat: float = 0.0  # chance of the one kind that everybody looks for, such as the flag
    quiet: bool = False  # no chips: only heat, and a look when it is clicked


def percent_less(positions: Sequence[tuple[Any, int]], count: Callable[[Any], Sequence[float]]) -> int:
    """Return how many percent less a player has than the others, over some positions with the player's seat in each.

    `count` says for every seat what it has. A player who has more than the others has less than 0 percent less.
    """
    own = others = 0.0
    for s, seat in positions:
        all_ = [float(each) for each in count(s)]
        own += all_[seat]
        others += (sum(all_) - all_[seat]) / (len(all_) - 1)
    return round(100 * (1 - own / others)) if others else 0
