"""Written positions: playing on from them, searching and recording them."""

from __future__ import annotations

import contextlib
from pathlib import Path

import numpy as np
import pytest

import plowshares as ps
from tests.amounts import LONG_COMPILED

PUZZLE = "red: f@a1 3@e4 m@e5+; blue: 5@e7+! b@i10 f@j10 2@-!; red to move; ply 40; quiet 3"


def test_a_position_is_played_on_and_recorded(tmp_path: Path) -> None:
    match = ps.new("stratego", position=PUZZLE)
    assert match.position() == PUZZLE
    assert match.view(0).cell("e7").type == "lieutenant"  # shown
    assert match.view(0).cell("i10").type is None
    assert match.view(1).cell("e5").moved
    assert [piece.type for piece in match.view(0).removed] == ["scout"]
    assert match.play(match.ask("greedy")) in match.steps[0].text
    again = ps.load(match.save(tmp_path / "x.jsonl"))
    assert again.position() == match.position()
    again.undo()
    assert again.position() == PUZZLE


@pytest.mark.parametrize("preset", ["micro", "mini", "barrage"])
def test_stratego_positions_read_back_throughout_a_match(preset: str) -> None:
    match = ps.new("stratego", preset, seed=11)
    with pytest.raises(ps.IllegalCommand, match="after the set-up"):
        match.position()
    for seat in (0, 1):
        match.play("fill", seat)
        match.play("ready", seat)
    seen = 0
    while match.result is None and seen < 60:
        again = ps.new("stratego", preset, position=match.position())
        assert again.position() == match.position()
        assert again.view(0).pieces() == match.view(0).pieces()
        match.play(match.ask("random"))
        seen += 1
    assert seen > 3
    if match.result:
        with pytest.raises(ps.IllegalCommand, match="is over"):
            match.position()


def test_farmer_soldier_positions_read_back_where_they_can_be_written() -> None:
    match = ps.new("farmer_soldier", seed=2)
    written = set()
    for _ in range(60):
        with contextlib.suppress(ps.IllegalCommand):
            text = match.position()
            again = ps.new("farmer_soldier", position=text)
            assert again.position() == text
            assert again.legal() == match.legal()
            assert again.view(0).board == match.view(0).board
            written.add(text.split(";")[-2].split()[-1])
        match.play(match.ask("random"))
        if match.result:
            break
    assert written == {"begins", "move"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("red: f@a1 m@e5; blue: f@j10 5@e7; red to move; ply 1", "not Red's turn"),
        ("red: f@a1+ m@e5; blue: f@j10 5@e7; red to move", "cannot have moved"),
        ("red: f@a1 m@e5++; blue: f@j10 5@e7; red to move", "not of the form"),
        ("red: f@- m@e5; blue: f@j10 5@e7; red to move", "needs its flag"),
        ("red: f@a1 m@e5; blue: f@j10 5@e5; red to move", "two pieces"),
        ("red: f@a1 m@e5; blue: f@j10 5@e7; red to move; ply 5000", "not Red's turn|plies are over"),
        ("nonsense", "write 'red"),
    ],
)
def test_bad_stratego_positions_are_refused(text: str, words: str) -> None:
    with pytest.raises(ps.IllegalCommand, match=words):
        ps.new("stratego", position=text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a1 p0 1f", "whose turn"),
        ("a1 p0 1f; p9 begins", "whose turn"),
        ("z99 p0 1f; b1 p1 1f; p0 begins", "no such cell"),
        ("a1 p0 1f; p0 begins", "two players need people"),
        ("a1 p0 1x; p0 begins", "cannot read"),
    ],
)
def test_bad_farmer_soldier_positions_are_refused(text: str, words: str) -> None:
    with pytest.raises(ps.IllegalCommand, match=words):
        ps.new("farmer_soldier", position=text)


@pytest.mark.parametrize("preset", ["short", None])
def test_footsoldiers_positions_read_back_between_turns(preset: str | None) -> None:
    match = ps.new("footsoldiers", preset, seed=4)
    written = 0
    for _ in range(24):
        with contextlib.suppress(ps.IllegalCommand):
            text = match.position()
            again = ps.new("footsoldiers", preset, position=text)
            assert again.position() == text
            assert [again.legal(seat) for seat in (0, 1)] == [match.legal(seat) for seat in (0, 1)]
            assert again.view(1).pieces() == match.view(1).pieces()
            written += 1
        if match.result:
            break
        match.play(match.ask("random"))
    assert written > 2


LANE = "player1: tank 2,1; player2: base 3; turns 6"


def test_a_footsoldiers_position_is_played_on() -> None:
    match = ps.new("footsoldiers", "short", position=LANE)
    while match.result is None:
        match.play(match.ask("random"))
    assert ps.load(match.to_record(), check=True).result == match.result


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("turns 5", "says what the players have"),
        ("player1: dragon 1,1", "not of the form"),
        ("player3: scout 1,1", "write 'player1"),
        ("player1: scout 99,1", "not on the map"),
        ("player1: scout 2,1, scout 2,1", "is not empty"),
        ("player1: base 100000", "is not from 1 to"),
        ("player1: scout 2,1 health 9999", "is not from 1 to"),
        ("player1: scout 2,1; turns 5000", "turns can be left"),
        ("player1: money 1; turns 0", "turns can be left"),
        ("player1: money 1; player1: money 2", "write 'player1"),
    ],
)
def test_bad_footsoldiers_positions_are_refused(text: str, words: str) -> None:
    with pytest.raises(ps.IllegalCommand, match=words):
        ps.new("footsoldiers", "short", position=text)


@pytest.mark.parametrize("preset", ["two", pytest.param("literal", marks=LONG_COMPILED), "quick", "fresh-market"])
def test_battle_farm_positions_read_back_throughout_a_match(preset: str) -> None:
    assert _read_back("battle_farm", preset, 60) > 30


@pytest.mark.parametrize(
    ("preset", "commands"), [("quick", 40), ("conquest", 40), pytest.param("codekata", 8, marks=LONG_COMPILED)]
)
def test_civ_positions_read_back_throughout_a_match(preset: str, commands: int) -> None:
    assert _read_back("civ", preset, commands) > commands // 2


def _read_back(game: str, preset: str, commands: int) -> int:
    """Play at random, write every position that can be written, read it and compare what all seats know."""
    match = ps.new(game, preset, seed=5)
    written = 0
    for number in range(commands):
        with contextlib.suppress(ps.IllegalCommand):
            text = match.position()
            again = ps.new(game, preset, position=text, seed=number)
            assert again.position() == text
            for seat in range(match.seats):
                assert again.legal(seat) == match.legal(seat)
                assert again.view(seat).to_dict() == match.view(seat).to_dict()
            written += 1
        match.play(match.ask("random"))
        if match.result:
            break
    return written


FARM = (
    "p0: class land-baron, coins 12, fertilizers 3, bed common wheat 4 in 2, bed common, bed greenhouse,"
    " bed greenhouse, hand corn! wheat=5, gift peppers; p1: class market-trader, coins 9, hand recycle mango;"
    " p0 to play; round 7; market corn onions beans clone selection wither; discard 2 wheat corn; p1 knows p0 wheat"
)


def test_a_battle_farm_position_is_played_on_and_recorded() -> None:
    match = ps.new("battle_farm", "two", position=FARM, seed=3)
    assert match.to_act == [0]
    assert match.view(0).cell("p0 b0").crop.value == 4
    assert match.view(0).players[0].hand[1].value == 5
    assert match.view(1).players[0].hand is None
    assert match.beliefs(1, worlds=20)
    match.play("plant h0 b1")
    for _ in range(20):
        match.play(match.ask("random"))
    again = ps.load(match.to_record())
    assert again.view(0).to_dict() == match.view(0).to_dict()
    again.undo(21)
    assert again.position() == ps.new("battle_farm", "two", position=FARM, seed=3).position()


SIEGE = (
    "p0: food 8, production 12, city 0,0, 2 workers 0,1, army 1,0 health 62.5, army 3,0;"
    " p1: food 4, city 9,9, city 6,0, worker 6,0; p0 to spend; round 7"
)


def test_a_civ_position_is_played_on_and_recorded() -> None:
    match = ps.new("civ", "quick", position=SIEGE, seed=3)
    assert match.view(0).round == 7
    assert match.view(0).cell("1,0").units.armies[0].health == 62.5
    assert match.view(0).cell("6,0").city == 1  # in sight
    assert match.view(0).cell("9,9").city is None  # in the fog
    for _ in range(20):
        match.play(match.ask("random"))
    again = ps.load(match.to_record())
    assert again.view(1).to_dict() == match.view(1).to_dict()


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("game", "preset", "text"),
    [
        ("battle_farm", "two", FARM),
        ("civ", "quick", SIEGE),
        ("footsoldiers", "short", LANE),
        ("stratego", None, PUZZLE),
    ],
)
def test_a_position_is_searched(game: str, preset: str | None, text: str) -> None:
    match = ps.new(game, preset, position=text, seed=3)
    assert match.hint(seat=0, simulations=32)[0].text in match.legal(0)


# The second of each pair differs only in what seat 0 cannot know.
HIDDEN = [
    ("battle_farm", "two", FARM, FARM.replace("hand recycle mango", "hand garden-gnome beans=9")),
    ("civ", "quick", SIEGE, SIEGE.replace("city 9,9", "city 9,9, 3 armies 9,8 moved")),
    ("stratego", None, PUZZLE, PUZZLE.replace("b@i10 f@j10", "f@i10 b@j10")),
]


pairs = pytest.mark.parametrize(("game", "preset", "one", "other"), HIDDEN, ids=[each[0] for each in HIDDEN])


@pairs
def test_what_a_seat_cannot_know_does_not_change_its_view(game: str, preset: str | None, one: str, other: str) -> None:
    pair = [ps.new(game, preset, position=text, seed=3) for text in (one, other)]
    assert one != other
    views = [match.view(0).state.tobytes() for match in pair]
    assert views[0] == views[1]
    for match in pair:
        _check_sampled_worlds(match)


@pairs
@pytest.mark.compiled_only
def test_what_a_seat_cannot_know_does_not_change_a_search(game: str, preset: str | None, one: str, other: str) -> None:
    pair = [ps.new(game, preset, position=text, seed=3) for text in (one, other)]
    hints = [[(each.text, each.chance) for each in match.hint(seat=0, simulations=48)] for match in pair]
    assert hints[0]
    assert hints[0] == hints[1]


def _check_sampled_worlds(match: ps.Match) -> None:
    """Check that worlds sampled from every seat's view look the same to that seat."""
    game = match.engine.game
    for seat in range(match.seats):
        world = match.view(seat).state.clone()
        game.view.sample_for(world, seat, np.uint64(7))
        assert game.view_of(world, seat).tobytes() == match.view(seat).state.tobytes()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nonsense", "write 'p0: coins 12"),
        ("p0: coins 3", "whose turn it is and in which phase"),
        ("p0: coins 3; p0: coins 4; p0 to play", "p0 is given twice"),
        ("p2: coins 3; p0 to play", "there is no p2 in a match of 2"),
        ("p0: gold 3; p0 to play", "is not of the form"),
        ("p0: hand whaet; p0 to play", "there is no card 'whaet'; did you mean 'wheat'"),
        (
            "p0: hand wheat wheat wheat wheat wheat wheat wheat wheat wheat; p0 to play",
            "1 wheat more than the deck has",
        ),
        ("p0: class market-trader, bed common; p0 to play", "has 4 beds, not 1"),
        ("p0: class market-trader; p1: class market-trader; p0 to play", "no class is there twice"),
        ("p0: class land-baron, gift wheat; p0 to play", "is given 1 of pineapple"),
        ("p0: coins 99999; p0 to play", "is not from 0 to 30000"),
        ("p0: hand corn=1000; p0 to play", "is not of the form|is not from 0 to 999"),
        ("p0 to play 2 of 3", "is not of the form"),
        ("p0 to buy 3 of 2", "is not of the form"),
        ("p0 to play; market corn", "the market has 6 slots"),
        ("p0 to play; market corn corn corn corn corn -", "no empty slot"),
        ("p0 to play; order p0 p0", "names every player once"),
        ("p0 to play; round 999", "is not from 1 to 100"),
        ("p0: hand corn; p0 to play; p1 knows p0 wheat", "nobody can know of that many wheat: 0 lie in the hand of p0"),
        ("p0 to play; p1 knows garden corn", "is not of the form"),
    ],
)
def test_bad_battle_farm_positions_are_refused(text: str, words: str) -> None:
    with pytest.raises(ps.IllegalCommand, match=words):
        ps.new("battle_farm", "two", position=text, seed=1)


CITIES = "p0: city 0,0; p1: city 9,9"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nonsense", "write 'p0: city 0,0"),
        (CITIES, "whose turn it is"),
        (f"{CITIES}; p5 to spend", "write 'p0"),
        (f"{CITIES}; p0 to spend; round 41", "is not from 1 to 40"),
        (f"{CITIES}; p0 to spend; p0 to move", "the turn is given twice"),
        ("p0: city 0,0; p0 to spend", "there is one on each of 0,0 9,9"),
        ("p0: city 0,0, city 9,9; p0 to spend", "two players need cities"),
        ("p0: city 0,0; p1: city 9,9, city 0,0; p0 to spend", "two cities on one tile"),
        ("p0: city 0,0, army 1,1; p1: city 9,9, army 1,1; p0 to spend", "units of two players"),
        ("p0: city 0,0, army 10,1; p1: city 9,9; p0 to spend", "10,1 is not on the board"),
        ("p0: city 0,0, army 1,1 health 101; p1: city 9,9; p0 to spend", "0.01 to 100"),
        ("p0: city 0,0, worker 1,1 health 10; p1: city 9,9; p0 to spend", "workers have no health"),
        ("p0: city 0,0, 999 armies 1,1; p1: city 9,9; p0 to spend", "is not from 1 to 250"),
        ("p0: city 0,0, gold 3; p1: city 9,9; p0 to spend", "is not of the form"),
        ("p0: city 0,0, remembers 1; p1: city 9,9; p0 to spend", "without the option remember_terrain"),
        (f"{CITIES}; p0 to spend; map gg/gg", "10 rows of 10 letters"),
        (f"{CITIES}; p0 to spend; map {'/'.join(['ghgggggggg'] * 10)}", "the land is symmetric"),
        (f"{CITIES}; p0 to spend; map {'/'.join(['hhhhhhhhhh'] * 10)}", "begin is grassland"),
    ],
)
def test_bad_civ_positions_are_refused(text: str, words: str) -> None:
    with pytest.raises(ps.IllegalCommand, match=words):
        ps.new("civ", "quick", position=text)


def test_land_of_ones_own_needs_a_map_that_is_not_fair() -> None:
    land = "/".join(["g" * 10, "ghfmoghfmo", *["g" * 10] * 8])
    match = ps.new("civ", "quick", map="natural", position=f"{CITIES}; p0 to spend; map {land}")
    assert match.view(0).cell("1,1").terrain == "hills"
    assert ps.new("civ", "quick", map="natural", position=match.position()).position() == match.position()
