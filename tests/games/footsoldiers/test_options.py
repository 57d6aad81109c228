"""Options, presets, maps and the configuration file (§2, §3)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from plowshares.core.errors import InvalidOption
from plowshares.core.options import describe, read_options, read_words
from plowshares.games.footsoldiers import GAME
from plowshares.games.footsoldiers.config import (
    RUNNER_PRESETS,
    Config,
    RunnerOptions,
    format_config,
    parse_config,
)
from plowshares.games.footsoldiers.lookup import base_of, rocks_of
from plowshares.games.footsoldiers.maps import BadMap, count_steps, load_map, read_map
from plowshares.games.footsoldiers.options import PRESETS, Options
from tests.games.footsoldiers.table import MAP_A, begin

AUTHORS_FILE = """{
  "initial-money": 10, "money-per-turn": 3, "max-distance-from-base": 5, "total-turns": 100,
  "bot-memory-limit-kib": 2621440, "bot-initialisation-time": 15, "turn-time-limit": 1, "max-restarts": 4,
  "health": {"scout": 9, "assassin": 6, "tank": 12}, "speed": {"scout": 6, "assassin": 5, "tank": 2},
  "damage": {"scout": 3, "assassin": 5, "tank": 2}, "cost": {"scout": 10, "assassin": 11, "tank": 12}
}"""


def test_the_published_file_loads_unchanged() -> None:
    assert parse_config(AUTHORS_FILE) == Config(Options(), RunnerOptions())
    assert parse_config(AUTHORS_FILE.encode()) == parse_config("{}")


def test_missing_keys_take_their_defaults_inside_too() -> None:
    config = parse_config('{"health": {"tank": 20}, "pause": false, "command-match": "search"}')
    assert (config.options.health.tank, config.options.health.scout) == (20, 9)
    assert (config.runner.pause, config.runner.command_match) == (False, "search")


def test_a_configuration_reads_back() -> None:
    config = Config(Options(map=MAP_A, order="mirrored"), RunnerOptions(turn_time_limit=0.5))
    assert parse_config(format_config(config)) == config
    assert "bot-memory-limit-kib" in format_config(config)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('{"inital-money": 1}', "inital-money"),
        ('{"initial_money": 1}', "initial_money"),
        ('{"initial-money": true}', "initial_money"),
        ('{"initial-money": 10.0}', "initial_money"),
        ('{"initial-money": "10"}', "initial_money"),
        ('{"initial-money": -1}', "initial_money"),
        ('{"initial-money": 100001}', "initial_money"),
        ('{"money-per-turn": 1001}', "money_per_turn"),
        ('{"max-distance-from-base": 0}', "max_distance_from_base"),
        ('{"total-turns": 0}', "total_turns"),
        ('{"total-turns": 1001}', "total_turns"),
        ('{"health": {"scout": 0}}', "health"),
        ('{"health": {"scout": true}}', "scout"),
        ('{"health": {"soldier": 3}}', "soldier"),
        ('{"speed": {"tank": 101}}', "tank"),
        ('{"damage": {"tank": -1}}', "tank"),
        ('{"cost": {"assassin": 100001}}', "assassin"),
        ('{"cost": 5}', "cost"),
        ('{"base-health": 0}', "base_health"),
        ('{"build-priority": "player2"}', "build_priority"),
        ('{"removal": "at_once"}', "removal"),
        ('{"cap-result": "money"}', "cap_result"),
        ('{"order": "random"}', "order"),
        ('{"map": 5}', "map"),
        ('{"map-width": 66}', "map_width"),
        ('{"map-height": 6}', "map_height"),
        ('{"map-width": 201}', "map_width"),
        ('{"map-width": 200, "map-height": 51}', "map"),
        ('{"bot-memory-limit-kib": 1023}', "bot_memory_limit_kib"),
        ('{"bot-initialisation-time": 0.05}', "bot_initialisation_time"),
        ('{"turn-time-limit": 601}', "turn_time_limit"),
        ('{"turn-time-limit": true}', "turn_time_limit"),
        ('{"max-restarts": 101}', "max_restarts"),
        ('{"command-match": "fuzzy"}', "command_match"),
        ('{"pause": 1}', "pause"),
        ('{"concurrent": "no"}', "concurrent"),
        ('{"stderr-limit-kib": -1}', "stderr_limit_kib"),
        ("[]", "object"),
        ("{", "JSON"),
    ],
)
def test_bad_configurations_are_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(InvalidOption, match=named):
        parse_config(text)


def test_presets() -> None:
    assert set(RUNNER_PRESETS) == {"default", "tournament", "author", "short"}
    assert set(PRESETS) == {*RUNNER_PRESETS, "literal"}
    assert GAME.presets is PRESETS
    assert read_options(Options, PRESETS["default"]) == Options()
    tournament = read_options(Options, PRESETS["tournament"])
    assert (tournament.order, tournament.map) == ("mirrored", "open")
    author = read_options(Options, PRESETS["author"])
    assert (author.build_priority, author.removal) == ("player1", "at-once")
    assert read_options(RunnerOptions, RUNNER_PRESETS["author"]).command_match == "search"
    short = read_options(Options, PRESETS["short"])
    assert (short.total_turns, short.cap_result, short.order) == (30, "health", "mirrored")


def test_options_can_be_typed() -> None:
    o = read_words(Options, ["total-turns=5", 'health={"tank": 3}', "map=1 X 2", "order=mirrored"])
    assert (o.total_turns, o.health.tank, o.map, o.order) == (5, 3, "1 X 2", "mirrored")


def test_every_option_has_a_help_text() -> None:
    assert all(words for _, _, _, words in describe(Options))
    assert all(words for _, _, _, words in describe(RunnerOptions))
    bounds = {name: bound for name, bound, _, _ in describe(Options)}
    assert bounds["health"].startswith("scout: whole number 1..1000, assassin:")


# Maps


def test_the_default_map() -> None:
    s = begin(Options())
    assert (base_of(s, 0), base_of(s, 1)) == ((1, 3), (65, 3))
    rocks = set(rocks_of(s))
    assert len(rocks) == 72
    expected = {(x, y) for y in (0, 6) for x in (*range(16, 21), *range(24, 43), *range(46, 51))}
    expected |= {(x, y) for y in (1, 5) for x in (0, 4, 33, 62, 66)}
    expected |= {(33, 2), (33, 4), (6, 3), (60, 3)}
    assert rocks == expected
    assert [y for y in range(7) if (33, y) not in rocks] == [3]
    plan = load_map("default")
    assert plan.rows == plan.rows[::-1]
    exchange = str.maketrans("12", "21")
    assert all(row == row[::-1].translate(exchange) for row in plan.rows)


def test_the_open_map() -> None:
    default, wide = load_map("default"), load_map("open")
    assert set(default.rocks()) - set(wide.rocks()) == {(33, 1), (33, 2), (33, 4), (33, 5)}
    assert len(wide.rocks()) == 68
    assert (wide.width, wide.height, wide.base(0), wide.base(1)) == (67, 7, (1, 3), (65, 3))


def test_a_map_grows_to_the_right_and_down() -> None:
    s = begin(Options(map="1 X\n2", map_width=5, map_height=4))
    assert (s.options.width, s.options.height) == (5, 4)
    assert (rocks_of(s), base_of(s, 1)) == ([(2, 0)], (0, 1))
    assert begin(Options(map="1 2", map_width=3, map_height=1)).options.width == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "base"),
        ("1", "base '2', found 0"),
        ("2", "base '1', found 0"),
        ("1 1 2", "base '1', found 2"),
        ("1 2\n2", "base '2', found 2"),
        ("1 x 2", "'x' in line 1, column 3"),
        ("1\t2", "in line 1, column 2"),
        ("1 2\n\n  é", "in line 3, column 3"),
        ("1\r2", "in line 1, column 2"),
        ("opne", "did you mean 'open'"),
        ("1" + " " * 199 + "2", "201×1"),
        ("1" + "\n" * 200 + "2", "1×201"),
        ("1" + " " * 198 + "2" + "\n" * 60 + "X", "200×61"),
    ],
)
def test_bad_maps_are_refused(text: str, words: str) -> None:
    for read in (read_map, load_map):
        with pytest.raises(BadMap, match=words):
            read(text)
    with pytest.raises(BadMap) as caught:
        read_options(Options, {"map": text})
    assert caught.value.code == "map"


def test_codes_at_creation() -> None:
    with pytest.raises(InvalidOption) as caught:
        read_options(Options, {"total_turns": 0})
    assert caught.value.code == "option"
    with pytest.raises(InvalidOption) as caught:
        read_options(Options, {"map_width": 3})
    assert caught.value.code == "option"


def test_bases_without_a_way_are_allowed() -> None:
    s = begin(Options(map="1X2"))
    assert s.road[0, s.sides[0].base] == -1
    assert count_steps(load_map("1X2"), 0) == {(0, 0): 0}


def test_the_largest_map() -> None:
    plan = "1" + " " * 198 + "2" + "\n" * 49 + "X"
    s = begin(Options(map=plan))
    assert (s.options.width, s.options.height) == (200, 50)
    assert s.road[0, s.sides[0].base] == 199


def test_a_json_file_keeps_its_map() -> None:
    plain: dict[str, Any] = {"map": MAP_A}
    assert parse_config(json.dumps(plain)).options.map == MAP_A
