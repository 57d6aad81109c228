"""How a match ended, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plowshares.core.i18n import Text, _, join, ngettext
from plowshares.core.scene import Ending, Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.games.farmer_soldier.scene.players import panels
from plowshares.games.farmer_soldier.scene.words import count_people


def ending(s: Any, viewer: Viewer, reason: str, outcome: Sequence[float]) -> Ending:
    """Say how the match ended; `reason` is the code of the result."""
    best = max(outcome)
    winners = [seat for seat, value in enumerate(outcome) if value == best]
    return Ending(_title(viewer, winners, len(outcome)), _why(s, viewer, reason, winners), _rows(s, viewer))


def _title(viewer: Viewer, winners: list[int], seats: int) -> Text:
    if len(winners) == seats:
        return _("Draw")
    if viewer.seat != SPECTATOR:
        if viewer.seat not in winners:
            return _("You lost")
        return _("You won") if len(winners) == 1 else _("You share the victory")
    if len(winners) == 1:
        return _("{name} won", name=viewer.names[winners[0]])
    return _("{names} share the victory", names=join([viewer.names[seat] for seat in winners]))


def _why(s: Any, viewer: Viewer, reason: str, winners: list[int]) -> Text:
    rounds = int(s.round) + 1
    match reason:
        case "last-standing":
            who = winners[0]
            people = count_people(int(s.people[who]))
            if viewer.is_me(who):
                return _("Your family is the last one, with {people} left in round {n}.", people=people, n=rounds)
            return _(
                "{name}’s family is the last one, with {people} left in round {n}.",
                name=viewer.names[who],
                people=people,
                n=rounds,
            )
        case "wiped-out":
            return _("Nobody is left on the land.")
        case "round-cap":
            return _("The last round, number {n}, is over. {land}", n=int(s.round), land=_land(s, viewer, winners))
        case "quiet":
            return _(
                "Nobody has fallen in battle for {n} rounds. {land}", n=int(s.quiet), land=_land(s, viewer, winners)
            )
    return _("The others have left.")


def _land(s: Any, viewer: Viewer, winners: list[int]) -> Text:
    if s.options.cap_draw or len(winners) > 1:
        return _("The families are even.") if not s.options.cap_draw else _("Such a game is a draw.")
    if viewer.is_me(winners[0]):
        return _("You hold the most land.")
    return _("{name} holds the most land.", name=viewer.names[winners[0]])


def _rows(s: Any, viewer: Viewer) -> tuple[tuple[str, str], ...]:
    rounds = ngettext("{n} round", "{n} rounds", int(s.round) + 1)
    shown = list(enumerate(panels(s, viewer)))[:16]
    return ((_("Length"), rounds), *((viewer.name(seat), panel.line) for seat, panel in shown))
