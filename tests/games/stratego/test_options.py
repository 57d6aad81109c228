"""Options and the board they make (§2, §3)."""

from __future__ import annotations

from typing import Any

import pytest

from plowshares.core.errors import InvalidOption
from plowshares.core.options import to_plain
from plowshares.games.stratego import GAME
from plowshares.games.stratego.layouts import format_layout, name_of_cell, read_army, read_layout
from plowshares.games.stratego.options import PRESETS
from plowshares.games.stratego.pieces import LETTERS, NAMED_SETUPS, NAMES, SETUP_TYPES, TYPE_OF_WORD, VARIANTS
from tests.games.stratego.table import Table, options_of


@pytest.mark.parametrize("variant", VARIANTS)
def test_filled_in_options_are_valid_again(variant: str) -> None:
    options = options_of(variant=variant)
    assert options_of(**to_plain(options)) == options
    assert None not in to_plain(options).values()


@pytest.mark.parametrize(
    ("variant", "size", "lakes"),
    [
        ("classic", (10, 10, 4), "c5 d5 g5 h5 c6 d6 g6 h6"), ("barrage", (10, 10, 4), "c5 d5 g5 h5 c6 d6 g6 h6"),
        ("quick", (8, 8, 3), "c4 f4 c5 f5"), ("mini", (6, 6, 2), "b3 e3 b4 e4"), ("micro", (4, 4, 1), ""),
        ("custom", (10, 10, 4), ""),
    ],
)  # fmt: skip
def test_boards(variant: str, size: tuple[int, int, int], lakes: str) -> None:
    options = options_of(variant=variant)
    assert options.size == size
    assert " ".join(name_of_cell(size[0], cell) for cell in options.lake_cells) == lakes


@pytest.mark.parametrize(("variant", "name"), [(v, name) for v, setups in NAMED_SETUPS.items() for name in setups])
def test_named_set_ups_are_whole_armies(variant: str, name: str) -> None:
    text = NAMED_SETUPS[variant][name]
    width, _, rows = options_of(variant=variant).size
    types = read_layout(text, width, rows)
    assert tuple(types.count(code) for code in range(12)) == VARIANTS[variant].army
    assert format_layout(types, width) == text
    number = list(NAMED_SETUPS[variant]).index(name)
    table = SETUP_TYPES[list(VARIANTS).index(variant), number]
    assert table[: len(types)].tolist() == types


def test_type_words() -> None:
    assert all(TYPE_OF_WORD[word] == code for words in (LETTERS, NAMES) for code, word in enumerate(words))


@pytest.mark.parametrize(
    "given",
    [
        {"nonsense": 1}, {"variant": "Classic"}, {"variant": "mini", "width": 7}, {"width": 11}, {"width": "10"},
        {"variant": "custom", "width": 2}, {"variant": "custom", "width": 0}, {"variant": "custom", "height": 8},
        {"variant": "custom", "rows": 5}, {"variant": "custom", "rows": 0}, {"variant": "mini", "army": "f:1 m:1"},
        {"lakes": "a4"}, {"lakes": "a5,a5"}, {"lakes": "k5"}, {"lakes": "a5 b5"},
        {"lakes": "x"}, {"variant": "mini", "lakes": "single"}, {"lakes": "a5,b5,c5,d5,e5,f5,g5,h5,i5,j5"},
        {"lakes": "a5,b6,c5,d6,e5,f6,g5,h6,i5,j6"}, {"scout": "far"}, {"battle_reveal": "all"}, {"two_square": 11},
        {"two_square": -1}, {"no_battle_limit": 5001}, {"move_cap": 0}, {"move_cap": 20001}, {"setup_limit": 40},
        {"setup_limit": 5001}, {"red_setup": "standard"}, {"red_setup": "mfb3"},
        {"blue_setup": "6292572826/57sm462735"},
        {"red_setup": "6292572826/57sm462735/2483b43625/3b4bfb2b3."}, {"variant": "micro", "red_setup": "mfbz"},
        {"memory_aid": 1}, {"more_squares": "yes"}, {"spy_takes_flag": None}, {"cap_scoring": "points"},
    ],
    ids=repr,
)  # fmt: skip
def test_bad_options(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption):
        options_of(**given)


@pytest.mark.parametrize(
    "given",
    [
        {"width": 10, "height": 10, "rows": 4}, {"variant": "micro", "army": " Flag:1  B:1 3 : 1 marshal:1 "},
        {"variant": "custom", "width": 3, "height": 3, "rows": 1, "army": "f:1 10:1"}, {"lakes": " C5 , D5 "},
        {"lakes": "NONE"}, {"setup_limit": 41}, {"variant": "micro", "setup_limit": 5}, {"red_setup": " Balanced "},
        {"variant": "micro", "blue_setup": "M F b 3"}, {"red_setup": "RANDOM"},
        {"variant": "custom", "rows": 4, "height": 9}, {"variant": "custom", "lakes": "single"},
        {"variant": "custom", "red_setup": "6292572826/57sm462735/2483b43625/3b4bfb2b3b"},
    ],
    ids=repr,
)  # fmt: skip
def test_good_options(given: dict[str, Any]) -> None:
    options = options_of(**given)
    assert options_of(**to_plain(options)) == options
    assert Table.start(**given).space.size == Table.start(**given).s.actions.size


@pytest.mark.parametrize(
    "army", ["m:1", "f:2 m:1", "f:1 b:3", "f:1 m:40", "f:1 f:1 m:1", "f:1 z:1", "f:1 m", "f:1 m:-1", "f:1 m:x", ""]
)
def test_bad_armies(army: str) -> None:
    with pytest.raises(InvalidOption, match="army"):
        options_of(variant="custom", army=army)


def test_army_words() -> None:
    assert read_army("flag:1 marshall:2 Scout:3") == (1, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 2)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_start(preset: str) -> None:
    assert Table.start(**PRESETS[preset]).to_act() == [0, 1]


def test_action_spaces_are_as_small_as_the_options_allow() -> None:
    def size(**given: Any) -> int:
        return GAME.actions.space(options_of(**given)).size

    assert size() == 12 * 40 + 40 + 40 * 40 + 1 + 1 + 4 + 1 + 100 * 36 * 3
    assert size(scout="line") == 12 * 40 + 40 + 40 * 40 + 1 + 1 + 4 + 1 + 100 * 36
    assert size(variant="micro") == 12 * 4 + 4 + 4 * 4 + 1 + 1 + 1 + 1 + 16 * 12 * 3


def test_a_state_is_small() -> None:
    assert Table.start().s.dtype.itemsize <= 1024
    assert GAME.state.grow(Table.start().s).dtype.itemsize <= 1024
    assert Table.start(more_squares=True).s.dtype.itemsize <= 4096
