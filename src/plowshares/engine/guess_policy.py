"""The rollout policy of games that guess what a seat does, because weighing all actions would cost too much."""

from __future__ import annotations

from typing import Any

from plowshares.core.jit import kernel


@kernel
def choose(rules: Any, view: Any, heuristics: Any, s: Any, acting: int, bits: Any, w: Any) -> int:
    """Return an action of the acting seat, drawn from random bits by what it knows."""
    return heuristics.guess(s, acting, bits)  # type: ignore[no-any-return]  # a module of any game
