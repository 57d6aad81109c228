"""The players: what their panels say, and how the match ended for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Ending, Figures, Panel, Viewer
from plowshares.games.stratego.scene.sight import losses
from plowshares.games.stratego.scene.words import PIECES, SIDES
from plowshares.games.stratego.state import NONE, Phase


def panels(s: Any, viewer: Viewer) -> list[Panel]:
    """Describe both seats."""
    return [_panel(s, side) for side in range(len(SIDES))]


def _panel(s: Any, side: int) -> Panel:
    colour = SIDES[side]
    if s.phase == Phase.SETUP:
        if s.ready[side]:
            return Panel(_("{colour} · ready", colour=colour), chosen=True)
        return Panel(_("{colour} · placing", colour=colour))
    left = int(s.options.army.sum()) - sum(losses(s, side))
    return Panel(ngettext("{colour} · {n} piece left", "{colour} · {n} pieces left", left, colour=colour))


def tally(s: Any) -> Figures:
    """Count the pieces of both sides."""
    total = int(s.options.army.sum())
    left = (total - sum(losses(s, side)) if s.phase != Phase.SETUP else total for side in range(len(SIDES)))
    return Figures(_("Pieces left"), tuple(left))


def ending(s: Any, viewer: Viewer, reason: str, outcome: Sequence[float]) -> Ending:
    """Say how the match ended; seats that left have the lowest outcome."""
    winner = max(range(len(SIDES)), key=lambda side: outcome[side]) if outcome[0] != outcome[1] else NONE
    return Ending(title(viewer, winner), _reason(s, viewer, reason, winner), tuple(_rows(s, viewer)))


def title(viewer: Viewer, winner: int) -> Text:
    """Say who won."""
    if winner == NONE:
        return _("Draw")
    if viewer.is_me(winner):
        return _("You won")
    return _("You lost") if viewer.is_me(1 - winner) else _("{name} won", name=viewer.name(winner))


def _reason(s: Any, viewer: Viewer, reason: str, winner: int) -> Text:
    if winner == NONE:
        return _drawn(s, reason)
    names = {"winner": viewer.name(winner), "loser": viewer.name(1 - winner)}
    if reason == "flag":
        return _flag(s, viewer, winner)
    if reason in ("move-cap", "no-battle"):
        return _limit(s, viewer, reason, winner)
    return _lost_by(viewer, reason, winner, names)


def _flag(s: Any, viewer: Viewer, winner: int) -> Text:
    words = {
        "piece": PIECES[int(s.types[s.last.piece])],
        "winner": viewer.name(winner),
        "loser": viewer.name(1 - winner),
    }
    if viewer.is_me(winner):
        return _("Your {piece} captured {loser}’s Flag.", **words)
    if viewer.is_me(1 - winner):
        return _("{winner}’s {piece} captured your Flag.", **words)
    return _("{winner}’s {piece} captured {loser}’s Flag.", **words)


def _lost_by(viewer: Viewer, reason: str, winner: int, names: dict[str, str]) -> Text:
    """Say why the loser has lost; the first sentence is for the loser, the second for everybody else."""
    mine, others = {
        "army": (
            _("You have no piece left that can move. {winner} wins.", **names),
            _("{loser} has no piece left that can move.", **names),
        ),
        "blocked": (
            _("You cannot move any piece. {winner} wins.", **names),
            _("{loser} cannot move any piece.", **names),
        ),
        "resigned": (_("You resigned. {winner} wins.", **names), _("{loser} resigned.", **names)),
        "time": (_("Your time ran out. {winner} wins.", **names), _("{loser}’s time ran out.", **names)),
        "illegal": (
            _("You answered with moves that are not allowed. {winner} wins.", **names),
            _("{loser} answered with moves that are not allowed.", **names),
        ),
    }.get(reason, (_("You left the match. {winner} wins.", **names), _("{loser} left the match.", **names)))
    return mine if viewer.is_me(1 - winner) else others


def _drawn(s: Any, reason: str) -> Text:
    match reason:
        case "mutual":
            return _("Neither side has a piece left that can move.")
        case "move-cap":
            return _("The limit of {n} moves is reached.", n=int(s.ply))
        case "no-battle":
            return _("There was no battle for {n} moves.", n=int(s.quiet))
        case _:
            return _("Both players left the match.")


def _limit(s: Any, viewer: Viewer, reason: str, winner: int) -> Text:
    if reason == "move-cap":
        limit = _("The limit of {n} moves is reached.", n=int(s.ply))
    else:
        limit = _("There was no battle for {n} moves.", n=int(s.quiet))
    if viewer.is_me(winner):
        return _("{limit} Your pieces on the board are stronger.", limit=limit)
    return _("{limit} {winner}’s pieces on the board are stronger.", limit=limit, winner=viewer.name(winner))


def _rows(s: Any, viewer: Viewer) -> list[tuple[str, str]]:
    """Return the figures of the match."""
    if s.phase == Phase.SETUP:
        return []
    total = int(s.options.army.sum())
    rows: list[tuple[str, str]] = [(_("Moves"), _("{n}", n=int(s.ply)))]
    for side in range(len(SIDES)):
        name = _("You lost") if viewer.is_me(side) else _("{name} lost", name=viewer.name(side))
        rows.append((name, _("{n} of {total} pieces", n=sum(losses(s, side)), total=total)))
    return rows
