"""The module `view` of a game without secrets and without chance: everybody sees everything."""

from __future__ import annotations

from typing import Any

from plowshares.core.jit import kernel


@kernel
def blank_for(s: Any, seat: int) -> None:
    """Hide nothing."""


@kernel
def sample_for(s: Any, seat: int, seed: Any) -> None:
    """Fill in nothing: the view is the only possible world."""


@kernel
def disturb(s: Any, seat: int, seed: Any) -> None:
    """Change nothing: there is nothing that a seat cannot know."""
