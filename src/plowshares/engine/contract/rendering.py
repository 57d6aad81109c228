"""Checks of what is shown and computed from views: pictures, log, values, observations."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import msgspec
import numpy as np

from plowshares.core.seats import SPECTATOR
from plowshares.engine.contract.walk import Broken, Position

SVG = "{http://www.w3.org/2000/svg}"


def check_pictures(at: Position) -> None:
    """Every viewer gets a well-formed SVG with title and description, and a text picture."""
    for viewer in at.viewers:
        view = at.game.view_of(at.s, viewer)
        drawn = at.game.svg.board(view, viewer)
        try:
            root = ElementTree.fromstring(drawn)
        except ElementTree.ParseError as error:
            raise Broken(f"the SVG of viewer {viewer} is not well-formed: {error}") from None
        for name in ("title", "desc"):
            found = root.find(SVG + name)
            at.require(found is not None and bool(found.text), f"the SVG of viewer {viewer} has no {name}")
        at.require(bool(at.game.text.board(view, viewer).strip()), f"the text picture of viewer {viewer} is empty")
        at.require(at.game.view_of(at.s, viewer).tobytes() == view.tobytes(), "drawing changed the view")


def check_fields(at: Position) -> None:
    """Every viewer's named fields have a JSON form that reads back as the same, and the view stays as it is."""
    if at.game.fields is None:
        return
    for viewer in at.viewers:
        view = at.game.view_of(at.s, viewer)
        made = at.game.fields.fields(view, viewer)
        try:
            again = msgspec.json.decode(msgspec.json.encode(made), type=at.game.fields.View)
        except msgspec.MsgspecError as error:
            raise Broken(f"the fields of viewer {viewer} do not match their own types: {error}") from None
        at.require(again == made, f"the JSON of viewer {viewer}'s fields does not read back as the same")
        at.require(made.viewer == (None if viewer == SPECTATOR else viewer), f"the fields are of viewer {made.viewer}")
        at.require(at.game.view_of(at.s, viewer).tobytes() == view.tobytes(), "naming fields changed the view")


def check_numbers(at: Position) -> None:
    """Values lie in [-1, 1], priors are finite and not negative, observations are written whole."""
    for seat in range(at.seats):
        view = at.game.view_of(at.s, seat)
        value = float(at.game.heuristics.value(view, seat))
        at.require(-1.0 <= value <= 1.0, f"the value for seat {seat} is {value}")
        legal = np.array(at.legal(seat), np.int32)
        prior = np.full(len(legal) + 1, np.nan, np.float32)
        if len(legal):
            at.game.heuristics.prior(view, seat, legal, len(legal), prior)
            at.require(bool((prior[:-1] >= 0).all() and np.isfinite(prior[:-1]).all()), f"priors are {prior.tolist()}")
        first = np.zeros(at.game.observation.shape(at.options), at.game.observation.dtype())
        second = np.full_like(first, 7)
        at.game.observation.encode(view, seat, first)
        at.game.observation.encode(view, seat, second)
        at.require(first.tobytes() == second.tobytes(), f"the observation of seat {seat} leaves entries unwritten")


def check_log(at: Position) -> None:
    """What happens can be told to every viewer, in lines without line breaks; nothing is told of nothing."""
    for seat in at.to_act():
        for action in at.some_legal(seat)[:6]:
            after = at.game.play(at.s.clone(), seat, action)
            for viewer in at.viewers:
                before_view, after_view = at.game.view_of(at.s, viewer), at.game.view_of(after, viewer)
                for line in at.game.notation.tell(before_view, after_view, viewer):
                    at.require(bool(line.strip()) and "\n" not in line, f"a line of the log is {line!r}")
    view = at.game.view_of(at.s, SPECTATOR)
    at.require(at.game.notation.tell(view, view, SPECTATOR) == [], "the log tells something where nothing happened")
