"""The work of the review processes: one searches, another words the findings and shows moments of a match.

Readers never wait for the compiler: the wording process interprets kernels that are not compiled yet.
"""

from __future__ import annotations

from typing import Any

import msgspec

from plowshares import registry
from plowshares.core.errors import InvalidOption
from plowshares.core.i18n import current_language, encode_text, render
from plowshares.core.jit import set_compile_in_background
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
MOST_TOLD = 32  # reviews in words
_moments: dict[str, Moments] = {}
_told: dict[str, dict[str, Any]] = {}


@job
def review_part(data: bytes, findings: bytes | None, depth: str, seconds: float) -> tuple[bool, bytes]:
    """Continue a review for some seconds; return whether it is complete, and its findings so far."""
    moments = _find_moments(data)
    found = reviewer.go_on(moments, _findings(moments, findings, depth), seconds)
    return found.is_complete, model.encode(found)


@job
def tell_review(data: bytes, findings: bytes | None, depth: str, seat: int, names: tuple[str, ...]) -> dict[str, Any]:
    """Return a review in words, as far as it has come."""
    set_compile_in_background()
    moments = _find_moments(data)
    _check_seat(moments, seat)
    key = digest(data, findings or b"", f"{depth} {seat} {names} {current_language().code}".encode())
    if key not in _told:
        told = report(moments, _findings(moments, findings, depth), seat, names)
        _told[key] = msgspec.to_builtins(told, enc_hook=encode_text)
        while len(_told) > MOST_TOLD:
            _told.pop(next(iter(_told)))
    return _told[key]


@job
def show_habits(matches: list[tuple[bytes, bytes, int]]) -> list[str]:
    """Describe what some reviewed matches of a player have in common."""
    set_compile_in_background()
    played = []
    for data, findings, seat in matches:
        moments, found = _find_moments(data), model.decode(findings)
        if found is not None and reviewer.fits(found, moments) and found.is_complete:
            played.append(Played(moments, found, seat))
    return [render(each) for each in tell_habits(played)]


@job
def show_beliefs(data: bytes, n: int, seat: int, names: tuple[str, ...]) -> dict[str, Any]:
    """Return what a seat should have believed at a moment of a finished match."""
    set_compile_in_background()
    moments = _find_moments(data)
    _check_seat(moments, seat)
    _check_position(moments, n)
    game = moments.game
    view = game.view_of(moments.state(n), seat)
    found = hidden_things(game, view, Viewer(seat, names), beliefs_of(game, view, seat))
    plain: dict[str, Any] = msgspec.to_builtins({"heat": heat_label(game), "hidden": found}, enc_hook=encode_text)
    return plain


@job
def show_moment(data: bytes, n: int, seat: int, names: tuple[str, ...], is_open: bool) -> dict[str, Any]:
    """Return a position of a finished match from where a seat sits: as it saw it, or with nothing hidden."""
    set_compile_in_background()
    moments = _find_moments(data)
    _check_seat(moments, seat)
    _check_position(moments, n)
    game, s, viewer = moments.game, moments.state(n), Viewer(seat, names)
    seen = s if is_open else game.view_of(s, seat)
    panels = scene_of(game).panels(seen, viewer)
    seats = [{"who": name, "panel": panel} for name, panel in zip(names, panels, strict=True)]
    found = {"n": n, "count": len(moments), "title": game.title, "seats": seats}
    shown = {**found, **draw(game, seen, viewer, art_address())}
    plain: dict[str, Any] = msgspec.to_builtins(shown, enc_hook=encode_text)
    return plain


def _check_position(moments: Moments, n: int) -> None:
    if not 0 <= n < len(moments):
        raise InvalidOption(f"position {n} is not from 0 to {len(moments) - 1}")


def _findings(moments: Moments, findings: bytes | None, depth: str) -> model.Findings:
    """Return the findings so far; new ones if they are of another record or in another format."""
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
