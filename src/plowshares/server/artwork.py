"""The sprite with the drawings of all games: one file, named after its content and cached for good."""

from __future__ import annotations

import functools

from plowshares import registry
from plowshares.core.art import name_sprite, sprite


@functools.cache
def art_data() -> str:
    """Return the sprite."""
    return sprite(registry.packages())


@functools.cache
def art_address() -> str:
    """Return where the server has the sprite."""
    return f"/static/{name_sprite(art_data())}"
