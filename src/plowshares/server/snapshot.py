"""What one viewer is sent. Everything here is made from that viewer's own view and log, and nothing else."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from plowshares.core.seats import SPECTATOR, seats_of
from plowshares.engine.log import Log
from plowshares.engine.match import Match
from plowshares.engine.picks import Picking
from plowshares.engine.record import digest
from plowshares.server.picks import name_command, offers

RECENT = 80  # log lines in a message; the whole log can be asked for


class Message(msgspec.Struct):
    """A message and its name. Two messages with the same bytes have the same name, and are sent once."""

    name: str
    body: bytes


def seal(content: dict[str, Any]) -> Message:
    """Return a message with its name inside."""
    body = msgspec.json.encode(content)
    name = digest(body)
    return Message(name, b'{"name":"%s",%s' % (name.encode(), body[1:]))


def show(
    match: Match, log: Log, viewer: int, picking: Picking | None, extra: dict[str, Any], decision: str = ""
) -> Message:
    """Return what a seat, or a spectator, is shown of a match."""
    game, view = match.game, match.view(viewer)
    first = offers(picking, ()) if picking else []
    lines = log.lines[viewer]
    result = match.result
    return seal(
        {
            "kind": "table",
            "game": game.name,
            "title": game.title,
            "seat": viewer,
            "you": None if viewer == SPECTATOR else game.notation.seat_name(view, viewer),
            "acting": picking is not None,
            "decision": decision,
            "prompt": _prompt(match, view, viewer, picking),
            "begun": _begun(match, viewer),
            "undo": name_command(match, viewer),
            "board": game.svg.board(view, viewer, [offer["pick"] for offer in first]),
            "next": first,
            "seats": panels(match, view),
            "log": lines[-RECENT:],
            "logged": len(lines),
            "result": msgspec.to_builtins(result) if result else None,
            **extra,
        }
    )


def curtain(match: Match, call: int | None, extra: dict[str, Any]) -> Message:
    """Return the neutral page of a screen that several people share: whose turn it is, and nothing of the board."""
    view = match.game.view_of(match.state, SPECTATOR)
    name = None if call is None else match.game.notation.seat_name(view, call)
    who = None if call is None else match.names[call]
    return seal(
        {"kind": "curtain", "title": match.game.title, "call": call, "call_name": name, "call_who": who, **extra}
    )


def panels(match: Match, view: Any) -> list[dict[str, Any]]:
    """Describe the seats as the viewer knows them; who is to act is read from the view, too."""
    acting = [] if match.result else seats_of(match.game.rules.to_act(view))
    return [
        {
            "name": match.game.notation.seat_name(view, seat),
            "who": match.names[seat],
            "acting": seat in acting,
            "left": match.left.get(seat),
            "score": match.result.scores[seat] if match.result else None,
            "outcome": match.result.outcome[seat] if match.result else None,
        }
        for seat in range(match.seats)
    ]


def clocks(match: Match) -> list[dict[str, Any]] | None:
    """Return everybody's time, or None if the match has none. It is no part of a message's name: it runs."""
    control = match.clocks.control
    if control.bank is None and control.per_move is None:
        return None
    times = [match.clocks.left(seat) for seat in range(match.seats)]
    return [
        {"left": None if left == math.inf else round(left, 1), "running": seat in match.clocks.since}
        for seat, left in enumerate(times)
    ]


def _prompt(match: Match, view: Any, viewer: int, picking: Picking | None) -> str:
    if match.result:
        return match.result.sentence
    if picking is not None:
        return match.game.notation.prompt(view, viewer)
    waiting = [match.game.notation.seat_name(view, seat) for seat in seats_of(match.game.rules.to_act(view))]
    return f"Waiting for {' and '.join(waiting)}." if waiting else "Waiting."


def _begun(match: Match, viewer: int) -> str:
    draft = match.draft(viewer)
    if not draft:
        return ""
    return match.game.notation.format(match.game.view_of(match.state, viewer), viewer, draft)
