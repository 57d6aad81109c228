"""Beliefs about hidden things in words, for any game: by its own `review` module, or plainly by the names of kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plowshares.core.game import Belief, Game
from plowshares.core.review import Guess, Hidden
from plowshares.core.scene import Viewer
from plowshares.engine.beliefs import WORLDS, marginals


def beliefs_of(game: Game, view: Any, seat: int, worlds: int = WORLDS) -> list[Belief]:
    """List what a seat should believe, from its view alone; nothing is hidden once the match is over."""
    return [] if game.rules.is_over(view) else marginals(game, view, seat, worlds)


def hidden_things(game: Game, view: Any, viewer: Viewer, beliefs: Sequence[Belief]) -> list[Hidden]:
    """Say in words what the viewer should believe about every hidden thing."""
    if game.review is not None:
        return list(game.review.hidden_things(view, viewer, beliefs))
    return [_plain(belief) for belief in beliefs]


def _plain(belief: Belief) -> Hidden:
    pairs = zip(belief.kinds, belief.chances, strict=True)
    return Hidden(
        belief.thing, belief.thing, tuple(Guess(kind, kind, chance) for kind, chance in pairs), place=belief.thing
    )


def heat_label(game: Game) -> str:
    """Return what heat on the board means in this game; empty if nothing."""
    return game.review.heat_label() if game.review is not None else ""
