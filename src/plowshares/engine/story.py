"""The story of a match for people: what every seat, and a spectator, sees happen, as typed events with sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plowshares.core.game import Game
from plowshares.core.i18n import Text, _
from plowshares.core.scene import Chart, Ending, Figures, Viewer, you_or
from plowshares.core.scene import Event as Shown
from plowshares.core.seats import SPECTATOR
from plowshares.engine.default_scene import figures_of, headline, scene_of
from plowshares.engine.match import Event, Listener, Result

MOMENTS = 160  # of a chart, about


class Story:
    """A listener that keeps the events of every viewer; each is made from that viewer's views alone."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game = game
        self.names = tuple(names)
        self.events: dict[int, list[Shown]] = {viewer: [] for viewer in (SPECTATOR, *range(len(self.names)))}
        self._figures: list[Figures] = []

    def __call__(self, event: Event) -> None:
        """Add what every viewer sees of an event."""
        self.add(event, event.match.state)

    def add(self, event: Event, before: Any) -> None:
        """Add what every viewer sees of an event that found a State, such as one that is played again."""
        for viewer, events in self.events.items():
            events.extend(tell_event(self.game, event, before, Viewer(viewer, self.names)))
        figures = figures_of(self.game, event.state)
        if figures is not None:
            self._figures.append(figures)

    def chart(self) -> Chart | None:
        """Return how the match went, in what the game counts. It is made from full States: for after the end only."""
        if not self._figures:
            return None
        last, step = self._figures[-1], max(1, len(self._figures) // MOMENTS)
        moments = [*self._figures[:-1:step], last]
        series = zip(*(each.values for each in moments), strict=True)
        return Chart(last.label, tuple(series), last.goal)

    def follow(self) -> Listener:
        """Return a listener to a match that is played again, whose events may come later than they happen."""
        before: list[Any] = []

        def hear(event: Event) -> None:
            if before:
                self.add(event, before.pop())
            before.append(event.state)

        return hear

    def lines(self, viewer: int) -> list[str]:
        """Return the sentences that a viewer may read."""
        return [event.text for event in self.events[viewer] if event.text]


def tell_event(game: Game, event: Event, before: Any, viewer: Viewer) -> list[Shown]:
    """Return what a viewer sees of an event; `before` is the full State it found."""
    scene, seat = scene_of(game), viewer.seat
    if event.kind == "turn":
        return list(scene.events(game.view_of(before, seat), game.view_of(event.state, seat), viewer))
    if event.undone is not None:
        return _tell_undone(game, event, before, viewer)
    if event.kind == "left":
        return [Shown("say", _tell_left(event, viewer), seat=None if event.seat == SPECTATOR else event.seat)]
    if event.result is None:
        return []
    ending = ending_of(game, event.state, viewer, event.result)
    return [Shown("result", _("{title}. {reason}", title=ending.title, reason=ending.reason))]


def _tell_left(event: Event, viewer: Viewer) -> Text:
    if event.seat == SPECTATOR and event.reason == "agreed":
        return _("The players have agreed to a draw.")
    if event.seat == SPECTATOR:
        return _("Everybody who was left has gone.")
    return describe_leaving(viewer, event.seat, event.reason)


def describe_leaving(viewer: Viewer, seat: int, reason: str) -> Text:
    """Say in a sentence why a player has left."""
    name = viewer.names[seat]
    match reason:
        case "resigned":
            return you_or(viewer, seat, _("You resigned."), _("{name} resigned.", name=name))
        case "time":
            return you_or(viewer, seat, _("You ran out of time."), _("{name} ran out of time.", name=name))
        case "illegal":
            return _("{name} gave too many commands that are not allowed.", name=name)
        case "away":
            return you_or(viewer, seat, _("You stayed away."), _("{name} stayed away.", name=name))
        case "failed":
            return _("{name} failed at the same time.", name=name)
    return _("{name} stopped running.", name=name)


def _tell_undone(game: Game, event: Event, before: Any, viewer: Viewer) -> list[Shown]:
    """Say what was undone to its own seat, and that something was to those who had noticed it."""
    now = game.view_of(event.state, viewer.seat)
    if viewer.is_me(event.seat) and event.undone is not None:
        what = scene_of(game).describe(now, viewer, event.undone.actions)
        return [Shown("say", _("You took back: {what}.", what=what), seat=event.seat)]
    if now.tobytes() == game.view_of(before, viewer.seat).tobytes():
        return []
    return [Shown("say", _("{name} took back the last move.", name=viewer.names[event.seat]), seat=event.seat)]


def ending_of(game: Game, s: Any, viewer: Viewer, result: Result) -> Ending:
    """Say how a match ended, also when the rules did not end it; `s` is the full State."""
    shown = scene_of(game).ending(game.view_of(s, viewer.seat), viewer, result.reason, result.outcome)
    if game.rules.is_over(s):
        return shown
    losers = [seat for seat, value in enumerate(result.outcome) if value < max(result.outcome)]
    title, why = headline(viewer, result.outcome), _("The others have left.")
    if result.reason == "agreed":
        why = _("The players have agreed to a draw.")
    elif len(losers) == 1:
        why = describe_leaving(viewer, losers[0], result.reason)
    return Ending(title, why, shown.rows)
