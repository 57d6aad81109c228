"""Civ's HTTP API as the server mounts it (`server/foreign.py`)."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from starlette.applications import Starlette

from plowshares.core.errors import InvalidOption
from plowshares.games.civ.adapters.api import app
from plowshares.games.civ.adapters.api.table import ApiSettings, Keys, read_settings


def settings_for(is_public: bool) -> ApiSettings:
    """Return how the match is run; the well-known keys are for this machine only."""
    settings, usual = read_settings(), Keys()
    known = {*usual.players, usual.observer, usual.admin}
    if is_public and known & {*settings.keys.players, settings.keys.observer, settings.keys.admin}:
        raise InvalidOption("--also civ for other machines needs keys of your own: set CIV_PLAYER0_KEY and the others")
    return settings


def create_app(settings: ApiSettings) -> Starlette:
    """Return the application."""
    return app.create_app(settings)


def keep_going(made: Starlette) -> AbstractAsyncContextManager[None]:
    """Keep the match going: a mounted application is not told that the server starts."""
    return app.keep_going(made.state.table)
