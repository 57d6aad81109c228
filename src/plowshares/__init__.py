"""Five hidden-information strategy games behind one engine.

>>> import plowshares as ps
>>> match = ps.new("stratego", preset="micro", seed=7)
>>> match.to_act
[0, 1]

Importing this package loads nothing else; the games and their compiler are loaded when they are first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from plowshares.api import (
        Advice,
        GameInfo,
        GameList,
        IllegalCommand,
        InvalidFile,
        InvalidOption,
        InvalidRecord,
        Match,
        PlowsharesError,
        Result,
        ResultTable,
        Review,
        Step,
        UnknownCell,
        UnknownGame,
        View,
        games,
        load,
        new,
        play,
    )

__all__ = [
    "Advice",
    "GameInfo",
    "GameList",
    "IllegalCommand",
    "InvalidFile",
    "InvalidOption",
    "InvalidRecord",
    "Match",
    "PlowsharesError",
    "Result",
    "ResultTable",
    "Review",
    "Step",
    "UnknownCell",
    "UnknownGame",
    "View",
    "__version__",
    "games",
    "load",
    "new",
    "play",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module("plowshares.api"), name)


def __dir__() -> list[str]:
    return __all__
