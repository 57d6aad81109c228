"""Players of two checkouts against each other, such as an expert and that of the last release, on the same seeds.

    git worktree add /tmp/before COMMIT
    python -m benchmarks.ab_players GAME PRESET FIRST SECOND [matches] [seed]

A player is a word of the ladder, such as `expert@2000`, or of another checkout, such as `/tmp/before:expert@2000` (see
`elsewhere.py`). Every seed is played from both seats; with more seats the first player sits alone among the second.
"""

from __future__ import annotations

import sys

from benchmarks.elsewhere import make_player
from plowshares import registry
from plowshares.agents.ladder import Row, part_of_win
from plowshares.agents.referee import play_on
from plowshares.core.options import read_options
from plowshares.engine.match import Match

MOST = 20_000  # decisions of a match
TOLD = 5  # matches after which the score so far is told


def play(name: str, preset: str, words: tuple[str, str], seed: int, seat: int) -> tuple[float, int]:
    """Play one match; return the score of the first player and how many seats there are."""
    game = registry.find(name)
    options = dict(game.presets[preset])
    match = Match(game, read_options(game.options, options), seed)
    seat %= match.seats
    agents = {
        each: make_player(words[0] if each == seat else words[1], game, options, 64 * seed + each)
        for each in range(match.seats)
    }
    play_on(match, agents, MOST)
    score = 1 / match.seats if match.result is None else part_of_win(match.result.outcome, seat)
    return score, match.seats


def main() -> None:
    """Play the matches, and tell the score with Wilson's interval as it grows."""
    name, preset, first, second = sys.argv[1:5]
    given = [int(word) for word in sys.argv[5:]]
    matches, begin = given + [20, 1][len(given) :]
    row = Row(first, second)
    for number in range(matches):
        score, row.seats = play(name, preset, (first, second), begin + number // row.seats, number)
        row.scores.append(score)
        if len(row.scores) % TOLD == 0 or len(row.scores) == matches:
            low, high = row.interval
            print(
                f"{name} {preset}: {first} - {second} {row.mean:.3f} of {len(row.scores)} ({low:.2f}-{high:.2f})",
                flush=True,
            )


if __name__ == "__main__":
    main()
