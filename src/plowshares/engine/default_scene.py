"""The scene of a game that has none of its own: one drawing, the words of its notation, no animation."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from plowshares.core.errors import IllegalCommand
from plowshares.core.game import Game, Scene
from plowshares.core.i18n import _, join
from plowshares.core.scene import (
    Amount,
    Ending,
    Event,
    Figures,
    Guide,
    Offer,
    Panel,
    Phases,
    Picture,
    Prompt,
    Region,
    Thing,
    Viewer,
)
from plowshares.core.seats import SPECTATOR, has_seat, seats_of
from plowshares.engine.picks import label_all


def scene_of(game: Game) -> Scene:
    """Return the scene of a game: its own, or the one made from its notation and drawing."""
    return game.scene if game.scene is not None else DefaultScene(game)


def look_ahead(game: Game, view: Any, viewer: Viewer) -> Any:
    """Return a view in which the viewer may prepare a command while others think (`hooks.Ahead`); None without one."""
    hook = getattr(game.scene, "ahead", None)
    return None if hook is None else hook(view, viewer)


def figures_of(game: Game, s: Any) -> Figures | None:
    """Return what a game counts of every seat, for the chart at the end (`hooks.Tally`); None without a hook."""
    hook = getattr(game.scene, "tally", None)
    return None if hook is None else hook(s)


class DefaultScene:
    """Shows any game with what every game has."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def regions(self, s: Any, viewer: Viewer, marked: Collection[str], /) -> Sequence[Region]:
        """Draw the board."""
        return [Region("board", "board", _("Board"), svg=self._game.svg.board(s, viewer.seat, marked))]

    def sketch(self, s: Any, viewer: Viewer, marked: Collection[str], /) -> str:
        """Draw the board as text."""
        return self._game.text.board(s, viewer.seat, marked)

    def things(self, s: Any, viewer: Viewer, /) -> Mapping[str, Thing]:
        """Describe nothing: the drawing has titles."""
        return {}

    def prompt(self, s: Any, viewer: Viewer, path: Sequence[str], /) -> Prompt:
        """Say what the game's notation says."""
        acting = has_seat(self._game.rules.to_act(s), viewer.seat) if viewer.seat != SPECTATOR else False
        if not acting:
            waiting = [viewer.name(seat) for seat in seats_of(self._game.rules.to_act(s))]
            return Prompt(_("Waiting for {names}", names=join(waiting)) if waiting else _("Waiting"))
        if path:
            return Prompt(_("Choose what comes next"), _("Marked places can be picked."))
        return Prompt(_("Your turn"), self._game.notation.prompt(s, viewer.seat))

    def offers(self, s: Any, viewer: Viewer, path: Sequence[str], picks: Sequence[str], /) -> Sequence[Offer]:
        """Name every pick as the drawing does; numbers become one stepper."""
        numbers = [int(pick.removeprefix("number ")) for pick in picks if pick.startswith("number ")]
        amount = Amount(min(numbers), max(numbers), min(numbers)) if numbers else None
        return [
            Offer(pick, label, amount=amount if pick.startswith("number ") else None)
            for pick, label in zip(picks, label_all(picks), strict=True)
        ]

    def panels(self, s: Any, viewer: Viewer, /) -> Sequence[Panel]:
        """Name every seat as the game does."""
        seats = range(len(viewer.names))
        return [Panel(line=self._game.notation.seat_name(s, seat)) for seat in seats]

    def phases(self, s: Any, viewer: Viewer, /) -> Phases | None:
        """Show no phases."""
        return None

    def events(self, before: Any, after: Any, viewer: Viewer, /) -> Sequence[Event]:
        """Tell what the notation tells."""
        return [Event("say", line) for line in self._game.notation.tell(before, after, viewer.seat)]

    def describe(self, s: Any, viewer: Viewer, actions: tuple[int, ...], /) -> str:
        """Return the command as it is written."""
        return self._game.notation.format(s, viewer.seat, actions)

    def explain(self, s: Any, viewer: Viewer, path: Sequence[str], refusal: IllegalCommand, /) -> str:
        """Return the words of the refusal."""
        return str(refusal.args[0])

    def reason(self, s: Any, viewer: Viewer, actions: tuple[int, ...], /) -> str:
        """Give no reason."""
        return ""

    def ending(self, s: Any, viewer: Viewer, reason: str, outcome: Sequence[float], /) -> Ending:
        """Say who won; the reason is the game's own sentence where the match ended by the rules."""
        over = bool(self._game.rules.is_over(s))
        return Ending(headline(viewer, outcome), self._game.notation.describe_result(s)[1] if over else "")

    def guide(self) -> Guide | None:
        """Offer no guided match."""
        return None

    def how_to_play(self) -> Sequence[Picture]:
        """Offer no pictures."""
        return ()


def headline(viewer: Viewer, outcome: Sequence[float]) -> str:
    """Return the result in two words: who won, or that nobody did."""
    best = max(outcome)
    winners = [seat for seat, value in enumerate(outcome) if value == best]
    if len(winners) == len(outcome):
        return _("Draw")
    if viewer.seat in winners and viewer.seat != SPECTATOR:
        return _("You won") if len(winners) == 1 else _("You share the victory")
    if viewer.seat != SPECTATOR:
        return _("You lost")
    if len(winners) == 1:
        return _("{name} won", name=viewer.names[winners[0]])
    return _("{names} share the victory", names=join([viewer.names[seat] for seat in winners]))
