"""What the tools need of a host of matches: this process, a server, or the referee of the arena."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, NamedTuple, Protocol

ME, OPEN = "me", "open"
PAGE = 100  # commands, or lines of the log, in one answer


class Listed(NamedTuple):
    """A page of legal commands, and how many there are in all."""

    commands: list[str]
    total: int


class Caller(NamedTuple):
    """Who has sent the request over HTTP that a tool answers."""

    address: str  # of the client
    base: str  # the server's own address as the client wrote it, without a slash at its end


CALLER: ContextVar[Caller | None] = ContextVar("caller", default=None)


class Backend(Protocol):
    """Matches and seats. A seat is known by its key, which only its player has."""

    def open(self, game: str, preset: str, seats: list[str], options: dict[str, str], name: str) -> dict[str, Any]:
        """Open a match; return its name, your seat's key, and the invitations of open seats."""

    def take_seat(self, invitation: str, name: str) -> dict[str, Any]:
        """Exchange an invitation for a seat's key."""

    def look(self, key: str) -> dict[str, Any]:
        """Return what the seat knows: named fields, the board as text, what to do, the result."""

    def picture(self, key: str) -> str:
        """Return the board as the seat sees it, as an SVG that stands alone."""

    def legal(self, key: str, contains: str = "", start: int = 0) -> Listed:
        """List at most PAGE of the commands that the seat may give now."""

    def play(self, key: str, command: str | dict[str, Any]) -> str:
        """Play a command; raise IllegalCommand, with the reason, if it is not legal."""

    def advance(self, key: str) -> bool:
        """Let a computer play, if one is due here; return whether one was."""

    def log(self, key: str) -> list[str]:
        """Return everything that the seat could read about what happened."""

    def resign(self, key: str) -> None:
        """Give up."""

    def record(self, key: str) -> str:
        """Return the record of a finished match; raise IllegalCommand before the end."""


def page_of(commands: list[str], contains: str, start: int) -> Listed:
    """Return a page of those commands that have a text in them."""
    found = [text for text in commands if contains.lower() in text.lower()]
    return Listed(found[start : start + PAGE], len(found))
