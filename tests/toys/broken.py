"""Games that are broken on purpose: the toy game with one thing replaced."""

from __future__ import annotations

import dataclasses
import itertools
from types import ModuleType
from typing import Any

from plowshares.core.game import Game
from tests.toys.pennies import GAME

_numbers = itertools.count()


def module_with(module: Any, **changes: Any) -> Any:
    """Return a copy of a module with some names replaced."""
    copy = ModuleType(f"{module.__name__}_{next(_numbers)}")
    copy.__dict__.update(
        {name: value for name, value in vars(module).items() if name == "__all__" or not name.startswith("__")}
    )
    copy.__dict__.update(changes)
    return copy


def broken(part: str, game: Game = GAME, **changes: Any) -> Game:
    """Return the game with some functions of one module replaced."""
    return dataclasses.replace(game, **{part: module_with(getattr(game, part), **changes)})
