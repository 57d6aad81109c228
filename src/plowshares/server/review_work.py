"""What a process does for reviews: work on them, tell them in words, show moments of a match."""

from __future__ import annotations

from typing import Any

import msgspec

from plowshares import registry
from plowshares.core.errors import InvalidOption
from plowshares.core.i18n import encode_text, render
from plowshares.core.scene import Viewer
from plowshares.engine.default_scene import scene_of
from plowshares.engine.record import digest, read_record
from plowshares.review import model, reviewer
from plowshares.review.habits import Played, tell_habits
from plowshares.review.hidden import beliefs_of, heat_label, hidden_things
from plowshares.review.moments import Moments
from plowshares.review.report import report
from plowshares.server.artwork import art_address
from plowshares.server.slow_jobs import job
from plowshares.server.snapshot import draw

MOST_MOMENTS = 8  # matches in memory
_moments: dict[str, Moments] = {}


@job
def review_part(data: bytes, findings: bytes | None, depth: str, seconds: float) -> tuple[bool, bytes]:
    """Go on with a review for some seconds; return whether it is complete, and what was found so far."""
    moments = _find_moments(data)
    found = reviewer.go_on(moments, _findings(moments, findings, depth), seconds)
    return found.is_complete, model.encode(found)


@job
def tell_review(data: bytes, findings: bytes | None, depth: str, seat: int, names: tuple[str, ...]) -> dict[str, Any]:
    """Return a review in words, as far as it has come."""
    moments = _find_moments(data)
    _check_seat(moments, seat)
    told = report(moments, _findings(moments, findings, depth), seat, names)
    plain: dict[str, Any] = msgspec.to_builtins(told, enc_hook=encode_text)
    return plain


@job
def show_habits(matches: list[tuple[bytes, bytes, int]]) -> list[str]:
    """Say what some reviewed matches of a player have in common."""
    played = []
    for data, findings, seat in matches:
        moments, found = _find_moments(data), model.decode(findings)
        if found is not None and reviewer.fits(found, moments) and found.is_complete:
            played.append(Played(moments, found, seat))
    return [render(each) for each in tell_habits(played)]


@job
def show_beliefs(data: bytes, n: int, seat: int, names: tuple[str, ...]) -> dict[str, Any]:
    """Return what a seat should have believed at a moment of a finished match."""
    moments = _find_moments(data)
    _check_seat(moments, seat)
    _check_position(moments, n)
    game = moments.game
    view = game.view_of(moments.state(n), seat)
    found = hidden_things(game, view, Viewer(seat, names), beliefs_of(game, view, seat))
    plain: dict[str, Any] = msgspec.to_builtins({"heat": heat_label(game), "hidden": found}, enc_hook=encode_text)
    return plain


@job
def show_truth(data: bytes, n: int, seat: int, names: tuple[str, ...]) -> dict[str, Any]:
    """Return a position of a finished match with nothing hidden, from where a seat sits."""
    moments = _find_moments(data)
    _check_seat(moments, seat)
    _check_position(moments, n)
    s, viewer = moments.state(n), Viewer(seat, names)
    panels = scene_of(moments.game).panels(s, viewer)
    seats = [{"who": name, "panel": panel} for name, panel in zip(names, panels, strict=True)]
    plain: dict[str, Any] = msgspec.to_builtins(
        {"n": n, **draw(moments.game, s, viewer, art_address()), "seats": seats}, enc_hook=encode_text
    )
    return plain


def _check_position(moments: Moments, n: int) -> None:
    if not 0 <= n < len(moments):
        raise InvalidOption(f"position {n} is not from 0 to {len(moments) - 1}")


def _findings(moments: Moments, findings: bytes | None, depth: str) -> model.Findings:
    """Return what was found so far; a review of another record, or in another format, begins again."""
    found = model.decode(findings) if findings else None
    return found if found is not None and reviewer.fits(found, moments) else reviewer.begin(moments, depth)


def _check_seat(moments: Moments, seat: int) -> None:
    if not 0 <= seat < moments.seats:
        raise InvalidOption(f"{seat} is not a seat: there are 0 to {moments.seats - 1}")


def _find_moments(data: bytes) -> Moments:
    key = digest(data)
    if key not in _moments:
        if len(_moments) >= MOST_MOMENTS:
            _moments.pop(next(iter(_moments)))
        _moments[key] = Moments(read_record(data), registry.find)
    return _moments[key]
