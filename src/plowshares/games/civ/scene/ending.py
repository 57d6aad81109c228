"""How a match ended, for the viewer."""

from __future__ import annotations

from collections.abc import Sequence

from plowshares.core.i18n import Text, _, join, ngettext
from plowshares.core.scene import Ending, Figures, Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.games.civ.rules.ending import score_of, standing
from plowshares.games.civ.scene import words
from plowshares.games.civ.state import State

POINTS = 3  # players are ranked by survival, conquest and points before anything else


def ending(s: State, viewer: Viewer, reason: str, outcome: Sequence[float]) -> Ending:
    """Say who won, why it is over, and what everybody has."""
    best = max(outcome)
    winners = [seat for seat, points in enumerate(outcome) if points == best]
    return Ending(_title(viewer, winners, len(outcome)), _reason(s, viewer, reason, winners), _rows(s, viewer))


def tally(s: State) -> Figures:
    """Count the points of every nation."""
    return Figures(_("Points"), tuple(int(score_of(s, seat)) for seat in range(int(s.options.players))))


def _title(viewer: Viewer, winners: list[int], players: int) -> Text:
    if len(winners) == players:
        return _("Draw")
    if viewer.seat in winners:
        return _("You won") if len(winners) == 1 else _("You share the first place")
    if viewer.seat != SPECTATOR:
        return _("You lost")
    return _("{names} won", names=join([viewer.names[seat] for seat in winners]))


def _reason(s: State, viewer: Viewer, reason: str, winners: list[int]) -> Text:
    winner, n = winners[0], int(s.round)
    name, mine = viewer.names[winner], viewer.is_me(winner)
    if reason == "conquest":
        if mine:
            return _("You own every city, in round {n}.", n=n)
        return _("{name} owns every city, in round {n}.", name=name, n=n)
    if reason != "cap":
        return _("The game ended early, in round {n}.", n=n)
    points = int(score_of(s, winner))
    if len(winners) > 1:
        return _("All rounds are played, and the best have {points} each.", points=words.points(points))
    more = _tie_break(s, winner)
    if more is not None:
        return _decided(viewer, winner, n, words.points(points), more)
    if mine:
        return _("All {n} rounds are played, and you have the most points: {points}.", n=n, points=points)
    return _("All {n} rounds are played, and {name} has the most points: {points}.", n=n, name=name, points=points)


def _decided(viewer: Viewer, winner: int, n: int, points: Text, more: Text) -> Text:
    if viewer.is_me(winner):
        return _(
            "All {n} rounds are played. The best have {points} each, and you have {more}.",
            n=n,
            points=points,
            more=more,
        )
    name = viewer.names[winner]
    return _(
        "All {n} rounds are played. The best have {points} each, and {name} has {more}.",
        n=n,
        points=points,
        name=name,
        more=more,
    )


def _tie_break(s: State, winner: int) -> Text | None:
    """Say what decided between players with the winner's points; None if nobody else has as many."""
    best = standing(s, winner)
    others = (standing(s, seat) for seat in range(s.options.players) if seat != winner)
    second = max((each for each in others if each[:POINTS] == best[:POINTS]), default=None)
    if second is None:
        return None
    more = (_("more cities"), _("more armies"), _("healthier armies"))
    return next((more[n - POINTS] for n in range(POINTS, len(best)) if best[n] != second[n]), None)


def _rows(s: State, viewer: Viewer) -> tuple[tuple[str, str], ...]:
    order = sorted(range(s.options.players), key=lambda seat: -int(score_of(s, seat)))
    return tuple((viewer.name(seat), _row(s, seat)) for seat in order)


def _row(s: State, seat: int) -> Text:
    p = s.players[seat]
    if p.fallen:
        return _("eliminated")
    return ngettext(
        "{points}: {cities}, {n} unit",
        "{points}: {cities}, {n} units",
        int(p.unit_count),
        points=words.points(score_of(s, seat)),
        cities=words.cities(p.city_count),
    )
