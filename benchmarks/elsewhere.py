"""Players of another checkout, such as the last release: each in a process of its own that imports that checkout.

A word such as `/tmp/before:expert@2000` names one, by the checkout's path and the player there. It is told its seat's
view, what is legal, and nothing else; both checkouts must lay a State out alike.
"""

from __future__ import annotations

import base64
import functools
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

MARK = ":"  # between a checkout and a player
SEEDS = 64  # of a match: one for each seat
SKETCHES = 64  # of set-ups, by an expert of 0.1.0


class Elsewhere:
    """An agent whose choices are made by another checkout; `begin` starts each match."""

    def __init__(self, word: str) -> None:
        checkout, _, self.name = word.rpartition(MARK)
        place = {**os.environ, "PYTHONPATH": str(Path(checkout).resolve() / "src")}
        command = [sys.executable, str(Path(__file__).resolve())]
        self._process = subprocess.Popen(command, env=place, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def begin(self, game: str, options: dict[str, object], seed: int) -> None:
        """Sit down at another match."""
        self._tell({"game": game, "options": options, "player": self.name, "seed": seed})

    def choose(self, ask: Any) -> int:
        """Return the choice of the other checkout."""
        view = base64.b64encode(ask.view.tobytes()).decode()
        legal = [int(action) for action in ask.legal]
        return self._tell(
            {"view": view, "seat": ask.seat, "seats": ask.seats, "legal": legal, "streak": getattr(ask, "streak", 0)}
        )

    def _tell(self, message: dict[str, object]) -> int:
        given, taken = self._process.stdin, self._process.stdout
        if given is None or taken is None:
            raise OSError("the other checkout's process has no pipes")
        given.write(json.dumps(message) + "\n")
        given.flush()
        return int(taken.readline())


@functools.cache
def _process_of(word: str, seat: int) -> Elsewhere:
    return Elsewhere(word)


def make_player(word: str, game: Any, options: dict[str, object], seed: int) -> Any:
    """Return a player of the ladder, or one of another checkout; options are those that differ from the defaults."""
    from plowshares.agents import ladder

    if MARK not in word:
        return ladder.make_player(word, game, seed, 1.0)
    player = _process_of(word, seed % SEEDS)  # each seat has a process of its own
    player.begin(game.name, options, seed)
    return player


def answer() -> None:
    """Play seats of one match after another, in the checkout that this process imports."""
    from plowshares import registry
    from plowshares.agents.base import Ask
    from plowshares.core.options import read_options
    from plowshares.engine.match import Match

    for line in sys.stdin:
        asked = json.loads(line)
        if "game" in asked:
            game = registry.find(asked["game"])
            match = Match(game, read_options(game.options, asked["options"]), 1)
            player = make_old(game, asked["player"], asked["seed"])
            print(0, flush=True)
            continue
        view = type(match.state).from_bytes(base64.b64decode(asked["view"]))
        known = {"streak": asked["streak"]} if "streak" in Ask.__dataclass_fields__ else {}
        ask = Ask(view, asked["seat"], asked["legal"], float("inf"), asked["seats"], **known)
        print(int(player.choose(ask)), flush=True)


class Before:
    """An expert of 0.1.0 by a number of simulations, which its ladder did not offer."""

    def __init__(self, game: Any, seed: int, simulations: int) -> None:
        from plowshares.agents.search import Budget, Search

        self._game, self._seed = game, seed
        self._search = Search(game, seed, Budget(simulations=simulations, trees=1))

    def choose(self, ask: Any) -> Any:
        """Return what needs no search, else what was looked at most."""
        from plowshares.agents.base import scripted

        known = scripted(self._game, ask, self._seed, SKETCHES)
        return self._search.choose(ask) if known is None else known


def make_old(game: Any, word: str, seed: int) -> Any:
    """Return a player of the checkout that this process imports."""
    from plowshares.agents import ladder, levels

    level, _, simulations = word.partition("@")
    if simulations and level == "expert" and not hasattr(levels, "LeveledAgent"):
        return Before(game, seed, int(simulations))
    return ladder.make_player(word, game, seed, 1.0)


if __name__ == "__main__":
    answer()
