"""Make puzzles from matches of quick players, or search again those that there are.

    python -m research.make_puzzles make OUT [--games NAME …] [--count 50]
    python -m research.make_puzzles check OUT [--games NAME …] [--write]

`OUT` is a folder; each game gets a file `GAME.jsonl` there, which belongs into the game's folder as `puzzles.jsonl`.
`make` checks every answer with ten times the search; it can be stopped and started again. `check` does the same once
more with other worlds, and fails if an answer does not hold; with `--write` only those that hold are kept, with the
chances that were found now.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec
import numpy as np

from plowshares import registry
from plowshares.agents.base import ask_for
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.engine.record import Recorder, read_record
from plowshares.review.moments import Moments
from plowshares.review.puzzles import CHECKED, Puzzle, check_puzzle, make_puzzles
from research.fit_review import Quick

PRESETS = {
    "stratego": ("mini", "quick", "barrage"),
    "footsoldiers": ("default",),
    "farmer_soldier": ("even", "standard"),
    "battle_farm": ("two",),
    "civ": ("quick",),
}
EXTRA: dict[str, dict[str, object]] = {
    "stratego": {"red_setup": "random", "blue_setup": "random"},  # a record of a set-up is long
    "civ": {"size": 8},  # the players meet sooner
}
SIMULATIONS = 256
USUAL = range(6, 90, 3)  # decisions that are looked at: matches begin alike, and both seats get some
LOOKED_AT = {"civ": range(200, 420, 3)}  # which is decided late, when armies meet
OF_A_MATCH = 2
OTHER_SEED = 1_000_000_007


def play(game: str, seed: int) -> Moments:
    """Return a match of quick players, broken off when no puzzle is looked for any more."""
    module = registry.find(game)
    preset = PRESETS[game][seed % len(PRESETS[game])]
    options = read_options(module.options, {**module.presets[preset], **EXTRA.get(game, {})})
    lines: list[bytes] = []
    match = Match(module, options, seed, listener=Recorder(lines.append))
    players = [Quick(module, 64 * seed + seat, 0.1) for seat in range(match.seats)]
    while match.result is None and len(match.history) < LOOKED_AT.get(game, USUAL).stop:
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
            for number, puzzle in enumerate(make_puzzles(moments, LOOKED_AT.get(game, USUAL), SIMULATIONS), 1):
                if dice.random() < 0.5 or number == 1:
                    file.write(msgspec.json.encode(puzzle) + b"\n")
                    file.flush()
                    done += 1
                if number >= OF_A_MATCH or done >= count:
                    break
            seed += 1
            print(f"{game}: {done} of {count}, match {seed - 1}", flush=True)


def check(game: str, place: Path, write: bool) -> bool:
    """Search the puzzles of a file again; return whether all answers hold."""
    module = registry.find(game)
    puzzles = [msgspec.json.decode(line, type=Puzzle) for line in place.read_bytes().splitlines()]
    found = [check_puzzle(module, puzzle, CHECKED * SIMULATIONS, OTHER_SEED) for puzzle in puzzles]
    kept = [puzzle for puzzle in found if puzzle is not None]
    print(f"{game}: {len(kept)} of {len(puzzles)} answers hold", flush=True)
    if write:
        place.write_bytes(b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in kept))
    return len(kept) == len(puzzles)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("make", "check"))
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", nargs="*", default=list(PRESETS))
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    places = {game: given.out / f"{game}.jsonl" for game in given.games}
    if given.what == "check":
        hold = [check(game, place, given.write) for game, place in places.items()]
        sys.exit(0 if all(hold) else 1)
    for game, place in places.items():
        make(game, place, given.count)


if __name__ == "__main__":
    main()
