"""Which tables may be rated: everybody plays for themselves, and without help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, get_args, get_origin

import msgspec

from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import _
from plowshares.core.options import Options, hints_of
from plowshares.server.meeting.people import Person
from plowshares.server.plan import SeatPlan

AID = {"aid": True}  # the `extra` of an option's Meta that helps a player's memory


def aids_of(kind: type[Options]) -> frozenset[str]:
    """Return the options of a game that help a player's memory."""
    marks = {name: get_args(hint)[1:] for name, hint in hints_of(kind).items() if get_origin(hint) is Annotated}
    return frozenset(
        name for name, each in marks.items() if any(isinstance(m, msgspec.Meta) and m.extra == AID for m in each)
    )


def without_aids(options: Options) -> Options:
    """Return options without what helps a player's memory."""
    return msgspec.structs.replace(options, **dict.fromkeys(aids_of(type(options)), False))


def check_rated(seats: Sequence[SeatPlan], host: Person | None, is_owner: bool) -> None:
    """Raise unless a table with these seats may be rated."""
    kinds = [seat.kind for seat in seats]
    if "here" in kinds:
        raise IllegalCommand("rated", _("At a shared screen a match cannot be rated."))
    if kinds.count("me") > 1:
        raise IllegalCommand("rated", _("In a rated match you play one side."))
    if "me" in kinds or "link" in kinds:
        if host is None or host.account is None:
            raise IllegalCommand("guest", _("Guests play unrated. Make an account to play rated matches."))
    elif not is_owner:
        raise IllegalCommand("rated", _("Only the owner of this server lets computers play for ratings."))
