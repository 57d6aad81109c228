"""What a table of Pennies may choose."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from plowshares.core.options import Options as Base


class Options(Base, frozen=True, kw_only=True):
    """How many play, and how long."""

    seats: Annotated[int, Meta(ge=2, le=4, description="how many play")] = 2
    rounds: Annotated[int, Meta(ge=1, le=5, description="how many rounds are played")] = 3


PRESETS: dict[str, dict[str, Any]] = {"default": {}, "four": {"seats": 4}}
