"""Coins and fertilizers: gained from the bank, lost to it, or passed between players; never below 0 (R72, R107)."""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.core.rng import below
from plowshares.games.battle_farm.rules.reports import note_gain, note_payment
from plowshares.games.battle_farm.state import MOST_STOCK, State, Told


@kernel
def roll(s: State, sides: int) -> int:
    """Roll a die."""
    return 1 + below(s.rng, sides)


@kernel
def roll_for(s: State, seat: int, card: int, sides: int) -> int:
    """Roll a die for a card and let the log tell it."""
    result = roll(s, sides)
    note_gain(s, Told.ROLLED, seat, card, result)
    return result


@kernel
def add_coins(s: State, seat: int, amount: int) -> None:
    """Add coins, up to the most a player can hold."""
    s.coins[seat] = min(int(s.coins[seat]) + amount, MOST_STOCK)


@kernel
def add_fertilizers(s: State, seat: int, amount: int) -> None:
    """Add fertilizers, up to the most a player can hold."""
    s.fertilizers[seat] = min(int(s.fertilizers[seat]) + amount, MOST_STOCK)


@kernel
def gain_coins(s: State, seat: int, card: int, amount: int) -> None:
    """Gain coins through a card's effect."""
    if amount > 0:
        add_coins(s, seat, amount)
        note_gain(s, Told.GAINED_COINS, seat, card, amount)


@kernel
def gain_fertilizers(s: State, seat: int, card: int, amount: int) -> None:
    """Gain fertilizers through a card's effect."""
    if amount > 0:
        add_fertilizers(s, seat, amount)
        note_gain(s, Told.GAINED_FERTILIZERS, seat, card, amount)


@kernel
def take_coins(s: State, taker: int, giver: int, card: int, amount: int) -> None:
    """Pass coins from giver to taker, as many as there are."""
    paid = min(amount, int(s.coins[giver]))
    s.coins[giver] -= paid
    add_coins(s, taker, paid)
    note_payment(s, Told.PAID_COINS, taker, giver, card, paid)


@kernel
def take_fertilizers(s: State, taker: int, giver: int, card: int, amount: int) -> None:
    """Pass fertilizers from giver to taker, as many as there are."""
    paid = min(amount, int(s.fertilizers[giver]))
    s.fertilizers[giver] -= paid
    add_fertilizers(s, taker, paid)
    note_payment(s, Told.PAID_FERTILIZERS, taker, giver, card, paid)


@kernel
def lose_both(s: State, seat: int, card: int, amount: int) -> None:
    """Lose as many coins and as many fertilizers, each as far as they reach."""
    coins = min(amount, int(s.coins[seat]))
    fertilizers = min(amount, int(s.fertilizers[seat]))
    s.coins[seat] -= coins
    s.fertilizers[seat] -= fertilizers
    note_gain(s, Told.LOST_COINS, seat, card, coins)
    note_gain(s, Told.LOST_FERTILIZERS, seat, card, fertilizers)
