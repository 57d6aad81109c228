"""The State of Pennies."""

from __future__ import annotations

from typing import Annotated

from plowshares.core.actions import ActionTable
from plowshares.core.records import SECRET, Bool, Int8s, Int32, Record
from plowshares.core.rng import Rng
from tests.toys.pennies.actions import COINS, KINDS, space
from tests.toys.pennies.options import Options

MOST = 4
EMPTY = -1


class Actions(ActionTable, kinds=KINDS):
    """The action table of Pennies."""


class Chosen(Record):
    """The options that the rules read."""

    seats: Int32
    rounds: Int32


class State(Record):
    """A match of Pennies."""

    options: Chosen
    actions: Actions
    rng: Annotated[Rng, SECRET]
    round: Int32
    over: Bool
    hand: Annotated[Int8s, MOST, COINS, SECRET]  # values of the coins, 0 when spent
    coin: Annotated[Int8s, MOST, SECRET]  # the coin laid this round, or EMPTY
    spare: Annotated[Int32, SECRET]  # a secret that no option of this game makes use of
    extra: Annotated[Int8s, MOST, SECRET]  # what is laid on top of it, or EMPTY
    done: Annotated[Int8s, MOST]  # 1 if both are laid
    shown: Annotated[Int8s, MOST]  # what each laid in the round before
    points: Annotated[Int8s, MOST]


def new(options: Options) -> State:
    """Return a State before the deal."""
    s = State.new()
    s.options.seats = options.seats
    s.options.rounds = options.rounds
    space(options).write(s.actions)
    return s


def grow(s: State) -> State:
    """Return the State itself: it is always large enough."""
    return s


def count_seats(options: Options) -> int:
    """Return how many play."""
    return options.seats
