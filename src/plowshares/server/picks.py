"""What can be picked, step by step, and why something cannot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import _
from plowshares.core.scene import Offer, Prompt, Viewer
from plowshares.engine.default_scene import look_ahead, scene_of
from plowshares.engine.match import Match
from plowshares.engine.picks import Picking, short
from plowshares.engine.record import digest
from plowshares.engine.undo import find_undoable
from plowshares.server.guided import GuidedPicking

MOST_LISTED = 400


def new_picking(match: Match, seat: int) -> Picking:
    """Return what the seat can pick now."""
    return Picking(match.game.notation, match.view(seat), seat, match.legal(seat))


def name_decision(match: Match, seat: int, picking: Picking) -> str:
    """Name what the seat is about to decide.

    Two positions have the same name if the seat has done nothing in between and may do just the same: then a choice
    made for the one holds for the other, even if a guest has sat down or another seat has chosen in between.
    """
    own = match.done[seat], match.undos[seat]
    return digest(repr((seat, own, match.draft(seat), picking.actions())).encode())


def name_command(match: Match, seat: int) -> str | None:
    """Name the seat's last command if nothing has happened since that it could see.

    Whether it can be undone is asked when somebody wants to, since that takes time.
    """
    step = find_undoable(match, seat)
    return None if step is None else digest(repr((seat, match.done[seat], match.undos[seat])).encode())


def name_undo(match: Match, viewer: Viewer) -> dict[str, str] | None:
    """Return what can be taken back: its name for programs, and in words."""
    step, name = find_undoable(match, viewer.seat), name_command(match, viewer.seat)
    if step is None or name is None:
        return None
    before = match.game.view_of(step.before, viewer.seat)
    return {"at": name, "text": scene_of(match.game).describe(before, viewer, step.turn.actions)}


def offers(match: Match, viewer: Viewer, picking: Picking, path: Sequence[str]) -> list[Offer]:
    """List what can be picked after a path, and relevant picks that are not possible."""
    picks = picking.next(path)
    if not picks:
        return []
    found = list(scene_of(match.game).offers(match.view(viewer.seat), viewer, path, picks))
    kept = picking.keep(found, path) if isinstance(picking, GuidedPicking) else found
    return [_leading(offer, picking, path) for offer in kept]


def _leading(offer: Offer, picking: Picking, path: Sequence[str]) -> Offer:
    """Mark an offer whose pick does nothing yet: the page may pick it as soon as it is touched."""
    after = [*path, offer.pick]
    is_plain = offer.enabled and not (offer.command or offer.path or offer.offers or offer.cycle or offer.rest)
    leads = is_plain and picking.action(after) is None and bool(picking.next(after))
    return msgspec.structs.replace(offer, leads=True) if leads else offer


def follow(match: Match, viewer: Viewer, picking: Picking, path: Sequence[str]) -> dict[str, Any]:
    """Return what comes after a path of picks: what to do, and what can be picked."""
    following = offers(match, viewer, picking, path)
    if not following:
        raise explain(match, viewer, picking, path)
    prompt = scene_of(match.game).prompt(match.view(viewer.seat), viewer, path)
    return {"path": list(path), "prompt": prompt, "next": following}


def pick_ahead(match: Match, viewer: Viewer, path: Sequence[str]) -> dict[str, Any]:
    """Return what comes after a path of picks for the viewer's next turn; nothing comes after a path that is whole.

    Everything follows from the viewer's own view, and nothing is played: the page sends the path when it is time.
    """
    game = match.game
    view = look_ahead(game, match.view(viewer.seat), viewer)
    if view is None:
        raise IllegalCommand("not-your-turn", _("Nothing can be prepared now."))
    picking = Picking(game.notation, view, viewer.seat, game.legal(view, viewer.seat))
    action = picking.action(path)
    if action is not None:
        words = scene_of(game).describe(view, viewer, (action,))
        return {"path": list(path), "prompt": Prompt(words, _("This is done as soon as it is your turn.")), "next": []}
    following = list(scene_of(game).offers(view, viewer, path, picking.next(path))) if picking.next(path) else []
    if not following:
        raise IllegalCommand("pick", _("That cannot be chosen now. Pick one of the marked places."))
    return {"path": list(path), "prompt": scene_of(game).prompt(view, viewer, path), "next": following}


def list_ahead(match: Match, viewer: Viewer) -> list[str]:
    """List what can be picked first for the viewer's next turn."""
    if match.result or viewer.seat < 0 or viewer.seat in match.waiting():
        return []
    view = look_ahead(match.game, match.view(viewer.seat), viewer)
    if view is None:
        return []
    return Picking(match.game.notation, view, viewer.seat, match.game.legal(view, viewer.seat)).next()


class Page(NamedTuple):
    """Which of many legal actions are asked for."""

    contains: str = ""  # only those with this in their text, ignoring case
    start: int = 0


def choices(match: Match, seat: int, picking: Picking, path: Sequence[str], page: Page) -> tuple[list[str], int]:
    """List legal actions that begin with a path, as text, at most MOST_LISTED; return them and how many there are."""
    view, actions = match.view(seat), picking.actions(path)
    write = match.game.notation.format
    if not page.contains:
        shown = actions[page.start : page.start + MOST_LISTED]
        return [write(view, seat, (action,)) for action in shown], len(actions)
    wanted = page.contains.lower()
    found = [text for action in actions if wanted in (text := write(view, seat, (action,))).lower()]
    return found[page.start : page.start + MOST_LISTED], len(found)


def explain(match: Match, viewer: Viewer, picking: Picking, path: Sequence[str]) -> IllegalCommand:
    """Say why a path leads nowhere, in the game's own words if it has any."""
    refusal = _refusal(match, viewer.seat, path)
    words = scene_of(match.game).explain(match.view(viewer.seat), viewer, path, refusal)
    return IllegalCommand(refusal.code, words)


def _refusal(match: Match, seat: int, path: Sequence[str]) -> IllegalCommand:
    try:
        match.read(seat, " ".join(map(short, path)))
    except IllegalCommand as refusal:
        if "syntax" not in refusal.code:
            return refusal
    return IllegalCommand("pick", _("That cannot be chosen now. Pick one of the marked places."))
