"""Forecasts: what an offer promises is what the rules do, in random play of every preset."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from plowshares.core.options import read_options
from plowshares.core.scene import Forecast, Viewer
from plowshares.core.seats import seats_of
from plowshares.engine.picks import Picking
from plowshares.games.battle_farm import GAME, notation, rules, scene
from plowshares.games.battle_farm.cards import BEDS, NO_CARD, SEATS, Card
from plowshares.games.battle_farm.notation.words import hand_of
from plowshares.games.battle_farm.rules.beds import bed_coins
from plowshares.games.battle_farm.state import Choice, State
from tests.amounts import amount
from tests.games.battle_farm.table import Table

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn")
RICH = {
    "start_cards": 8,
    "start_fertilizers": 60,
    "start_coins": 20,
    "deck_counts": {"wasabi": 12},
}  # so that much is played
PAYS_MORE = {Card.APPLES, Card.POTATOES, Card.MELON, Card.PUMPKINS, Card.GRAPES}  # when it is harvested
STEPS = 150


class Played(NamedTuple):
    """A decision that was made, what was promised of it, and where it led."""

    before: State
    after: State
    seat: int
    pick: str
    card: int  # the hand card it began with, or NO_CARD
    cost: int
    forecast: Forecast

    @property
    def place(self) -> tuple[int, int]:
        """Return seat and bed that were picked."""
        _kind, seat, bed = self.pick.split()
        return int(seat[1:]), int(bed[1:])

    def coins(self, seat: int | None = None) -> int:
        """Return how many coins a seat has gained."""
        seat = self.seat if seat is None else seat
        return int(self.after.coins[seat]) - int(self.before.coins[seat])

    def sacks(self) -> int:
        """Return how many fertilizers have been gained besides what was paid."""
        return int(self.after.fertilizers[self.seat]) - int(self.before.fertilizers[self.seat]) + self.cost

    def cards(self, seat: int) -> int:
        """Return how many cards a hand has gained."""
        return int(self.after.hand_count[seat]) - int(self.before.hand_count[seat])

    def changes(self) -> list[int]:
        """List the changes of value of the crops that stood before and stand now."""
        return [
            int(self.after.crop_value[p, b]) - int(self.before.crop_value[p, b])
            for p in range(SEATS)
            for b in range(BEDS)
            if self.before.crop[p, b] == self.after.crop[p, b] != NO_CARD
        ]


def number(text: Any) -> int:
    """Return the amount in a text such as "3 coins"."""
    return int(text.number)


# --- what each sentence promises, by its message ---


def will_pay(played: Played, coins: int, turns: int) -> bool:
    seat, bed = played.place
    after = played.after
    pay = int(after.crop_value[seat, bed]) + int(bed_coins(after, seat, bed))
    return bool(pay == coins and after.crop_timer[seat, bed] == turns)


def later_pay(played: Played) -> int:
    """Return the coins that the second sentence promises."""
    text: Any = played.forecast.text
    return number(text.values["coins"])


def ripens(played: Played, turns: Any) -> bool:
    if not played.forecast.text:  # Cloud Cover
        return bool(played.after.crop_timer[played.place] == number(turns))
    return will_pay(played, later_pay(played), number(turns))


def harvests(played: Played) -> bool:
    pay = later_pay(played)
    if played.before.crop[played.place] in PAYS_MORE:
        return played.coins() >= pay
    return played.coins() == pay


def changes_value(played: Played, before: int, after: int) -> bool:
    former, now = played.before.crop_value[played.place], played.after.crop_value[played.place]
    later = int(played.after.crop_timer[played.place]) - int(played.before.crop_timer[played.place])
    return bool(former == before and now == after and later == int(played.before.pending == Choice.EGGPLANT))


def steals_coins(played: Played, most: int) -> bool:
    if played.before.pending == Choice.WASABI:
        victim = int(played.pick.split()[1][1:])
        return 1 <= played.coins() <= most and played.coins(victim) == -played.coins()
    others = [int(played.after.coins[p]) for p in range(played.after.options.players) if p != played.seat]
    return played.after.pending == Choice.WASABI and most == min(4, max(others))


def discards(played: Played, n: int, hand: int) -> bool:
    victim = int(played.pick.split()[1][1:])
    if played.after.pending == Choice.THORNY_DISCARD:
        return bool(played.after.number == n and played.after.hand_count[victim] == hand)
    return played.cards(victim) == -n and played.before.hand_count[victim] == hand


def brings_nothing(played: Played) -> bool:
    others = [played.cards(p) for p in range(SEATS) if p != played.seat]
    same = played.coins() == 0 and played.sacks() == 0 and played.cards(played.seat) == -1
    if played.after.pending == Choice.THORNY_FENCE:
        return same and played.after.number == 0
    return same and not any(others) and not any(played.changes())


def nothing_happens(played: Played) -> bool:
    if played.before.pending in (Choice.GARDEN_GNOME, Choice.THORNY_FENCE):
        return not any(played.cards(p) for p in range(SEATS))
    return not any(played.coins(p) for p in range(SEATS)) and played.sacks() == 0


def robs_everybody(played: Played) -> bool:
    named = {name: str(lost) for name, lost in played.forecast.rows}
    for seat in range(played.after.options.players):
        if seat == played.seat:
            continue
        coins = -played.coins(seat)
        sacks = int(played.before.fertilizers[seat]) - int(played.after.fertilizers[seat])
        words = f"−{coins} coin{'s' * (coins != 1)}, −{sacks} fertilizer{'s' * (sacks != 1)}"
        if named.pop(NAMES[seat]) != words:
            return False
    return not named


def copies(played: Played, coins: int) -> bool:
    seat, bed = played.place
    return hand_of(played.after, played.seat)[-1] == (played.before.crop[seat, bed], coins)


def is_gone(played: Played) -> bool:
    return bool(played.after.crop[played.place] == NO_CARD)


def stands(played: Played) -> bool:
    seat, bed = played.place
    return bool(played.before.crop[seat, bed] == played.after.crop[seat, bed] and played.after.bed[seat, bed] == 0)


PROMISES: dict[str, Callable[..., bool]] = {
    "You get {coins}": lambda played, coins: played.coins() == number(coins),
    "You get {fertilizers}": lambda played, fertilizers: played.sacks() == number(fertilizers),
    "You get {least} to {most} coins": lambda played, least, most: least <= played.coins() <= most,
    "You get {least} to {most} fertilizers": lambda played, least, most: least <= played.sacks() <= most,
    "You draw {cards}": lambda played, cards: played.cards(played.seat) == number(cards) - 1,
    "{coins} at once": lambda played, coins: played.coins() == number(coins),
    "{fertilizers} at once": lambda played, fertilizers: played.sacks() == number(fertilizers),
    "{least} to {most} coins at once": lambda played, least, most: least <= played.coins() <= most,
    "{coins} in {turns}": lambda played, coins, turns: will_pay(played, number(coins), number(turns)),
    "Ripe in {turns}": ripens,
    "Harvest now": harvests,
    "Steal {cards}": lambda played, cards: played.cards(played.seat) == number(cards) - 1,
    "Steal up to {coins}": lambda played, coins: steals_coins(played, number(coins)),
    "Everybody else loses coins and fertilizers": robs_everybody,
    "{n} crop gains 1 value": lambda played, n: sorted(played.changes())[-n:] == [1] * n and sum(played.changes()) == n,
    "{n} crop loses 1 value": lambda played, n: (
        sorted(played.changes())[:n] == [-1] * n and -sum(played.changes()) == n
    ),
    "{before} → {after} coins": changes_value,
    "Someone discards up to {cards}": lambda played, cards: played.after.number == number(cards),
    "{n} of {hand} cards are discarded": discards,
    "It brings nothing now": brings_nothing,
    "Nothing happens": nothing_happens,
    "{crop} is destroyed": lambda played, crop: is_gone(played),
    "The crop survives": stands,
    "The bed becomes Common": lambda played: stands(played) and is_gone(played),
    "Nothing grows here": is_gone,
    "A {crop} worth {coins}": lambda played, crop, coins: copies(played, number(coins)),
}


def is_kept(played: Played) -> bool:
    title: Any = played.forecast.title
    if not PROMISES[title.message](played, **title.values):
        return False
    later: Any = played.forecast.text
    if played.pick.startswith("bed") and played.card != NO_CARD and later and later.message.startswith("It pays"):
        return will_pay(played, number(later.values["coins"]), number(later.values["turns"]))
    return True


# --- random play ---


class Walk:
    """Random play that keeps every promise it met."""

    def __init__(self, options: dict[str, Any], seed: int) -> None:
        self.s = GAME.start(read_options(GAME.options, options), seed)
        self.rng = random.Random(seed)
        self.met: Counter[str] = Counter()
        self.out = np.zeros(GAME.actions.space(read_options(GAME.options, options)).size, np.int64)

    def play(self, steps: int) -> Counter[str]:
        """Play random decisions; return how often which sentence was promised and kept."""
        for _step in range(steps):
            acting = seats_of(rules.to_act(self.s))
            if not acting:
                break
            self.decide(self.rng.choice(acting))
        return self.met

    def decide(self, seat: int) -> None:
        """Choose by random picks, and compare what the last of them promised."""
        before = self.s.clone()
        view, viewer = GAME.view_of(before, seat), Viewer(seat, NAMES)
        legal = [int(action) for action in self.out[: rules.legal_actions(self.s, seat, self.out)]]
        picking = Picking(notation, view, seat, legal)
        path: list[str] = []
        forecast = None
        while picks := picking.next(path):
            pick = self.rng.choice(picks)
            offers = scene.offers(view, viewer, path, picks)
            forecast = next((offer.forecast for offer in offers if offer.pick == pick), None)
            path.append(pick)
        for action in picking.actions(path):
            rules.step(self.s, seat, action)
        if forecast is not None and self.is_alone(before):
            card, cost = self.paid(view, seat, path)
            played = Played(before, self.s, seat, path[-1], card, cost, forecast)
            assert is_kept(played), (forecast, path)
            title: Any = forecast.title
            self.met[title.message] += 1

    def is_alone(self, before: State) -> bool:
        """Ask whether nothing else happened with the decision: no other effect, no turn of somebody else."""
        same = before.current == self.s.current and before.round == self.s.round
        return bool(same and before.queue_count == 0)

    def paid(self, view: State, seat: int, path: list[str]) -> tuple[int, int]:
        """Return the hand card that was played and what it cost."""
        if not path[0].startswith("hand ") or view.pending != Choice.NONE:
            return NO_CARD, 0
        card, value = hand_of(view, seat)[int(path[0].split()[1])]
        return card, value if card > Card.BLUEBERRY else 0


@pytest.mark.parametrize("preset", GAME.presets)
def test_random_play_keeps_every_promise(preset: str) -> None:
    met: Counter[str] = Counter()
    for seed in range(amount(6, 2)):
        met += Walk({**GAME.presets[preset], **(RICH if seed % 2 else {})}, seed).play(STEPS)
    assert met["{coins} in {turns}"] > 3
    assert len(met) > 5


# --- every sentence once ---

HANDS = [
    ("p0 hand [green-thumb, onions, peppers, corn]", "play h0", "You get 2 coins"),
    ("p0 hand [red-reaper, carrots, corn]", "play h0", "You get 1 coin"),
    ("p0 hand [yellow-warning, carrots]", "play h0", "It brings nothing now"),
    ("p0 hand [weed-whacker, carrots] beds `common:corn/3/2` `common:corn/3/2`", "play h0", "You get 2 coins"),
    ("p0 hand [pest-control, carrots] beds `common:corn/3/2`", "play h0", "1 crop gains 1 value"),
    ("p0 hand [flower-power, carrots] beds `common:corn/3/2`; p1 beds `common:corn/3/2` `common:beans/6/2`",
     "play h0", "You get 2 fertilizers"),
    ("p0 hand [seed-sprout, carrots] beds `common:corn/3/2` `common:beans/6/2`", "play h0", "You draw 2 cards"),
    ("p0 hand [thorny-fence, carrots] beds `common:corn/3/2`", "play h0", "Someone discards up to 1 card"),
    ("p0 hand [lucky-find, carrots]", "play h0", "You get 1 to 6 coins"),
    ("p0 hand [grocery=2, carrots]", "play h0", "You get 2 to 12 fertilizers"),
    ("p0 hand [clone, carrots] beds `common:corn/3/2`", "play h0", ""),
    ("p0 hand [wasabi, wasabi]; p1 c2", "plant h0 b0", "Steal up to 2 coins"),
    ("p0 hand [oranges, wasabi]; p1 beds `common:corn/3/2`", "plant h0 b0", "1 crop gains 1 value"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "command", "title"), HANDS)
def test_what_a_card_brings_is_said_before_it_is_played(before: str, command: str, title: str) -> None:
    table = Table(before)
    view, viewer = table.view(0), Viewer(0, NAMES)
    (action,) = notation.parse(view, 0, command)
    *path, pick = notation.picks(view, 0, action)
    (offer,) = [offer for offer in scene.offers(view, viewer, path, [pick]) if offer.pick == pick]
    assert (str(offer.forecast.title) if offer.forecast else "") == title
    reason = str(scene.reason(view, viewer, (action,)))
    if title and title != "It brings nothing now":
        assert reason.startswith(f"{title}.")


@pytest.mark.parametrize(("mango", "title"), [("pool", "Steal 1 random card"), ("each", "Steal 2 random cards")])
def test_mango_says_how_many_cards_it_steals(mango: Any, title: str) -> None:
    view = Table("p0 hand [mango]; p1 hand [corn]; p2 hand [corn]", mango=mango).view(0)
    (offer,) = scene.offers(view, Viewer(0, NAMES), ["hand 0"], ["bed p0 b0"])
    assert offer.forecast is not None
    assert offer.forecast.title == title
