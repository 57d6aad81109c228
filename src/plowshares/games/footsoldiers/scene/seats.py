"""The players: what their panels say, the parts of a turn, and how the match ended."""

from __future__ import annotations

from collections.abc import Sequence

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Ending, Fact, Figures, Panel, Phases, Viewer
from plowshares.games.footsoldiers.lookup import base_of
from plowshares.games.footsoldiers.notation import cell_pick
from plowshares.games.footsoldiers.rules import is_over
from plowshares.games.footsoldiers.scene.prompts import turn_of
from plowshares.games.footsoldiers.scene.words import SIDES
from plowshares.games.footsoldiers.state import SEATS, State

NOBODY = -1


def panels(s: State, viewer: Viewer) -> list[Panel]:
    """Describe both seats."""
    return [_panel(s, seat) for seat in range(SEATS)]


def _panel(s: State, seat: int) -> Panel:
    side = s.sides[seat]
    health = int(side.base_health)
    line = ngettext("{colour} · {n} soldier", "{colour} · {n} soldiers", int(side.count), colour=SIDES[seat])
    facts = (Fact("i-heart", health, _("health of the castle")), Fact("i-coin", int(side.money), _("coins")))
    chosen = None if is_over(s) else bool(s.chosen[seat])
    return Panel(line, facts, health / int(s.options.base_health), chosen, pick=cell_pick(base_of(s, seat)))


def tally(s: State) -> Figures:
    """Count the health of both castles."""
    return Figures(_("Health of the castles"), tuple(int(s.sides[seat].base_health) for seat in range(SEATS)))


def phases(s: State, viewer: Viewer) -> Phases | None:
    """Return the parts of a turn: both order, then everything else happens by itself."""
    if is_over(s):
        return None
    names = (_("Orders"), _("March"), _("Hit"), _("Fall"))
    left = ngettext("{n} turn left", "{n} turns left", int(s.turns))
    income = _("+{n} :coin: a turn", n=int(s.options.money_per_turn))
    return Phases(names, 0, aside=(_("Turn {n}", n=turn_of(s)), left, income))


def ending(s: State, viewer: Viewer, reason: str, outcome: Sequence[float]) -> Ending:
    """Say how the match ended; seats that left have the lowest outcome."""
    winner = max(range(SEATS), key=lambda seat: outcome[seat]) if outcome[0] != outcome[1] else NOBODY
    return Ending(title(viewer, winner), _reason(s, viewer, reason, winner), tuple(_rows(s, viewer)))


def title(viewer: Viewer, winner: int) -> Text:
    """Say who won."""
    if winner == NOBODY:
        return _("Draw")
    if viewer.is_me(winner):
        return _("You won")
    return _("You lost") if viewer.is_me(1 - winner) else _("{name} won", name=viewer.name(winner))


def _reason(s: State, viewer: Viewer, reason: str, winner: int) -> Text:
    if winner == NOBODY:
        return _drawn(reason)
    words = {"winner": viewer.name(winner), "loser": viewer.name(1 - winner), "n": turn_of(s) - 1}
    lost, other = _sentences(s, reason, winner, words)
    return lost if viewer.is_me(1 - winner) else other


def _sentences(s: State, reason: str, winner: int, words: dict[str, object]) -> tuple[Text, Text]:
    """Return why somebody has lost: for the loser, and for everybody else."""
    healths = {"most": int(s.sides[winner].base_health), "least": int(s.sides[1 - winner].base_health)}
    return {
        "base": (_("Your castle fell in turn {n}.", **words), _("{loser}’s castle fell in turn {n}.", **words)),
        "health": (
            _("No turn is left, and {winner}’s castle has {most} health, yours {least}.", **words, **healths),
            _("No turn is left: {most} health against {least}.", **words, **healths),
        ),
        "disqualified": (_("You were disqualified.", **words), _("{loser} was disqualified.", **words)),
        "resigned": (_("You resigned. {winner} wins.", **words), _("{loser} resigned.", **words)),
        "time": (_("Your time ran out. {winner} wins.", **words), _("{loser}’s time ran out.", **words)),
    }.get(reason, (_("You left the match. {winner} wins.", **words), _("{loser} left the match.", **words)))


def _drawn(reason: str) -> Text:
    match reason:
        case "base":
            return _("Both castles fell in the same turn.")
        case "turns":
            return _("No turn is left, and both castles stand.")
        case "health":
            return _("No turn is left, and both castles are equally strong.")
        case "disqualified":
            return _("Both players were disqualified.")
        case _:
            return _("Both players left the match.")


def _rows(s: State, viewer: Viewer) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = [(_("Turns"), _("{n}", n=turn_of(s) - 1))]
    for seat in range(SEATS):
        name = _("Your castle") if viewer.is_me(seat) else _("{name}’s castle", name=viewer.name(seat))
        health = _("{n} of {most}", n=int(s.sides[seat].base_health), most=int(s.options.base_health))
        rows.append((name, health))
    return rows
