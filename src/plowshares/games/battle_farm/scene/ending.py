"""How a match ended, for the viewer."""

from __future__ import annotations

from collections.abc import Sequence

from plowshares.core.i18n import Text, _, join
from plowshares.core.scene import Ending, Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.games.battle_farm.scene import words
from plowshares.games.battle_farm.state import State


def ending(s: State, viewer: Viewer, reason: str, outcome: Sequence[float]) -> Ending:
    """Say who won, why it is over, and what everybody has."""
    best = max(outcome)
    winners = [seat for seat, points in enumerate(outcome) if points == best]
    return Ending(_title(viewer, winners, len(outcome)), _reason(s, viewer, reason, winners), _rows(s))


def _title(viewer: Viewer, winners: list[int], players: int) -> Text:
    if len(winners) == players:
        return _("Draw")
    if viewer.seat in winners:
        return _("You won") if len(winners) == 1 else _("You won together")
    if viewer.seat != SPECTATOR:
        return _("You lost")
    return _("{names} won", names=join([viewer.names[seat] for seat in winners]))


_CODES = ("win-limit", "deck", "cap")


def _reason(s: State, viewer: Viewer, reason: str, winners: list[int]) -> Text:
    n = int(s.round)
    if reason not in _CODES:
        return _("The game ended early, in round {n}.", n=n)
    winner = winners[0]
    coins, name, mine = words.coins(s.coins[winner]), viewer.names[winner], viewer.is_me(winner)
    if reason == "win-limit":
        if mine:
            return _("You have the most: {coins}. The limit was reached in round {n}.", coins=coins, n=n)
        return _("{name} has the most: {coins}. The limit was reached in round {n}.", name=name, coins=coins, n=n)
    if reason == "deck":
        if mine:
            return _("You have the most: {coins}. The deck was used up in round {n}.", coins=coins, n=n)
        return _("{name} has the most: {coins}. The deck was used up in round {n}.", name=name, coins=coins, n=n)
    if mine:
        return _("You have the most after the last round: {coins}.", coins=coins)
    return _("{name} has the most after the last round: {coins}.", name=name, coins=coins)


def _rows(s: State) -> tuple[tuple[str, str], ...]:
    return (
        (_("Rounds"), str(int(s.round))),
        (_("Coin limit"), str(int(s.win_limit))),
        (_("Cards left in the deck"), str(int(s.deck_count))),
    )
