"""How the rating scale was chosen: simulated players of known strength, `python -m benchmarks.bench_ratings`.

Prints the points of one μ at which 400 points are odds of ten to one, as with Elo, and, after some games, the
uncertainty that is shown beside the error that ratings really have.
"""

from __future__ import annotations

import math
import random
import statistics
from collections import defaultdict

from plowshares.server.meeting.ratings import FACTOR, Strength, rate

PLAYERS, GAMES = 60, 12_000
ELO = 400 / math.log(10)  # points of a factor e in the odds
SHOWN = (1, 5, 10, 20, 40, 64, 100, 200, 350)  # games of a player


def main() -> None:
    """Let players meet at random, and compare what is known of them with the truth."""
    chance = random.Random(1)
    truth = [chance.gauss(0, 1) for _ in range(PLAYERS)]
    known, played = [Strength()] * PLAYERS, [0] * PLAYERS
    after: dict[int, list[tuple[Strength, float]]] = defaultdict(list)
    for _ in range(GAMES):
        pair = chance.sample(range(PLAYERS), 2)
        wins = chance.random() < 1 / (1 + math.exp(truth[pair[1]] - truth[pair[0]]))
        outcome = [1.0, -1.0] if wins else [-1.0, 1.0]
        for player, strength in zip(pair, rate([known[each] for each in pair], outcome), strict=True):
            known[player] = strength
            played[player] += 1
            after[played[player]].append((strength, truth[player]))
    slope = statistics.linear_regression(truth, [each.mu for each in known]).slope
    print(f"400 points are odds of ten to one at {ELO / slope:.1f} points a μ; {FACTOR} are used")
    middle, centre = statistics.mean(each.mu for each in known), statistics.mean(truth)
    for games in SHOWN:
        found = after[games]
        shown = FACTOR * statistics.mean(strength.sigma for strength, _ in found)
        errors = [FACTOR * (strength.mu - middle) - ELO * (true - centre) for strength, true in found]
        print(
            f"after {games:3} games: shown ± {shown:3.0f}, really ± {math.hypot(*errors) / math.sqrt(len(errors)):3.0f}"
        )


if __name__ == "__main__":
    main()
