"""Walking through random matches, position by position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from plowshares.core.errors import PlowsharesError
from plowshares.core.game import Game
from plowshares.core.options import Options
from plowshares.core.rng import Rng, below, seed_rng
from plowshares.core.seats import SPECTATOR, seats_of
from plowshares.engine.playout import make_playout


class Broken(PlowsharesError):
    """A game that does not keep the contract."""


@dataclass(frozen=True)
class Amounts:
    """How much to check."""

    matches: int = 4  # random matches to walk through
    positions: int = 40  # positions looked at in each, spread over the match
    actions: int = 60  # legal actions looked at in a position
    worlds: int = 3  # other worlds tried for each viewer
    most: int = 1_000_000  # actions after which a match is taken to be endless
    interpreted: int = 60  # actions played when modes are compared; 0 leaves that out, since it takes a while


@dataclass
class Position:
    """One position of a random match, and the way to it."""

    game: Game
    options: Options
    s: Any
    chance: Rng
    amounts: Amounts

    def __post_init__(self) -> None:
        """Compute what several checks ask for."""
        self.seats = self.game.state.count_seats(self.options)
        self.space = self.game.actions.space(self.options)
        self.viewers = [SPECTATOR, *range(self.seats)]

    def to_act(self) -> list[int]:
        """List the seats that owe a decision."""
        return seats_of(self.game.rules.to_act(self.s))

    def legal(self, seat: int, s: Any = None) -> list[int]:
        """List the legal actions of a seat, in this State or another."""
        return legal_actions(self.game, self.s if s is None else s, seat, self.space.size)

    def some_legal(self, seat: int) -> list[int]:
        """List legal actions to look at: all, or as many as the amounts allow, spread evenly."""
        legal = self.legal(seat)
        return legal[:: max(1, -(-len(legal) // self.amounts.actions))]

    def next_states(self, steps: int) -> Iterator[tuple[Any, Any]]:
        """Play some random actions on a copy; yield the States before and after each, or the last one twice."""
        after = self.s.clone()
        if self.game.rules.is_over(after):
            yield after, after
        for _ in range(steps):
            if self.game.rules.is_over(after):
                break
            before, after = after, random_step(self.game, after.clone(), self.chance, self.space.size)
            yield before, after

    def seed(self) -> Any:
        """Return a new seed for something random."""
        return np.uint64(below(self.chance, 1 << 30))

    def require(self, holds: bool, message: str) -> None:
        """Raise Broken with the position unless something holds."""
        if not holds:
            raise Broken(f"{message}\n{self.game.text.board(self.game.view_of(self.s, SPECTATOR), SPECTATOR)}")


def legal_actions(game: Game, s: Any, seat: int, size: int) -> list[int]:
    """List the legal actions of a seat."""
    out = np.full(size + 1, -1, np.int32)
    count = int(game.rules.legal_actions(s, seat, out))
    if not 0 <= count <= size:
        raise Broken(f"legal_actions returned {count}, with {size} actions in all")
    actions: list[int] = out[:count].tolist()
    return actions


def play_some(game: Game, s: Any, chance: Rng, most: int, size: int) -> tuple[Any, int]:
    """Play up to `most` random actions, compiled; return the State and how many were played."""
    played = 0
    buffer = np.empty(size, np.int32)
    while played < most and not game.rules.is_over(s):
        played += int(make_playout(game.rules)(s, chance, most - played, buffer))
        s = game.grow_if_full(s)
    return s, played


def random_step(game: Game, s: Any, chance: Rng, size: int) -> Any:
    """Play one random action of one random seat that is to act."""
    seats = seats_of(game.rules.to_act(s))
    seat = seats[below(chance, len(seats))]
    legal = legal_actions(game, s, seat, size)
    if not legal:
        raise Broken(f"seat {seat} is to act and has no legal action")
    return game.play(s, seat, legal[below(chance, len(legal))])


def walk(game: Game, options: Options, amounts: Amounts) -> Iterator[Position]:
    """Yield positions of random matches: the first ones, some spread over the whole length, and the end."""
    size = game.actions.space(options).size
    for number in range(amounts.matches):
        chance = Rng.new()
        seed_rng(chance, np.uint64(number), 1)
        _, length = play_some(game, game.start(options, number), chance.clone(), amounts.most, size)
        stride = max(1, length // amounts.positions)
        s = game.start(options, number)
        while True:
            yield Position(game, options, s, chance, amounts)
            if game.rules.is_over(s):
                break
            # A single random seat at a time at first, so that simultaneous choices come in any order.
            for _ in range(1 + below(chance, 2 * stride)):
                if game.rules.is_over(s):
                    break
                s = random_step(game, s, chance, size)


def hunt(game: Game, options: Options, names: set[str], most: int) -> Iterator[tuple[Position, set[str]]]:
    """Play random matches action by action; yield each position in which fields of these names are not as at first."""
    buffer = np.empty(game.actions.space(options).size, np.int32)
    playout = make_playout(game.rules)
    chance = Rng.new()
    seed_rng(chance, np.uint64(0), 2)
    number = 0
    while most > 0:
        s = game.start(options, number)
        first = {name: s[name].tobytes() for name in names}
        number += 1
        while most > 0 and playout(s, chance, 1, buffer):
            most -= 1
            s = game.grow_if_full(s)
            changed = {name for name, before in first.items() if s[name].tobytes() != before}
            if changed:
                yield Position(game, options, s, chance, Amounts()), changed
