"""The numbered rulings (§8), one test each; where a worked example shows a ruling too, another case is taken."""

from __future__ import annotations

import numpy as np
import pytest

from plowshares.core.errors import IllegalCommand
from plowshares.games.civ import notation, parsing, rules, sight
from plowshares.games.civ.options import Options
from plowshares.games.civ.rules.moves import defence_of, offence_of
from plowshares.games.civ.state import Result, State, Terrain
from tests.games.civ.table import (
    at,
    empty,
    give,
    harvest,
    legal_texts,
    on,
    options,
    play,
    position,
    put_city,
    start,
    stores,
    terrain,
    view_of,
)


def refused(s: State, text: str) -> str:
    with pytest.raises(IllegalCommand) as caught:
        play(s, text)
    return caught.value.code


def test_r1_the_board_is_16_by_16_or_as_chosen() -> None:
    assert Options().size == 16
    assert options("codekata").size == 32
    assert start(size=9).options.size == 9


def test_r2_players_act_by_number_and_0_first_in_every_round() -> None:
    s = start(players=3)
    order = []
    for _ in range(7):
        order.append((int(s.round), int(s.current)))
        play(s, "end")
    assert order == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (3, 0)]


@pytest.mark.parametrize(
    ("players", "places"),
    [
        (2, "0,0 15,15"),
        (3, "0,0 15,0 0,15"),
        (4, "0,0 15,0 0,15 15,15"),
        (5, "4,0 11,0 15,11 11,15 0,11"),
        (8, "4,0 11,0 15,4 15,11 11,15 4,15 0,11 0,4"),
    ],
)
def test_r3_everybody_begins_with_one_city_and_nothing_else(players: int, places: str) -> None:
    s = start(players=players)
    for seat, place in enumerate(places.split()):
        assert [parsing.tile_name(s, tile) for tile in parsing.cities(s, seat)] == [place]
        assert parsing.stacks(s, seat) == {}
    assert stores(s, 1) == (0, 0, 0)


def test_r3_start_units_and_stores_are_options() -> None:
    s = start("quick")
    assert on(s, "9,9") == "P1 1w 1@100 city1"
    assert stores(s, 1) == (20, 10, 0)


def test_r4_the_default_map_is_symmetric() -> None:
    s = start(seed=11)
    board = np.array(s.terrain[:256]).reshape(16, 16)
    assert (board == board.T).all()
    assert (board == board[::-1]).all()


def test_r5_only_the_current_player_harvests() -> None:
    s = position(units="1:15,14:1w")
    harvest(s, 0)
    assert stores(s, 0) == (2, 1, 0)
    assert stores(s, 1) == (0, 0, 0)


def test_r6_workers_near_another_players_city_bring_nothing() -> None:
    s = position(cities="0:0,0 1:8,8", units="0:8,9:1w")
    give(s, food=10)
    harvest(s)
    assert stores(s) == (10, 1, 0)


def test_r7_a_worker_beside_a_city_on_the_same_tile_adds_no_yield() -> None:
    s = position(units="0:0,0:1w; 0:1,0:3w")
    give(s, food=10)
    harvest(s)
    assert stores(s) == (10 + 2 + 2 - 8, 2, 2)


def test_r8_each_worker_in_a_city_gives_two_trade() -> None:
    s = position(units="0:0,0:3w")
    give(s, food=10)
    harvest(s)
    assert stores(s)[2] == 6


def test_r9_no_trade_in_an_occupied_city() -> None:
    s = position(cities="0:0,0 1:15,15 1:1,1", units="0:1,1:2w")
    give(s, food=10)
    harvest(s)
    assert stores(s) == (10 + 2 + 2 - 4, 2, 0)


def test_r10_the_harvest_is_eaten_at_once() -> None:
    s = position(units="0:9,9:1@100")
    harvest(s)
    assert on(s, "9,9") == "P0 1@100"
    assert stores(s)[0] == 0


def test_r11_a_meal_too_small_stays_in_the_store() -> None:
    s = position(units="0:9,9:1@100")
    terrain(s, H="0,0")
    harvest(s)
    assert on(s, "9,9") == ""
    assert stores(s)[0] == 1


def test_r12_starvation_by_lot_draws_only_when_not_all_can_be_fed() -> None:
    s = position(units="0:9,9:3@100", starvation="random")
    give(s, food=20)
    before = int(s.rng.count)
    harvest(s)
    assert int(s.rng.count) == before
    give(s, food=0)
    harvest(s)
    assert on(s, "9,9") == "P0 1@100"
    assert int(s.rng.count) >= before + 2
    give(s, food=0)
    terrain(s, M="0,0")
    before = int(s.rng.count)
    harvest(s)
    assert (on(s, "9,9"), int(s.rng.count)) == ("", before)  # a list of one needs no draw


def test_r12_the_lot_spares_the_first_of_the_shuffled_list() -> None:
    fates = set()
    for seed in range(12):
        s = position(units="0:9,9:1@100; 0:3,9:1@40; 0:5,2:1w; 0:6,2:1w", starvation="random", seed=seed)
        give(s, food=4)
        harvest(s)
        assert len(parsing.workers(s, 0)) == 2
        fates.add("".join(on(s, place) for place in ("9,9", "3,9")))
    assert fates == {"P0 1@100", "P0 1@40"}


def test_r12_with_no_appetite_nobody_starves() -> None:
    s = position(units="0:9,9:3@100 2w", unit_food=0)
    harvest(s)
    assert on(s, "9,9") == "P0 2w 3@100"


def test_r13_stores_carry_over_unless_the_option_says_no() -> None:
    s = start()
    play(s, "end", "end")
    assert stores(s) == (4, 2, 0)
    s = start(carry_over=False)
    play(s, "end")
    assert stores(s) == (0, 0, 0)
    play(s, "end")
    assert stores(s) == (2, 1, 0)


def test_r14_research_and_production_mix_and_end_with_the_first_move() -> None:
    s = position(units="0:0,0:1@100")
    give(s, production=30, trade=60)
    play(s, "+A 0,0", "R off", "+W 0,0", "R def", "A 0,0 E 1")
    assert refused(s, "R def") == "phase"
    assert refused(s, "+C 1,1") == "phase"
    assert not any(text.startswith(("+", "R")) for text in legal_texts(s))


def test_r15_no_city_on_a_city() -> None:
    s = position(cities="0:0,0 1:15,15 1:2,0")
    give(s, production=60)
    assert refused(s, "+C 0,0") == "city_exists"
    assert refused(s, "+C 2,0") == "city_exists"


def test_r16_a_city_under_anothers_units_is_refused_or_theirs() -> None:
    s = position(units="1:2,0:1w")
    give(s, production=30)
    assert "+C 2,0" not in legal_texts(s)
    s = position(units="1:2,0:1w", city_on_enemy="gift")
    give(s, production=30)
    play(s, "+C 2,0")
    assert on(s, "2,0") == "P1 1w city1"
    assert parsing.cities(s, 0) == [0]


def test_r17_cities_may_stand_on_ocean_own_units_and_beside_anything() -> None:
    s = position(cities="0:0,0 1:15,15 1:2,0", units="0:1,1:1@100; 1:3,0:1@100")
    terrain(s, O="1,0")
    give(s, production=60)
    play(s, "+C 1,0", "+C 1,1")
    assert parsing.cities(s, 0) == [0, 1, 17]


def test_r18_sight_counts_at_the_moment_of_founding() -> None:
    s = position()
    give(s, production=90)
    assert "+C 5,1" not in legal_texts(s)
    play(s, "+C 3,0")
    assert "+C 5,1" in legal_texts(s)


def test_r19_no_units_are_placed_in_an_occupied_city() -> None:
    s = position(cities="0:0,0 0:5,5 1:15,15", units="1:5,5:1@100")
    give(s, production=10)
    assert refused(s, "+W 5,5") == "occupied"
    assert [text for text in legal_texts(s) if text.startswith("+")] == ["+A 0,0", "+W 0,0"]


def test_r20_as_many_researches_as_can_be_paid() -> None:
    s = position()
    give(s, trade=61)
    play(s, "R off", "R def", "R def")
    assert (parsing.offence(s, 0), parsing.defence(s, 0)) == (13, 16)
    assert (offence_of(s, 0), defence_of(s, 0)) == (13, 16)
    assert stores(s)[2] == 1


def test_r21_each_unit_takes_its_own_step() -> None:
    s = position(units="0:4,4:2w 1@100")
    play(s, "W 4,4 N 1", "W 4,4 S 1", "A 4,4 W 1")
    assert [on(s, place) for place in ("4,3", "4,5", "3,4", "4,4")] == ["P0 1w", "P0 1w", "P0 1@100", ""]
    assert refused(s, "W 4,3 N 1") == "count"


def test_r22_no_land_is_impassable() -> None:
    s = position(units="0:4,4:1w 1@100")
    terrain(s, O="5,4", M="3,4")
    play(s, "W 4,4 E 1", "A 4,4 W 1")
    assert (on(s, "5,4"), on(s, "3,4")) == ("P0 1w", "P0 1@100")


def test_r23_new_units_move_at_once() -> None:
    s = position()
    give(s, production=10)
    play(s, "+A 0,0", "A 0,0 E 1")
    assert on(s, "1,0") == "P0 1@100"


def test_r24_an_empty_city_is_walked_into_without_combat() -> None:
    s = position(cities="0:0,0 1:15,15 1:5,4", units="0:4,4:1@30")
    play(s, "A 4,4 E 1")
    assert on(s, "5,4") == "P0 1@30 city0"


def test_r25_workers_enter_anothers_city_only_to_die_there() -> None:
    s = position(cities="0:0,0 1:15,15 1:5,4", units="0:4,4:2w; 0:5,3:1@100")
    assert refused(s, "W 4,4 E 1") == "worker_city"
    s = position(cities="0:0,0 1:15,15 1:5,4", units="0:4,4:2w; 1:5,4:1w")
    play(s, "W 4,4 E 1")
    assert (on(s, "4,4"), on(s, "5,4")) == ("P0 1w", "city1")
    # The city is occupied by the worker's own side: still another player's city without foreign units.
    s = position(cities="0:0,0 1:15,15 1:5,4", units="0:4,4:1w; 0:5,4:1@100")
    assert refused(s, "W 4,4 E 1") == "worker_city"


def test_r26_an_occupied_city_is_taken_by_moving_an_army_in() -> None:
    s = position(cities="0:0,0 1:5,4 1:6,4", units="0:4,4:2@100; 1:6,4:1@100")
    give(s, food=40)
    play(s, "A 4,4 E 2", "end")
    assert on(s, "6,4") == "P0 1@100 city1"
    assert stores(s, 1) == (2, 1, 0)  # the occupied city is harvested by its owner
    play(s, "end", "A 5,4 E 1")
    assert on(s, "6,4") == "P0 2@100 city0"
    assert s.result == Result.CONQUEST


def test_r27_converts_keep_their_hit_points_and_stay_put_this_turn() -> None:
    s = position(cities="0:0,0 1:5,4 1:15,15", units="0:4,4:1@100; 1:5,5:1@40 1w; 2:6,4:1@70", players=3)
    put_city(s, "2:0,15")
    play(s, "A 4,4 E 1")
    assert (on(s, "5,5"), on(s, "6,4")) == ("P0 1w 1@40", "P2 1@70")
    assert refused(s, "A 5,5 S 1") == "count"
    assert refused(s, "W 5,5 S 1") == "count"


def test_r28_the_units_of_the_third_player_do_not_go_over() -> None:
    s = position(cities="0:0,0 1:9,9 2:15,15 2:5,4", units="0:4,4:3@100; 1:5,4:1@100; 1:5,3:1@100", players=3)
    play(s, "A 4,4 E 3")
    assert on(s, "5,4") == "P0 3@66.66 city0"
    assert on(s, "5,3") == "P1 1@100"


def test_r29_armies_of_three_tiles_strike_as_one() -> None:
    s = position(units="0:4,4:1@100; 0:5,3:1@100; 0:6,4:2@100; 1:5,4:2@100")
    play(s, "M 4,4 E 1", "M 5,3 S 1", "A 6,4 W 2")
    assert on(s, "5,4") == "P0 4@50"


def test_r29_musters_against_other_tiles_are_left_alone() -> None:
    s = position(units="0:4,4:2@100; 1:5,4:1@100; 1:4,5:1@100")
    play(s, "M 4,4 E 1", "A 4,4 S 1")
    assert (on(s, "4,4"), on(s, "5,4"), on(s, "4,5")) == ("P0 1@100", "P1 1@100", "")
    play(s, "end")
    assert (on(s, "4,4"), on(s, "5,4")) == ("", "")


def test_r29_survivors_of_a_failed_muster_stay_on_their_own_tiles() -> None:
    s = position(units="0:4,4:1@100; 0:5,3:1@100; 1:5,4:3@100", players=2)
    give(s, 0, defence=10)
    play(s, "M 4,4 E 1", "A 5,3 S 1")
    assert (on(s, "4,4"), on(s, "5,3"), on(s, "5,4")) == ("P0 1@62.5", "P0 1@62.5", "P1 3@33.33")
    assert all(army.moved and army.muster == -1 for army in parsing.armies(s, 0))


def test_r30_each_move_is_its_own_combat() -> None:
    s = position(units="0:4,4:2@100; 1:5,4:2@100")
    play(s, "A 4,4 E 1")
    assert (on(s, "4,4"), on(s, "5,4")) == ("P0 1@100", "P1 2@50")
    play(s, "A 4,4 E 1")
    assert (on(s, "4,4"), on(s, "5,4")) == ("", "")


def test_r31_the_weakest_go_on_request() -> None:
    s = position(units="0:4,4:2@100 2@50")
    assert "A 4,4 N ?w" in legal_texts(s)
    play(s, "A 4,4 N 3w")
    assert (on(s, "4,4"), on(s, "4,3")) == ("P0 1@100", "P0 1@100 2@50")
    s = position(units="0:4,4:2@100")
    assert [text for text in legal_texts(s) if "w" in text] == []


def test_r32_both_sides_strike_with_the_numbers_from_before() -> None:
    s = position(units="0:4,4:2@100; 1:5,4:4@100")
    play(s, "A 4,4 E 2")
    assert (on(s, "4,4"), on(s, "5,4")) == ("", "P1 4@50")


def test_r33_three_hits_of_a_third_kill() -> None:
    s = position(units="0:4,4:1@100; 1:5,4:3@33.34")
    play(s, "A 4,4 E 1")
    assert on(s, "5,4") == ""


def test_r34_nothing_is_left_at_exactly_zero() -> None:
    s = position(units="0:4,4:2@50; 1:5,4:1@100")
    play(s, "A 4,4 E 2")
    assert (on(s, "4,4"), on(s, "5,4")) == ("", "")


def test_r35_nothing_heals() -> None:
    s = position(units="0:0,0:1@37.5")
    give(s, food=40)
    play(s, "end", "end")
    assert on(s, "0,0") == "P0 1@37.5 city0"


def test_r36_a_city_keeps_its_owner_when_everybody_dies() -> None:
    s = position(cities="0:0,0 1:5,4", units="0:4,4:2@100; 1:5,4:2@100")
    play(s, "A 4,4 E 2")
    assert on(s, "5,4") == "city1"
    assert s.result == Result.NONE


def test_r37_repelled_attackers_have_used_their_move() -> None:
    s = position(units="0:4,4:1@100; 1:5,4:1@100")
    give(s, 0, defence=5)
    give(s, 1, defence=5)
    play(s, "A 4,4 E 1")
    assert (on(s, "4,4"), on(s, "5,4")) == ("P0 1@60", "P1 1@60")
    assert refused(s, "A 4,4 E 1") == "count"


def test_r38_workers_die_in_every_combat_and_harm_no_army() -> None:
    s = position(units="0:4,4:1w 1@100; 1:5,4:1w 1@100")
    play(s, "W 4,4 E 1")
    assert (on(s, "4,4"), on(s, "5,4")) == ("P0 1@100", "P1 1@100")
    s = position(units="0:4,4:1@100; 1:5,4:3w")
    play(s, "A 4,4 E 1")
    assert on(s, "5,4") == "P0 1@100"


def test_r39_armies_enter_only_when_every_enemy_is_gone() -> None:
    s = position(units="0:4,4:3@100; 1:5,4:1@100; 2:5,3:1@100", cities="0:0,0 1:15,0 2:15,15", players=3)
    play(s, "A 4,4 E 3", "end")
    give(s, 1, food=50)
    play(s, "end")
    give(s, 2, food=50, offence=100)
    play(s, "A 5,3 S 1")
    assert on(s, "5,4") in ("P2 1@100", "")
    assert sum(on(s, "5,4").startswith(f"P{seat}") for seat in range(3)) <= 1


def test_r40_there_is_no_memory_unless_asked_for() -> None:
    s = position(units="0:5,0:1w")
    play(s, "W 5,0 E 1")
    assert not parsing.is_known(view_of(s, 0), at(s, "4,2"))
    s = position(units="0:5,0:1w", remember_terrain=True)
    sight.remember(s)
    play(s, "W 5,0 E 1")
    seen = view_of(s, 0)
    assert parsing.is_known(seen, at(s, "4,2"))
    assert at(s, "4,2") not in parsing.seen_tiles(seen, 0)
    assert not parsing.is_known(view_of(s, 1), at(s, "4,2"))


def test_r41_stores_are_public_or_secret() -> None:
    s = position()
    give(s, 1, food=5, production=6, trade=7, offence=1, defence=2)
    assert stores(view_of(s, 0), 1) == (5, 6, 7)
    assert stores(view_of(s, -1), 1) == (5, 6, 7)
    s = position(open_stats=False)
    give(s, 1, food=5, production=6, trade=7, offence=1, defence=2)
    seen = view_of(s, 0)
    assert (stores(seen, 1), seen.players[1].offence, seen.players[1].defence) == ((0, 0, 0), 0, 0)
    assert stores(view_of(s, 1), 1) == (5, 6, 7)


def test_r42_the_defender_learns_who_struck() -> None:
    s = position(units="0:4,4:3@100; 1:5,4:1@100", vision=1, cities="0:0,0 1:15,15")
    before = view_of(s, 1)
    play(s, "A 4,4 E 3")
    lines = notation.tell(before, view_of(s, 1), 1)
    assert (
        lines[0] == "Player 0 attacks you on 5,4 with 3 armies against 1 army: player 0 loses nothing, you lose 1 army."
    )


def test_r43_conquest_is_looked_for_after_every_capture() -> None:
    s = position(cities="0:0,0 1:5,4 2:15,15", units="0:4,4:1@100", players=3)
    play(s, "A 4,4 E 1")
    assert s.result == Result.NONE
    s = position(cities="0:0,0 1:5,4", units="0:4,4:1@100; 1:14,14:5@100", players=2, exiles=True)
    play(s, "A 4,4 E 1")
    assert s.result == Result.CONQUEST


def test_r44_a_cityless_player_plays_on_only_as_an_exile() -> None:
    s = position(cities="0:0,0 1:5,4 2:15,15", units="0:4,4:1@100; 1:9,9:1@100", players=3, exiles=True)
    give(s, 1, food=10)
    play(s, "A 4,4 E 1", "end")
    assert s.players[1].fallen == 0
    assert s.current == 1
    assert on(s, "9,9") == "P1 1@100"


def test_r44_an_exile_who_starves_is_out_and_play_passes_on() -> None:
    s = position(cities="0:0,0 2:15,15", units="1:9,9:1@100", players=3, exiles=True)
    play(s, "end")
    assert s.players[1].fallen == 1
    assert s.current == 2


def test_r45_the_cap_scores_three_one_and_one() -> None:
    s = position(cities="0:0,0 0:1,0 1:15,15", units="0:5,5:2w 3@10", max_rounds=1)
    out = np.zeros(2)
    rules.scores(s, out)
    assert out.tolist() == [2 * 3 + 2 + 3, 3]
    assert Options().max_rounds == 100


@pytest.mark.parametrize(
    ("cities", "units", "ranks"),
    [
        ("0:0,0 1:15,15", "", [1, 1]),
        ("0:0,0 0:1,0 1:15,15", "1:15,15:3w", [1, 2]),
        ("0:0,0 1:15,15", "0:0,0:1@50 1w; 1:15,15:2w", [1, 2]),
        ("0:0,0 1:15,15", "0:0,0:1@50; 1:15,15:1@51", [2, 1]),
        ("0:0,0 1:15,15", "0:0,0:2@50; 1:15,15:1@100", [1, 2]),
    ],
)
def test_r46_ties(cities: str, units: str, ranks: list[int]) -> None:
    s = position(cities=cities, units=units)
    s.result = Result.CAP
    assert [rules.rank_of(s, seat) for seat in range(2)] == ranks
    out = np.zeros(2)
    rules.outcome(s, out)
    assert out.tolist() == ([0, 0] if ranks == [1, 1] else [3 - 2 * rank for rank in ranks])


def test_r47_the_unit_limit() -> None:
    s = position(units="0:0,0:19w", unit_limit=20)
    give(s, production=30)
    play(s, "+A 0,0")
    assert refused(s, "+A 0,0") == "unit_limit"
    assert not any(text.startswith(("+A", "+W")) for text in legal_texts(s))


def test_r47_converts_beyond_the_limit_vanish_workers_first_then_the_weakest() -> None:
    s = position(
        cities="0:0,0 1:5,4 1:15,15",
        units="0:4,4:17w 1@100; 1:5,5:2w; 1:5,3:1w; 1:6,4:1@40 1@60; 1:5,6:1@40",
        unit_limit=20,
    )
    play(s, "A 4,4 E 1")
    assert s.players[0].unit_count == 20
    assert (on(s, "5,5"), on(s, "5,3")) == ("", "")
    assert (on(s, "6,4"), on(s, "5,6")) == ("P0 1@60 1@40", "")


def test_r47_workers_with_the_highest_index_vanish_first() -> None:
    s = position(cities="0:0,0 1:5,4 1:15,15", units="0:4,4:17w 1@100; 1:5,5:2w; 1:5,3:1w; 1:6,4:1@40", unit_limit=20)
    play(s, "A 4,4 E 1")
    assert (on(s, "5,3"), on(s, "5,5"), on(s, "6,4")) == ("P0 1w", "", "P0 1@40")


def test_r48_there_is_one_forest() -> None:
    assert [name for name in Terrain.__members__ if name.startswith("FOREST")] == ["FOREST"]
    assert empty().options.size == 16


def test_r16_the_literal_preset_allows_a_city_wherever_one_sees() -> None:
    s = position("literal", units="0:5,5:1@100; 1:6,5:1w")
    give(s, 0, production=30)
    play(s, "+C 6,5")
    assert on(s, "6,5") == "P1 1w city1"
    assert (int(s.options.max_rounds), int(s.options.unit_limit)) == (1000, 256)
