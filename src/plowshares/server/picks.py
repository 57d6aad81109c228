"""What can be picked, step by step, and why something cannot."""

from __future__ import annotations

from collections.abc import Sequence

from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import quote
from plowshares.engine.match import Match
from plowshares.engine.picks import Picking, label_all, short
from plowshares.engine.record import digest
from plowshares.engine.undo import find_undoable

MOST_LISTED = 400


def new_picking(match: Match, seat: int) -> Picking:
    """Return what the seat can pick now."""
    return Picking(match.game.notation, match.view(seat), seat, match.legal(seat))


def name_decision(match: Match, seat: int, picking: Picking) -> str:
    """Name what the seat is about to decide.

    Two positions have the same name if the seat has done nothing in between and may do just the same: then a choice
    made for the one holds for the other, though a guest has sat down or another seat has chosen meanwhile.
    """
    own = match.done[seat], match.undos[seat]
    return digest(repr((seat, own, match.draft(seat), picking.actions())).encode())


def name_command(match: Match, seat: int) -> dict[str, str] | None:
    """Name the seat's last command if nothing has happened since that it could see.

    Whether it can be undone is asked when somebody wants to, since that takes time.
    """
    step = find_undoable(match, seat)
    if step is None:
        return None
    return {"at": digest(repr((seat, match.done[seat], match.undos[seat])).encode()), "text": step.turn.text}


def offers(picking: Picking, path: Sequence[str]) -> list[dict[str, str]]:
    """List what can be picked after a path, with what to call it."""
    picks = picking.next(path)
    return [{"pick": pick, "label": label} for pick, label in zip(picks, label_all(picks), strict=True)]


def choices(match: Match, seat: int, picking: Picking, path: Sequence[str]) -> list[str]:
    """List the legal actions that begin with a path, as text."""
    view = match.view(seat)
    actions = picking.actions(path)[:MOST_LISTED]
    return [match.game.notation.format(view, seat, (action,)) for action in actions]


def explain(match: Match, seat: int, picking: Picking, path: Sequence[str]) -> IllegalCommand:
    """Say why a path leads nowhere, in the game's own words where it has some."""
    try:
        match.read(seat, " ".join(map(short, path)))
    except IllegalCommand as refusal:
        if "syntax" not in refusal.code:
            return refusal
    picked = quote(short(path[-1]))
    if len(path) > 1:
        return IllegalCommand("pick", f"{picked} cannot follow {quote(short(path[-2]))}: pick one of the marked places")
    return IllegalCommand("pick", f"nothing can be done with {picked} now: pick one of the marked places")
