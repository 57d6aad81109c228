"""The worked examples of the rules (§10), by number."""

from __future__ import annotations

import pytest

from plowshares.core.errors import IllegalCommand
from plowshares.games.civ import notation, parsing, rules
from plowshares.games.civ.state import NOTHING_OWED, Result, State
from tests.games.civ.table import (
    at,
    give,
    harvest,
    legal_texts,
    on,
    play,
    position,
    start,
    stores,
    terrain,
    view_of,
)


def refused(s: State, text: str) -> str:
    """Type a command that must be refused; return the code."""
    before = s.tobytes()
    with pytest.raises(IllegalCommand) as caught:
        play(s, text)
    assert s.tobytes() == before
    assert text in str(caught.value)
    return caught.value.code


def strength(s: State, seat: int) -> tuple[int, int]:
    return parsing.offence(s, seat), parsing.defence(s, seat)


def test_x1_the_first_turn_of_a_new_game() -> None:
    s = start()
    assert stores(s) == (2, 1, 0)
    assert legal_texts(s) == ["end"]


def test_x2_ten_turns_of_doing_nothing() -> None:
    s = start()
    play(s, *["end"] * 18)
    assert (s.round, s.current) == (10, 0)
    assert stores(s) == (20, 10, 0)
    assert legal_texts(s) == ["end", "+A 0,0", "+W 0,0"]


def test_x3_workers_in_a_city_add_trade() -> None:
    s = position(cities="0:3,3 1:15,15", units="0:3,3:2w")
    terrain(s, F="3,3")
    give(s, food=5)
    harvest(s)
    assert stores(s) == (2, 3, 4)


def test_x4_a_tile_is_harvested_once() -> None:
    s = position(cities="0:3,3 1:15,15", units="0:4,3:2w")
    terrain(s, H="4,3")
    give(s, food=10)
    harvest(s)
    assert stores(s) == (9, 3, 1)


def test_x5_too_far_to_harvest() -> None:
    s = position(cities="0:3,3 1:15,15", units="0:6,3:1w")
    give(s, food=10)
    harvest(s)
    assert stores(s) == (10, 1, 0)


def test_x6_two_cities_one_worker() -> None:
    s = position(cities="0:3,3 0:5,3 1:15,15", units="0:4,3:1w")
    terrain(s, O="4,3")
    give(s, food=10)
    harvest(s)
    assert stores(s) == (13, 2, 2)


def test_x7_armies_starve_before_workers() -> None:
    s = position(cities="0:3,3 1:15,15", units="0:9,9:2w 2@100")
    terrain(s, M="3,3")
    give(s, food=5)
    harvest(s)
    assert on(s, "9,9") == "P0 2w"
    assert stores(s)[0] == 1


def test_x8_the_weakest_starve() -> None:
    s = position(cities="0:3,3 1:15,15", units="0:8,8:1@100 1@40; 0:2,2:1@40")
    harvest(s)
    assert (on(s, "8,8"), on(s, "2,2")) == ("P0 1@100", "")
    assert stores(s)[0] == 0


def test_x9_of_equals_the_farthest_and_then_the_highest_index_starves() -> None:
    s = position(cities="0:3,3 1:15,15", units="0:9,0:1w; 0:0,9:1w")
    harvest(s)
    assert (on(s, "9,0"), on(s, "0,9")) == ("P0 1w", "")
    s = position(cities="0:3,3 1:15,15", units="0:9,0:1w; 0:8,0:1w")
    harvest(s)
    assert (on(s, "9,0"), on(s, "8,0")) == ("", "P0 1w")


def test_x10_founding_spends_everything() -> None:
    s = position()
    give(s, production=30)
    play(s, "+C 3,0")
    assert on(s, "3,0") == "city0"
    assert refused(s, "+A 3,0") == "production"


def test_x11_a_new_city_sees_at_once() -> None:
    s = position()
    give(s, production=60)
    assert refused(s, "+C 4,0") == "hidden"
    play(s, "+C 3,0", "+C 6,0")
    assert parsing.cities(s, 0) == [0, 3, 6]


def test_x12_spending_ends_with_the_first_move_under_strict() -> None:
    s = position(units="0:0,0:1w")
    give(s, production=20)
    play(s, "W 0,0 E 1")
    assert refused(s, "+A 0,0") == "phase"
    s = position(units="0:0,0:1w", phases="free")
    give(s, production=20)
    play(s, "W 0,0 E 1", "+A 0,0")
    assert on(s, "0,0") == "P0 1@100 city0"


def test_x13_research() -> None:
    s = position()
    give(s, trade=45)
    play(s, "R off", "R off")
    assert strength(s, 0) == (16, 10)
    assert stores(s) == (0, 0, 5)
    assert refused(s, "R off") == "trade"


def test_x14_equal_armies_die_together() -> None:
    s = position(cities="0:0,0 1:15,15 1:5,4", units="0:4,4:1@100; 1:5,4:1@100")
    play(s, "A 4,4 E 1")
    assert (on(s, "4,4"), on(s, "5,4")) == ("", "city1")


def test_x15_two_against_one() -> None:
    s = position(units="0:4,4:2@100; 1:5,4:1@100")
    play(s, "A 4,4 E 2")
    assert (on(s, "4,4"), on(s, "5,4")) == ("", "P0 2@50")
    assert all(army.moved for army in parsing.armies(s, 0))


def test_x16_one_against_two() -> None:
    s = position(units="0:4,4:1@100; 1:5,4:2@100")
    play(s, "A 4,4 E 1")
    assert (on(s, "4,4"), on(s, "5,4")) == ("", "P1 2@50")


def test_x17_three_against_two() -> None:
    s = position(units="0:4,4:3@100; 1:5,4:2@100")
    play(s, "A 4,4 E 3")
    assert on(s, "5,4") == "P0 3@33.33"


def test_x18_one_after_another() -> None:
    s = position(units="0:4,4:3@100; 1:5,4:3@100")
    play(s, "A 4,4 E 1")
    assert on(s, "5,4") == "P1 3@66.66"
    play(s, "A 4,4 E 1")
    assert on(s, "5,4") == "P1 3@33.32"
    play(s, "A 4,4 E 1")
    assert (on(s, "4,4"), on(s, "5,4")) == ("", "")


def test_x19_one_defence_research() -> None:
    s = position(units="0:4,4:1@100; 1:5,4:1@100")
    give(s, 1, defence=1)
    play(s, "A 4,4 E 1")
    assert (on(s, "4,4"), on(s, "5,4")) == ("", "P1 1@23.07")


def test_x20_researches_on_both_sides() -> None:
    s = position(units="0:4,4:1@100; 1:5,4:1@100")
    give(s, 0, offence=1, defence=2)
    give(s, 1, defence=1)
    play(s, "A 4,4 E 1")
    assert on(s, "5,4") == "P0 1@37.5"


def test_x21_a_muster_makes_one_unit_of_two() -> None:
    units = "0:4,4:1@100; 0:5,3:1@100; 1:5,4:1@100"
    s = position(units=units)
    play(s, "M 4,4 E 1", "A 5,3 S 1")
    assert (on(s, "4,4"), on(s, "5,3"), on(s, "5,4")) == ("", "", "P0 2@50")
    s = position(units=units)
    play(s, "A 4,4 E 1", "A 5,3 S 1")
    assert on(s, "5,4") == "P0 1@100"


def test_x22_musters_strike_at_the_end_of_the_turn() -> None:
    s = position(units="0:4,4:1@100; 0:5,3:1@100; 1:5,4:1@100")
    play(s, "M 4,4 E 1", "M 5,3 S 1")
    assert on(s, "5,4") == "P1 1@100"
    play(s, "end")
    assert (on(s, "4,4"), on(s, "5,3"), on(s, "5,4")) == ("", "", "P0 2@50")
    assert s.current == 1
    assert stores(s, 1) == (2, 1, 0)


def test_x23_strongest_or_weakest_first() -> None:
    units = "0:4,4:1@100 1@75 1@50"
    s = position(units=units)
    play(s, "A 4,4 S 2")
    assert (on(s, "4,4"), on(s, "4,5")) == ("P0 1@50", "P0 1@100 1@75")
    s = position(units=units)
    play(s, "A 4,4 S 1w")
    assert (on(s, "4,4"), on(s, "4,5")) == ("P0 1@100 1@75", "P0 1@50")


def test_x24_workers_meet_workers() -> None:
    s = position(units="0:4,4:1w; 1:5,4:3w")
    play(s, "W 4,4 E 1")
    assert (on(s, "4,4"), on(s, "5,4")) == ("", "")


def test_x25_workers_meet_a_worker_and_an_army() -> None:
    s = position(units="0:4,4:2w; 1:5,4:1w 1@60")
    play(s, "W 4,4 E 2")
    assert (on(s, "4,4"), on(s, "5,4")) == ("", "P1 1@60")


def test_x26_defending_workers_die_even_if_the_attack_fails() -> None:
    s = position(units="0:4,4:1@100; 1:5,4:2w 2@100")
    play(s, "A 4,4 E 1")
    assert (on(s, "4,4"), on(s, "5,4")) == ("", "P1 2@50")


def test_x27_units_near_a_captured_city_change_sides() -> None:
    s = position(cities="0:0,0 1:15,15 1:5,4", units="0:4,4:1@100; 1:7,4:1@60; 1:5,6:1w; 1:8,4:1@100; 1:6,6:1w")
    play(s, "A 4,4 E 1")
    assert on(s, "5,4") == "P0 1@100 city0"
    assert (on(s, "7,4"), on(s, "5,6")) == ("P0 1@60", "P0 1w")
    assert (on(s, "8,4"), on(s, "6,6")) == ("P1 1@100", "P1 1w")
    assert all(army.moved for army in parsing.armies(s, 0))
    assert all(worker.moved for worker in parsing.workers(s, 0))


def test_x28_a_garrison_goes_over_and_its_city_does_not() -> None:
    s = position(cities="0:0,0 1:5,4 1:6,4", units="0:4,4:1@100; 1:6,4:1@100")
    play(s, "A 4,4 E 1")
    assert (on(s, "5,4"), on(s, "6,4")) == ("P0 1@100 city0", "P0 1@100 city1")
    play(s, "end")
    give(s, 1, production=10)
    assert refused(s, "+A 6,4") == "occupied"
    s = position(cities="0:0,0 1:5,4 1:6,4", units="0:4,4:1@100; 1:6,4:1@100", garrison="loyal")
    play(s, "A 4,4 E 1")
    assert (on(s, "5,4"), on(s, "6,4")) == ("P0 1@100 city0", "P1 1@100 city1")


def test_x29_losing_the_last_city() -> None:
    s = position(cities="0:0,0 1:5,4 2:15,15", units="0:4,4:1@100; 1:5,5:1w; 1:9,9:1@100", players=3)
    give(s, 1, food=7, trade=8)
    play(s, "A 4,4 E 1")
    assert s.players[1].fallen == 1
    assert (on(s, "5,5"), on(s, "9,9")) == ("P0 1w", "")
    assert stores(s, 1) == (0, 0, 0)
    play(s, "end")
    assert s.current == 2


def test_x30_conquest() -> None:
    s = position(cities="0:0,0 1:5,4", units="0:4,4:1@100")
    play(s, "A 4,4 E 1")
    assert s.result == Result.CONQUEST
    assert [rules.rank_of(s, seat) for seat in range(2)] == [1, 2]
    assert notation.describe_result(s)[0] == "conquest"


def test_x31_a_city_of_a_third_player() -> None:
    s = position(cities="0:0,0 1:0,15 2:15,15 2:5,4", units="0:4,4:2@100; 1:5,4:1@100; 2:6,4:1w; 1:5,5:1w", players=3)
    play(s, "A 4,4 E 2")
    assert on(s, "5,4") == "P0 2@50 city0"
    assert (on(s, "6,4"), on(s, "5,5")) == ("P0 1w", "P1 1w")


def test_x32_what_is_in_sight() -> None:
    s = position(units="1:3,0:1@100; 1:4,0:1@100; 1:2,2:1@100")
    seen = view_of(s, 0)
    assert sum(parsing.is_known(seen, tile) for tile in range(256)) == 10
    assert (on(seen, "3,0"), on(seen, "4,0"), on(seen, "2,2")) == ("P1 1@100", "", "")
    s = position(cities="0:8,8 1:0,0")
    seen = view_of(s, 0)
    assert sum(parsing.is_known(seen, tile) for tile in range(256)) == 25


def test_x33_equal_scores_and_more_cities() -> None:
    s = position(cities="0:0,0 0:1,0 1:15,15", units="1:15,15:2w 1@100", max_rounds=1)
    give(s, 1, food=100)
    play(s, "end", "end")
    assert s.result == Result.CAP
    assert [int(rules.ending.score_of(s, seat)) for seat in range(2)] == [6, 6]
    assert [rules.rank_of(s, seat) for seat in range(2)] == [1, 2]


def test_x34_no_worker_enters_another_players_city() -> None:
    s = position(cities="0:0,0 1:5,4 1:15,15", units="0:4,4:1w")
    assert refused(s, "W 4,4 E 1") == "worker_city"


def test_x35_each_attacker_fights_from_its_own_tile() -> None:
    s = position(units="0:4,4:1@100; 0:5,3:1@100; 1:5,4:2@100", terrain_combat=True)
    terrain(s, H="4,4", O="5,3")
    play(s, "M 4,4 E 1", "A 5,3 S 1")
    assert on(s, "5,4") == "P0 1@33.33"


def test_x36_a_city_on_mountains() -> None:
    s = position("codekata", cities="0:0,0 1:15,15 1:5,4", units="0:4,4:1@100; 1:5,4:2@100")
    terrain(s, H="4,4", M="5,4")
    play(s, "A 4,4 E 1")
    assert (on(s, "4,4"), on(s, "5,4")) == ("", "P1 2@75 city1")


def test_x37_damage_is_rounded_down_to_whole_points() -> None:
    s = position("codekata", units="0:4,4:1@100; 1:5,4:1@100")
    terrain(s, F="4,4")
    play(s, "A 4,4 E 1")
    assert on(s, "5,4") == "P0 1@34"


def test_x38_from_the_sea_against_a_city() -> None:
    s = position("codekata", cities="0:0,0 1:15,15 1:5,4", units="0:4,4:1@100; 1:5,4:1@100")
    terrain(s, O="4,4")
    play(s, "A 4,4 E 1")
    assert (on(s, "4,4"), on(s, "5,4")) == ("", "P1 1@67 city1")


def test_x39_one_at_a_time() -> None:
    s = position("codekata", units="0:4,4:2@100; 1:5,4:1@100")
    assert refused(s, "A 4,4 E 2") == "group"
    play(s, "A 4,4 E 1")
    assert (on(s, "4,4"), on(s, "5,4")) == ("P0 1@100", "")
    play(s, "A 4,4 E 1")
    assert on(s, "5,4") == "P0 1@100"


def test_x40_spoilage() -> None:
    s = position("codekata", cities="0:3,3 1:15,15", units="0:3,3:1w")
    give(s, food=6)
    harvest(s)
    assert stores(s) == (5, 1, 2)


def test_x41_a_city_as_a_gift() -> None:
    s = position("codekata", units="0:4,3:1w; 1:5,3:1w")
    give(s, production=30)
    play(s, "+C 5,3")
    assert stores(s) == (0, 6, 0)
    assert on(s, "5,3") == "P1 1w city1"
    s = position(units="0:4,3:1w; 1:5,3:1w")
    give(s, production=30)
    assert refused(s, "+C 5,3") == "occupied"


def test_x42_the_count_is_a_decision_of_its_own() -> None:
    s = position(units="0:4,4:1@100 1@75 1@50")
    before = s.clone()
    play(s, "A 4,4 S ?w")
    assert rules.is_unfinished(s, 0)
    assert not s.moving
    assert on(s, "4,4") == "P0 1@100 1@75 1@50"
    assert legal_texts(s) == ["count 1", "count 2"]
    assert refused(s, "end") == "pending"
    s.owed = NOTHING_OWED
    assert s.tobytes() == before.tobytes()
    play(s, "A 4,4 S ?w", "count 2")
    assert (on(s, "4,4"), on(s, "4,5")) == ("P0 1@100", "P0 1@75 1@50")
    assert s.moving


def test_x43_the_last_exile_dies() -> None:
    s = position(cities="0:0,0 2:15,15", units="1:4,4:1@100; 2:5,4:2@100", players=3, exiles=True)
    give(s, 2, food=10)
    s.current = 1
    play(s, "A 4,4 E 1")
    assert s.players[1].fallen == 1
    assert s.current == 2
    assert stores(s, 2) == (10 + 2 - 4, 1, 0)


def test_x44_two_exiles_vanish_together() -> None:
    s = position(cities="0:0,0 3:15,15", units="1:4,4:1@100; 2:5,4:1@100", players=4, exiles=True)
    s.current = 1
    play(s, "A 4,4 E 1")
    assert [int(p.fallen) for p in s.players] == [0, 1, 1, 0]
    assert s.current == 3
    assert rules.rank_of(s, 1) == rules.rank_of(s, 2) == 3


def test_x44_workers_that_were_all_two_exiles_had_vanish_together() -> None:
    s = position(cities="0:0,0 3:15,15", units="1:4,4:1w; 2:5,4:1w", players=4, exiles=True)
    s.current = 1
    play(s, "W 4,4 E 1")
    assert [int(p.fallen) for p in s.players] == [0, 1, 1, 0]
    assert s.current == 3


def test_x45_a_refusal_tells_nothing_hidden() -> None:
    s = position(units="1:9,9:1@100")
    give(s, production=30)
    assert refused(s, "+C 9,9") == "hidden"
    assert view_of(s, 0).holder[at(s, "9,9")] == -1
