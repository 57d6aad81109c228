"""The invariants I1 to I26 of section 12, over random matches with many options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from plowshares.core.rng import Rng, below, seed_rng
from plowshares.core.seats import seats_of
from plowshares.games.battle_farm import GAME, notation, rules, view
from plowshares.games.battle_farm.actions import SPACE
from plowshares.games.battle_farm.cards import (
    BED_COUNT,
    CALLINGS,
    CLASS_BED_COUNT,
    CROPS,
    KINDS,
    NO_CARD,
    PRINTED,
    SEATS,
    SLOTS,
    Bed,
    Card,
)
from plowshares.games.battle_farm.notation.log import events_of
from plowshares.games.battle_farm.notation.words import hand_of
from plowshares.games.battle_farm.options import Options
from plowshares.games.battle_farm.rules.ending import rank
from plowshares.games.battle_farm.state import DECK, Choice, Phase, State, Told
from tests.amounts import amount, some

pytestmark = pytest.mark.every_mode

VARIANTS: tuple[dict[str, Any], ...] = (
    {"players": 2},
    {"players": 3, "mango": "each", "may_decline": True, "trade_proposals": 3, "combo_scope": "turn"},
    {"players": 4, "peppers": "random", "thorny_fence": "random", "beans": "taker", "final_turns": "lap"},
    {"players": 5, "oranges": "own", "clone": "printed", "greenhouse_area": False, "stale_market": 1},
    {"players": 6, "tiebreak": "extended", "class_draw": "independent", "start_cards": 10, "trade_proposals": 0},
    {"players": 6, "deck_counts": {"clone": 12, "pollinator-paradise": 12, "seed-sprout": 12}, "start_fertilizers": 40},
    {"players": 2, "classes": ["land-baron", "harvest-freak"], "start_coins": 60, "max_rounds": 9},
)
MATCHES = amount(2, 1)
MOST = amount(100_000, 120)  # steps looked at in each match


class Walk:
    """One random match: the State, the one before, and what was played between them."""

    def __init__(self, given: dict[str, Any], seed: int) -> None:
        self.options = Options(**given)
        self.s: State = GAME.start(self.options, seed)
        self.before: State = self.s.clone()
        self.players = self.options.players
        self.turns = 1
        self.buffer = np.zeros(SPACE.size, np.int32)
        self.chance = Rng.new()
        seed_rng(self.chance, np.uint64(seed), 7)

    def legal(self, seat: int) -> list[int]:
        return [int(a) for a in self.buffer[: rules.legal_actions(self.s, seat, self.buffer)]]

    def states(self) -> Iterator[State]:
        yield self.s
        for _ in range(MOST):
            if rules.is_over(self.s):
                return
            seats = seats_of(rules.to_act(self.s))
            seat = seats[below(self.chance, len(seats))]
            legal = self.legal(seat)
            self.before = self.s.clone()
            rules.step(self.s, seat, legal[below(self.chance, len(legal))])
            yield self.s


def walks() -> Iterator[Walk]:
    for given in VARIANTS:
        for seed in range(MATCHES):
            yield Walk(given, seed)


def count_cards(s: State) -> np.ndarray[Any, Any]:
    """Count every card of each kind, wherever it lies."""
    total = s.discard.astype(int)
    places = [s.deck[: s.deck_count], s.market, s.pair, s.hand_card[: sum(s.hand_count)], s.crop.ravel()]
    for cards in places:
        for card in cards:
            if card != NO_CARD:
                total[card] += 1
    return total


def i1(walk: Walk, s: State) -> None:
    expected = s.options.composition.astype(int) + s.created
    assert count_cards(s).tolist() == expected.tolist()


def i2(walk: Walk, s: State) -> None:
    assert s.created.sum() <= 2 * walk.players + s.options.composition[Card.CLONE]
    assert (s.created >= walk.before.created).all()


def i3(walk: Walk, s: State) -> None:
    for stock in (s.coins, s.fertilizers):
        assert 0 <= stock.min() <= stock.max() <= 30000


def i4(walk: Walk, s: State) -> None:
    growing = s.crop != NO_CARD
    assert ((s.crop_value[growing] >= 0) & (s.crop_value[growing] <= 999)).all()
    assert ((s.crop_timer[growing] >= 1) & (s.crop_timer[growing] <= 99)).all()
    assert not s.crop_value[~growing].any()
    assert not s.crop_timer[~growing].any()


def i5(walk: Walk, s: State) -> None:
    for p in range(walk.players):
        for card, value in hand_of(s, p):
            assert value >= (0 if card < CROPS else PRINTED[card])


def i6(walk: Walk, s: State) -> None:
    assert s.bed_count[: walk.players].tolist() == [CLASS_BED_COUNT[c] for c in s.profession[: walk.players]]
    assert ((s.bed >= 0) & (s.bed < BED_COUNT)).all()


def i7(walk: Walk, s: State) -> None:
    seats = seats_of(rules.to_act(s))
    assert bool(seats) != bool(rules.is_over(s))
    for p in range(walk.players):
        assert bool(walk.legal(p)) == (p in seats)


def i8(walk: Walk, s: State) -> None:
    seats = seats_of(rules.to_act(s))
    if s.phase == Phase.BID:
        due = [p for p in range(walk.players) if p != s.current and s.coins[p] and not s.has_bid[p]]
        assert seats == due
    elif s.phase != Phase.OVER:
        assert len(seats) == 1


def i9(walk: Walk, s: State) -> None:
    if s.pending != Choice.NONE:
        assert walk.legal(int(s.chooser))
    held = s.pending == Choice.POLLINATOR_PARADISE
    assert (s.pair != NO_CARD).tolist() == [held, held]


def i10(walk: Walk, s: State) -> None:
    assert s.queue_count == 0 or s.pending != Choice.NONE


def i11(walk: Walk, s: State) -> None:
    if s.phase == Phase.BUY:
        assert 1 <= s.allowance <= s.die <= 4
    elif s.phase == Phase.FERTILIZE:
        assert (0 if s.pending else 1) <= s.allowance <= s.die <= 4
    else:
        assert (s.allowance, s.die) == (0, 0)


def i12(walk: Walk, s: State) -> None:
    assert s.deck_count == 0 or (s.market != NO_CARD).all()


def i13(walk: Walk, s: State) -> None:
    returned = walk.before.pending == Choice.POLLINATOR_PARADISE
    assert s.deck_count <= walk.before.deck_count + (1 if returned else 0)


def i14(walk: Walk, s: State) -> None:
    if s.phase not in (Phase.TRADE, Phase.BID, Phase.DEAL):
        assert not s.marked.any()
        assert s.marks == 0
    assert s.marks == s.marked.sum()
    if s.phase not in (Phase.BID, Phase.DEAL):
        assert not s.bid.any()
        assert not s.has_bid.any()
        assert s.sale_count == 0
    assert (s.bid <= s.coins).all()


def i15(walk: Walk, s: State) -> None:
    assert sorted(s.order[: walk.players]) == list(range(walk.players))
    assert s.order.tolist() == walk.before.order.tolist()
    assert s.win_limit == walk.before.win_limit
    assert s.options.tobytes() == walk.before.options.tobytes()
    assert s.current == s.order[s.place]


def i16(walk: Walk, s: State) -> None:
    assert s.final >= walk.before.final
    assert not s.final or s.trigger >= 0


def i17(walk: Walk, s: State) -> None:
    assert 1 <= s.round <= walk.options.max_rounds


def i18(walk: Walk, s: State) -> None:
    for p in range(walk.players):
        same_turn = walk.before.current == p == s.current and walk.before.round == s.round
        if same_turn or CALLINGS[s.profession[p]].once_a_game:
            assert s.used[p] >= walk.before.used[p]


def i20(walk: Walk, s: State) -> None:
    b = walk.before
    if b.phase == Phase.DEAL and s.proposals == b.proposals + 1:
        assert s.hand_count.sum() == b.hand_count.sum()
        assert s.coins.sum() == b.coins.sum()
        assert s.fertilizers.tolist() == b.fertilizers.tolist()
        assert s.crop.tolist() == b.crop.tolist()


def i25(walk: Walk, s: State) -> None:
    if rules.is_over(s):
        winners = [p for p in range(walk.players) if rank(s, p) == 1]
        best = [p for p in range(walk.players) if s.coins[p] == s.coins[: walk.players].max()]
        assert winners == best if walk.options.tiebreak == "shared" else len(winners) == 1 and winners[0] in best


def i26(walk: Walk, s: State) -> None:
    b = walk.before
    for p in range(walk.players):
        for bed in range(s.bed_count[p]):
            stays = b.bed[p, bed] == s.bed[p, bed] == Bed.GREENHOUSE and b.crop[p, bed] == s.crop[p, bed] != NO_CARD
            # A crop of the same kind may have been reaped and another planted, but not within one step of a match.
            if stays and s.crop_timer[p, bed] > 0:
                assert s.crop_timer[p, bed] <= b.crop_timer[p, bed]
                assert s.crop_value[p, bed] >= b.crop_value[p, bed] or not walk.options.greenhouse_area


def seen_is_true(walk: Walk, s: State) -> None:
    """What watchers remember is there: never more cards than a hidden place holds."""
    for p in range(walk.players):
        held = np.bincount([card for card, _ in hand_of(s, p)], minlength=KINDS)
        assert (s.seen[:, p] <= held).all()
        assert not s.seen[p + 1, p].any()
    deck = np.bincount(s.deck[: s.deck_count], minlength=KINDS)
    assert (s.seen[:, DECK] <= deck).all()
    assert not s.seen[:, walk.players : SEATS].any()


CHECKS: tuple[Callable[[Walk, State], None], ...] = (
    i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15, i16, i17, i18, i20, i25, i26, seen_is_true,
)  # fmt: skip


def test_invariants_hold_after_every_step() -> None:
    """I1 to I18, I20, I25, I26, and what watchers remember."""
    looked = 0
    for walk in walks():
        for s in walk.states():
            for check in CHECKS:
                check(walk, s)
            looked += 1
    assert looked > 500


def test_invariant_2_no_cards_are_created_without_clone_and_card_classes() -> None:
    given: dict[str, Any] = {"players": 3, "classes": ["market-trader"] * 3, "deck_counts": {"clone": 0}}
    walk = Walk(given, 3)
    for s in some(walk.states()):
        assert not s.created.any()


def test_invariant_16_and_17_turns_are_few_after_the_flag() -> None:
    for walk in some(walks()):
        after_flag: set[tuple[int, int]] = set()
        for s in walk.states():
            if s.final and s.phase != Phase.OVER:
                after_flag.add((int(s.round), int(s.current)))
        assert len(after_flag) <= walk.players - 1


def test_invariant_19_coins_come_and_go_only_as_the_rules_say() -> None:
    """The sum changes in a step only if the log tells of a harvest, a gain, a purchase or a loss."""
    sources = {Told.HARVESTED: 1, Told.GAINED_COINS: 1, Told.BOUGHT: -1, Told.LOST_COINS: -1}
    for walk in some(walks()):
        for s in some(walk.states()):
            events = events_of(s)
            if s is walk.before or any(event.what == Told.MORE for event in events) or not events:
                continue
            change = sum(sources.get(event.what, 0) * event.amount for event in events)
            if walk.before.tobytes() != s.tobytes():
                assert s.coins.sum() - walk.before.coins.sum() == change


def test_invariant_21_same_seed_same_bytes_and_refusals_change_nothing() -> None:
    first, second = Walk(VARIANTS[1], 5), Walk(VARIANTS[1], 5)
    for a, b in some(zip(first.states(), second.states(), strict=True)):
        assert a.tobytes() == b.tobytes()


@pytest.mark.parametrize("given", VARIANTS[:3], ids=str)
def test_invariant_22_what_is_not_listed_is_refused(given: dict[str, Any]) -> None:
    walk = Walk(given, 2)
    for number, s in some(enumerate(walk.states())):
        if number % amount(20, 15):
            continue
        before = s.tobytes()
        for seat in range(walk.players):
            legal = set(walk.legal(seat))
            own = GAME.view_of(s, seat)
            for action in range(number % 11, SPACE.size, 11):
                refusal = notation.explain(own, seat, action)
                assert (refusal.code == "not-allowed" and "is legal now" in str(refusal)) == (action in legal)
        assert s.tobytes() == before


def test_invariant_23_text_and_json_are_read_back() -> None:
    walk = Walk(VARIANTS[2], 4)
    for number, s in some(enumerate(walk.states())):
        for seat in seats_of(rules.to_act(s)) if number % 3 == 0 else []:
            own = GAME.view_of(s, seat)
            for action in walk.legal(seat)[:40]:
                assert notation.parse(own, seat, notation.format(own, seat, (action,))) == (action,)
                assert notation.parse_json(own, seat, notation.to_json(own, seat, (action,))) == (action,)


def test_invariant_24_views_show_nothing_that_was_disturbed() -> None:
    for walk in some(walks()):
        for number, s in enumerate(some(walk.states())):
            if number % amount(25, 40):
                continue
            for seat in range(-1, walk.players):
                other = s.clone()
                view.disturb(other, seat, np.uint64(number))
                assert GAME.view_of(other, seat).tobytes() == GAME.view_of(s, seat).tobytes()


def test_sampled_worlds_agree_with_the_view_and_could_occur() -> None:
    """Counts fit, what was seen is there, the questions are the same and have answers."""
    for walk in walks():
        for number, s in enumerate(some(walk.states())):
            if number % amount(25, 40):
                continue
            for seat in range(-1, walk.players):
                check_world(walk, s, seat, number)


def check_world(walk: Walk, s: State, seat: int, seed: int) -> None:
    own = GAME.view_of(s, seat)
    world = own.clone()
    view.sample_for(world, seat, np.uint64(seed))
    assert GAME.view_of(world, seat).tobytes() == own.tobytes()
    for check in (i1, i5, i9, i14, seen_is_true):
        check(_at(walk, world), world)
    for p in seats_of(rules.to_act(s)):
        assert _at(walk, world).legal(p)


def _at(walk: Walk, s: State) -> Walk:
    """Return the same walk, standing in another world."""
    other = Walk.__new__(Walk)
    other.__dict__.update(walk.__dict__)
    other.s = other.before = s
    return other


def test_market_slots_and_hands_start_as_the_rules_say() -> None:
    s: State = GAME.start(Options(players=2), 1)
    assert (s.market != NO_CARD).sum() == SLOTS
