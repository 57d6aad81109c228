"""Short finished matches to review."""

from __future__ import annotations

import functools

from plowshares import registry
from plowshares.agents.base import ask_for
from plowshares.agents.random_agent import Random
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.engine.record import Recorder, read_record
from plowshares.review.moments import Moments

NAMES = ("Anna", "Ben", "Cleo", "Dora")
PRESETS = {
    "stratego": "micro",
    "footsoldiers": "short",
    "farmer_soldier": "three",
    "battle_farm": "two",
    "civ": "quick",
}

OPTIONS = {"stratego": {"red_setup": "random", "blue_setup": "random"}}  # nobody wants to review a set-up


@functools.cache
def play(game: str, decisions: int = 12, seed: int = 3) -> bytes:
    """Return the record of a match of random players, ended by agreement after some decisions."""
    module = registry.find(game)
    options = read_options(module.options, {**module.presets[PRESETS[game]], **OPTIONS.get(game, {})})
    lines: list[bytes] = []
    names = NAMES[: module.state.count_seats(options)]
    match = Match(module, options, seed, names, listener=Recorder(lines.append))
    agents = {seat: Random(module, seed + seat) for seat in range(match.seats)}
    for _ in range(decisions):
        if match.result is None:
            seat = match.waiting()[0]
            match.play(seat, agents[seat].choose(ask_for(match, seat)))
    if match.result is None:
        match.abandon("agreed")
    return b"".join(line + b"\n" for line in lines)


def moments_of(data: bytes) -> Moments:
    """Return the positions of a record."""
    return Moments(read_record(data), registry.find)
