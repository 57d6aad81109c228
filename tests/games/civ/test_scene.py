"""What people see of Civ: random matches of every preset, for every viewer."""

from __future__ import annotations

import time

import numpy as np
import pytest

from plowshares.core.options import read_options
from plowshares.core.scene import Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.engine.default_scene import scene_of
from plowshares.games.civ import GAME
from plowshares.games.civ.parsing import is_known
from plowshares.games.civ.scene.journeys import find_roads
from plowshares.games.civ.scene.regions import in_sight, regions
from plowshares.games.civ.scene.words import city_name, city_name_lines
from plowshares.games.civ.state import Result
from tests.amounts import some
from tests.games.civ.table import at, play, position
from tests.scene_checks import NAMES, SceneWalk, check_guide, find_codes, titles_of

CODES = r"\b\d+,\d+\b|\+[AWC]\b|\b[AWM] \d"
OTHERS: dict[str, dict[str, object]] = {
    "remember": {"remember_terrain": True, "size": 12, "players": 3, "start_armies": 3, "start_workers": 2},
    "secret": {"open_stats": False, "size": 8, "start_armies": 4, "start_production": 100, "terrain_combat": True},
    "exiles": {"exiles": True, "size": 8, "players": 4, "start_armies": 5, "starvation": "random", "carry_over": False},
}


def walk(preset: str, seed: int) -> SceneWalk:
    options = {**GAME.presets.get(preset, {}), **OTHERS.get(preset, {})}
    return SceneWalk(GAME, read_options(GAME.options, options), seed, CODES)


@pytest.mark.parametrize("preset", [*GAME.presets, *OTHERS])
def test_a_match_begins_without_codes_and_with_all_picks_described(preset: str) -> None:
    match = walk(preset, seed=len(preset))
    assert match.check_match(60, look_every=10) > 50
    match.check_leaks(3)


@pytest.mark.long
@pytest.mark.parametrize("preset", [*GAME.presets, *OTHERS])
def test_long_matches_have_no_codes_and_leak_nothing(preset: str) -> None:
    match = walk(preset, seed=7 + len(preset))
    for _ in range(8):
        if match.check_match(100, look_every=20) < 99:
            match.look_at_the_end()
            break
        match.check_leaks(match.rng.randrange(1 << 30))


def test_the_guided_match_can_be_played() -> None:
    check_guide(GAME)


def test_how_to_play_has_five_pictures() -> None:
    pictures = GAME.scene.how_to_play() if GAME.scene else []
    assert len(pictures) == 5
    assert not find_codes(list(pictures))


def test_the_largest_map_is_drawn_quickly() -> None:
    options = read_options(GAME.options, {"size": 64, "players": 8, "start_armies": 8, "remember_terrain": True})
    s = GAME.start(options, 1)
    s.result = Result.CAP  # after the end all of it is seen
    viewer = Viewer(0, ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"))
    assert GAME.scene is not None
    GAME.scene.regions(s, viewer, ())
    begun = time.process_time()
    drawn = GAME.scene.regions(s, viewer, ())[0]
    assert time.process_time() - begun < 0.15  # 0.05 on an idle machine
    assert drawn.svg.count("data-pick") >= 64 * 64


def test_nothing_is_veiled_for_those_who_see_everything() -> None:
    s = GAME.start(read_options(GAME.options, {**GAME.presets["quick"], "remember_terrain": True}), 3)
    spectator, player = (Viewer(seat, ("Ada", "Ben")) for seat in (SPECTATOR, 0))
    everything = set(range(int(s.options.size) ** 2))
    assert in_sight(s, spectator) == everything
    assert in_sight(GAME.view_of(s, 0), player) < everything
    view = GAME.view_of(s, SPECTATOR)
    assert in_sight(view, spectator) == {tile for tile in everything if is_known(view, tile)}


def test_journeys_go_around_enemies_and_their_steps_are_legal() -> None:
    s = GAME.start(read_options(GAME.options, {**GAME.presets["quick"], "start_food": 200}), 3)
    for road in some(find_roads(s, 0, 0).values()):
        world = s.clone()
        for tile, way in road:
            (move,) = GAME.notation.parse(GAME.view_of(world, 0), 0, f"A {tile % 10},{tile // 10} {'NESW'[way]}")
            GAME.rules.step(world, 0, move)
            for seat in (0, 1):
                GAME.rules.step(world, seat, 0)
        if road:
            tile, way = road[-1]
            assert world.holder[tile + (-10, 1, 10, -1)[way]] == 0


@pytest.mark.parametrize(
    ("units", "words"),
    [
        ("0:0,1:2w; 1:5,4:1w", "and you have the most points: 5"),
        ("0:0,1:1@100; 1:5,4:1w", "The best have 4 points each, and you have more armies."),
        ("0:0,1:1@40; 1:5,4:1@100", "The best have 4 points each, and Ben has healthier armies."),
        ("0:0,1:1w; 1:5,4:1w", "All rounds are played, and the best have 4 points each."),
    ],
)
def test_the_end_says_what_decided_between_equal_points(units: str, words: str) -> None:
    s = position(cities="0:0,0 1:5,5", units=units)
    s.result = Result.CAP
    outcome = np.zeros(2)
    GAME.rules.outcome(s, outcome)
    assert words in str(scene_of(GAME).ending(s, Viewer(0, ("Anna", "Ben")), "cap", outcome.tolist()).reason)


def test_names_of_cities_side_by_side_are_written_in_two_lines_and_never_cut() -> None:
    s = position("quick", "0:0,0 0:1,0 0:3,3 1:7,7")
    drawn = regions(s, Viewer(0, NAMES), ())[0].svg
    beside, alone = at(s, "1,0"), at(s, "3,3")
    first, second = city_name_lines(s, beside)
    assert city_name(s, beside) == first.removesuffix("-") + second
    assert f">{first}</tspan>" in drawn
    assert f">{second}</tspan>" in drawn
    assert f">{city_name(s, alone)}</tspan>" in drawn


def test_the_map_has_a_title_and_a_description() -> None:
    s = position("quick", "0:0,0 1:9,9", "0:1,0:1w 1@100; 1:0,2:2w")
    title, words = titles_of(regions(GAME.view_of(s, 0), Viewer(0, NAMES), ())[0].svg)
    assert title == "The map"
    assert words == "10 by 10 tiles, 14 of them in sight, with 1 city and 4 units."


def test_a_capture_is_announced_with_what_was_gained() -> None:
    s = position(cities="0:0,0 1:6,5 1:15,15", units="0:5,5:3@100; 1:6,5:1@100; 1:6,6:2w; 1:6,7:1@100; 1:9,9:1w")
    before = [GAME.view_of(s, seat) for seat in (0, 1)]
    play(s, "A 5,5 E *")
    mine, theirs = (
        list(scene_of(GAME).events(old, GAME.view_of(s, seat), Viewer(seat, NAMES[:2])))
        for seat, old in enumerate(before)
    )
    (card,) = [event for event in mine if event.verb == "announce"]
    assert (card.title, card.target) == ("Eastthorpe is yours!", "cell 6,5")
    assert [(fact.value, fact.label) for fact in card.facts] == [(1, "city"), (1, "army"), (2, "workers")]
    assert card.places == ("cell 6,5", "cell 6,6", "cell 6,7")
    assert card.note == "Your units now eat 12 food a turn, and 6 comes in: next turn somebody starves."
    assert "2 workers and 1 army near it follow you now." in [event.text for event in mine]
    assert not [event for event in theirs if event.verb == "announce"]
    assert NAMES[0] + " takes Eastthorpe from you." in [event.text for event in theirs]
