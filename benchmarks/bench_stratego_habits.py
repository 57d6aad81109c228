"""What tolls do in Stratego: the same search with and without them, how it scores, and what it does not do any more.

    python -m benchmarks.bench_stratego_habits [preset] [matches] [simulations] [seed]

Every seed is played from both seats. *Ahead* is who has lost less by more than LEAD, by the worth of pieces.
"""

from __future__ import annotations

import collections
import dataclasses
import sys
from typing import Any

from benchmarks import tollless
from plowshares import registry
from plowshares.agents.base import Ask, ask_for, scripted
from plowshares.agents.levels import LEVELS
from plowshares.agents.search import Budget, Search
from plowshares.core.game import Game
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.games.stratego.heuristics.rating import WORTH
from plowshares.games.stratego.pieces import Type
from plowshares.games.stratego.state import NOWHERE, Phase

WITH = registry.find("stratego")
WITHOUT = dataclasses.replace(WITH, heuristics=tollless)
LEAD = 3.0
MOST = 4000  # decisions of a match
SHARES = (  # what is told: a part of what
    ("steps back when ahead", "back", "ahead"),
    ("positions of the own army again when ahead", "again", "ahead"),
    ("attacks on what never moved by a lieutenant or less", "cheap", "probes"),
    ("… by a colonel or more", "dear", "probes"),
    ("first attacks of an unknown marshal on something unknown, or less than a major", "blind", "marshal"),
    ("moves with an unknown marshal", "hidden", "moves"),
)
Counts = collections.Counter[str]


class Player:
    """Searches with a number of simulations and the set-ups of an expert."""

    def __init__(self, game: Game, seed: int, simulations: int) -> None:
        self._game, self._seed = game, seed
        self._search = Search(game, seed, Budget(simulations=simulations, trees=1))

    def choose(self, ask: Ask) -> int:
        """Return an action."""
        known = scripted(self._game, ask, self._seed, LEVELS["expert"].setup_candidates)
        return self._search.choose(ask) if known is None else known


class Watcher:
    """Counts what one side of a match does."""

    def __init__(self, side: int, counts: Counts) -> None:
        self._side, self._counts = side, counts
        self._last: tuple[int, int] | None = None  # the piece that moved last, and where from
        self._seen: set[tuple[int, ...]] = set()  # positions of the own army since the last battle

    def watch(self, before: Any, after: Any) -> None:
        """Count a move of the side."""
        counts, last, own = self._counts, after.last, self._list_own(before)
        counts["moves"] += 1
        counts["hidden"] += any(before.types[i] == Type.MARSHAL and not before.shown[i] for i in own)
        army = tuple(int(after.squares[i]) for i in own)
        if self._lead(before, own) > LEAD:
            counts["ahead"] += 1
            counts["back"] += last.contested == NOWHERE and self._last == (int(last.piece), int(last.end))
            counts["again"] += army in self._seen
        self._last = int(last.piece), int(last.start)
        self._seen.add(army)
        if last.contested != NOWHERE:
            self._seen.clear()
            self._watch_attack(before, int(before.types[last.piece]), int(last.piece), int(last.defender))

    def forget(self) -> None:
        """Begin anew after a battle of the other side."""
        self._seen.clear()

    def _watch_attack(self, before: Any, type_: int, piece: int, defender: int) -> None:
        counts, known = self._counts, bool(before.shown[defender])
        if not known and not before.moved[defender]:
            counts["probes"] += 1
            counts["cheap"] += type_ <= Type.LIEUTENANT
            counts["dear"] += type_ >= Type.COLONEL
        if type_ == Type.MARSHAL and not before.shown[piece]:
            counts["marshal"] += 1
            counts["blind"] += not known or before.types[defender] < Type.MAJOR

    def _list_own(self, s: Any) -> list[int]:
        return [i for i in range(int(s.pieces)) if (i >= s.blue) == (self._side == 1)]

    def _lead(self, s: Any, own: list[int]) -> float:
        gone = [i for i in range(int(s.pieces)) if s.squares[i] == NOWHERE]
        return float(sum(-WORTH[s.types[i]] if i in own else WORTH[s.types[i]] for i in gone))


def play(match: Match, players: list[Player], watchers: list[Watcher]) -> None:
    """Play a match to its end, watching both sides."""
    for _ in range(MOST):
        if match.result is not None:
            return
        ask = ask_for(match, match.to_act()[0])
        before = match.state.clone()
        match.play(ask.seat, players[ask.seat].choose(ask))
        if before.phase == Phase.PLAY:
            watchers[ask.seat].watch(before, match.state)
            if match.state.last.contested != NOWHERE:
                watchers[1 - ask.seat].forget()


def compare(preset: str, matches: int, simulations: int, first: int) -> None:
    """Let the search with tolls play the one without, and print how it went."""
    options = read_options(WITH.options, dict(WITH.presets[preset]))
    counts: tuple[Counts, Counts] = collections.Counter(), collections.Counter()
    score = 0.0
    for number in range(matches):
        seed, tolled = first + number // 2, number % 2
        match = Match(WITH, options, seed)
        games = [WITH if side == tolled else WITHOUT for side in (0, 1)]
        players = [Player(game, 64 * seed + side, simulations) for side, game in enumerate(games)]
        play(match, players, [Watcher(side, counts[side != tolled]) for side in (0, 1)])
        score += 0.5 if match.result is None else (1 + match.result.outcome[tolled]) / 2
    print(f"{preset}: with tolls against without {score / matches:.2f} of {matches}", flush=True)
    for text, part, whole in SHARES:
        shares = [f"{each[part]} of {each[whole]} ({each[part] / max(1, each[whole]):.1%})" for each in counts]
        print(f"  {text}: {shares[0]}, without {shares[1]}", flush=True)


def main() -> None:
    """Compare on one board, or on four."""
    given = [int(word) for word in sys.argv[2:]]
    matches, simulations, seed = given + [40, 1000, 120_000][len(given) :]
    for preset in sys.argv[1:2] or ["classic", "quick", "mini", "barrage"]:
        compare(preset, matches, simulations, seed)


if __name__ == "__main__":
    main()
