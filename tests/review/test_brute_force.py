""" "You could not know" against brute force: small endgames with all worlds and lines enumerated."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest

from plowshares import registry
from plowshares.core.options import read_options
from plowshares.core.rng import mix
from plowshares.core.seats import first_seat
from plowshares.review.calibration import Fit, Mapping
from plowshares.review.judging import judge
from plowshares.review.verdicts import decide, weigh
from tests.amounts import amount

GAME = registry.find("stratego")
OPTIONS = read_options(GAME.options, dict(GAME.presets["micro"]))
BESIDE = ("c4", "d3", "b3")  # the Marshal on c3 can attack each of them
WORLDS, DEPTH, SIMULATIONS = amount(300, 60), 3, amount(512, 96)
PAIRS = list(itertools.permutations(BESIDE, 2))


def position(flag: str, bomb: str) -> Any:
    """Return a State in which Red's Marshal stands beside two unknown pieces: one wins the match, one loses it."""
    text = f"red: f@a1 b@b1 m@c3+! 3@-!; blue: f@{flag} b@{bomb} 3@a4+! m@-!; red to move"
    return GAME.start_at(OPTIONS, 1, text)


def look_ahead(s: Any, depth: int) -> float:
    """Return what a full State is worth to Red if both sides see everything and look so far ahead; else even."""
    if GAME.rules.is_over(s):
        outcome = np.zeros(2)
        GAME.rules.outcome(s, outcome)
        return float(outcome[0])
    if depth == 0:
        return 0.0
    seat = first_seat(GAME.rules.to_act(s))
    values = [look_ahead(GAME.play(s.clone(), seat, action), depth - 1) for action in GAME.legal(s, seat)]
    return max(values) if seat == 0 else min(values)


def chances(s: Any) -> dict[int, float]:
    """Return Red's chance after each action in one world."""
    return {action: (1 + look_ahead(GAME.play(s.clone(), 0, action), DEPTH - 1)) / 2 for action in GAME.legal(s, 0)}


def all_worlds(view: Any) -> dict[bytes, tuple[Any, float]]:
    """Return every world that agrees with a view, with how likely it is taken to be."""
    found: dict[bytes, Any] = {}
    counts: Counter[bytes] = Counter()
    for number in range(WORLDS):
        world = view.clone()
        GAME.view.sample_for(world, 0, np.uint64(mix(np.uint64(5), number, 1)))
        key = world.types.tobytes()
        found[key] = world
        counts[key] += 1
    return {key: (found[key], counts[key] / WORLDS) for key in found}


def brute_force(s: Any, played: int) -> str:
    """Return the verdict on an action by enumeration."""
    worlds = all_worlds(GAME.view_of(s, 0))
    assert len(worlds) == 2  # either piece is the flag
    expected: dict[int, float] = dict.fromkeys(GAME.legal(s, 0), 0.0)
    for world, weight in worlds.values():
        for action, chance in chances(world).items():
            expected[action] += weight * chance
    true = chances(s)
    lost = max(expected.values()) - expected[played]
    harm = min(max(true.values()) - true[played], expected[played] - true[played])
    return decide(lost, max(0.0, harm), 0.0, expected[played] == max(expected.values()))


@pytest.mark.parametrize(("flag", "bomb"), PAIRS)
def test_could_not_know_agrees_with_enumeration(flag: str, bomb: str) -> None:
    s = position(flag, bomb)
    view = GAME.view_of(s, 0)
    for target in (flag, bomb):
        played = GAME.notation.parse(view, 0, f"c3-{target}")[0]
        found = judge(GAME, view, 0, 2, played, SIMULATIONS, 1, s)
        assert found is not None
        verdict = weigh(found, Fit(Mapping(slope=3.0), Mapping(slope=3.0)), 2).verdict
        by_hand = brute_force(s, played)
        blame = {"mistake": "mistake", "unknowable": "unknowable"}
        assert blame.get(verdict, "fine") == blame.get(by_hand, "fine"), (target, verdict, by_hand, found)


def test_both_kinds_of_verdict_occur() -> None:
    verdicts = set()
    for flag, bomb in PAIRS:
        s = position(flag, bomb)
        for target in (flag, bomb):
            verdicts.add(brute_force(s, GAME.notation.parse(GAME.view_of(s, 0), 0, f"c3-{target}")[0]))
    assert {"unknowable", "mistake"} <= verdicts
