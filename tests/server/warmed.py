"""Modules that often-killed servers have loaded before they start: see killing.py."""

from __future__ import annotations

from plowshares import registry
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.engine.undo import find_objection
from plowshares.server import app, store, uvicorn_server  # to be loaded
from plowshares.server.picks import new_picking

__all__ = ["app", "store", "uvicorn_server"]

_game = registry.find("stratego")
_match = Match(_game, read_options(_game.options, {**_game.presets["quick"], "red_setup": "random"}), 1)
_match.play(1, "fill")
_match.play(1, "ready")
for _ in range(4):
    _seat = _match.to_act()[0]
    _game.svg.board(_match.view(_seat), _seat, new_picking(_match, _seat).next())
    _match.play(_seat, _match.legal(_seat)[0])
    _step = _match.last_step(_seat)
    assert _step is not None
    find_objection(_match, _step)
