"""Checks of actions: what is legal, what is refused, and how it is written and clicked."""

from __future__ import annotations

import itertools
from typing import Any

from plowshares.core.errors import IllegalCommand
from plowshares.core.rng import below
from plowshares.engine.contract.walk import Broken, Position
from plowshares.engine.match import Match

GARBAGE: tuple[Any, ...] = (
    "",
    " ",
    "\x00",
    "nonsense",
    "9" * 400,
    "ä e4 (1, 2) -1",
    {},
    {"kind": 7},
    {"kind": "nonsense"},
    {"kind": "\x00", "x": []},
    -1,
    1 << 40,
)


def check_legal(at: Position) -> None:
    """Legal lists are ascending, in range, empty for seats not to act, never empty for those that are."""
    acting = at.to_act()
    over = bool(at.game.rules.is_over(at.s))
    at.require(over == (not acting), f"is_over is {over} and to act are {acting}")
    for seat in range(at.seats):
        legal = at.legal(seat)
        at.require(bool(legal) == (seat in acting), f"seat {seat} has {len(legal)} legal actions, to act are {acting}")
        at.require(all(a < b for a, b in itertools.pairwise(legal)), f"not ascending: {legal[:20]}")
        at.require(
            not legal or (legal[0] >= 0 and legal[-1] < at.space.size), f"out of range: {legal[:3]} … {legal[-3:]}"
        )


def match_at(at: Position) -> Match:
    """Return a match that stands at this position."""
    match = Match(at.game, at.options, 1)
    match.result = None
    match.state = at.s.clone()
    return match


def check_refused(at: Position) -> None:
    """Actions that are not listed, other seats' and garbage are refused with IllegalCommand, and no byte changes."""
    match = match_at(at)
    before = match.state.tobytes()
    for seat in range(at.seats):
        legal = set(at.legal(seat))
        wrong = [below(at.chance, at.space.size) for _ in range(5)]
        for command in [*(action for action in wrong if action not in legal), *GARBAGE]:
            try:
                match.play(seat, command)
            except IllegalCommand as refusal:
                at.require(bool(refusal.code and refusal.args[0]), f"{command!r} is refused without code or reason")
            except Exception as error:
                raise Broken(f"{command!r} of seat {seat} raises {error!r} and not IllegalCommand") from error
            else:
                raise Broken(f"{command!r} of seat {seat} is accepted; legal are {sorted(legal)[:9]} …")
    at.require(match.state.tobytes() == before and not match.history, "a refused command changed the match")


def check_text(at: Position) -> None:
    """Every legal action is written, read back as itself, and no two are written alike."""
    for seat in at.to_act():
        view = at.game.view_of(at.s, seat)
        seen: dict[str, int] = {}
        for action in at.some_legal(seat):
            text = at.game.notation.format(view, seat, (action,))
            at.require(text not in seen, f"actions {action} and {seen.get(text)} are both written {text!r}")
            seen[text] = action
            _reads_as(at, seat, action, text, at.game.notation.parse(view, seat, text))
            shouted = at.game.notation.parse(view, seat, f"  {text} ")
            _reads_as(at, seat, action, f"  {text} ", shouted)


def check_json(at: Position) -> None:
    """Every legal action has a JSON form that reads back as itself, and no two are alike."""
    for seat in at.to_act():
        view = at.game.view_of(at.s, seat)
        seen: list[dict[str, Any]] = []
        for action in at.some_legal(seat):
            data = at.game.notation.to_json(view, seat, (action,))
            at.require(data not in seen, f"two actions have the JSON {data}")
            seen.append(data)
            _reads_as(at, seat, action, data, at.game.notation.parse_json(view, seat, data))


def _reads_as(at: Position, seat: int, action: int, written: Any, read: tuple[int, ...]) -> None:
    at.require(read == (action,), f"action {action} of seat {seat} is written {written!r}, which reads {read}")


def check_picks(at: Position) -> None:
    """No pick path is or begins another; everything but buttons and numbers is in the picture."""
    for seat in at.to_act():
        view = at.game.view_of(at.s, seat)
        drawn = at.game.svg.board(view, seat)
        paths = {at.game.notation.picks(view, seat, action): action for action in at.legal(seat)}
        at.require(len(paths) == len(at.legal(seat)), "two legal actions have the same pick path")
        beginnings = {path[:i] for path in paths for i in range(1, len(path))}
        for path, action in paths.items():
            at.require(len(path) > 0, f"action {action} has an empty pick path")
            at.require(path not in beginnings, f"pick path {path} is the beginning of another")
            for name in path:
                loose = name.startswith(("button ", "number "))
                at.require(loose or f'data-pick="{name}"' in drawn, f"{name!r} of path {path} is not in the picture")
