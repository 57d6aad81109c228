"""The log of a match: what each seat, and a spectator, may read about what happened."""

from __future__ import annotations

from plowshares.core.game import Game
from plowshares.core.seats import SPECTATOR
from plowshares.engine.match import Event, describe_leaving


class Log:
    """A listener that keeps the lines of every viewer; each line is made from that viewer's views alone."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.lines: dict[int, list[str]] = {viewer: [] for viewer in (SPECTATOR, *range(seats))}

    def __call__(self, event: Event) -> None:
        """Add what every viewer may read about an event."""
        for viewer, lines in self.lines.items():
            lines.extend(self.tell(event, viewer))

    def tell(self, event: Event, viewer: int) -> list[str]:
        """Return what the viewer may read about one event."""
        if event.kind == "turn":
            before, after = self.game.view_of(event.match.state, viewer), self.game.view_of(event.state, viewer)
            return self.game.notation.tell(before, after, viewer)
        if event.kind == "left":
            name = self.game.notation.seat_name(self.game.view_of(event.state, viewer), event.seat)
            return [f"{name} {describe_leaving(event.reason)}."]
        return [event.result.sentence] if event.result else []
