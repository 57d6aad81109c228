"""Habits of a Stratego player: what it throws away, counted in matches against any other player.

    python -m benchmarks.bench_stratego_habits FIRST SECOND [preset] [matches] [seed]

Players are those of the ladder, such as `expert@2000`, `careful` or `greedy`, or of another checkout, such as
`/tmp/before:expert@2000` (see `elsewhere.py`). Every seed is played from both seats. For
each player, per match: (a) pieces that were taken by a known stronger enemy beside which they stood at the player's
own move; (b) attacks on known pieces that had to lose, and scouts lost in the first 12 plies; (c) officers bet on
unknown pieces that had never moved, and lost on bombs there; (d) known marshals lost to the spy.
"""

from __future__ import annotations

import collections
import sys
from typing import Any

from benchmarks.elsewhere import make_player
from plowshares import registry
from plowshares.agents.base import ask_for
from plowshares.agents.ladder import Row, part_of_win
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.games.stratego.board import STEP, is_movable, owner_of
from plowshares.games.stratego.pieces import Type
from plowshares.games.stratego.rules.battle import decide
from plowshares.games.stratego.state import NOWHERE, Phase, Result

GAME = registry.find("stratego")
MOST = 20_000  # decisions of a match
OPENING = 12  # plies
OFFICERS = Type.COLONEL  # and higher
HABITS = {
    "hung": "(a) pieces left to a known stronger enemy",
    "suicides": "(b) attacks that had to lose",
    "early scouts": "(b) scouts lost in the first 12 plies",
    "bets": "(c) officers bet on unmoved unknown pieces",
    "bombed": "(c) officers lost on such bombs",
    "spied": "(d) known marshals lost to the spy",
}
Counts = collections.Counter[str]


class Watcher:
    """Counts the habits of one side of a match."""

    def __init__(self, side: int) -> None:
        self.counts: Counts = collections.Counter()
        self._side = side
        self._exposed: set[tuple[int, int]] = set()  # own pieces and known stronger enemies beside them

    def watch_own(self, before: Any, after: Any) -> None:
        """Count a move of the side."""
        last = after.last
        if last.contested != NOWHERE:
            self._watch_attack(before, int(last.piece), int(last.defender), int(last.result))
        self._exposed = set(list_exposed(after, self._side))

    def watch_enemy(self, before: Any, after: Any) -> None:
        """Count what a move of the enemy costs the side."""
        last = after.last
        if last.contested == NOWHERE or last.result == Result.ATTACKER_FALLS:
            return
        lost, taker = int(last.defender), int(last.piece)
        self.counts["hung"] += (lost, taker) in self._exposed and last.result == Result.DEFENDER_FALLS
        self._lose(before, lost)
        is_marshal = before.types[lost] == Type.MARSHAL and before.shown[lost]
        self.counts["spied"] += bool(is_marshal and before.types[taker] == Type.SPY)

    def _watch_attack(self, before: Any, piece: int, defender: int, result: int) -> None:
        type_, known = before.types[piece], bool(before.shown[defender])
        falls = result == Result.ATTACKER_FALLS
        self.counts["suicides"] += known and falls
        if not known and not before.moved[defender] and type_ >= OFFICERS:
            self.counts["bets"] += 1
            self.counts["bombed"] += falls and before.types[defender] == Type.BOMB
        if falls or result == Result.BOTH_FALL:
            self._lose(before, piece)

    def _lose(self, before: Any, piece: int) -> None:
        self.counts["early scouts"] += before.types[piece] == Type.SCOUT and before.ply < OPENING


def list_exposed(s: Any, side: int) -> list[tuple[int, int]]:
    """List a side's moved pieces beside known stronger enemies, each with such an enemy."""
    found = []
    for piece in range(int(s.pieces)):
        if owner_of(s, piece) != side or s.squares[piece] == NOWHERE or not s.moved[piece]:
            continue
        for step in STEP:
            other = int(s.board[int(s.squares[piece]) + int(step)])
            if other < 0 or owner_of(s, other) == side or not s.shown[other] or not is_movable(s.types[other]):
                continue
            if decide(s.options, s.types[other], s.types[piece]) == Result.DEFENDER_FALLS:
                found.append((piece, other))
    return found


def play(match: Match, words: list[str], preset: str, watchers: list[Watcher]) -> None:
    """Play a match to its end, watching both sides."""
    options = dict(GAME.presets[preset])
    players = [make_player(word, GAME, options, 64 * match.seed + side) for side, word in enumerate(words)]
    for _ in range(MOST):
        if match.result is not None:
            return
        ask = ask_for(match, match.to_act()[0])
        before = match.state.clone()
        match.play(ask.seat, players[ask.seat].choose(ask))
        if before.phase == Phase.PLAY:
            watchers[ask.seat].watch_own(before, match.state)
            watchers[1 - ask.seat].watch_enemy(before, match.state)


def compare(first: str, second: str, preset: str, matches: int, seed: int) -> tuple[Row, tuple[Counts, Counts]]:
    """Let two players play, and count the habits of both."""
    options = read_options(GAME.options, dict(GAME.presets[preset]))
    row, counts = Row(first, second), (collections.Counter[str](), collections.Counter[str]())
    for number in range(matches):
        seat = number % 2
        match, watchers = Match(GAME, options, seed + number // 2), [Watcher(side) for side in (0, 1)]
        play(match, [first, second] if seat == 0 else [second, first], preset, watchers)
        row.scores.append(0.5 if match.result is None else part_of_win(match.result.outcome, seat))
        counts[0].update(watchers[seat].counts)
        counts[1].update(watchers[1 - seat].counts)
    return row, counts


def main() -> None:
    """Compare two players on one board."""
    first, second = sys.argv[1:3]
    preset = sys.argv[3] if len(sys.argv) > 3 else "classic"
    given = [int(word) for word in sys.argv[4:]]
    matches, seed = given + [20, 120_000][len(given) :]
    row, counts = compare(first, second, preset, matches, seed)
    low, high = row.interval
    print(f"{preset}: {first} against {second} {row.mean:.2f} of {matches} ({low:.2f}-{high:.2f}); per match:")
    for habit, words in HABITS.items():
        print(f"  {words}: {counts[0][habit] / matches:.2f}, {second} {counts[1][habit] / matches:.2f}")


if __name__ == "__main__":
    main()
