"""Foreign file formats: matches that other programs have written, and how to recognise them.

A game that knows some has a package `adapters.formats` with `FORMATS`: by name, modules that offer what `Format` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from plowshares.core.errors import PlowsharesError


class InvalidFile(PlowsharesError, ValueError):
    """A file that is damaged, or not of the format it seems to be."""


class Played(NamedTuple):
    """One command of a match, as its seat writes it."""

    seat: int
    text: str


class Left(NamedTuple):
    """A seat that gave up, ran out of time or went away."""

    seat: int
    reason: str  # as `Match.resign` takes it


class Transcript(NamedTuple):
    """A match as a foreign file tells it: what is needed to play it again."""

    options: dict[str, Any]
    commands: Sequence[Played]
    names: tuple[str, ...] = ()
    left: Left | None = None
    drawn: bool = False  # ended by agreement, or by a limit that the options do not tell
    note: str = ""  # how the file says that it ended, for people
    position: str = ""  # that it begins from, if that is not the usual beginning


class Format(Protocol):
    """A module that reads and writes one foreign format."""

    TITLE: str
    SUFFIXES: tuple[str, ...]  # of file names, such as ".xml"

    def is_mine(self, data: bytes, /) -> bool:
        """Ask whether a file looks like one of this format."""

    def read(self, data: bytes, name: str = "", /) -> Transcript:
        """Read a file; raise InvalidFile that says what is wrong with it. Its name may tell what is not in it."""

    def write(self, options: Any, states: Sequence[Any], transcript: Transcript, /) -> bytes:
        """Write a match: the full States before each command and after the last, and what was played."""
