"""Heuristics: a player who looks one action ahead grows, feeds itself, defends and attacks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plowshares.core.rng import Rng, below, seed_rng
from plowshares.games.farmer_soldier import heuristics, rules
from tests.amounts import amount, some

from .helpers import Table, at, new, random_match


def choose(table: Table, seat: int) -> int:
    """Return the action with the best value, the first of equals."""
    legal = table.legal(seat)
    values = []
    for action in legal:
        after = Table(table.view(seat))
        after.step(seat, action)
        values.append(heuristics.value(after.view(seat), seat))
    return legal[int(np.argmax(values))]


def play_turn(table: Table, seat: int, most: int = 40) -> Table:
    """Let the greedy player play until somebody else is to act."""
    for _ in range(most):
        if rules.is_over(table.s) or table.to_act != [seat]:
            break
        table.step(seat, choose(table, seat))
    return table


def farmed(table: Table, seat: int) -> int:
    return int((table.s.things[:, seat, 0] > 0).sum())


@pytest.mark.parametrize("options", [{}, {"players": 3, "size": "2x2", "start": "1f 2s 9g", "marking": "may"}], ids=str)
def test_values_and_priors_are_in_range_and_change_nothing(options: dict[str, Any]) -> None:
    for seed in range(amount(6, 1)):
        for table, seat, _ in some(random_match(seed, 120, **options)):
            for viewer in range(table.s.options.seats):
                seen = table.view(viewer)
                before = seen.tobytes()
                assert -1 <= heuristics.value(seen, viewer) <= 1
                assert seen.tobytes() == before
            if seat >= 0:
                legal = np.array(table.legal(seat), np.int32)
                out = np.full(len(legal), np.nan, np.float32)
                heuristics.prior(table.view(seat), seat, legal, len(legal), out)
                assert (out > 0).all()


def test_the_end_has_its_outcome_as_value() -> None:
    table = at("a1 p0 2s; c3 p1 1f 2g").play("done")
    assert [heuristics.value(table.s, seat) for seat in (0, 1)] == [-1, 1]
    assert heuristics.value(at("b2 p0 1s 1g p1 1s").play("done").s, 0) == 0


def test_greedy_feeds_itself_and_grows() -> None:
    table = new(round_cap=40, start="1f 2g")
    for _ in range(8):
        play_turn(table, 0)
        table.play("done") if table.phase == "move" else None
        while table.to_act == [1]:
            table.step(1, table.legal(1)[0])
    assert farmed(table, 0) >= 3
    assert table.s.living[0]


def test_greedy_carries_food_to_a_new_farm() -> None:
    table = play_turn(at("a1 p0 2f 1c 2g; c3 p1 1f 2g"), 0)
    assert farmed(table, 0) == 2


def test_greedy_attacks_with_provisions() -> None:
    table = play_turn(at("c2 p0 2s 3g; a1 p0 1f 2g; c3 p1 1f 2g; a3 p1 1f 2g"), 0)
    assert table.s.things[8, 1, 0] == 0  # the farmer in c3 has fallen
    assert table.s.things[8, 0, 1] == 2


def test_greedy_raises_soldiers_when_threatened_and_farmers_when_not() -> None:
    danger = at("a1 p0 1f 2c 9g; b1 p1 1s 5g; c3 p1 1f 2g", start=True)
    danger.step(0, choose(danger, 0))
    assert danger.s.things[0, 0, 1] > 0
    calm = at("a1 p0 1f 2c 9g; d4 p1 1f 2g", start=True, size="4x4")
    calm.step(0, choose(calm, 0))
    assert calm.s.things[0, 0, 1] == 0


@pytest.mark.compiled_only
def test_greedy_nearly_always_beats_random_on_3x3() -> None:
    wins, games = 0, 40
    for game in range(games):
        table, chance = new(game), Rng.new()
        seed_rng(chance, np.uint64(game), 5)
        greedy = game % 2
        while not rules.is_over(table.s):
            seat = table.to_act[0]
            legal = table.legal(seat)
            table.step(seat, choose(table, seat) if seat == greedy else legal[below(chance, len(legal))])
        wins += table.scores[greedy] == 1
    assert wins >= games - 1


def test_priors_like_land_food_and_fights() -> None:
    table = at("a1 p0 2f 1s 1c 5g; a2 p0 1f; b1 p1 1f 2g; c3 p1 1f 2g")
    legal = np.array(table.legal(0), np.int32)
    out = np.zeros(len(legal), np.float32)
    heuristics.prior(table.s, 0, legal, len(legal), out)
    weight = dict(zip(table.texts(0), out.tolist(), strict=True))
    assert weight["a1>b1 1s"] > weight["a1>a2 1s"]
    assert weight["a1>a2 g"] > weight["a1>b1 g"]
    assert weight["a1>b1 f"] > weight["a1>a2 f"]
    assert weight["a1>b1 1c"] < weight["done"]


@pytest.mark.parametrize(
    ("options", "a", "b", "steps"),
    [
        ({"size": "4x4"}, 0, 15, 6),
        ({"size": "4x4", "edges": "pp"}, 0, 15, 2),
        ({"size": "4x4", "adjacency": "corner"}, 0, 15, 3),
        ({"grid": "hex", "size": "4x4"}, 0, 15, 6),
        ({"grid": "hex", "size": "4x4"}, 3, 12, 3),
    ],
    ids=str,
)
def test_gaps_are_distances(options: dict[str, Any], a: int, b: int, steps: int) -> None:
    assert heuristics.gap(new(**options).s, a, b) == steps
