"""How long a person waits for each of our levels: wall-clock seconds of a decision, on all cores.

    python benchmarks/bench_levels.py [decisions]

Each level takes its decisions from the start of a match against the greedy player. The aim is that an expert takes no
more than a second.
"""

from __future__ import annotations

import statistics
import sys
import time

from plowshares import registry
from plowshares.agents import LEVELS, make_agent
from plowshares.agents.base import ask_for
from plowshares.core.options import read_options
from plowshares.engine.match import Match

AIM = 1.0
SETUPS = (
    ("stratego", "barrage"),  # few pieces to set up, which needs no thinking
    ("farmer_soldier", "standard"),
    ("battle_farm", "two"),
    ("civ", "quick"),
    ("footsoldiers", "default"),
)


def time_level(name: str, preset: str, level: str, decisions: int) -> list[float]:
    """Return the seconds of each decision of a level against the greedy player, from the start of a match."""
    game = registry.find(name)
    match = Match(game, read_options(game.options, dict(game.presets[preset])), 7)
    agents = [make_agent(level, game, 1), make_agent("greedy", game, 2)]
    times: list[float] = []
    while len(times) < decisions and match.result is None:
        ask = ask_for(match, match.to_act()[0])
        begin = time.perf_counter()
        action = agents[ask.seat].choose(ask)
        if ask.seat == 0 and len(ask.legal) > 1:
            times.append(time.perf_counter() - begin)
        match.play(ask.seat, action)
    return times


def main() -> None:
    """Print a line for each game and level."""
    decisions = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for name, preset in SETUPS:
        time_level(name, preset, "easy", decisions)  # compiles what is not compiled yet
        for level in LEVELS:
            times = time_level(name, preset, level, decisions)
            missed = f", above {AIM:g} s" if max(times) > AIM else ""
            middle = statistics.median(times)
            print(
                f"{name + ' ' + preset:29} {level:7} median {middle:.3f} s, longest {max(times):.3f} s{missed}",
                flush=True,
            )


if __name__ == "__main__":
    main()
