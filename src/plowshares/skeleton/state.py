"""The State: everything of a match."""

from __future__ import annotations

from plowshares.core.actions import ActionTable
from plowshares.core.records import Int32, Record
from plowshares.skeleton.actions import KINDS, space
from plowshares.skeleton.options import Options

SEATS = 2


class Actions(ActionTable, kinds=KINDS):
    """The action table."""


class Chosen(Record):
    """The options that the rules read."""

    stones: Int32
    most: Int32


class State(Record):
    """A match."""

    options: Chosen
    actions: Actions
    stones: Int32  # left in the heap
    seat: Int32  # whose turn it is; at the end, that of the loser
    taken: Int32  # by the last action, for the log


def new(options: Options) -> State:
    """Return a State that carries its options, before the set-up."""
    s = State.new()
    s.options.stones = options.stones
    s.options.most = options.most
    space(options).write(s.actions)
    return s


def grow(s: State) -> State:
    """Return the State itself: it is always large enough."""
    return s


def count_seats(options: Options) -> int:
    """Return how many play."""
    return SEATS
