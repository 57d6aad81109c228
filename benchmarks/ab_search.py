"""Compare the speed of the search in two checkouts, round by round in one run.

    git worktree add /tmp/before COMMIT
    python benchmarks/ab_search.py /tmp/before [simulations] [rounds]

Each checkout is measured by a process of its own; they take turns, so that other work on the machine slows both down
alike. CPU times, the best round of each; a ratio above 1 means that this checkout is faster than the other.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from plowshares import registry
from plowshares.agents import make_agent
from plowshares.agents.base import ask_for
from plowshares.core.options import read_options
from plowshares.engine import search as engine
from plowshares.engine.match import Match
from plowshares.engine.tree import new_tree

POSITIONS = (
    ("stratego", "classic", 160),
    ("farmer_soldier", "standard", 30),
    ("battle_farm", "two", 60),
    ("civ", "quick", 60),
    ("footsoldiers", "default", 40),
)


def position(name: str, preset: str, decisions: int) -> tuple[Any, Any]:
    """Let greedy players begin a match; return the game and the next decision that is one."""
    game = registry.find(name)
    match = Match(game, read_options(game.options, dict(game.presets[preset])), 3)
    agent = make_agent("greedy", game, 1)
    while True:
        ask = ask_for(match, match.to_act()[0])
        if decisions <= 0 and len(ask.legal) > 1:
            return game, ask
        match.play(ask.seat, agent.choose(ask))
        decisions -= 1


def buffers(view: Any) -> tuple[Any, Any]:
    """Return the words of a view and the buffers of a search, by whatever name this checkout has for them."""
    try:
        from plowshares.engine.workspace import new_workspace, words_of
    except ImportError:
        older: Any = engine  # before workspace.py
        new_workspace, words_of = older.new_room, older.words_of
    return words_of(view), new_workspace(view, int(view.actions.size))


def searcher(game: Any, view: Any) -> Any:
    """Return the kernel that searches a game, in whatever way this checkout asks for it."""
    make: Any = engine.make_search
    try:
        return make(game.rules, game.view, game.heuristics, view)
    except TypeError:  # before games looked ahead on their own
        return make(game.rules, game.view, game.heuristics)


def measure() -> None:
    """Answer each line `index simulations` with the CPU seconds of that many simulations, and their result."""
    known: dict[int, Any] = {}
    for line in sys.stdin:
        index, simulations = map(int, line.split())
        if index not in known:
            known[index] = position(*POSITIONS[index])
        game, ask = known[index]
        run = searcher(game, ask.view)
        root, workspace = buffers(ask.view)
        tree = new_tree(1 << 16, 1 << 18)
        run(tree[0], root, ask.seat, ask.seats, np.uint64(1), 0, 1, workspace)  # compiled
        tree = new_tree(1 << 16, 1 << 18)
        began = time.process_time()
        run(tree[0], root, ask.seat, ask.seats, np.uint64(1), 0, simulations, workspace)
        spent = time.process_time() - began
        print(spent, hash(tuple(engine.edges_at_root(tree))), flush=True)


def start(checkout: Path) -> subprocess.Popen[str]:
    """Start the process that measures a checkout."""
    environment = {**os.environ, "PYTHONPATH": f"{checkout / 'src'}{os.pathsep}{checkout}", "PYTHONHASHSEED": "0"}
    command = [sys.executable, __file__, "--measure"]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=checkout
    )


def ask(process: subprocess.Popen[str], index: int, simulations: int) -> tuple[float, str]:
    """Let a process measure one position once."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{index} {simulations}\n")
    process.stdin.flush()
    seconds, result = process.stdout.readline().split()
    return float(seconds), result


def main() -> None:
    """Print a row for each game."""
    before = Path(sys.argv[1]).resolve()
    simulations, rounds = (int(word) for word in (sys.argv[2:] + ["4000", "9"][len(sys.argv) - 2 :])[:2])
    processes = [start(before), start(Path(__file__).resolve().parent.parent)]
    for index, (name, preset, _) in enumerate(POSITIONS):
        found = [[ask(process, index, simulations) for process in processes] for _ in range(rounds)]
        old, new = (min(pair[i][0] for pair in found) for i in range(2))
        same = "the same result" if len({result for pair in found for _, result in pair}) == 1 else "ANOTHER RESULT"
        speeds = f"{simulations / old:10,.0f} {simulations / new:10,.0f} simulations/s"
        print(f"{name + ' ' + preset:26} {speeds}  ratio {old / new:.3f}, {same}", flush=True)
    for process in processes:
        process.communicate()


if __name__ == "__main__":
    measure() if "--measure" in sys.argv else main()
