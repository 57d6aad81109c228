"""Is the first seat of Footsoldiers worse, or is it who is asked first? The same matches, asked in both orders.

    python examples/asking_order.py [player] [games]

Both sides give their orders at the same time, so by the rules it makes no difference who is asked first.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from plowshares import registry
from plowshares.arena.job import Job, derive
from plowshares.arena.series import rotate
from plowshares.core.options import read_options
from plowshares.engine.intervals import score_of, wilson
from plowshares.lab.design import define, variants_of
from plowshares.lab.match import play_directly


def last_first(seats: Sequence[int]) -> Iterable[int]:
    """Return the seats in reverse order."""
    return reversed(seats)


def main(player: str, games: int) -> None:
    """Play the games in both orders and print the score of the first seat."""
    (variant,) = variants_of(define({"game": "footsoldiers", "preset": "tournament", "seats": [player]}))
    game = registry.find("footsoldiers")
    options = read_options(game.options, variant.options)
    for words, order in (("asked first", list), ("asked last", last_first)):
        points = 0.0
        for number in range(games):
            group, turn = divmod(number, 2)
            seated = tuple(rotate(variant.entrants, turn))
            job = Job(turn, game.name, variant.options, derive(3, group), seated)
            points += score_of(play_directly(job, game, options, order)["outcome"][0])
        low, high = wilson(points / games, games)
        print(f"{player}, {words}: the first seat scores {points / games:.0%} ({low:.0%} to {high:.0%}), {games} games")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "hard@256", int(sys.argv[2]) if len(sys.argv) > 2 else 60)
