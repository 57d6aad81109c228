"""Exact hit points (§5.5, `exact`): fractions, their order, their bound, and what views tell of them."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from plowshares.core.errors import IllegalCommand
from plowshares.engine.record import digest, layout_of
from plowshares.games.civ import fields, healths, parsing, pieces, positions, text
from plowshares.games.civ.healths import MOST_BOTTOM, forget_unused, hurt, is_less, rank_for
from plowshares.games.civ.state import State
from tests.amounts import amount
from tests.games.civ.table import give, on, options, play, position, start, view_of


def table(s: State) -> list[Fraction]:
    """Return the healths of the table, in hit points."""
    pairs = zip(s.tops.tolist(), s.bottoms.tolist(), strict=True)
    return [Fraction(top, bottom * 100) for top, bottom in pairs if bottom]


def test_no_damage_is_rounded_in_the_literal_preset() -> None:
    for rounding, left in (("exact", "2@800/13"), ("up_cent", "2@61.53"), ("down_whole", "2@62")):
        s = position("literal", units="0:4,4:1@100; 1:5,4:2@100", damage_rounding=rounding)
        give(s, 1, defence=1)
        play(s, "A 4,4 E")
        assert on(s, "5,4") == f"P1 {left}"
    assert options("literal").damage_rounding == "exact"


def test_three_thirds_are_a_whole() -> None:
    s = position("literal", units="0:4,4:3@100; 1:5,4:3@100")
    for left in ("P1 3@200/3", "P1 3@100/3", ""):
        play(s, "A 4,4 E 1")
        assert on(s, "5,4") == left
    assert not table(s)


def test_differences_too_small_for_hundredths_decide_who_is_weakest() -> None:
    s = position("literal", units="0:4,4:1@800/13 1@61.54 1@61.53")
    assert on(s, "4,4") == "P0 1@61.54 1@800/13 1@61.53"
    play(s, "A 4,4 E 1", "A 4,4 S 1w")
    assert (on(s, "5,4"), on(s, "4,4"), on(s, "4,5")) == ("P0 1@61.54", "P0 1@800/13", "P0 1@61.53")


def test_hits_add_up_like_fractions() -> None:
    dice = random.Random(5)
    for _ in range(amount(60, 10)):
        s = position("literal", units="0:4,4:3@100; 1:6,6:2@100 1@50")
        left = {place: Fraction(100) for place in range(3)}
        for _ in range(6):
            place = dice.choice(list(left))
            strength, against = dice.randint(1, 40) * 10000, dice.randint(10, 40) * dice.randint(1, 12)
            hurt(s, 0, place, strength, against)
            left[place] -= Fraction(strength, against * 100)
            units = s.players[0].units
            for each in [each for each in left if left[each] <= 0]:
                assert units[each] == pieces.GONE
                del left[each]
            if not left:
                break
            assert {each: parsing.exact_health(s, int(units[each])) for each in left} == left
        pieces.tidy(s.players[0])
        assert on(s, "6,6") == "P1 2@100 1@50"


def test_a_loss_with_too_large_a_denominator_is_rounded_up_to_a_hundredth() -> None:
    s = position("literal", units="0:4,4:1@100")
    fine = MOST_BOTTOM - 1
    hurt(s, 0, 0, 1, fine)
    assert parsing.exact_health(s, int(s.players[0].units[0])) == 100 - Fraction(1, fine * 100)
    hurt(s, 0, 0, 100, 3)
    assert parsing.exact_health(s, int(s.players[0].units[0])) == 100 - Fraction(1, fine * 100) - Fraction(34, 100)
    hurt(s, 0, 0, 996599, 100)
    assert s.players[0].units[0] == pieces.GONE  # a hair more than 99.66, and less than a hundredth was left


@pytest.mark.parametrize("seed", range(amount(200, 20)))
def test_fractions_too_large_for_products_are_compared(seed: int) -> None:
    dice = random.Random(seed)
    pairs = [(dice.randint(1, 10000 * MOST_BOTTOM), dice.randint(1, MOST_BOTTOM)) for _ in range(2)]
    pairs += [(pairs[0][0] + 1, pairs[0][1]), (7 * 10**9, 7 * 10**8), (10**10, 10**9)]
    for one in pairs:
        for other in pairs:
            assert is_less(*one, *other) == (Fraction(*one) < Fraction(*other))


def test_a_full_table_forgets_what_no_army_has() -> None:
    s = position("literal", units="0:4,4:1@7")
    for top in range(1, len(s.bottoms)):
        rank_for(s, top, 1)
    assert len(table(s)) == len(s.bottoms)
    rank_for(s, 5, 2)
    assert table(s) == [Fraction(7), Fraction(1, 40)]
    assert on(s, "4,4") == "P0 1@7"


def test_a_view_tells_nothing_of_healths_out_of_sight() -> None:
    near = "0:4,4:1@100 1@800/13; 1:6,4:1@200/3"
    shown = view_of(position("literal", units=near), 0)
    assert table(shown) == [Fraction(200, 3), Fraction(800, 13)]
    for far in ("1@100", "1@99 2@65", "2@800/13 1@1/7"):
        assert view_of(position("literal", units=f"{near}; 1:14,14:{far}"), 0).tobytes() == shown.tobytes()


def test_without_the_option_a_state_has_no_table() -> None:
    assert (len(start("classic").bottoms), len(start("literal").bottoms)) == (0, 513)
    crowd = start("classic", size=12, players=8, unit_limit=2000, damage_rounding="exact")
    assert len(crowd.bottoms) > 8 * 2000


def test_programs_read_fractions_and_floats() -> None:
    s = position("literal", units="0:4,4:1@800/13 1@62.5")
    assert "(62.5 800/13)" in text.board(s, 0)
    units = fields.fields(view_of(s, 0), 0).board["4,4"].units
    assert units is not None
    assert [army.health for army in units.armies] == [62.5, 800 / 13]
    assert [army.hp for army in parsing.armies(s, 0)] == [6250, 6154]
    assert healths.total_hp(s, 0) == 12404


def test_positions_keep_fractions() -> None:
    words = "p0: city 0,0, army 1,0 health 800/13, army 1,0 health 12.5; p1: city 15,15; p0 to spend; round 7"
    s = positions.read(options("literal"), words, 1)
    assert on(s, "1,0") == "P0 1@800/13 1@12.5"
    again = positions.read(options("literal"), positions.write(s), 1)
    assert again.tobytes() == s.tobytes()
    forget_unused(s)
    assert again.tobytes() == s.tobytes()


@pytest.mark.parametrize(
    ("preset", "health", "words"),
    [
        ("classic", "800/13", "0.01 to 100"),
        ("codekata", "62.5", "whole points"),
        ("literal", "0/13", "above 0"),
        ("literal", "1301/13", "at most 100"),
        ("literal", f"1/{MOST_BOTTOM}1", "at most 562949953421312"),
        ("literal", "8/0", "not of the form"),
    ],
)
def test_positions_refuse_healths_that_cannot_occur(preset: str, health: str, words: str) -> None:
    given = options(preset, players=2, size=16)
    with pytest.raises(IllegalCommand, match=words):
        positions.read(given, f"p0: city 0,0, army 1,0 health {health}; p1: city 15,15; p0 to spend", 1)


@pytest.mark.parametrize("preset", ["classic", "quick"])
def test_without_exact_hit_points_states_are_laid_out_as_in_older_records(preset: str) -> None:
    s = start(preset)
    without = [field for field in np.dtype(type(s).layout).descr if field[0] not in ("tops", "bottoms")]
    assert layout_of(s) == digest(repr(without).encode()), "state digests of older records are still compared"
