"""Choosing an action step by step: the picks of all legal actions as a tree."""

from __future__ import annotations

import collections
from collections.abc import Iterable, Sequence
from typing import Any

from plowshares.core.errors import IllegalCommand
from plowshares.core.game import Notation
from plowshares.core.parsing import quote

Path = Sequence[str]


class Picking:
    """What a seat can pick now, and what it can pick after that; made from its own view and legal actions.

    A path is a beginning of some action's picks. The empty path is the beginning of all.
    """

    def __init__(self, notation: Notation, view: Any, seat: int, legal: Iterable[int]) -> None:
        self._actions: dict[tuple[str, ...], list[int]] = {}
        self._next: dict[tuple[str, ...], dict[str, None]] = {(): {}}  # a dict keeps the order of first mention
        self._whole: dict[tuple[str, ...], int] = {}
        for action in legal:
            self._add(tuple(notation.picks(view, seat, action)), action)

    def _add(self, picks: tuple[str, ...], action: int) -> None:
        for length, pick in enumerate(picks):
            self._next.setdefault(picks[:length], {})[pick] = None
            self._actions.setdefault(picks[:length], []).append(action)
        self._actions.setdefault(picks, []).append(action)
        self._whole[picks] = action

    def next(self, path: Path = ()) -> list[str]:
        """List what can be picked after a path; nothing if the path is whole, or leads nowhere."""
        return list(self._next.get(tuple(path), ()))

    def action(self, path: Path) -> int | None:
        """Return the action whose picks this path is, or None."""
        return self._whole.get(tuple(path))

    def actions(self, path: Path = ()) -> list[int]:
        """List the actions that begin with a path, in the order they were given."""
        return list(self._actions.get(tuple(path), ()))

    def find(self, text: str, path: Path = ()) -> str | None:
        """Return the next pick that a typed text names, in full (`cell e4`) or without its kind (`e4`).

        None if there is none; IllegalCommand if it could be several.
        """
        wanted = " ".join(text.lower().split())
        options = self.next(path)
        found = [pick for pick in options if pick.lower() == wanted] or [
            pick for pick in options if short(pick).lower() == wanted
        ]
        if len(found) > 1:
            raise IllegalCommand("ambiguous", f"{quote(text)} may be {' or '.join(found)}: type it in full")
        return found[0] if found else None


def short(pick: str) -> str:
    """Return a pick without its kind: `e4` for `cell e4`."""
    return pick.partition(" ")[2] or pick


def label_all(picks: Sequence[str]) -> list[str]:
    """Return what to call picks that are offered together: the short names, unless two are the same."""
    times = collections.Counter(short(pick) for pick in picks)
    return [short(pick) if times[short(pick)] == 1 else pick for pick in picks]
