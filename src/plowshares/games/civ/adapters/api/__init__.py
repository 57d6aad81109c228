"""Civ over HTTP, as programs written for the original author's server speak it (§13 of the rules of Civ)."""

from plowshares.games.civ.adapters.api.app import create_app
from plowshares.games.civ.adapters.api.table import Keys, Settings, Table

__all__ = ["Keys", "Settings", "Table", "create_app"]
