"""What the tests of the lab play: the toy game, by its place, so that worker processes find it too."""

from __future__ import annotations

from typing import Any

TOY = "tests.toys.pennies:GAME"


def toy(**values: Any) -> dict[str, Any]:
    """Return the plain values of a small study of the toy game."""
    return {"game": TOY, "seats": ["random"], "games": 8, "samples": 0, "vary": {"rounds": [2, 4]}, **values}
