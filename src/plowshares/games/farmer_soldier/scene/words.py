"""Counts and phrases that sentences are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plowshares.core.i18n import Text, _, join, ngettext
from plowshares.core.scene import Viewer
from plowshares.games.farmer_soldier.actions import Thing
from plowshares.games.farmer_soldier.state import PEOPLE

ART = ("u-farmer", "u-soldier", "u-child", "u-food")
IDS = ("farmer", "soldier", "child", "food")


def count_of(number: int, what: int) -> Text:
    """Return "1 farmer", "2 children", "3 food"."""
    match what:
        case Thing.FARMER:
            return ngettext("{n} farmer", "{n} farmers", number)
        case Thing.SOLDIER:
            return ngettext("{n} soldier", "{n} soldiers", number)
        case Thing.CHILD:
            return ngettext("{n} child", "{n} children", number)
    return _("{n} food", n=number)


def kind_name(what: int) -> Text:
    """Return the name of a kind, of several: "Farmers"."""
    return (_("Farmers"), _("Soldiers"), _("Children"), _("Food"))[what]


def count_people(number: int) -> Text:
    """Return "1 person", "2 people"."""
    return ngettext("{n} person", "{n} people", number)


def list_of(counts: Sequence[int]) -> Text:
    """Return "2 farmers, 1 child and 3 food"; nothing for nothing."""
    return _list([count_of(int(n), what) for what, n in enumerate(counts) if n])


def list_people(counts: Sequence[int]) -> Text:
    """Return "2 farmers and 1 child"."""
    return list_of([int(n) for n in counts[:PEOPLE]])


def _list(parts: list[Text]) -> Text:
    return join(parts)


def owner_name(viewer: Viewer, seat: int) -> str:
    """Return the name of a player, as others call them."""
    return viewer.names[seat]


def thing_id(seat: int, what: int, name: str) -> str:
    """Return the id of a figure: it stays the same as long as such people are in the field."""
    return f"{IDS[what]}-{seat}-{name}"


def initials(name: str) -> str:
    """Return one or two letters that stand for a player."""
    words = [word for word in name.split() if word[0].isalnum()]
    letters = words[0][0] + words[1][0] if len(words) > 1 else (words[0][:2] if words else "?")
    return letters.upper()


def round_number(s: Any) -> int:
    """Return the number of the round as people count."""
    return int(s.round) + 1
