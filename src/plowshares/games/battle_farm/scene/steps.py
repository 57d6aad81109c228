"""A step as one viewer saw it, and where its cards came from and went to."""

from __future__ import annotations

from typing import NamedTuple

from plowshares.core.scene import Tone, Viewer
from plowshares.games.battle_farm.scene.faces import held
from plowshares.games.battle_farm.state import State


class Step(NamedTuple):
    """Two views of one seat, before and after a step."""

    before: State
    after: State
    viewer: Viewer

    def name(self, seat: int) -> str:
        """Return the name of a player who is not the viewer."""
        return self.viewer.names[seat]


def bed_pick(seat: int, bed: int) -> str:
    """Return the pick of a bed."""
    return f"bed p{seat} b{bed}"


def panel_pick(seat: int) -> str:
    """Return the pick of a player's panel."""
    return f"player p{seat}"


def tone_of(good: bool = False, bad: bool = False) -> Tone | None:
    """Return whether something is good or bad news."""
    return "good" if good else "bad" if bad else None


def own_place(step: Step, seat: int, card: int) -> str:
    """Return where a card arrives: in the viewer's hand as a place, at another's panel."""
    if not step.viewer.is_me(seat):
        return panel_pick(seat)
    places = [held_.place for held_ in held(step.after, seat) if held_.card == card]
    return f"hand {places[-1]}" if places else panel_pick(seat)


def left_place(step: Step, seat: int, card: int) -> tuple[str, str]:
    """Return thing and place of a card that left a hand."""
    if not step.viewer.is_me(seat):
        return "", panel_pick(seat)
    for card_ in held(step.before, seat):
        if card_.card == card:
            return card_.thing, f"hand {card_.place}"
    return "", panel_pick(seat)
