"""The log of a match: what each seat, and a spectator, may read about what happened."""

from __future__ import annotations

from typing import Any

from plowshares.core.game import Game
from plowshares.core.seats import SPECTATOR
from plowshares.engine.match import Event, Listener, describe_leaving


class Log:
    """A listener that keeps the lines of every viewer; each line is made from that viewer's views alone."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.lines: dict[int, list[str]] = {viewer: [] for viewer in (SPECTATOR, *range(seats))}

    def __call__(self, event: Event) -> None:
        """Add what every viewer may read about an event."""
        self.add(event, event.match.state)

    def add(self, event: Event, before: Any) -> None:
        """Add what every viewer may read about an event that found a State, such as one that is played again."""
        for viewer, lines in self.lines.items():
            told = tell_event(self.game, event, before, viewer)
            if event.kind != "result" or told != lines[-1:]:  # a game may have told how it ends with the last turn
                lines.extend(told)

    def follow(self) -> Listener:
        """Return a listener to a match that is played again, whose events may come later than they happen."""
        before: list[Any] = []

        def hear(event: Event) -> None:
            if before:
                self.add(event, before.pop())
            before.append(event.state)

        return hear


def tell_event(game: Game, event: Event, before: Any, viewer: int) -> list[str]:
    """Return what a viewer may read about an event; `before` is the full State it found."""
    if event.kind == "turn":
        return game.notation.tell(game.view_of(before, viewer), game.view_of(event.state, viewer), viewer)
    if event.undone is not None:
        return _tell_undone(game, event, before, viewer)
    if event.kind == "left" and event.seat == SPECTATOR:
        return [f"All who were left {describe_leaving(event.reason)}."]
    if event.kind == "left":
        name = game.notation.seat_name(game.view_of(event.state, viewer), event.seat)
        return [f"{name} {describe_leaving(event.reason)}."]
    return [event.result.sentence] if event.result else []


def _tell_undone(game: Game, event: Event, before: Any, viewer: int) -> list[str]:
    """Say what was undone to its own seat, and that something was to those who had noticed it."""
    now = game.view_of(event.state, viewer)
    name = game.notation.seat_name(now, event.seat)
    if viewer == event.seat and event.undone is not None:
        return [f"{name} took back: {event.undone.text}."]
    if now.tobytes() == game.view_of(before, viewer).tobytes():
        return []
    return [f"{name} took back the last command."]
