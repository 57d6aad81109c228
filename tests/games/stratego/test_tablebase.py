"""The tablebase of `micro`: it agrees with the rules, respects secrets, and is used only where it applies."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from plowshares.agents import make_agent
from plowshares.agents.base import MIN_SECONDS_TO_SOLVE, Ask, ask_for, solved
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.engine.precompile import compile_all
from plowshares.games.stratego import GAME
from plowshares.games.stratego.board import is_movable
from plowshares.games.stratego.heuristics.rating import ends_of
from plowshares.games.stratego.heuristics.tablebase.choosing import ARMY, NO_ACTION, Guess, Sight, solve, solving
from plowshares.games.stratego.heuristics.tablebase.levels import (
    BOMB,
    MARSHAL,
    MINER,
    OPEN,
    A,
    B,
    C,
    D,
    Level,
    tabulate,
)
from plowshares.games.stratego.heuristics.tablebase.table import find_table
from plowshares.games.stratego.pieces import UNKNOWN, Type
from plowshares.games.stratego.state import NOWHERE
from plowshares.games.stratego.view import find_movers
from tests.games.stratego.table import BLUE, RED, Table, options_of

FREE = {"variant": "micro", "two_square": 0}  # the table leaves the two-square rule out


def begin(seed: int, **given: Any) -> Table:
    """A match in play, with set-ups by chance."""
    return Table.start(seed, **{**FREE, "red_setup": "random", "blue_setup": "random", **given})


def play_randomly(table: Table, seed: int, plies: int) -> None:
    chance = np.random.default_rng(seed)
    for _ in range(plies):
        if table.is_over():
            return
        GAME.rules.step(table.s, table.seat(), int(chance.choice(table.legal())))


def score(s: Any, seat: int) -> float:
    out = np.zeros(2)
    GAME.rules.outcome(s, out)
    return float(1 + out[seat]) / 2


def legal(s: Any, seat: int) -> list[int]:
    out = np.zeros(GAME.actions.space(options_of(**FREE)).size, np.int32)
    return [int(action) for action in out[: GAME.rules.legal_actions(s, seat, out)]]


def rate(s: Any, seat: int, guess: Guess) -> dict[int, float]:
    """Return the tablebase's value of every move, given the types of the movers."""
    side = Sight(s, seat)
    table, level, at = side.find(guess)
    rated = {}
    for action in legal(s, seat):
        start, end = (side.cell(square) for square in ends_of(s, action))
        rated[action] = table.rate_move(level, at, MARSHAL if start == at[MARSHAL] else MINER, end)
    return rated


def worlds_of(view: Any, seat: int, movers: tuple[int, ...]) -> list[Any]:
    """List every State that a seat's view allows if these columns of the enemy hold its movers."""
    theirs = Sight(view, seat)._theirs
    found = []
    for types in permutations(ARMY):
        fits = all(view.types[piece] in (UNKNOWN, type_) for piece, type_ in zip(theirs, types, strict=True))
        if fits and tuple(i for i in range(4) if is_movable(types[i])) == movers:
            world = view.clone()
            for piece, type_ in zip(theirs, types, strict=True):
                world.types[piece] = type_
            find_movers(world, 1 - seat)
            found.append(world)
    return found


def look_ahead(world: Any, seat: int, action: int, guess: Guess) -> float:
    """Return the value of a move in one world by the rules: the mean of the tablebase over all replies."""
    after = world.clone()
    GAME.rules.step(after, seat, action)
    if GAME.rules.is_over(after):
        return score(after, seat)
    worths = []
    for reply in legal(after, 1 - seat):
        then = after.clone()
        GAME.rules.step(then, 1 - seat, reply)
        if GAME.rules.is_over(then):
            worths.append(score(then, seat))
            continue
        view = GAME.view_of(then, seat)
        (told,) = (each for each in Sight(view, seat).guesses() if each.movers == guess.movers)
        worths.append(max(rate(view, seat, told).values()))
    return float(np.mean(worths))


@pytest.mark.compiled_only
def test_the_table_agrees_with_the_rules_two_plies_ahead() -> None:
    compared = battles = 0
    for seed in range(24):
        table = begin(seed)
        play_randomly(table, seed, seed % 12)
        if table.is_over() or table.s.quiet > 100:  # near the limit, which the table does not count
            continue
        seat = table.seat()
        view = table.view(seat)
        for guess in Sight(view, seat).guesses():
            worlds = worlds_of(view, seat, guess.movers)
            assert len(worlds) == guess.weight
            for action, worth in rate(view, seat, guess).items():
                seen = np.mean([look_ahead(world, seat, action, guess) for world in worlds])
                assert worth == pytest.approx(seen, abs=0.002)  # scores are worth a little less later
                compared += 1
                battles += int(view.board[ends_of(view, action)[1]]) >= 0
    assert compared > 100
    assert battles > 10


def test_battles_lead_to_later_levels_with_all_chances() -> None:
    found = tabulate(begin(1).s.options)
    numbers = {level: number for number, level in enumerate(found.levels)}
    first = numbers[Level()]
    assert first == len(found.levels) - 1
    assert np.all(found.after[found.chance > 0] < np.nonzero(found.chance)[0])
    # Our marshal strikes what stays: half of the time it is the flag, or else a bomb, and the flag is known.
    (after,) = found.after[first, MARSHAL, C][found.chance[first, MARSHAL, C] > 0]
    assert found.sure[first, MARSHAL, C] == 0.5
    assert found.levels[after] == Level((False, True, True, True), flag=D)
    # It meets a marshal or a miner, which is then known.
    results = found.after[first, MARSHAL, A][found.chance[first, MARSHAL, A] > 0]
    assert {found.levels[i] for i in results} == {
        Level((False, True, False, True), marshal=A),
        Level((True, True, False, True), marshal=B),
    }
    # A marshal falls on our bomb, a miner takes it away.
    results = found.after[first, A, BOMB][found.chance[first, A, BOMB] > 0]
    assert {found.levels[i] for i in results} == {
        Level((True, True, False, True), marshal=A),
        Level((True,) * 4, bomb=False, marshal=B),
    }


def test_guesses_follow_what_was_seen() -> None:
    table = begin(3, red_setup="fm3b", blue_setup="random")
    view = table.view(RED)
    assert [guess.weight for guess in Sight(view, RED).guesses()] == [4] * 6
    assert all(guess.marshal == guess.flag == OPEN for guess in Sight(view, RED).guesses())
    blue = [piece for piece in range(4, 8) if view.types[piece] == UNKNOWN]
    view.moved[blue[0]] = 1
    assert sorted(guess.movers for guess in Sight(view, RED).guesses()) == [(0, 1), (0, 2), (0, 3)]
    view.types[blue[0]], view.shown[blue[0]] = Type.MINER, 1
    assert {guess.marshal for guess in Sight(view, RED).guesses()} == {B}
    view.types[blue[3]], view.shown[blue[3]], view.squares[blue[3]] = Type.BOMB, 1, NOWHERE
    assert [(guess.movers, guess.weight) for guess in Sight(view, RED).guesses()] == [((0, 1), 1), ((0, 2), 1)]


@pytest.mark.compiled_only
def test_the_choice_depends_on_nothing_that_is_secret() -> None:
    for seed in range(6):
        table = begin(seed)
        play_randomly(table, seed, 4)
        if table.is_over():
            continue
        seat, chosen = table.seat(), defaultdict(set)
        for other in range(5):
            s = table.s.clone()
            GAME.view.disturb(s, seat, np.uint64(other))
            chosen[seat].add(solve(GAME.view_of(s, seat), seat, table.legal()))
        assert len(chosen[seat]) == 1
        assert chosen[seat] != {NO_ACTION}


@pytest.mark.compiled_only
def test_the_table_takes_a_flag_that_it_can_be_sure_of() -> None:
    table = Table.start(1, **FREE)
    for seat, layout in ((RED, "fm3b"), (BLUE, "mfb3")):
        table.do(f"layout {layout}", "ready", seat=seat)
    table.do("c1-c2", "d4-d3", "c2-c3", "d3-d2", "c3-b3", "a4-a3", "b3-b4", "d2-d3")
    assert table.lost(BLUE) == ["b"]
    chosen = solve(table.view(RED), RED, table.legal())
    assert table.texts()[table.legal().index(chosen)] == "b4-c4"


def test_other_rules_and_written_positions_are_left_to_the_search() -> None:
    others: list[dict[str, Any]] = [{"battle_reveal": "silent"}, {"lakes": "b2"}, {"more_squares": True}]
    for given in (*others, {"cap_scoring": "material"}, {"blue_setup": "mfb3"}):
        table = begin(1, **given)
        assert solve(table.view(RED), RED, table.legal(RED)) == NO_ACTION, given
    mini = Table.start(1, variant="mini", red_setup="random", blue_setup="random")
    assert solve(mini.view(RED), RED, mini.legal(RED)) == NO_ACTION
    written = Table.at("m@b2 f@a1 3@c2 b@b1", "3@b3 f@d4 m@a4 b@c4", frame=False, variant="micro")
    for moved in (0, 1):
        written.s.moved[:] = moved
        assert solve(written.view(RED), RED, written.legal(RED)) == NO_ACTION
    setup = Table.start(1, variant="micro")
    assert solve(setup.view(BLUE), BLUE, setup.legal(BLUE)) == NO_ACTION


def test_nobody_waits_for_an_interpreted_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plowshares.games.stratego.heuristics.tablebase.choosing.is_interpreted", lambda kernel: True)
    table = begin(1)
    ask = Ask(table.view(RED), RED, table.legal(RED), 1.0, 2)
    assert solved(GAME, ask) is None


@pytest.mark.compiled_only
def test_all_that_a_table_needs_can_be_compiled_before() -> None:
    table = begin(1)
    needed = solving(table.s)
    compile_all(needed)
    known = [len(kernel.overloads) for kernel, _ in needed]
    find_table.cache_clear()
    assert solve(table.view(RED), RED, table.legal(RED)) != NO_ACTION
    assert [len(kernel.overloads) for kernel, _ in needed] == known
    assert solving(Table.start(1, variant="mini").s) == []


def test_with_little_time_nothing_is_solved() -> None:
    table = begin(1)
    assert solved(GAME, Ask(table.view(RED), RED, table.legal(RED), MIN_SECONDS_TO_SOLVE / 2, 2)) is None


@pytest.mark.compiled_only
def test_an_expert_beats_random_play_on_the_smallest_board() -> None:
    options, points = read_options(GAME.options, {"variant": "micro"}), 0.0
    for seed in range(20):
        match = Match(GAME, options, seed)
        agents = [make_agent("expert", GAME, seed), make_agent("random", GAME, seed)]
        while match.result is None:
            seat = match.to_act()[0]
            match.play(seat, agents[seat ^ (seed & 1)].choose(ask_for(match, seat)))
        points += score(match.state, seed & 1)
    assert points >= 18
