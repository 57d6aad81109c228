"""Farmer Soldier: how matches of a level against itself end, and who starved by oversight.

    python -m benchmarks.bench_farmer_soldier_ends [player] [preset] [matches] [seed]

A player is a word of the ladder, such as `medium` or `expert@64`. An end is self-inflicted where the last people of a
player starve in its own turn although there was food of its own within a step of somebody when that turn began.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import numpy as np

from plowshares import registry
from plowshares.agents.base import ask_for
from plowshares.agents.ladder import make_player
from plowshares.core.boards import NOWHERE, neighbour
from plowshares.core.options import read_options
from plowshares.engine.intervals import wilson
from plowshares.engine.match import Match
from plowshares.games.farmer_soldier.actions import Thing

GAME = registry.find("farmer_soldier")
TOLD = 25  # matches after which the counts so far are told


def could_eat(s: Any, seat: int) -> bool:
    """Ask whether a player has food in a cell where it has people, or next to one."""
    people, food = s.things[:, seat, : Thing.FOOD].sum(axis=1), s.things[:, seat, Thing.FOOD]
    for cell in np.flatnonzero(people):
        near = [neighbour(s.board, int(cell), slot) for slot in range(int(s.board.slots))]
        if food[cell] > 0 or any(each != NOWHERE and food[each] > 0 for each in near):
            return True
    return False


def play(player: str, preset: str, seed: int) -> tuple[str, bool]:
    """Play one match; return how it ended, and whether that was self-inflicted."""
    match = Match(GAME, read_options(GAME.options, dict(GAME.presets[preset])), seed)
    players = [make_player(player, GAME, 64 * seed + seat, 1.0) for seat in range(match.seats)]
    turn, fed = (-1, -1), True
    while match.result is None:
        s = match.state
        seat = match.waiting()[0]
        if turn != (int(s.round), int(s.seat)):
            turn, fed = (int(s.round), int(s.seat)), could_eat(s, int(s.seat))
        match.play(seat, players[seat].choose(ask_for(match, seat)))
    s = match.state
    starved = int(s.news.starved[turn[1]].sum()) > 0 and int(s.people[turn[1]]) == 0
    return match.result.reason, starved and fed


def main() -> None:
    """Count the ends of some matches."""
    given = sys.argv[1:]
    player, preset, matches, seed = (given + ["medium", "lots", "1000", "1"][len(given) :])[:4]
    reasons: Counter[str] = Counter()
    oversights = 0
    for number in range(int(matches)):
        reason, is_oversight = play(player, preset, int(seed) + number)
        reasons[reason] += 1
        oversights += is_oversight
        if is_oversight or (number + 1) % TOLD == 0 or number + 1 == int(matches):
            low, high = wilson(oversights / (number + 1), number + 1)
            told = f"self-inflicted {oversights} of {number + 1} ({low:.3f}-{high:.3f})"
            print(f"{player} {preset}, seed {int(seed) + number}: {told}, {dict(reasons)}", flush=True)


if __name__ == "__main__":
    main()
