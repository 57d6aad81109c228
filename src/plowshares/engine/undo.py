"""Undoing a whole command: only where nobody has acted since, and nobody has learned anything by it.

Everything here is worked out from what the seat itself knows. If it were not, a refusal would tell the seat
something: that a rival has chosen in secret, or that one has seen its unit in the fog.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from plowshares.core.errors import IllegalCommand
from plowshares.core.game import Game
from plowshares.core.seats import SPECTATOR, seats_of
from plowshares.engine.chance import find_generators
from plowshares.engine.match import Match, Step, Turn
from plowshares.engine.record import digest

WORLDS = 8  # that the seat may take for the real one
DOUBTS = 32  # worlds that another viewer may take for each of them: few, and what is unlikely is not thought of
ANSWERS = 40  # of the next seats, tried in each world
LEARNED = "it showed you something that you could not know before"
SHOWN = "it may have shown others something that was yours to know"
DRAWN = "chance was drawn by it"
SECRET = "others may have acted since without your seeing it"


def undo(match: Match, seat: int) -> Turn:
    """Take back the seat's last command; raise IllegalCommand, with the reason, where that would be unfair."""
    step = find_undoable(match, seat)
    if step is not None:
        reason = find_objection(match, step)
        if reason:
            raise IllegalCommand("acted" if reason is SECRET else "revealed", f"{step.turn.text!r} stands: {reason}")
    elif match.last_step(seat) is not None:
        raise IllegalCommand("acted", "somebody else has acted since")
    return match.undo(seat)


def find_undoable(match: Match, seat: int) -> Step | None:
    """Return the seat's last command if nothing has happened since, as far as the seat can see."""
    step = match.last_step(seat)
    if step is None or match.state is step.after:
        return step
    return step if _seen(match.game, match.state, seat) == _seen(match.game, step.after, seat) else None


def find_objection(match: Match, step: Step) -> str:
    """Say why a command has to stand, from its own seat's views alone; empty if it need not."""
    game, seat, actions = match.game, step.turn.seat, step.turn.actions
    after = _seen(game, step.after, seat)
    for world in _imagine(game, step.before, seat, WORLDS):
        played = _follow(match, world, seat, actions)
        if played is None or _seen(game, played, seat) != after:
            return LEARNED
        if chance_in(played) != chance_in(world):
            return DRAWN
        others = [viewer for viewer in (SPECTATOR, *range(match.seats)) if viewer != seat]
        if any(_tells(match, world, played, viewer, step.turn) for viewer in others):
            return SHOWN
        if _hides_answers(match, played, seat, after):
            return SECRET
    return ""


def _tells(match: Match, world: Any, played: Any, viewer: int, turn: Turn) -> bool:
    """Ask whether a viewer sees something that it could not foresee, given that this command is played."""
    after = _seen(match.game, played, viewer)
    if _seen(match.game, world, viewer) == after:
        return False
    for other in _imagine(match.game, world, viewer, DOUBTS):
        again = _follow(match, other, turn.seat, turn.actions)
        if again is None or _seen(match.game, again, viewer) != after:
            return True
    return False


def _hides_answers(match: Match, s: Any, seat: int, seen: bytes) -> bool:
    """Ask whether another seat could do something now that this seat would not notice."""
    for other in set(seats_of(match.game.rules.to_act(s))) - {seat, *match.left}:
        legal = match.game.legal(s, other)
        for action in legal[:: max(1, -(-len(legal) // ANSWERS))]:
            if _seen(match.game, _finish(match, s, other, action), seat) == seen:
                return True
    return False


def _finish(match: Match, s: Any, seat: int, action: int) -> Any:
    """Return the State after a command that begins with an action."""
    s = match.game.play(s.clone(), seat, action)
    while match.game.rules.is_unfinished(s, seat):
        s = match.game.play(s, seat, match.game.legal(s, seat)[0])
    return s


def _follow(match: Match, s: Any, seat: int, actions: tuple[int, ...]) -> Any:
    """Return the State after some actions; None if they are not legal."""
    s = s.clone()
    for action in actions:
        if action not in match.game.legal(s, seat):
            return None
        s = match.game.play(s, seat, action)
    return s


def _seen(game: Game, s: Any, viewer: int) -> bytes:
    view: bytes = game.view_of(s, viewer).tobytes()
    return view


def _imagine(game: Game, s: Any, viewer: int, count: int) -> Iterator[Any]:
    """Yield worlds that a viewer may take for the real one; the same ones whenever it sees the same."""
    view = game.view_of(s, viewer)
    seed = int(digest(view.tobytes())[:15], 16)
    for i in range(count):
        world = view.clone()
        game.view.sample_for(world, viewer, np.uint64(seed + i))
        yield world


def chance_in(s: Any) -> list[bytes]:
    """Return the memory of every generator in a State."""
    memory = s.tobytes()
    return [memory[start:end] for start, end in find_generators(type(s).layout)]
