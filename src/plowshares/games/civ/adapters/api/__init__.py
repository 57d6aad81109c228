"""Civ over HTTP, as programs written for the original author's server speak it (§13 of the rules of Civ)."""

from plowshares.games.civ.adapters.api.app import create_app
from plowshares.games.civ.adapters.api.table import ApiSettings, ApiTable, Keys

__all__ = ["ApiSettings", "ApiTable", "Keys", "create_app"]
