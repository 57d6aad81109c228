"""Replays of finished matches, position by position."""

from __future__ import annotations

import functools
import zlib
from typing import Any

import msgspec
import numpy as np

from plowshares import registry
from plowshares.core.errors import InvalidOption
from plowshares.core.i18n import _, current_language, encode_text
from plowshares.core.scene import Event as Shown
from plowshares.core.scene import Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.engine import story
from plowshares.engine.default_scene import scene_of
from plowshares.engine.match import Event, Match
from plowshares.engine.record import read_record, replay
from plowshares.server.artwork import art_address
from plowshares.server.snapshot import draw

EVERYTHING = -2
"""Who sees all: nobody's view, the State itself."""


class Replay:
    """The positions of a finished match, packed."""

    def __init__(self, data: bytes) -> None:
        record = read_record(data)
        self.game = registry.find(record.header.game)
        self.seats = len(record.header.seats)
        self.names = tuple(record.header.seats)
        self._packed: list[tuple[Any, bytes]] = []
        self._events: list[Event] = []
        for _line, event in replay(record, registry.find):
            self._events.append(msgspec.structs.replace(event, state=None))
            self._packed.append((type(event.state), zlib.compress(event.state.tobytes(), 1)))
            self.match: Match = event.match
        self._story = functools.cache(self._tell_all)

    def __len__(self) -> int:
        return len(self._packed)

    def show(self, n: int, viewer: int, is_alone: bool = False) -> dict[str, Any]:
        """Return one position as the table shows it to a seat, a spectator or somebody who sees everything.

        Drawings take their art from the server, or, for a page that stands alone, from that page.
        """
        s, seen = self._look(n, viewer)
        looks = Viewer(max(viewer, SPECTATOR), self.names)
        panels = scene_of(self.game).panels(seen, looks)
        shown = {
            "n": n,
            **draw(self.game, seen, looks, "" if is_alone else art_address()),
            "seats": [{"who": name, "panel": panel} for name, panel in zip(self.names, panels, strict=True)],
            "log": self._tell(n, viewer, s),
        }
        plain: dict[str, Any] = msgspec.to_builtins(shown, enc_hook=encode_text)
        return plain

    def story(self, viewer: int) -> list[dict[str, Any]]:
        """Return what is told of the whole match, each sentence with the position it leads to."""
        return self._story(viewer, current_language().code)

    def _tell_all(self, viewer: int, language: str) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = []
        for n in range(1, len(self)):
            told = self._tell(n, viewer, self._state(n))
            lines += [{"n": n, "verb": each.verb, "seat": each.seat, "text": each.text} for each in told if each.text]
        plain: list[dict[str, Any]] = msgspec.to_builtins(lines, enc_hook=encode_text)
        return plain

    def _tell(self, n: int, viewer: int, s: Any) -> list[Shown]:
        """Return the events of the step to a position, as a viewer saw them.

        The viewer of everything reads what spectators read, and what only the step's own player was told.
        """
        if n == 0:
            return []
        event, before = msgspec.structs.replace(self._events[n], state=s), self._state(n - 1)
        told = story.tell_event(self.game, event, before, Viewer(max(viewer, SPECTATOR), self.names))
        is_hidden = viewer == EVERYTHING and event.turn is not None and not any(each.text for each in told)
        return (self._tell_openly(event, before) or told) if is_hidden else told

    def _tell_openly(self, event: Event, before: Any) -> list[Shown]:
        """Return a step as its player saw it, in words about that player; nothing if the player was told nothing."""
        assert event.turn is not None  # asked by the caller
        viewer = Viewer(event.turn.seat, self.names)
        seen = story.tell_event(self.game, event, before, viewer)
        if not any(each.text for each in seen):
            return []
        view = self.game.view_of(before, viewer.seat)
        what = scene_of(self.game).describe(view, viewer, event.turn.actions)
        words = _("{name}: {what}", name=self.names[viewer.seat], what=what)
        silent = [msgspec.structs.replace(each, text="", title="", detail="") for each in seen]
        return [Shown("say", words, seat=viewer.seat), *silent]

    def _state(self, n: int) -> Any:
        kind, packed = self._packed[n]
        return np.frombuffer(zlib.decompress(packed), kind.layout).copy()[0]

    def _look(self, n: int, viewer: int) -> tuple[Any, Any]:
        """Return a position and what a viewer saw of it."""
        if not 0 <= n < len(self):
            raise InvalidOption(f"position {n} is not from 0 to {len(self) - 1}")
        if not EVERYTHING <= viewer < self.seats:
            raise InvalidOption(f"{viewer} is not a seat, {SPECTATOR} for a spectator or {EVERYTHING} for everything")
        s = self._state(n)
        return s, s if viewer == EVERYTHING else self.game.view_of(s, viewer)

    def told(self, n: int, viewer: int) -> list[dict[str, Any]]:
        """Return what happened on the way to a position, as a viewer saw it."""
        plain: list[dict[str, Any]] = msgspec.to_builtins(self._tell(n, viewer, self._state(n)), enc_hook=encode_text)
        return plain
