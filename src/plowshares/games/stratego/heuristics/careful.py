"""A careful player that follows rules and does not search: a yardstick with an evaluation of its own.

It takes what it surely beats, flees from known stronger pieces, probes with cheap pieces, keeps officers away from what
has never moved, guards its marshal from the spy, and digs for the flag with miners. It shares no number with the
rating that our searching players use, so that it notices what they overlook.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from plowshares.core.actions import kind_of
from plowshares.games.stratego.actions import DIRECTIONS, Kind
from plowshares.games.stratego.board import STEP, column_of, owner_of, row_of
from plowshares.games.stratego.heuristics.rating import ends_of
from plowshares.games.stratego.heuristics.root_penalties import takes_back
from plowshares.games.stratego.pieces import TYPES, UNKNOWN, Type
from plowshares.games.stratego.rules.battle import decide
from plowshares.games.stratego.rules.ending import end_piece, first_piece
from plowshares.games.stratego.state import NOWHERE, Phase, Result

NO_ACTION = -1
#        f      b     s     2     3     4     5     6     7     8      9      m
PRICE = (999.0, 12.0, 30.0, 10.0, 25.0, 14.0, 22.0, 38.0, 70.0, 130.0, 240.0, 420.0)
CURIOUS = 6.0  # for finding out what a piece is, less in the opening
LIKELY, LOTTERY = 0.15, 30.0  # a chance below which a flag counts as no more than this
FOLLY = 2000.0  # against attacks that must lose
SURE = 0.85  # chance of winning with which officers attack what they do not know
FORK = 0.3  # of what stands in danger besides the worst
SUSPECT = 2.5  # how many times as likely a piece beside a known marshal is taken to be the spy
CLOSER = 3.0  # for coming near to what can be taken
FORWARD = 0.6  # for cheap pieces that go towards the enemy
AGAIN = 4.0  # against taking back a step
CHEAP = (Type.SCOUT, Type.SERGEANT, Type.LIEUTENANT, Type.CAPTAIN)
CALM = 0.1  # chance decides between moves that differ by less


def careful(s: Any, seat: int, legal: Sequence[int], seed: int) -> int:
    """Return the move that is best by the rules of caution, or NO_ACTION before play begins."""
    if s.phase != Phase.PLAY:
        return NO_ACTION
    outlook = Outlook(s, seat)
    chance = random.Random(seed * 100_003 + int(s.ply))
    return max(
        (action for action in legal if kind_of(s.actions, action) == Kind.MOVE),
        key=lambda action: outlook.rate(action) + CALM * chance.random(),
    )


class Outlook:
    """What a seat can see, prepared for rating its moves."""

    def __init__(self, s: Any, seat: int) -> None:
        self.s, self.seat = s, seat
        self.types = [int(type_) for type_ in s.types[: int(s.pieces)]]
        self.board = s.board.tolist()
        enemies = range(first_piece(s, 1 - seat), end_piece(s, 1 - seat))
        self.enemies = [i for i in enemies if s.squares[i] != NOWHERE]
        self.own = [i for i in range(first_piece(s, seat), end_piece(s, seat)) if s.squares[i] != NOWHERE]
        self.pool = [int(n) for n in s.options.army]  # types that nobody has seen yet
        for piece in enemies:
            if self.types[piece] != UNKNOWN:
                self.pool[self.types[piece]] -= 1
        self.still = sum(self.types[i] == UNKNOWN and not s.moved[i] for i in self.enemies)
        self.marshal_lives = self.pool[Type.MARSHAL] > 0 or any(self.types[i] == Type.MARSHAL for i in self.enemies)

    def rate(self, action: int) -> float:
        """Return how good a move is."""
        at, to = ends_of(self.s, action)
        piece, defender = self.board[at], self.board[to]
        gain = 0.0
        if defender >= 0:
            gain = self.rate_attack(self.types[piece], defender)
        else:
            gain += self.rate_way(piece, at, to) - AGAIN * bool(takes_back(self.s, self.seat, piece, to))
        return gain - self.danger_after(piece, at, to, defender) + self.danger_after(piece, at, at, NO_ACTION)

    def price(self, type_: int) -> float:
        """Return what a piece of a type is worth to its owner."""
        if type_ == Type.SPY and not self.marshal_lives:
            return PRICE[Type.SCOUT] / 2
        return PRICE[type_]

    def chances(self, defender: int) -> list[tuple[int, float]]:
        """Return what a piece may be, with chances by counting; movable if it has moved."""
        if self.types[defender] != UNKNOWN:
            return [(self.types[defender], 1.0)]
        first = Type.SPY if self.s.moved[defender] else Type.FLAG
        total = sum(self.pool[first:])
        return [(type_, self.pool[type_] / total) for type_ in range(first, TYPES) if self.pool[type_]]

    def rate_attack(self, attacker: int, defender: int) -> float:
        """Return what an attack is expected to win, and refuse to bet officers."""
        unknown = self.types[defender] == UNKNOWN
        still = unknown and not self.s.moved[defender]
        gain = min(CURIOUS, self.s.ply / 10) if unknown else 0.0
        wins = 0.0
        for type_, chance in self.chances(defender):
            result = decide(self.s.options, attacker, type_)
            prize = LOTTERY if type_ == Type.FLAG and chance < LIKELY else self.price(type_)
            gain += chance * prize * (result != Result.ATTACKER_FALLS)
            gain -= chance * self.price(attacker) * (result != Result.DEFENDER_FALLS)
            wins += chance * (result != Result.ATTACKER_FALLS)
        if not unknown and wins == 0:
            return -FOLLY
        if unknown and attacker not in (*CHEAP, Type.MINER) and wins < SURE:
            gain -= self.price(attacker)
        if still and attacker == Type.MINER:
            gain += self.rate_dig(defender)
        return gain

    def rate_dig(self, defender: int) -> float:
        """Return what a miner gains by attacking what has never moved: more at the back and when few are left."""
        row = int(row_of(int(self.s.squares[defender])))
        depth = row if self.seat == 1 else int(self.s.options.height) - 1 - row
        return 60.0 / max(1, self.still) * (2.0 if depth == 0 else 1.0 if depth == 1 else 0.3)

    def rate_way(self, piece: int, at: int, to: int) -> float:
        """Return what it is worth to go from a square to another: towards prey, and forward with cheap pieces."""
        type_ = self.types[piece]
        here, there = self.pull(type_, at), self.pull(type_, to)
        rows = int(row_of(to)) - int(row_of(at))
        ahead = rows if self.seat == 0 else -rows
        return there - here + (FORWARD * min(1, ahead) if type_ in CHEAP else 0.0)

    def pull(self, type_: int, square: int) -> float:
        """Return how strongly known prey, and for miners what has never moved, draws a piece of a type to a square."""
        best = 0.0
        for enemy in self.enemies:
            known, square_of = self.types[enemy], int(self.s.squares[enemy])
            if known == UNKNOWN:
                wanted = 20.0 if type_ == Type.MINER and not self.s.moved[enemy] and self.still < 16 else 0.0
                wanted = 8.0 if type_ in CHEAP and not wanted else wanted
            else:
                wins = decide(self.s.options, type_, known) == Result.DEFENDER_FALLS
                wanted = self.price(known) if wins else 0.0
            far = abs(int(row_of(square)) - int(row_of(square_of)))
            far += abs(int(column_of(square)) - int(column_of(square_of)))
            best = max(best, CLOSER * wanted**0.5 / (1 + far))
        return best

    def danger_after(self, piece: int, at: int, to: int, defender: int) -> float:
        """Return what stands in danger when a piece has gone to a square; a lost battle endangers nobody."""
        wins = defender == NO_ACTION or (
            defender < 0 or decide(self.s.options, self.types[piece], self._likely(defender)) == Result.DEFENDER_FALLS
        )
        threats = [
            self.threat(other, to if other == piece else int(self.s.squares[other]), defender)
            for other in self.own
            if other != piece or wins
        ]
        worst = max(threats, default=0.0)
        return worst + FORK * (sum(threats) - worst)

    def _likely(self, defender: int) -> int:
        return max(self.chances(defender), key=lambda each: each[1])[0]

    def threat(self, piece: int, square: int, gone: int) -> float:
        """Return the part of a piece's price that enemies beside a square endanger, one of them perhaps gone."""
        type_ = self.types[piece]
        if type_ == Type.BOMB:
            return 0.0
        worst = 0.0
        for direction in range(DIRECTIONS):
            other = self.board[square + int(STEP[direction])]
            if other >= 0 and other != gone and owner_of(self.s, other) != self.seat:
                worst = max(worst, self.price(type_) * self.chance_to_lose(piece, type_, other))
        return worst

    def chance_to_lose(self, piece: int, type_: int, enemy: int) -> float:
        """Return the chance that an enemy beside a piece takes it: surely if it is known to be able to."""
        known = self.types[enemy] != UNKNOWN
        lost = sum(
            chance * (SUSPECT if possible == Type.SPY and self.s.shown[piece] else 1.0)
            for possible, chance in self.chances(enemy)
            if possible > Type.BOMB and decide(self.s.options, possible, type_) == Result.DEFENDER_FALLS
        )
        if known:
            return 0.9 * lost
        return min(0.9, lost * (0.5 if self.s.moved[enemy] else 0.2))
