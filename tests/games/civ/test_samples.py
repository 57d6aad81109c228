"""Guessing what the fog hides (§7), and the capacity a State gets."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plowshares.core.seats import NOBODY
from plowshares.engine.workspace import lasting_bytes, new_scratch_state, words_of
from plowshares.games.civ import parsing, state, view
from plowshares.games.civ.state import State, Terrain
from tests.games.civ.table import at, give, on, options, play, position, start, view_of

pytestmark = pytest.mark.every_mode


def guess(s: State, seat: int, seed: int = 1) -> State:
    """Return a world sampled for a seat, which must look the same to it."""
    seen = view_of(s, seat)
    world = seen.clone()
    view.sample_for(world, seat, np.uint64(seed))
    assert view_of(world, seat).tobytes() == seen.tobytes()
    assert (world.terrain[: int(s.options.size) ** 2] != Terrain.UNKNOWN).all()
    return world


def test_a_hidden_start_tile_has_a_city() -> None:
    for seed in range(5):
        world = guess(start(players=4), 0, seed)
        owners = [int(world.city[at(world, place)]) for place in ("0,0", "15,0", "0,15", "15,15")]
        assert owners == [0, 1, 2, 3]


def test_shuffled_starts_have_cities_of_somebody() -> None:
    s = start(players=4, shuffle_seats=True)
    own = parsing.cities(s, 0)[0]
    world = guess(s, 0)
    corners = [at(world, place) for place in ("0,0", "15,0", "0,15", "15,15")]
    assert {int(world.city[tile]) for tile in corners} == {0, 1, 2, 3}
    assert own in corners


def test_a_start_that_was_lost_belongs_to_some_rival() -> None:
    s = position(cities="1:0,0 0:15,15 1:12,15")
    assert guess(s, 0).city[0] == 1
    s = position(cities="1:0,0 0:15,0 1:12,0 2:0,15", players=3)
    world = guess(s, 0)
    assert world.city[0] in (1, 2)
    assert world.city[at(world, "0,15")] == 2


def test_a_start_is_guessed_to_be_its_founders_even_if_another_city_of_theirs_is_in_sight() -> None:
    s = position(cities="0:0,0 1:2,0 1:15,15")
    assert guess(s, 0).city[at(s, "15,15")] == 1


def test_a_rival_whose_start_is_taken_lives_elsewhere() -> None:
    for seed in range(8):
        s = position(cities="0:0,0 0:15,15 1:8,8")
        world = guess(s, 0, seed)
        assert len(parsing.cities(world, 1)) >= 1
        assert all(tile not in parsing.seen_tiles(s, 0) for tile in parsing.cities(world, 1))


def test_an_exile_in_plain_sight_needs_no_city() -> None:
    s = position(cities="0:4,4 0:0,0 0:7,7 2:3,3", units="1:5,5:1@100", players=3, exiles=True, size=8, vision=10)
    world = guess(s, 0)
    assert parsing.cities(world, 1) == []
    assert on(world, "5,5") == "P1 1@100"


def test_fair_land_is_known_by_its_images() -> None:
    s = start(seed=9)
    world = guess(s, 0)
    for tile in range(256):
        x, y = parsing.place_of(s, tile)
        if tile in parsing.seen_tiles(s, 0):
            for image in ((15 - x, y), (x, 15 - y), (y, x), (15 - y, 15 - x)):
                assert world.terrain[parsing.tile_at(s, *image)] == s.terrain[tile]
    board = np.array(world.terrain[:256]).reshape(16, 16)
    assert (board == board.T).all()
    assert (board == board[::-1]).all()


def test_flat_land_stays_flat() -> None:
    assert (guess(position(), 0).terrain[:256] == Terrain.GRASSLAND).all()


def test_secret_stores_are_guessed() -> None:
    s = start(open_stats=False)
    s.round = 60
    worlds = [guess(s, 0, seed).players[1] for seed in range(12)]
    assert len({int(p.production) for p in worlds}) > 3
    assert max(int(p.offence) for p in worlds) > 0


def test_different_seeds_give_different_worlds_and_the_same_seed_the_same() -> None:
    s = start(seed=4)
    s.round = 50
    assert guess(s, 0, 1).tobytes() == guess(s, 0, 1).tobytes()
    assert len({guess(s, 0, seed).tobytes() for seed in range(6)}) == 6


@pytest.mark.parametrize(("players", "given"), [(2, {}), (3, {"size": 32}), (8, {"size": 64, "unit_limit": 1000})])
def test_seats_and_capacity(players: int, given: dict[str, Any]) -> None:
    chosen = options(players=players, **given)
    assert state.count_seats(chosen) == players
    s = state.new(chosen)
    assert len(s.players) >= players
    assert len(s.terrain) >= chosen.size**2
    assert len(s.players[0].units) >= chosen.unit_limit


def test_players_fall_one_after_another() -> None:
    s = position(cities="0:0,0 1:5,4 2:5,5 3:15,15", units="0:4,4:1@100; 0:4,5:1@100", players=4)
    give(s, food=40)
    play(s, "A 4,4 E 1", "A 4,5 E 1")
    assert [int(p.fallen) for p in s.players] == [0, 1, 2, 0]
    assert s.result == 0
    assert s.holder[at(s, "4,4")] == NOBODY


def test_searches_leave_out_the_scratch_and_nothing_else() -> None:
    s = start()
    names = type(s).layout.names
    assert names is not None
    assert names[names.index(State.SCRATCH) :] == ("sight", "scratch")  # which invariant tests find to be zero
    records, words = new_scratch_state(s)
    assert lasting_bytes(s) <= words.nbytes < type(s).layout.itemsize
    assert records.ctypes.data == words.ctypes.data
    assert words.ctypes.data % 64 == 0
    assert words_of(s).tobytes()[: lasting_bytes(s)] == s.tobytes()[: lasting_bytes(s)]
