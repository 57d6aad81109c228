"""Heuristics and observations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plowshares.core.seats import SPECTATOR
from plowshares.games.stratego import GAME
from plowshares.games.stratego.observation import FULL, NUMBERS, PLANES, Number, Plane
from plowshares.games.stratego.pieces import TYPES, UNKNOWN, Type
from plowshares.games.stratego.state import NOWHERE, STRIDE
from tests.amounts import amount, some
from tests.games.stratego.table import BLUE, RED, Table, random_positions

pytestmark = pytest.mark.every_mode


def value(table: Table, seat: int = RED) -> float:
    return float(GAME.heuristics.value(table.view(seat), seat))


def weights(table: Table, seat: int = RED) -> dict[str, float]:
    legal = np.array(table.legal(seat), np.int32)
    out = np.zeros(len(legal), np.float32)
    GAME.heuristics.prior(table.view(seat), seat, legal, len(legal), out)
    return dict(zip(table.texts(seat), out.tolist(), strict=True))


def observe(table: Table, seat: int) -> Any:
    out = np.full(GAME.observation.shape(table.options), 77, GAME.observation.dtype())
    GAME.observation.encode(table.view(seat), seat, out)
    return out


def test_value_of_results() -> None:
    won = Table.at("s@j9").do("j9-j10")
    assert (value(won, RED), value(won, BLUE)) == (1.0, -1.0)
    assert value(Table.at("", no_battle_limit=1).do("b1-b2")) == 0.0


def test_value_likes_material_and_safety() -> None:
    assert value(Table.at("m@e4", "5@g8")) > value(Table.at("5@e4", "5@g8"))
    lead = [GAME.heuristics.value(Table.at(red, blue).s, RED) for red, blue in (("9@e4", "5@g8"), ("5@e4", "9@g8"))]
    assert lead[0] > 0 > lead[1]
    # What the enemy can take at once is worth less.
    full = Table.at("9@e5", "m@e6", turn="blue").s
    apart = Table.at("9@e4", "m@e6", turn="blue").s
    assert GAME.heuristics.value(full, RED) < GAME.heuristics.value(apart, RED)
    flag = Table.at("5@e5", "4@a2", turn="blue").s
    assert GAME.heuristics.value(flag, RED) < -0.3


def test_value_likes_a_finished_set_up() -> None:
    table = Table.start(variant="mini")
    values = [value(table)]
    for text in ("place f c1", "place b b1", "place b d1", "fill", "ready"):
        values.append(value(table.do(text, seat=RED)))
    assert values == sorted(values)
    guarded = Table.start(variant="mini").do("layout ....../.bfb..", seat=RED)
    assert value(guarded) > value(Table.start(variant="mini").do("layout ..f.../.b.b..", seat=RED))


def test_prior_orders_battles() -> None:
    table = Table.at("7@e5 6@g8 9@i5", "5@e6 8@h8 9@i6", battle_reveal="both", memory_aid=True)
    table.s.shown[:] = 1
    found = weights(table)
    assert found["e5-e6"] > found["i5-i6"] > found["e5-e4"] > found["g8-h8"]
    hidden = weights(Table.at("9@e5 4@a5 2@j5", "5@e6 5@a6 5@j6"))
    assert hidden["e5-e6"] > hidden["j5-j6"] > hidden["a5-a6"]
    assert hidden["e5-f5"] > hidden["e5-e4"]
    blue = weights(Table.at("", "5@e6", turn="blue"), BLUE)
    assert blue["e6-e5"] > blue["e6-f6"] > blue["e6-e7"]
    strike = Table.at("2@e4", "s@f6")
    strike.s.shown[:] = 1
    assert weights(strike)["e4-e6xf6"] > weights(strike)["e4-e6"]


def test_prior_completes_a_set_up() -> None:
    table = Table.start(variant="mini").do("place f a1", seat=RED)
    found = weights(table)
    assert max(found, key=lambda text: found[text]) == "load standard"
    assert weights(table.do("fill", seat=RED))["ready"] > found["load standard"]


def numbers(seen: Any) -> Any:
    """Return the numbers of the match, which stand behind the planes of the board."""
    return seen[PLANES:].reshape(-1)[:NUMBERS]


def test_observation_of_play() -> None:
    table = Table.at("2@a4 5@e4", "3@a8").do("a4-a8")
    red, blue = observe(table, RED), observe(table, BLUE)
    assert red.shape == (PLANES + 1, 10, 10)
    assert red[Plane.OWN + Type.LIEUTENANT, 3, 4] == 1
    assert blue[Plane.ENEMY_HERE, 6, 5] == 1
    assert blue[Plane.ENEMY + Type.LIEUTENANT].sum() == 0
    assert red[Plane.ENEMY + Type.MINER, 7, 0] == 1  # the battle has shown it
    assert blue[Plane.OWN_SHOWN, 2, 9] == 1
    assert numbers(blue)[Number.LEFT + Type.SCOUT] == 7
    assert red[Plane.LAST_START, 3, 0] == red[Plane.LAST_END, 7, 0] == red[Plane.LAST_BATTLE, 7, 0] == 1
    assert (numbers(red)[Number.TO_ACT], numbers(blue)[Number.TO_ACT]) == (0, 1)
    assert red[Plane.LAND].sum() == 92
    assert (blue[Plane.LAND] == red[Plane.LAND]).all()  # the lakes are the same from both sides


def test_observation_of_memory_and_counters() -> None:
    table = Table.at("5@e4", "6@j8", no_battle_limit=10, move_cap=100).do("e4-e5", "j8-j7", "e5-e4")
    red = observe(table, RED)
    assert (red[Plane.WALKED, 3, 4], red[Plane.WALKED, 4, 4], red[Plane.ENEMY_WALKED, 6, 9]) == (2, 1, 1)
    assert (numbers(red)[Number.QUIET], numbers(red)[Number.PLY]) == (30, 3)
    assert red[Plane.OWN_MOVED, 3, 4] == 1
    assert numbers(observe(Table.at("", no_battle_limit=0), RED))[Number.QUIET] <= FULL


def test_observation_of_the_set_up() -> None:
    table = Table.start(variant="mini").do("place f a1", seat=RED).do("place f f6", seat=BLUE)
    assert (observe(table, RED) == observe(table, BLUE)).all()  # each side sees its own alike
    red = observe(table, RED)
    assert red[Plane.OWN + Type.FLAG, 0, 0] == 1
    assert (numbers(red)[Number.RESERVE + Type.FLAG], numbers(red)[Number.RESERVE + Type.BOMB]) == (0, 2)
    assert numbers(red)[Number.SETUP] == 1


@pytest.mark.parametrize("variant", ["micro", "mini", "classic"])
def test_ranges_over_random_matches(variant: str) -> None:
    for table in some(
        random_positions(1, every=amount(20, 120), variant=variant, setup_limit=60, move_cap=amount(2000, 300))
    ):
        for seat in (RED, BLUE):
            assert -1.0 <= value(table, seat) <= 1.0
            assert observe(table, seat).min() >= 0
            assert observe(table, seat).max() <= FULL


@pytest.mark.compiled_only
def test_greedy_beats_random() -> None:
    from plowshares.agents.base import ask_for
    from plowshares.agents.greedy import Greedy
    from plowshares.core.options import read_options
    from plowshares.core.rng import Rng, below, seed_rng
    from plowshares.engine.match import Match

    wins = 0.0
    for seed in range(10):
        match = Match(GAME, read_options(GAME.options, {"variant": "quick"}), seed)
        chance, me = Rng.new(), seed % 2
        seed_rng(chance, np.uint64(seed), 9)
        agent = Greedy(GAME, seed)
        while not match.result:
            seat = match.to_act()[0]
            legal = match.legal(seat)
            if match.state.phase == 0 and seat != me:
                choice: Any = "fill" if match.state.reserve[seat].any() else "ready"
            else:
                choice = agent.choose(ask_for(match, seat)) if seat == me else legal[below(chance, len(legal))]
            match.play(seat, choice)
        wins += match.result.outcome[me]
    assert wins >= 7


def pieces_plainly(s: Any, seat: int, out: Any) -> None:
    """Write the planes of pieces and the count of those left one piece after another, as they are defined."""
    width, cells = int(s.options.width), int(s.options.width) * int(s.options.height)
    planes, left = np.zeros((Plane.LAND, cells), int), s.options.army.astype(int)
    for piece in range(s.pieces):
        own, square, type_ = (piece >= s.blue) == (seat == BLUE), int(s.squares[piece]), int(s.types[piece])
        if square == NOWHERE:
            left[type_] -= not own and type_ != UNKNOWN
            continue
        cell = (square // STRIDE - 1) * width + square % STRIDE - 1
        cell = cell if seat != BLUE else cells - 1 - cell
        if type_ != UNKNOWN:
            planes[(Plane.OWN if own else Plane.ENEMY) + type_, cell] = 1
        planes[Plane.OWN_MOVED if own else Plane.ENEMY_MOVED, cell] = s.moved[piece]
        planes[Plane.OWN_SHOWN if own else Plane.ENEMY_HERE, cell] = s.shown[piece] if own else 1
    assert (out[: Plane.LAND].reshape(planes.shape) == planes).all()
    assert (numbers(out)[Number.LEFT : Number.LEFT + TYPES] == left).all()


@pytest.mark.parametrize("variant", ["classic", "micro", "custom"])
def test_observation_is_what_its_planes_say_in_whole_matches(variant: str) -> None:
    small = {"width": 3, "height": 3, "rows": 1, "army": "f:1 s:1 2:1"} if variant == "custom" else {}
    given = {"variant": variant, "red_setup": "random", "blue_setup": "random", "move_cap": amount(2000, 300)}
    for table in random_positions(3, every=amount(5, 60), **given, **small):
        for seat in (SPECTATOR, RED, BLUE):
            pieces_plainly(table.view(seat), seat, observe(table, seat))
