"""What a table may choose before a match."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from plowshares.core.options import Options as Base


class Options(Base, frozen=True, kw_only=True):
    """The heap, and how much may be taken from it."""

    stones: Annotated[int, Meta(ge=1, le=40, description="stones in the heap")] = 15
    most: Annotated[int, Meta(ge=1, le=5, description="stones that a player may take at once")] = 3


PRESETS: dict[str, dict[str, Any]] = {"default": {}, "long": {"stones": 40, "most": 5}}
