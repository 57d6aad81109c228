"""What can go wrong, in words a player, a bot author or a designer can act on."""

from __future__ import annotations


class PlowsharesError(Exception):
    """Base class of every error this package raises on purpose; its text is meant to be shown."""


class InvalidOption(PlowsharesError, ValueError):
    """An option that does not exist, has the wrong type, or is out of bounds. `code` is for programs."""

    code = "option"


class IllegalCommand(PlowsharesError):
    """An action that is not taken. Nothing has changed; the same seat chooses again.

    `code` is the short word of the game's own table of refusals, for programs;
    the message is for people and quotes what was wrong.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __str__(self) -> str:
        return f"{self.args[0]} [{self.code}]"


class InvalidRecord(PlowsharesError):
    """A record that is not what it says it is. `line` counts from 1; 0 means the whole file."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class UnknownGame(PlowsharesError, LookupError):
    """A game that no registry entry names."""
