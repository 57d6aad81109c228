"""What the API takes: the bodies of requests, as types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from plowshares.server.plan import SeatPlan


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """What a new table plays, and with whom."""

    game: str
    seats: list[SeatPlan]
    preset: str = ""
    options: dict[str, str] = {}
    time: str = "none"
    hints: bool = False
    access: Literal["private", "open"] = "private"
    rated: bool = False


class Check(msgspec.Struct, forbid_unknown_fields=True):
    """A form that is being filled in."""

    preset: str = ""
    options: dict[str, str] = {}


class Play(msgspec.Struct, forbid_unknown_fields=True):
    """What a player does: picks, a command, or taking an unfinished one back. `at` is the message they saw."""

    at: str
    path: list[str] | None = None
    command: str | dict[str, Any] | None = None
    take_back: bool = False
    ahead: bool = False  # picks for the next turn: nothing is played


class Curtain(msgspec.Struct, forbid_unknown_fields=True):
    """Who is ready at a shared screen; nobody closes the curtain."""

    seat: int | None


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    """A seat; -1 to watch."""

    seat: int


class Reseat(msgspec.Struct, forbid_unknown_fields=True):
    """A deserted seat, and what is to become of it: open to somebody else, played by the computer, or out."""

    seat: int
    then: Literal["somebody", "computer", "out"] = "somebody"


class Device(msgspec.Struct, forbid_unknown_fields=True):
    """One of the devices that hold a seat, by its number in the list."""

    seat: int
    device: int


class Join(msgspec.Struct, forbid_unknown_fields=True):
    """The token of a link."""

    token: str


class Introduction(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a face."""

    name: str
    avatar: str


class Sit(msgspec.Struct, forbid_unknown_fields=True):
    """A seat of an open table; null for the first that is free."""

    seat: int | None = None


class Talk(msgspec.Struct, forbid_unknown_fields=True):
    """A message, or the name of a ready phrase."""

    words: Annotated[str, msgspec.Meta(max_length=2000)] = ""
    phrase: str = ""


class At(msgspec.Struct, forbid_unknown_fields=True):
    """The message, or the decision, that somebody has seen."""

    at: str


class Undo(msgspec.Struct, forbid_unknown_fields=True):
    """The command to take back; or an answer to somebody else who asks for that."""

    at: str | None = None
    agree: bool | None = None


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """An empty body."""


class Upload(msgspec.Struct, forbid_unknown_fields=True):
    """A record, as it was downloaded."""

    record: str


class PlayOn(msgspec.Struct, forbid_unknown_fields=True):
    """From which moment of a finished match to play on, and how."""

    n: int
    seat: int
    deal: bool = False  # whether what the seat could not know is dealt again
    level: str = "medium"  # of the computer on the other seats


class OpenPuzzle(msgspec.Struct, forbid_unknown_fields=True):
    """Which puzzle of a game to open, from 1."""

    number: int
