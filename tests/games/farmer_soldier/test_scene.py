"""What people see of Farmer Soldier: words without codes, everything drawn and described, nothing leaked."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from plowshares.core.options import read_options
from plowshares.core.scene import Viewer
from plowshares.games.farmer_soldier import GAME, scene
from plowshares.games.farmer_soldier.options import PRESETS, Options
from plowshares.games.farmer_soldier.positions import read_position
from plowshares.games.farmer_soldier.scene import fields
from plowshares.games.farmer_soldier.scene.events import start_name
from plowshares.games.farmer_soldier.scene.places import RADIUS
from tests.amounts import some
from tests.scene_checks import NAMES, SceneWalk, check_guide, find_codes

ME = Viewer(0, NAMES)
DOTTED = r"-?\b\d+\.-?\d+\b|\baxis\b|-standing|round-cap"  # coordinates of hexagons, cubes and endless land


def walk(given: dict[str, Any], seed: int) -> SceneWalk:
    return SceneWalk(GAME, read_options(Options, given), seed, DOTTED)


@pytest.mark.parametrize("preset", PRESETS)
def test_matches_are_shown_in_words(preset: str) -> None:
    match = walk(dict(PRESETS[preset]), len(preset))
    match.check_match(40, look_every=1 if match.seats < 4 else 8)
    match.check_leaks(3)


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
def test_whole_matches_are_shown_in_words_and_leak_nothing(preset: str) -> None:
    for seed in range(3):
        match = walk(dict(PRESETS[preset]), seed)
        while match.check_match(100, look_every=5) == 99:
            match.check_leaks(match.rng.randrange(1 << 30))
        match.look_at_the_end()


@pytest.mark.parametrize(
    "given",
    [
        {"grid": "hex", "size": "4x4", "edges": "pp"},
        {"grid": "triangle", "size": "4x4", "edges": "pf"},
        {"grid": "cubic", "size": "2x2x2x2"},
        {"grid": "cubic", "size": "4"},
        {"grid": "cubic", "size": "2x2x3x2x2", "players": 4},
        {"grid": "cubic", "size": "3x3x2", "edges": "iii"},
        {"grid": "hex", "edges": "ii"},
        {"food_rule": "common"},
        {"food_rule": "looted", "switch": True},
        {"marking": "may", "players": 4, "start": "2f 2s 9g", "size": "2x2"},
        {"players": 8, "size": "4x4", "start": "1f 1s 5g"},
        {"players": 3, "grid": "hex", "shape": "hexagon", "size": "1", "start": "2f 3s 2c 40g"},
        {"size": "2x2", "start": "2f 3s 2c 40g", "civilians": "any", "marking": "may"},
    ],
)
def test_other_boards_and_rules_are_shown_too(given: dict[str, Any]) -> None:
    walk(given, 5).check_match(60, look_every=5)


@pytest.mark.parametrize("preset", ["standard", "torus", "endless", "cube"])
def test_the_board_says_what_it_is_and_what_is_on_it(preset: str) -> None:
    s = GAME.start(read_options(Options, PRESETS[preset]), 1)
    (board,) = scene.regions(s, Viewer(0, NAMES[: int(s.options.seats)]), ())
    title, words = (re.findall(rf"<svg [^>]*>.*?<{tag}>([^<]+)</{tag}><", board.svg)[0] for tag in ("title", "desc"))
    assert title == "Farmer Soldier, round 1"
    assert words.startswith("On the board: you have 1 farmer")
    assert f"{NAMES[1]} has 1 farmer" in words


def test_an_empty_board_says_so() -> None:
    s = GAME.start(read_options(Options, PRESETS["standard"]), 1)
    s.things[:] = 0
    (board,) = scene.regions(s, Viewer(0, NAMES[:2]), ())
    assert "<desc>Nobody is on the board.</desc>" in board.svg


def test_the_guided_match_plays_and_is_won() -> None:
    ends: list[bool] = []
    check_guide(GAME, lambda s, _: ends.append(bool(GAME.rules.is_over(s))))
    assert ends == [False] * (len(ends) - 1) + [True]


def test_how_to_play_has_pictures() -> None:
    pictures = scene.how_to_play()
    assert 5 <= len(pictures) <= 7
    assert not find_codes(list(pictures))
    assert all(picture.svg.startswith("<svg") and picture.title and picture.text for picture in pictures)


def position(text: str, **given: Any) -> Any:
    return read_position(read_options(Options, given), text)


def test_fields_say_who_will_starve_and_who_will_fight() -> None:
    s = position("a1 p0 1f 1c 3g; b1 p0 2f 1c 1g; b2 p0 2s 2g p1 1s; c1 p0 1s 1g p1 2f; c3 p1 1f 2g")
    svg = scene.regions(s, ME, ())[0].svg
    for words in ("eats 2 of 3", "2 will starve", "they will fight", "2 will fall"):
        assert f">{words}<" in svg


def test_done_asks_before_somebody_starves() -> None:
    hungry = scene.offers(position("a1 p0 2f 1g; c3 p1 1f 2g"), ME, (), ("button done", "cell a1"))
    assert hungry[0].confirm == "1 person will starve in a1. Done anyway?"
    assert hungry[0].main
    fed = scene.offers(position("a1 p0 2f 2g; c3 p1 1f 2g"), ME, (), ("button done", "cell a1"))
    assert not fed[0].confirm


def test_food_goes_along_with_a_person_who_finds_none() -> None:
    s = position("a1 p0 1f 1c 2g; c3 p1 1f 2g")
    goal, without = scene.offers(s, ME, ("cell a1", "button farmers"), ("cell b1",))
    assert goal.command == "a1>b1 1f 1g"
    assert goal.label == "To b1 with 1 food"
    assert (without.path, without.command) == (("cell a1", "button farmers", "cell b1"), "")
    assert (without.group, without.where) == ("Without food", "popover")
    (stays,) = scene.offers(position("a1 p0 1f 2c 2g; c3 p1 1f 2g"), ME, ("cell a1", "button farmers"), ("cell b1",))
    assert not stays.command  # the children need it


def test_a_whole_group_goes_with_its_food() -> None:
    s = position("a1 p0 3f 1c 4g; c3 p1 1f 2g")
    goal, all_of_them = scene.offers(s, ME, ("cell a1", "button farmers"), ("cell b1",))
    assert not goal.command  # asks how many
    assert (all_of_them.command, all_of_them.label) == ("a1>b1 3f 3g", "3 farmers to b1 with 3 food")
    assert all_of_them.detail == "All are fed there."
    short = scene.offers(position("a1 p0 3f 2g; c3 p1 1f 2g"), ME, ("cell a1", "button farmers"), ("cell b1",))[1]
    assert (short.command, short.detail) == ("a1>b1 3f 2g", "1 will starve there")


def test_floors_and_overviews_can_be_read_in_the_dark() -> None:
    board = scene.regions(position("0.0.0 p0 1f 2g; 2.2.2 p1 1f 2g", grid="cubic", size="3x3x6"), ME, ())[0]
    assert 'class="fl"' in board.svg
    assert ".dark .fl{fill:#f1ebdf}" in board.svg
    assert "var(" not in board.overview
    assert "#c8452f" in board.overview


def test_a_hungry_field_is_offered_food_from_beside_it() -> None:
    s = position("a1 p0 1f 3g; b1 p0 2f; c3 p1 1f 2g")
    relief = [offer for offer in scene.offers(s, ME, (), ("button done",)) if offer.command]
    assert [offer.command for offer in relief] == ["a1>b1 2g"]


def test_a_stepper_begins_with_straw_hats() -> None:
    s = read_position(Options(), "a1 p0 1f 5c 6g; c3 p1 1f 2g", at_start=True)
    (offer,) = scene.offers(s, ME, (), [f"number {n}" for n in range(6)])
    assert offer.amount is not None
    assert (offer.amount.least, offer.amount.most, offer.amount.default) == (0, 5, 0)


def test_a_child_chooses_between_two_hats() -> None:
    s = read_position(Options(), "a1 p0 1f 1c 6g; c3 p1 1f 2g", at_start=True)
    found = scene.offers(s, ME, (), ["number 0", "number 1"])
    assert [(offer.label, offer.art) for offer in found] == [("Farmer", "hat-straw"), ("Soldier", "hat-helm")]


@pytest.mark.parametrize(
    ("given", "name"),
    [({"players": 64, "size": "64x64", "start": "3f 1s 9g"}, "a1"), ({"players": 64, "size": "16x16"}, "a1")],
)
def test_large_boards_are_drawn_quickly(given: dict[str, Any], name: str) -> None:
    options = read_options(Options, given)
    s = GAME.start(options, 1)
    for cell in range(0, int(s.board.count), 3):
        s.things[cell, cell % 64] = 1, 1, 1, 3
        s.holders[cell] = 1
    viewer = Viewer(0, tuple(f"Kim {n}" for n in range(64)))
    view = GAME.view_of(s, 0)
    scene.regions(view, viewer, ())  # empty fields are drawn once
    begin = time.process_time()
    region = scene.regions(view, viewer, ())[0]
    assert f'data-pick="cell {name}"' in region.svg
    assert time.process_time() - begin < 0.25  # 0.02 to 0.05 s on an idle machine


def told(text: str, *commands: str, seat: int = 0, viewer: int = 0, **given: Any) -> list[str]:
    """Play commands of one seat and return what a viewer reads."""
    s = read_position(read_options(Options, given), text)
    lines: list[str] = []
    for command in commands:
        for action in GAME.notation.parse(GAME.view_of(s, seat), seat, command):
            before = GAME.view_of(s, viewer)
            GAME.rules.step(s, seat, action)
            events = scene.events(before, GAME.view_of(s, viewer), Viewer(viewer, NAMES))
            lines += [event.text for event in events if event.text]
    return lines


def test_a_move_is_told_to_both_sides() -> None:
    start = "a1 p0 2f 9g; c3 p1 1f 2g"
    assert told(start, "a1>b1 1f 2g") == ["You move 1 farmer from a1 to b1.", "You move 2 food from a1 to b1."]
    assert told(start, "a1>b1 1f", viewer=1) == ["Ada moves 1 farmer from a1 to b1."]


def test_a_move_on_one_floor_names_the_floor_once() -> None:
    s = GAME.start(read_options(Options, PRESETS["tower"]), 1)
    floor = int(s.board.places[0][2])
    beside, above = ([int(to) for to in s.board.neighbours[0] if to >= 0 and (s.board.places[to][2] == floor) == flat]
                     for flat in (True, False))  # fmt: skip
    assert " on " not in str(start_name(s, 0, beside[0]))
    assert " on " in str(start_name(s, 0, above[0]))


@pytest.mark.parametrize("text", [20.0, 30.0])
@pytest.mark.parametrize(("kind", "up"), [("square", True), ("hex", True), ("triangle", True), ("triangle", False)])
def test_figures_are_large_and_clear_of_labels(kind: str, up: bool, text: float) -> None:
    label = fields.label_place(kind, up, text)
    for count in (1, 2, 3, 4):
        found = fields.spots(count, fields.room(kind, up, text, label=True), kind == "triangle" and up)
        assert len(set(found)) == count
        for _x, y, size in found:
            assert size >= 40  # of 200 that a square is wide
            assert abs(y - label) + 0.2 * size >= text * 0.75 + size * 0.5


@pytest.mark.parametrize("text", [20.0, 30.0])
def test_the_label_of_a_hexagon_ends_above_the_names_of_the_next_row(text: float) -> None:
    name = re.search(r' y="(-?[\d.]+)"', fields.name_label("c3", "hex", True, text))
    assert name
    assert fields.label_place("hex", True, text) + text * 0.75 < 1.5 * RADIUS + float(name[1]) - text * 0.75


def test_hunger_battle_harvest_and_birth_are_told_by_field() -> None:
    lines = told("a1 p0 2f 1g; b2 p0 3s 3g p1 1f 2s 1c; c3 p1 1f 2g", "done")
    assert lines == [
        "You lose 1 farmer to hunger in a1.",
        "You lose 2 soldiers to Marlene’s soldiers in b2.",
        "Marlene loses 1 farmer, 2 soldiers and 1 child to your soldiers in b2.",
        "Your fields bring in 2 food.",
        "Marlene has a child.",
    ]


def test_the_hungry_of_a_field_that_is_asked_about_are_not_counted_as_fallen() -> None:
    lines = told("a1 p0 1f 1s 1c 2g; b2 p0 1s 1g p1 1s; c3 p1 1f 2g", "done", "starve a1 1c")
    assert lines[:3] == [
        "You lose 1 child to hunger in a1.",
        "You lose 1 soldier to Marlene’s soldiers in b2.",
        "Marlene loses 1 soldier to your soldiers in b2.",
    ]


def test_whoever_loses_people_reads_to_whom() -> None:
    start = "a1 p0 1f 2g; b2 p0 2s 2g {}; c3 p1 1f 2g; d4 p2 1f 2g"
    three: dict[str, Any] = {"players": 3, "size": "5x5"}
    assert f"Marlene loses 1 farmer to {NAMES[0]}’s soldiers in b2." in told(
        start.format("p1 1f"), "done", viewer=2, **three
    )
    several = start.format("p1 1s p2 1f")
    assert "You lose 1 farmer in the battle for b2." in told(several, "done", viewer=2, **three)
    assert f"{NAMES[2]} loses 1 farmer in the battle for b2." in told(several, "done", viewer=1, **three)


def test_somebody_without_people_is_out() -> None:
    assert told("a1 p0 1f; c3 p1 1f 2g", "done") == [
        "You lose 1 farmer to hunger in a1.",
        "You have nobody left and are out.",
    ]


@pytest.mark.parametrize(
    ("outcome", "reason", "title", "words"),
    [
        ((1.0, -1.0), "last-standing", "You won", "Your family is the last one, with 1 person left in round 1."),
        ((-1.0, 1.0), "quiet", "You lost", "Nobody has fallen in battle for 0 rounds. Marlene holds the most land."),
        ((0.0, 0.0), "wiped-out", "Draw", "Nobody is left on the land."),
    ],
)
def test_the_end_is_told_in_words(outcome: tuple[float, ...], reason: str, title: str, words: str) -> None:
    ending = scene.ending(position("a1 p0 1f 2g"), ME, reason, outcome)
    assert (ending.title, ending.reason) == (title, words)


def test_who_begins_is_said_where_it_is_drawn() -> None:
    aside = set()
    for seed in range(8):
        s = GAME.start(read_options(Options, {"first_turn": "lot"}), seed)
        aside.add(str(scene.phases(s, ME).aside[1]))
    assert aside == {"You begin each round", f"{ME.names[1]} begins each round"}
    assert len(scene.phases(GAME.start(Options(), 1), ME).aside) == 1
    there_and_back = GAME.start(read_options(Options, {"turn_order": "alternating"}), 1)
    assert str(scene.phases(there_and_back, ME).aside[1]) == "You begin this round"
    there_and_back.round = 1
    assert str(scene.phases(there_and_back, ME).aside[1]) == "This round goes backwards"


def test_nothing_can_be_picked_in_the_pictures_that_explain() -> None:
    for picture in some(scene.how_to_play()):
        assert "data-pick" not in picture.svg
        assert "data-thing" not in picture.svg
        assert '"pick' not in picture.svg
