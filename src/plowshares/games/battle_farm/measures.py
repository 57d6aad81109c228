"""What Battle Farm wants counted: classes, cards when held and when played, turn order, coins, how matches end."""

from __future__ import annotations

from typing import Any

from plowshares.core.measures import Extra, Rounds, round_of
from plowshares.games.battle_farm.cards import ALL_SLUGS, CLASS_SLUGS
from plowshares.games.battle_farm.state import Told

__all__ = ["CAPS", "HELP", "KEYS", "rounds", "watch"]

HELP = {
    "coins of the winner": "coins of the richest player at the end",
    "coins in the middle": "mean coins of all players at the end",
    "limit reached": "the richest player's coins as a part of the win limit",
    "cards left": "cards in the deck at the end",
    "harvests": "crops that were harvested, per player",
    "attacks": "crops destroyed and cards stolen, per player",
    "sales": "lots sold in trade, per player",
    "class": "the player's class",
    "held": "cards that came into the player's hand, other than in trade",
    "played": "cards the player planted or played",
    "place": "place in turn order",
    "coins": "mean coins of a player at the end of each round",
}
CAPS = ("cap",)
KEYS = ("coins of the winner", "limit reached", "attacks", "sales", "class", "place")
# As plain numbers: they are compared with every line that a match tells.
INTO_HAND = frozenset(map(int, (Told.DREW, Told.GOT, Told.BOUGHT, Told.STOLEN)))
OUT_OF_HAND = frozenset(map(int, (Told.PLANTED, Told.PLAYED)))
ATTACKS = frozenset(map(int, (Told.DESTROYED, Told.STOLEN)))
HARVESTED, SOLD = int(Told.HARVESTED), int(Told.SOLD)


class Watch(Rounds):
    """Counts one match."""

    names = ("coins",)

    def __init__(self, s: Any) -> None:
        super().__init__(s)
        self.players = int(s.options.players)
        self.held: list[set[int]] = []
        self.played: list[set[int]] = [set() for _ in range(self.players)]
        first = 0
        for count in s.hand_count[: self.players].tolist():
            self.held.append(set(s.hand_card[first : first + count].tolist()))
            first += count
        self.harvests = self.attacks = self.sales = 0

    def turn(self, s: Any, seat: int, actions: tuple[int, ...]) -> None:
        """Read what the last step tells."""
        count = int(s.told_count)
        if count:
            self._read(s, count)
        self.look(s)

    def _read(self, s: Any, count: int) -> None:
        told = (s.told_what[:count].tolist(), s.told_actor[:count].tolist(), s.told_card[:count].tolist())
        for what, actor, card in zip(*told, strict=True):
            if what in INTO_HAND and card >= 0:
                self.held[actor].add(card)
            elif what in OUT_OF_HAND and card >= 0:
                self.played[actor].add(card)
            self.harvests += what == HARVESTED
            self.attacks += what in ATTACKS
            self.sales += what == SOLD

    def count(self, s: Any) -> tuple[float, ...]:
        """Return the mean of everybody's coins."""
        return (round(float(s.coins[: self.players].mean()), 3),)

    def end(self, s: Any) -> Extra:
        """Return what was counted."""
        self.note(s)
        n = self.players
        best = float(s.coins[:n].max())
        places = {int(seat): place for place, seat in enumerate(s.order[:n])}
        numbers = {
            "coins of the winner": best,
            "coins in the middle": self.series["coins"][-1],
            "limit reached": round(best / max(1, int(s.win_limit)), 4),
            "cards left": float(s.deck_count),
            "harvests": round(self.harvests / n, 4),
            "attacks": round(self.attacks / n, 4),
            "sales": round(self.sales / n, 4),
        }
        tags = {
            "class": [[CLASS_SLUGS[int(s.profession[seat])]] for seat in range(n)],
            "place": [[f"{places[seat] + 1}."] for seat in range(n)],
            "held": [card_names(cards) for cards in self.held],
            "played": [card_names(cards) for cards in self.played],
        }
        return Extra(numbers, tags, self.series)


rounds, watch = round_of, Watch


def card_names(cards: set[int]) -> list[str]:
    """Return the names of cards, sorted."""
    return sorted(ALL_SLUGS[card] for card in cards)
