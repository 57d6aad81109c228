"""Rulings that are about set-up, names, order, secrets and results."""

from __future__ import annotations

import numpy as np
import pytest

from plowshares.core.rng import Rng, below, seed_rng, shuffle
from plowshares.core.seats import SPECTATOR
from plowshares.games.battle_farm import GAME, notation, rules
from plowshares.games.battle_farm.cards import (
    BED_SLUGS,
    CALLINGS,
    CARD_SLUGS,
    CLASS_BED_COUNT,
    CLASS_SLUGS,
    CROPS,
    FACES,
    GRADE,
    PRICE,
    PRINTED,
    TIMER,
    Bed,
    Card,
    Rarity,
)
from plowshares.games.battle_farm.notation.words import hand_of, sale_of
from plowshares.games.battle_farm.options import Options, win_limit
from plowshares.games.battle_farm.rules.ending import rank
from plowshares.games.battle_farm.state import Choice, Phase, Reason
from tests.amounts import amount
from tests.games.battle_farm.table import Table, start

SEEDS = range(amount(200, 12))


def test_r1_turn_order_is_apart_from_player_numbers() -> None:
    orders = {tuple(start(seed, players=3).order[:3].tolist()) for seed in SEEDS}
    assert len(orders) > 1
    assert all(sorted(order) == [0, 1, 2] for order in orders)


def test_r2_classes_do_not_repeat_unless_drawn_independently() -> None:
    unique = [start(seed, players=6).profession.tolist() for seed in SEEDS]
    assert all(sorted(classes) == [0, 1, 2, 3, 4, 5] for classes in unique)
    free = [start(seed, players=6, class_draw="independent").profession.tolist() for seed in SEEDS]
    assert any(len(set(classes)) < 6 for classes in free)


def test_r3_a_class_row_is_its_complete_list_of_beds() -> None:
    s = start(players=6, classes=list(CLASS_SLUGS))
    for p, calling in enumerate(CALLINGS):
        assert tuple(s.bed[p, : s.bed_count[p]]) == calling.beds
    assert CLASS_BED_COUNT.tolist() == [4, 4, 5, 4, 4, 4]


def test_r4_start_cards_are_any_cards_of_the_deck() -> None:
    hands = [card for seed in SEEDS for card, _ in hand_of(start(seed, players=2), 0)[:3]]
    assert any(card < CROPS for card in hands)
    assert any(card >= CROPS for card in hands)


def test_r5_class_cards_are_new() -> None:
    s = start(players=2, classes=["harvest-freak", "crop-scientist"])
    assert s.deck_count == 189 - 6 - 6
    assert s.created.sum() == 4
    assert s.hand_count[:2].tolist() == [5, 5]


def test_r6_the_land_baron_gets_a_random_rare_crop() -> None:
    kinds = {int(start(seed, players=2, classes=["land-baron", "land-baron"]).bonus[0, 0]) for seed in SEEDS}
    assert kinds <= {Card.PINEAPPLE, Card.EGGPLANT, Card.PEPPERS}
    assert len(kinds) > 1


def test_r7_the_higher_roll_goes_first() -> None:
    for seed in SEEDS:
        s = start(seed, players=4)
        rolls = [int(s.rolls[p]) for p in s.order[:4]]
        assert rolls == sorted(rolls, reverse=True)


def test_r8_equal_rolls_go_by_one_permutation() -> None:
    """Replays the draws of section 4 up to the permutation, which the engine does not keep."""
    ties = 0
    for seed in range(amount(300, 25)):
        s = start(seed, players=3, classes=["market-trader"] * 3)
        rng = Rng.new()
        seed_rng(rng, np.uint64(seed), 0)
        shuffle(rng, np.zeros(189, np.int8), 189)
        rolls = [1 + below(rng, 20) for _ in range(3)]
        permutation = np.arange(3, dtype=np.int8)
        shuffle(rng, permutation, 3)
        assert s.rolls[:3].tolist() == rolls
        assert s.order[:3].tolist() == sorted(permutation.tolist(), key=lambda p: -rolls[p])
        ties += len(set(rolls)) < 3
    assert ties > 0


def test_r9_place_k_gets_k_fertilizers() -> None:
    s = start(players=5, classes=["market-trader"] * 5)
    assert [int(s.fertilizers[p]) for p in s.order[:5]] == [7, 8, 9, 10, 11]


def test_r10_set_up_asks_nobody() -> None:
    s = start(players=3)
    assert s.phase == Phase.BUY
    assert s.pending == Choice.NONE
    assert rules.to_act(s) == 1 << s.order[0]


def test_r11_the_limit_uses_the_full_deck() -> None:
    assert win_limit(Options(players=2, start_cards=10)) == 250
    assert win_limit(Options(players=2, win_limit=77)) == 77


@pytest.mark.parametrize(("players", "limit"), [(2, 250), (3, 208), (4, 185), (5, 171), (6, 164)])
def test_r12_the_limit_is_rounded_up(players: int, limit: int) -> None:
    assert win_limit(Options(players=players)) == limit
    assert start(players=players).win_limit == limit


def test_r13_one_timer() -> None:
    assert TIMER[:CROPS].tolist() == [1] * 6 + [2] * 6 + [3] * 3 + [4] * 3 + [5] * 3


def test_r14_one_name_for_mythic() -> None:
    assert [CARD_SLUGS[face.card] for face in FACES if face.rarity == Rarity.MYTHIC] == [
        "cloudberry",
        "strawberry",
        "blueberry",
        "grocery",
        "thorny-fence",
        "clone",
        "wither",
    ]


def test_r15_beds_and_cards_have_different_names() -> None:
    assert BED_SLUGS == ("common", "raised", "greenhouse", "hydroponic", "trellis", "rotational", "vertical")
    assert {"trellis-bed", "vertical-bed", "rotational-bed"} < set(CARD_SLUGS)
    assert not set(BED_SLUGS) & set(CARD_SLUGS)


def test_r16_one_name_for_each_kind() -> None:
    assert len(set(CARD_SLUGS)) == 44
    assert not {"apple", "potato", "onion"} & set(CARD_SLUGS)


def test_r17_the_number_of_beds_is_that_of_the_class() -> None:
    table = Table("p0 hand [blueberry, lucky-find]; p1 beds `raised:corn/3/1` `greenhouse` `common`")
    table.play("p0 plant h0 b0", "p0 bed p1 b0")
    assert table.s.bed_count[1] == 3


def test_r18_the_price_depends_on_rarity_alone() -> None:
    assert PRICE.tolist() == [{1: 1, 2: 2, 3: 3, 4: 5, 5: 8}[int(grade)] for grade in GRADE]


def test_r19_coins_per_turn_are_information() -> None:
    per_turn = [(PRINTED[k] - PRICE[k]) / TIMER[k] for k in range(CROPS)]
    assert per_turn[:15] == [1, 1, 1, 2, 2, 2, 1.5, 1.5, 1.5, 2, 2, 2, 2, 2, 2]
    assert per_turn[15:] == [2.5, 2.5, 2.5, 2.6, 3, 2.8]


def test_r34_following_players_are_those_later_in_the_round() -> None:
    table = Table("p0 c250 f0; p1 c5; p2 c5; order p1 p0 p2").end_turn(0)
    assert table.s.final
    assert table.s.current == 2
    table.end_turn(2)
    assert table.s.phase == Phase.OVER


def test_r37_a_sale_shows_its_cards_and_values_as_one_lot() -> None:
    table = Table("p0 hand [corn=8, wheat]; p1 c5; p2 c5").phase(Phase.TRADE)
    table.play("p0 sell h0", "p0 sell h1", "p0 propose")
    for seat in (SPECTATOR, 0, 1, 2):
        assert sale_of(table.view(seat)) == [(Card.WHEAT, 2), (Card.CORN, 8)]


def test_r38_bids_are_secret_once_each_and_at_most_the_own_coins() -> None:
    table = Table("p0 hand [corn, wheat]; p1 c5; p2 c300; p3 c0").phase(Phase.TRADE).play("p0 sell h0", "p0 propose")
    assert table.to_act() == [1, 2]
    assert table.legal_texts(1) == [f"bid {a}" for a in range(6)]
    assert len(table.legal(2)) == 256
    table.play("p1 bid 4")
    assert table.view(2).bid[1] == 0
    assert table.refused("bid 1", 1) == "not-to-act"


def test_r42_hands_have_no_limit() -> None:
    table = Table(f"p0 hand [{', '.join(['wheat'] * 120)}]; p1 c5 hand [{', '.join(['corn'] * 100)}]")
    assert len(hand_of(table.s, 0)) == 120
    table.phase(Phase.TRADE).play(*[f"p0 sell h{h}" for h in range(120)], "p0 propose", "p1 bid 1", "p0 accept p1")
    assert len(hand_of(table.s, 1)) == 220


def test_r45_effects_are_compulsory_unless_the_option_relaxes_crops() -> None:
    before = "p0 hand [eggplant, lucky-find]; p1 beds `common:corn/3/1`"
    assert Table(before).play("p0 plant h0 b0").legal_texts(0) == ["crop p1 b0"]
    assert Table(before, may_decline=True).play("p0 plant h0 b0").legal_texts(0) == ["decline", "crop p1 b0"]
    paid = Table("p0 hand [wither, lucky-find]; p1 beds `common:corn/3/1`", may_decline=True).play("p0 play h0")
    assert paid.legal_texts(0) == ["crop p1 b0"]


def test_r45_declined_peppers_lose_their_points() -> None:
    table = Table("p0 hand [corn] beds `common:peppers/9/1`", may_decline=True).dice(3).start_turn()
    table.play("p0 card h0", "p0 decline").expect(
        "p0 c 10→19; p0 hand [corn=4]; p0 b0 `common`; discard {peppers×1}; phase buy"
    )


def test_r47_a_single_answer_is_still_asked() -> None:
    table = Table("p0 beds `common:beans/6/1`; p1 c1 f0").start_turn()
    assert table.legal_texts(0) == ["player p1"]
    table.play("p0 player p1")
    assert table.legal_texts(1) == ["give coin"]


def test_r48_once_a_turn_and_once_a_game() -> None:
    often = Table("p0 crop-scientist f9 hand [lucky-find]; p1 beds `common:corn/3/1`")
    often.play("p0 ability", "p0 crop p1 b0", "✗ p0 ability").start_turn().phase(Phase.PLAY).play("p0 ability")
    assert often.s.pending == Choice.GENETIC_MODIFICATION
    once = Table("p0 land-baron used hand [lucky-find]; discard corn×1").start_turn().phase(Phase.PLAY)
    assert once.refused("ability") == "used-up"


def test_r56_the_round_cap_ends_the_match() -> None:
    table = Table("p0 c5 f0; p1 c7 f0", max_rounds=5).end_turn(1)
    assert table.s.phase == Phase.OVER
    assert notation.describe_result(table.s) == (
        "cap",
        "Player 1 wins after round 5; coins: Player 0 5, Player 1 7.",
    )


def test_r57_ties_are_shared_or_decided() -> None:
    before = "p0 c9 f1; p1 c9 f1 hand [corn]"
    shared = Table(before)
    assert [rank(shared.s, p) for p in range(2)] == [1, 1]
    decided = Table(before, tiebreak="extended")
    assert [rank(decided.s, p) for p in range(2)] == [2, 1]
    by_place = Table("p0 c9 f1; p1 c9 f1; order p1 p0", tiebreak="extended")
    assert [rank(by_place.s, p) for p in range(2)] == [1, 2]
    by_fertilizers = Table("p0 c9 f2; p1 c9 f1 hand [corn]", tiebreak="extended")
    assert [rank(by_fertilizers.s, p) for p in range(2)] == [1, 2]


def test_r58_only_coins_count() -> None:
    table = Table("p0 c1 f99 hand [clone] beds `common:grapes/15/1`; p1 c2 f0")
    out = np.zeros(2)
    rules.scores(table.s, out)
    assert out.tolist() == [1, 2]


def test_r94_the_other_card_goes_to_a_random_place() -> None:
    places = set()
    for seed in range(amount(60, 20)):
        table = Table("p0 hand [pollinator-paradise]; deck clone corn wheat wheat wheat")
        seed_rng(table.s.rng, np.uint64(seed), 0)
        table.play("p0 play h0", "p0 keep 1")
        deck = table.s.deck[: table.s.deck_count].tolist()[::-1]
        assert sorted(deck) == [Card.WHEAT] * 3 + [Card.CLONE]
        places.add(deck.index(Card.CLONE))
    assert places == {0, 1, 2, 3}


def test_r108_stocks_counts_and_the_discard_pile_are_public() -> None:
    table = Table("p0 c3 f4 hand [corn, wheat]; p1 c5; discard clone×2")
    view = table.view(SPECTATOR)
    assert (view.coins[0], view.fertilizers[0], view.hand_count[0], view.discard[Card.CLONE]) == (3, 4, 2, 2)


def test_r109_nobody_can_resign_or_wait() -> None:
    table = Table("p0 hand [corn]")
    assert table.refused("resign") == "unknown-action"
    assert table.refused("pass") == "unknown-action"


def test_r111_cards_are_not_individuals() -> None:
    """Two ways to the same hands give the same bytes, whatever card went where."""
    first = Table("p0 hand [corn, corn, wheat]").play("p0 plant h0 b0")
    second = Table("p0 hand [corn, corn, wheat]").play("p0 plant h1 b0")
    assert first.s.tobytes() == second.s.tobytes()


def test_outcomes_sum_to_zero_and_a_win_of_all_is_nothing() -> None:
    table = Table("p0 c9; p1 c9; p2 c5").phase(Phase.OVER)
    out = np.zeros(3)
    rules.outcome(table.s, out)
    assert out.tolist() == [0.5, 0.5, -1.0]
    everyone = Table("p0 c9; p1 c9").phase(Phase.OVER)
    rules.outcome(everyone.s, out)
    assert out[:2].tolist() == [0.0, 0.0]
    running = Table("p0 c9; p1 c5")
    rules.outcome(running.s, out)
    assert out[:2].tolist() == [0.0, 0.0]
    assert running.s.reason == Reason.NONE


def test_a_class_bed_is_one_of_seven() -> None:
    assert {bed for calling in CALLINGS for bed in calling.beds} <= set(Bed)
    assert GAME.seats == range(2, 7)
