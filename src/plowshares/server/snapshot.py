"""The message for one viewer, made from that viewer's own view and log only."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import msgspec

from plowshares.core.art import link
from plowshares.core.game import Game
from plowshares.core.i18n import encode_text
from plowshares.core.scene import Prompt, Region, Viewer
from plowshares.core.seats import SPECTATOR, seats_of
from plowshares.engine.default_scene import scene_of
from plowshares.engine.match import Match
from plowshares.engine.picks import Picking
from plowshares.engine.record import digest
from plowshares.engine.story import Story, describe_leaving, ending_of
from plowshares.server.artwork import art_address
from plowshares.server.picks import list_ahead, name_undo, offers

RECENT = 80  # events in a message; the whole log can be asked for


class Message(msgspec.Struct):
    """A message and its name. Two messages with the same bytes have the same name, and are sent once."""

    name: str
    body: bytes


def seal(content: dict[str, Any]) -> Message:
    """Return a message with its name inside."""
    body = msgspec.json.encode(content, enc_hook=encode_text)
    name = digest(body)
    return Message(name, b'{"name":"%s",%s' % (name.encode(), body[1:]))


def show(
    match: Match, story: Story, seat: int, picking: Picking | None, extra: dict[str, Any], decision: str = ""
) -> Message:
    """Return what a seat or a spectator sees of a match."""
    game, view, viewer = match.game, match.view(seat), Viewer(seat, story.names)
    events = story.events[seat]
    return seal(
        {
            "kind": "table",
            "game": game.name,
            "title": game.title,
            "seat": seat,
            "you": None if seat == SPECTATOR else story.names[seat],
            "acting": picking is not None,
            "decision": decision,
            "prompt": _prompt(match, view, viewer),
            "begun": _begun(match, viewer),
            "undo": name_undo(match, viewer),
            **draw(game, view, viewer, art_address()),
            "ahead": list_ahead(match, viewer),
            "next": offers(match, viewer, picking, ()) if picking else [],
            "seats": panels(match, view, viewer),
            "log": events[-RECENT:],
            "logged": len(events),
            "result": _result(match, story, viewer),
            **extra,
        }
    )


def draw(game: Game, view: Any, viewer: Viewer, art: str) -> dict[str, Any]:
    """Return everything that is drawn of a view: regions, what can be inspected, the parts of the turn.

    Drawings take what they use from the sprite at an address; without one, from the page they are in.
    """
    scene = scene_of(game)
    return {
        "regions": [link_art(region, art) for region in scene.regions(view, viewer, ())],
        "things": dict(scene.things(view, viewer)),
        "phases": scene.phases(view, viewer),
    }


def link_art(region: Region, address: str) -> Region:
    """Let the drawings of a region take their art from the sprite at an address."""
    cards = tuple(
        msgspec.structs.replace(card, picture=_link_card(card.picture, address)) if card.picture else card
        for card in region.cards
    )
    return msgspec.structs.replace(
        region, svg=link(region.svg, address), overview=link(region.overview, address), cards=cards
    )


@functools.lru_cache(4096)
def _link_card(picture: str, address: str) -> str:
    """Link a picture of a card: they are small, and the same on every screen."""
    return link(picture, address)


def curtain(match: Match, names: Sequence[str], call: int | None, extra: dict[str, Any]) -> Message:
    """Return the neutral page of a screen that several people share: whose turn it is, and nothing of the board."""
    who = None if call is None else names[call]
    return seal(
        {"kind": "curtain", "game": match.game.name, "title": match.game.title, "call": call, "who": who, **extra}
    )


def panels(match: Match, view: Any, viewer: Viewer) -> list[dict[str, Any]]:
    """Describe the seats as the viewer knows them; who is to act is read from the view, too."""
    acting = [] if match.result else seats_of(match.game.rules.to_act(view))
    shown = scene_of(match.game).panels(view, viewer)
    return [
        {
            "name": viewer.name(seat),
            "who": viewer.names[seat],
            "acting": seat in acting,
            "left": describe_leaving(viewer, seat, match.left[seat]) if seat in match.left else None,
            "score": match.result.scores[seat] if match.result else None,
            "outcome": match.result.outcome[seat] if match.result else None,
            "panel": shown[seat],
        }
        for seat in range(match.seats)
    ]


def clocks(match: Match) -> list[dict[str, Any]] | None:
    """Return everybody's time, or None if the match has none. It is not part of a message's name, because it runs."""
    control = match.clocks.control
    if control.bank is None and control.per_move is None:
        return None
    times = [match.clocks.left(seat) for seat in range(match.seats)]
    return [
        {"left": None if left == math.inf else round(left, 1), "running": seat in match.clocks.since}
        for seat, left in enumerate(times)
    ]


def _prompt(match: Match, view: Any, viewer: Viewer) -> Prompt:
    if match.result:
        ending = ending_of(match.game, match.state, viewer, match.result)
        return Prompt(ending.title, ending.reason)
    return scene_of(match.game).prompt(view, viewer, ())


def _result(match: Match, story: Story, viewer: Viewer) -> dict[str, Any] | None:
    if match.result is None:
        return None
    return {
        "ending": ending_of(match.game, match.state, viewer, match.result),
        "reason": match.result.reason,
        "outcome": match.result.outcome,
        "scores": match.result.scores,
        "chart": story.chart(),
    }


def _begun(match: Match, viewer: Viewer) -> str:
    draft = match.draft(viewer.seat)
    if not draft:
        return ""
    return scene_of(match.game).describe(match.game.view_of(match.state, viewer.seat), viewer, draft)
