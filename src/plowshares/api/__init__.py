"""The public Python API: `import plowshares as ps`.

What this package exports is documented, typed and stable; everything else may move between versions.
"""

from __future__ import annotations

from plowshares.agents import Advice
from plowshares.api.catalogue import GameInfo, GameList, games, new
from plowshares.api.files import load
from plowshares.api.match import Match, Step
from plowshares.api.review import Review
from plowshares.api.series import ResultTable, play
from plowshares.api.view import View
from plowshares.core.errors import IllegalCommand, InvalidOption, InvalidRecord, PlowsharesError, UnknownGame
from plowshares.core.fields import UnknownCell
from plowshares.core.formats import InvalidFile
from plowshares.engine.match import Result

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
    "games",
    "load",
    "new",
    "play",
]
