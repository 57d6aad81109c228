"""The curtain of a screen that several people share: whose player is at it."""

from __future__ import annotations


class Curtain:
    """For each shared screen the seat whose player has said that they are ready."""

    def __init__(self) -> None:
        self._at: dict[str, int] = {}

    def at(self, holder: str) -> int | None:
        """Return the seat whose player is at a screen; None while the curtain is closed."""
        return self._at.get(holder)

    def open(self, holder: str, seat: int) -> None:
        """Show a seat's side on a screen."""
        self._at[holder] = seat

    def close(self, holder: str) -> None:
        """Hide every side."""
        self._at.pop(holder, None)
