"""A table's data beside its record: the plan of its seats, and their holders."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from plowshares.agents import FACES
from plowshares.core.i18n import _

GUEST = "Guest"  # the name of a seat whose player has not said who they are; people read it in their language
AGENT_STREAM = 0x7000  # of the match's seed; games use small stream numbers


class SeatPlan(msgspec.Struct, frozen=True):
    """The planned player of one seat."""

    kind: str  # me, here (somebody at the same screen), link, computer, bot
    name: str
    avatar: str = ""  # the face that a person has chosen


class Plan(msgspec.Struct, frozen=True):
    """A table's game, seats and settings; its options and seed are in its record."""

    game: str
    seats: tuple[SeatPlan, ...]
    hints: bool = False  # whether players may ask what a program would do
    access: str = "private"  # private: by link only; open: everybody may sit down or watch
    preset: str = ""
    time: str = "none"  # as it was asked for
    host: str = ""  # name and face of the player who opened it
    avatar: str = ""
    guide: bool = False  # a guided first match: the other seats play a script
    rated: bool = False  # whether its result counts for ratings
    puzzle: int = 0  # the number of the game's puzzle that it began with, from 1


class Row(msgspec.Struct, frozen=True):
    """A table as it is listed."""

    id: str
    created: float
    plan: Plan
    ended: bool
    successor: str | None
    touched: float = 0.0  # when something happened last, in seconds since 1970


class Holding(msgspec.Struct, frozen=True):
    """One seat with its holder.

    A link that nobody has used is a holding too, with `is_link`. A link for a seat works once: a browser exchanges it,
    a program keeps it as its token, and from then on it is not a link any more. A link for watching works until a newer
    one replaces it.
    """

    holder: str  # digest of a browser's cookie, or of a token
    seat: int
    is_link: bool
    is_owner: bool
    is_signed: bool = True  # whether the cookie was signed; those of older versions were not
    joined: float = 0.0  # seconds since 1970


def display_names(seats: Sequence[SeatPlan]) -> list[str]:
    """Return what people call the players: computers by their level and nameless people, numbered if there are several.

    Those are texts: everybody reads them in their own language.
    """
    return [_numbered(seats, i) if _is_text(seat) else seat.name for i, seat in enumerate(seats)]


def _is_text(seat: SeatPlan) -> bool:
    return seat.kind == "computer" or (seat.kind in ("me", "link") and seat.name == GUEST)


def level_title(name: str) -> str:
    """Return what people call a level of the computer."""
    return FACES[name].title if name in FACES else name.capitalize()


def _numbered(seats: Sequence[SeatPlan], i: int) -> str:
    title = level_title(seats[i].name) if seats[i].kind == "computer" else _("Guest")
    alike = [each for each, seat in enumerate(seats) if _is_text(seat) and seat.name == seats[i].name]
    if len(alike) == 1:
        return title
    return _("{level} {n}", level=title, n=alike.index(i) + 1)
