"""Make puzzles from matches of quick players: `python -m research.make_puzzles OUT [--games NAME …] [--count 50]`.

`OUT` is a folder; each game gets a file `GAME.jsonl` there, which belongs into the game's folder as `puzzles.jsonl`.
Every answer has been checked with ten times the search. It can be stopped and started again.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec
import numpy as np

from plowshares import registry
from plowshares.agents.base import ask_for
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.engine.record import Recorder, read_record
from plowshares.review.moments import Moments
from plowshares.review.puzzles import make_puzzles
from research.fit_review import Quick

PRESETS = {
    "stratego": ("mini", "quick", "barrage"),
    "footsoldiers": ("default",),
    "farmer_soldier": ("even", "standard"),
    "battle_farm": ("two",),
    "civ": ("quick",),
}
EXTRA = {"stratego": {"red_setup": "random", "blue_setup": "random"}}  # a record of a set-up is long
SIMULATIONS = 256
EVERY = 2
LONGEST = 90  # commands before the moment
OF_A_MATCH = 2


def play(game: str, seed: int) -> Moments:
    """Return a match of quick players, broken off when no puzzle is looked for any more."""
    module = registry.find(game)
    preset = PRESETS[game][seed % len(PRESETS[game])]
    options = read_options(module.options, {**module.presets[preset], **EXTRA.get(game, {})})
    lines: list[bytes] = []
    match = Match(module, options, seed, listener=Recorder(lines.append))
    players = [Quick(module, 64 * seed + seat, 0.1) for seat in range(match.seats)]
    while match.result is None and len(match.history) < LONGEST:
        seat = match.waiting()[0]
        match.play(seat, players[seat].choose(ask_for(match, seat)))
    if match.result is None:
        match.abandon("agreed")
    return Moments(read_record(b"".join(line + b"\n" for line in lines)), registry.find)


def make(game: str, place: Path, count: int) -> None:
    """Append puzzles to a file until it has as many as are wanted."""
    lines = place.read_bytes().splitlines() if place.exists() else []
    done, seed = len(lines), 1 + max((int(msgspec.json.decode(line)["seed"], 16) for line in lines), default=0)
    with place.open("ab") as file:
        while done < count:
            moments, dice = play(game, seed), np.random.default_rng(seed)
            for number, puzzle in enumerate(make_puzzles(moments, EVERY, SIMULATIONS, LONGEST), 1):
                if dice.random() < 0.5 or number == 1:
                    file.write(msgspec.json.encode(puzzle) + b"\n")
                    file.flush()
                    done += 1
                if number >= OF_A_MATCH or done >= count:
                    break
            seed += 1
            print(f"{game}: {done} of {count}, match {seed - 1}", flush=True)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", nargs="*", default=list(PRESETS))
    parser.add_argument("--count", type=int, default=50)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for game in given.games:
        make(game, given.out / f"{game}.jsonl", given.count)


if __name__ == "__main__":
    main()
