"""The games, each in a package of its own. Called, as `plowshares.games()`, this package lists them."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any


class _Games(ModuleType):
    """This package. Python puts it in place of the function `plowshares.games` once a game is imported."""

    def __call__(self) -> Any:
        # By name: games are below the API, which imports them.
        return importlib.import_module("plowshares.api").games()


sys.modules[__name__].__class__ = _Games
