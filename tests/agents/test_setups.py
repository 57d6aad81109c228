"""Stratego's own set-ups, and how players come to them action by action."""

from __future__ import annotations

import pytest

from plowshares.agents import LEVELS, advise, make_agent
from plowshares.agents.base import ask_for
from plowshares.agents.referee import play_on
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.games.stratego import GAME
from plowshares.games.stratego.actions import Kind
from plowshares.games.stratego.heuristics.setup_weights import rate_setup
from plowshares.games.stratego.heuristics.setups import beside, is_sound, make_setup, script
from plowshares.games.stratego.layouts import read_layout
from plowshares.games.stratego.pieces import EMPTY, TYPES, VARIANTS, Type
from plowshares.games.stratego.state import Phase


@pytest.mark.parametrize("name", ["classic", "barrage", "quick", "mini", "micro"])
def test_set_ups_are_whole_sound_and_varied(name: str) -> None:
    variant = VARIANTS[name]
    made = [make_setup(variant.width, variant.rows, variant.army, seed) for seed in range(60)]
    for layout in made:
        assert tuple(layout.count(type_) for type_ in range(TYPES)) == variant.army
        assert is_sound(layout, variant.width, variant.rows)
        assert layout.index(Type.FLAG) < 2 * variant.width
    assert len(set(made)) > (20 if name != "micro" else 5)


@pytest.mark.parametrize("name", ["classic", "quick", "mini"])
def test_more_setup_candidates_give_better_and_still_varied_set_ups(name: str) -> None:
    variant = VARIANTS[name]
    seeds = range(12)
    made = {
        setup_candidates: [
            make_setup(variant.width, variant.rows, variant.army, seed, setup_candidates) for seed in seeds
        ]
        for setup_candidates in (1, 4, 64)
    }
    rated = {
        setup_candidates: [rate_setup(layout, variant.width, variant.rows) for layout in layouts]
        for setup_candidates, layouts in made.items()
    }
    for seed in seeds:  # the first setup_candidates are the same
        assert rated[1][seed] <= rated[4][seed] <= rated[64][seed]
    assert sum(rated[1]) < sum(rated[4]) < sum(rated[64])
    assert len(set(made[64])) == len(seeds)
    assert all(is_sound(layout, variant.width, variant.rows) for layout in made[64])


def test_a_set_up_is_rated_by_what_stands_where() -> None:
    def rate(text: str) -> float:
        return rate_setup(read_layout(text, 6, 2), 6, 2)

    standard = rate("2s9m75/3bfb23")
    assert rate("2s9m75/fb3b23") < standard  # the flag in the corner
    assert rate("2s9mb5/3bf723") < standard  # a bomb in the way
    assert rate("bs9m75/32fb23") > rate("s2b975/3mfb23")  # a lane blocked, the marshal forward
    assert rate("2s9m7f/3b5b23") < standard  # the flag in front
    # Sparse armies are not rated: their first candidate is as good as any.
    barrage = VARIANTS["barrage"]
    first, best = (
        make_setup(barrage.width, barrage.rows, barrage.army, 3, setup_candidates) for setup_candidates in (1, 64)
    )
    assert first == best


def test_in_a_single_row_movable_pieces_guard_the_flag_instead_of_the_bomb() -> None:
    good, bad = ("mf3b", "b3fm", "fm3b", "bm3f"), ("mfb3", "bf3m", "3mbf", "f3bm")
    assert {rate_setup(read_layout(text, 4, 1), 4, 1) for text in good} == {1.0}
    assert {rate_setup(read_layout(text, 4, 1), 4, 1) for text in bad} == {0.0}
    micro = VARIANTS["micro"]
    made = [make_setup(micro.width, micro.rows, micro.army, seed, 64) for seed in range(60)]
    assert sum(rate_setup(layout, micro.width, micro.rows) for layout in made) > 0.9 * len(made)
    assert len(set(made)) >= 8  # as many of them are good


def test_most_flags_are_walled_in() -> None:
    variant = VARIANTS["classic"]
    guarded = 0
    for seed in range(100):
        layout = make_setup(variant.width, variant.rows, variant.army, seed)
        around = beside(layout.index(Type.FLAG), variant.width, variant.rows)
        guarded += all(layout[spot] == Type.BOMB for spot in around)
    assert 70 < guarded < 100


def test_walled_in_pieces_are_not_sound() -> None:
    assert not is_sound(tuple(read_layout("2b22/b3b2/2b22/fbbb", 4, 4)), 4, 4)
    assert not is_sound(tuple(read_layout("bbb2/2222/2222/f222", 4, 4)), 4, 4)


def test_players_set_up_without_a_wrong_step() -> None:
    match = Match(GAME, read_options(GAME.options, {"variant": "mini"}), 1)
    agents = {seat: make_agent(name, GAME, 5 + seat) for seat, name in enumerate(("expert", "greedy"))}
    while match.state.phase == Phase.SETUP:
        seat = match.to_act()[0]
        match.play(seat, agents[seat].choose(ask_for(match, seat)))
    army = sum(VARIANTS["mini"].army)
    assert len(match.history) == 2 * (army + 1)
    assert script(match.view(0), 0, 5) == -1


def test_a_set_up_begun_otherwise_is_cleared_or_finished() -> None:
    match = Match(GAME, read_options(GAME.options, {"variant": "micro", "setup_limit": 9}), 1)
    targets = [
        make_setup(4, 1, VARIANTS["micro"].army, 0, setup_candidates)
        for setup_candidates in (1, LEVELS["expert"].setup_candidates)
    ]
    wrong = next(type_ for type_ in targets[0] if all(type_ != target[0] for target in targets))
    match.play(0, match.space.encode("place", wrong, 0))
    assert script(match.view(0), 0, 0) == match.space.encode("clear")
    (advice,) = advise(GAME, match.view(0), 0, match.legal(0), 2, 0.1)
    assert advice.text == "clear"
    match.play(0, match.space.encode("fill"))
    match.state.arranged[0] = 5
    assert match.space.decode(script(match.view(0), 0, 0))[0] == Kind.READY
    match.play(0, match.space.encode("lift", 3))
    match.state.area[0, 0] = wrong
    assert match.space.decode(script(match.view(0), 0, 0))[0] == Kind.FILL
    assert EMPTY in match.state.area[0]


@pytest.mark.compiled_only
@pytest.mark.parametrize("level", LEVELS)
def test_stratego_levels_finish_their_matches(level: str) -> None:
    for seed in range(2):
        match = Match(GAME, read_options(GAME.options, {"variant": "micro"}), seed)
        players = [make_agent(f"{level}@64", GAME, seed), make_agent("greedy", GAME, seed)]
        play_on(match, {seed: players[0], 1 - seed: players[1]})
        assert match.result is not None
        assert GAME.rules.is_over(match.state), "by the rules, not because somebody left"
        assert (match.left, match.abandoned, sum(match.result.outcome)) == ({}, "", 0.0)
        assert {turn.seat for turn in match.history} == {0, 1}
