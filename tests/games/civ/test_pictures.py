"""Pictures, observations, heuristics and readers."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from typing import Any

import numpy as np
import pytest

from plowshares.core.seats import SPECTATOR
from plowshares.games.civ import GAME, heuristics, notation, observation, parsing, rules, sight, svg, text
from plowshares.games.civ.heuristics import rating
from plowshares.games.civ.observation import Number, Plane, SeatNumber, SeatPlane, count_planes
from plowshares.games.civ.state import State
from tests.amounts import amount, some
from tests.games.civ import naive
from tests.games.civ.table import (
    at,
    give,
    legal,
    options,
    play,
    position,
    put_city,
    random_match,
    start,
    terrain,
    view_of,
)


def busy() -> State:
    s = position(
        cities="0:0,0 0:3,3 1:15,15 1:5,4",
        units="0:3,3:2w 1@100 1@37.5; 0:4,4:2@100; 1:5,4:1@60 3w; 0:5,3:1@100",
        remember_terrain=True,
    )
    terrain(s, O="1,0", H="2,1", F="3,2", M="4,3")
    give(s, production=45, trade=25)
    sight.remember(s)
    play(s, "M 4,4 E 1", "W 3,3 N 1")
    return s


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1])
def test_the_svg_is_well_formed_and_told_in_words(seat: int) -> None:
    drawn = svg.board(view_of(busy(), seat), seat, ("cell 3,3", "armies 4,4"))
    root = ElementTree.fromstring(drawn)
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}title")
    words = root.findtext(f"{space}desc")
    assert words is not None
    if seat == 0:
        assert "5,4 Grassland, city of player 1, 3 workers and 1 army (60 hp) of player 1" in words
        assert drawn.count("pick marked") == 2
        assert "rotate(90" in drawn  # the muster's arrow points east
    if seat == SPECTATOR:
        assert "In sight: nothing." in words


def test_every_pick_of_every_legal_action_is_drawn() -> None:
    s = position(units="0:3,3:2w 1@100 1@37.5; 1:4,3:1@60")
    give(s, production=45, trade=25)
    seen = view_of(s, 0)
    drawn = set(re.findall(r'data-pick="([^"]*)"', svg.board(seen, 0)))
    for action in some(legal(s)):
        assert all(name in drawn or name.startswith(("button ", "number ")) for name in notation.picks(seen, 0, action))


def test_remembered_land_is_drawn_behind_a_veil() -> None:
    s = busy()
    s.players[0].remembered[:] = -1
    drawn = svg.board(view_of(s, 0), 0)
    assert "remembered" in drawn
    assert 'data-pick="cell 12,2"' not in drawn
    assert ".'" in text.board(view_of(s, 0), 0)


def test_moved_units_are_pale_to_their_owner_alone() -> None:
    s = busy()
    assert 'opacity="0.55"' in svg.board(view_of(s, 0), 0)
    assert 'opacity="0.55"' not in svg.board(view_of(s, 1), 1)


def test_the_text_picture() -> None:
    s = busy()
    lines = text.board(view_of(s, 0), 0, ("cell 3,3",)).splitlines()
    assert lines[0].split()[:3] == ["0", "1", "2"]
    assert lines[1].startswith("  0 c0 ~  .")
    assert lines[4].startswith("  3 .  .  .  C0 ^  A0")
    assert lines[5].startswith("  4    .  .  .  A0 C1 .  .  ")
    words = " ".join(" ".join(line[54:] for line in lines[:20]).split())  # the panel beside the map
    assert "3,3 grassland: 1 worker, 2 armies (100 37.5)" in words
    assert "3,2 forest: 1 worker [all moved]" in words
    assert "4,4 grassland: 2 armies (100 100) [1 moved], mustered E" in words
    assert "Player 1: food 0, production 0, trade 0; offence 1.0, defence 1.0; cities 5,4" in words
    words = "\n".join(lines)
    assert "Marked: cell 3,3" in words
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize("size", [8, 16, 17, 25, 26, 38, 39, 64])
def test_the_text_picture_fits_80_columns(size: int) -> None:
    s = start(size=size, start_armies=1, start_workers=1)
    put_city(s, "1:2,2")
    for seat in (SPECTATOR, 0, 1):
        lines = text.board(view_of(s, seat), seat).splitlines()
        assert max(map(len, lines)) <= 80
        assert len(lines) >= size + 3
        assert size > 16 or len(lines) <= 20, "a board of the usual size fits a screen of 24 lines"


def test_pictures_of_secret_stores_eliminated_players_and_the_end() -> None:
    s = position(cities="0:0,0 1:5,4 2:15,15", units="0:4,4:1@100", players=3, open_stats=False)
    seen = view_of(s, 0)
    assert "stores unknown" in svg.board(seen, 0)
    assert "Player 1: nothing known" in text.board(view_of(s, 2), 2)
    play(s, "A 4,4 E 1")
    assert "Player 1: eliminated" in text.board(view_of(s, 0), 0)
    assert "Player 1, eliminated" in svg.board(view_of(s, 0), 0)
    s = position(cities="0:0,0 1:5,4", units="0:4,4:1@100")
    play(s, "A 4,4 E 1")
    for seat in (SPECTATOR, 0, 1):
        assert "The match is over." in svg.board(view_of(s, seat), seat)
        assert "The match is over. Player 0 owns every city and wins." in text.board(view_of(s, seat), seat)


def test_observation_planes() -> None:
    s = busy()
    shape = observation.shape(options())
    assert shape == (count_planes(2) + 1, 16, 16)
    out, again = np.full(shape, -1, observation.dtype()), np.full(shape, -2, observation.dtype())
    observation.encode(view_of(s, 0), 0, out)
    observation.encode(view_of(s, 0), 0, again)
    assert (out == again).all()
    assert out[Plane.OCEAN, 0, 1] == 1
    assert out[Plane.IN_SIGHT].sum() == len(parsing.seen_tiles(s, 0))
    numbers = out[count_planes(2) :].reshape(-1)
    assert (numbers[Number.OWN_TURN], numbers[Number.MOVING]) == (1, 1)
    assert out[Plane.MUSTER_TARGETS, 4, 5] == 1
    assert out[Plane.UNMOVED_ARMIES, 4, 4] == 1
    assert out[Plane.UNMOVED_WORKERS, 3, 3] == 1
    own, other = (out[Plane.FIRST_OF_SEATS + i * SeatPlane.COUNT :] for i in range(2))
    assert own[SeatPlane.CITIES].sum() == 2
    assert own[SeatPlane.HIT_POINTS, 3, 3] == 138
    assert numbers[Number.FIRST_OF_SEATS + SeatNumber.PRODUCTION] == 45
    assert other[SeatPlane.CITIES].sum() == 1
    assert other[SeatPlane.WORKERS, 4, 5] == 3
    assert numbers[Number.FIRST_OF_SEATS + SeatNumber.COUNT + SeatNumber.OFFENCE] == 10
    observation.encode(view_of(s, SPECTATOR), SPECTATOR, out)
    assert not out[Plane.IN_SIGHT].any()


def test_observation_of_an_owed_count() -> None:
    s = position(units="0:4,7:2@100")
    play(s, "A 4,7 N ?")
    out = np.zeros(observation.shape(options()), observation.dtype())
    observation.encode(view_of(s, 0), 0, out)
    assert np.argwhere(out[Plane.OWED_FROM]).tolist() == [[7, 4]]


def value_after(s: State, *commands: str, seat: int = 0) -> float:
    copy = s.clone()
    play(copy, *commands)
    return float(heuristics.value(copy, seat))


def best(s: State, *commands: str) -> str:
    """Return the command with the best value one step ahead."""
    return max(commands, key=lambda command: value_after(s, command))


def test_heuristics_like_what_is_good() -> None:
    s = position(units="0:0,0:1w", cities="0:0,0 1:15,15")
    terrain(s, F="1,0 0,1 2,0", M="1,1")
    give(s, production=30, food=20)
    assert best(s, "+C 1,0", "+C 1,1", "end") == "+C 1,0"
    assert best(s, "W 0,0 E 1", "end") == "W 0,0 E 1"
    s = position(units="0:4,4:2@100; 1:5,4:1@100")
    give(s, food=80)
    give(s, 1, food=80)
    assert best(s, "A 4,4 E 2", "A 4,4 E 1", "A 4,4 N 2", "end") == "A 4,4 E 2"
    s = position(units="0:8,8:1@100; 1:8,9:3@100")
    give(s, food=80)
    give(s, 1, food=80)
    assert best(s, "A 8,8 S 1", "A 8,8 N 1", "end") == "A 8,8 N 1"
    s = position(cities="0:0,0 1:5,4 1:15,15", units="0:4,4:1@100")
    give(s, food=40)
    assert best(s, "A 4,4 E 1", "A 4,4 W 1", "end") == "A 4,4 E 1"


@pytest.mark.parametrize("harvest_range", [0, 2, 9])
def test_the_best_spot_is_the_best_of_all_tiles(harvest_range: int) -> None:
    units = "0:3,2:1w; 0:2,3:2w; 1:5,3:1@60"
    s = position(cities="0:2,2 0:6,3 0:15,15 1:4,2", units=units, harvest_range=harvest_range)
    terrain(s, O="1,2 7,3", H="2,1 6,4 14,15", F="3,3 5,2 9,9", M="2,4 6,2")
    for tile in range(0, 256, amount(1, 5)):
        wanted = naive.best_spot(s, 0, tile, rating.SPOT_REACH)
        assert float(rating.best_spot(s, 0, tile)) == pytest.approx(wanted, abs=1e-12)


def test_heuristics_march_on_and_do_not_wander() -> None:
    s = position(units="0:4,4:1@100")
    give(s, food=80)
    moves = {way: value_after(s, f"A 4,4 {way} 1") for way in "NESW"}
    assert min(moves["E"], moves["S"]) > max(moves["N"], moves["W"])
    s.players[0].units[0] |= 8  # moved: nothing is left to do but to end the turn
    assert value_after(s, "end") > float(heuristics.value(s, 0))


def test_heuristics_value_an_owed_count_by_what_it_promises() -> None:
    s = position(units="0:4,4:3@100; 1:5,4:1@100")
    give(s, food=80)
    good, bad = value_after(s, "A 4,4 E ?"), value_after(s, "A 4,4 W ?")
    assert good > float(heuristics.value(s, 0)) > bad
    assert value_after(s, "M 4,4 E ?") < good


def test_heuristics_see_hunger_and_danger() -> None:
    s = position(units="0:9,9:4@100")
    hungry = float(heuristics.value(s, 0))
    give(s, food=80)
    assert float(heuristics.value(s, 0)) > hungry
    safe = position(units="0:0,0:1@100; 1:9,9:2@100")
    threatened = position(units="0:0,0:1@100; 1:2,0:2@100")
    assert heuristics.value(safe, 0) > heuristics.value(threatened, 0)


def test_heuristics_know_the_end() -> None:
    s = position(cities="0:0,0 1:5,4 2:15,15", units="0:4,4:1@100", players=3)
    play(s, "A 4,4 E 1")
    assert heuristics.value(s, 1) == -1.0
    s = position(cities="0:0,0 1:5,4", units="0:4,4:1@100")
    play(s, "A 4,4 E 1")
    assert (heuristics.value(s, 0), heuristics.value(s, 1)) == (1.0, -1.0)


def test_priors_and_values_are_in_range_over_random_matches() -> None:
    s = start("quick", 6, start_armies=3, start_food=60)
    for i, (seat, _) in some(enumerate(random_match(s, 6))):
        if i % amount(3, 20):
            continue
        seen = view_of(s, seat)
        assert -1 <= heuristics.value(seen, seat) <= 1
        actions = np.array(legal(s), np.int32)
        out = np.full(len(actions), np.nan, np.float32)
        heuristics.prior(seen, seat, actions, len(actions), out)
        assert (out > 0).all()
        assert np.isfinite(out).all()


def test_readers_list_in_canonical_order() -> None:
    s = position(units="0:4,4:1@50 2w 1@100; 0:2,2:1@75; 1:9,9:1w")
    assert [(army.tile, army.hp) for army in parsing.armies(s, 0)] == [(34, 7500), (68, 10000), (68, 5000)]
    assert parsing.workers(s, 0) == [parsing.Worker(68, False)] * 2
    assert list(parsing.all_stacks(s)) == [34, 68, at(s, "9,9")]
    assert parsing.all_cities(s) == {0: 0, 255: 1}
    assert parsing.owner_of_units(s, 0) is None
    assert parsing.owner_of_city(s, 1) is None
    assert [parsing.hp_text(hp) for hp in (10000, 3750, 3333, 1)] == ["100", "37.5", "33.33", "0.01"]


def test_the_game_is_put_together() -> None:
    assert (GAME.name, list(GAME.seats)) == ("civ", [2, 3, 4, 5, 6, 7, 8])
    s: Any = GAME.start(options(), 3)
    assert rules.to_act(s) == 1
    assert not rules.is_over(s)
    out = np.ones(2)
    rules.outcome(s, out)
    assert out.tolist() == [0, 0]
