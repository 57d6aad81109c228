"""What the tools need of whoever runs the matches: a process of its own, or a server."""

from __future__ import annotations

from typing import Any, Protocol


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

    def legal(self, key: str) -> list[str]:
        """List the commands that the seat may give now."""

    def play(self, key: str, command: str | dict[str, Any]) -> str:
        """Play a command; raise IllegalCommand, with the reason, if it is not legal."""

    def version(self, key: str) -> int:
        """Return a number that changes whenever the seat could see something happen."""

    def advance(self, key: str) -> None:
        """Let computers play on, if they are due."""

    def log(self, key: str) -> list[str]:
        """Return everything that the seat could read about what happened."""

    def resign(self, key: str) -> None:
        """Give up."""

    def record(self, key: str) -> str:
        """Return the record of a finished match; raise IllegalCommand before the end."""
