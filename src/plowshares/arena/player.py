"""Players in the arena, and their faults."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import msgspec

from plowshares.agents import Agent, Ask
from plowshares.core.errors import IllegalCommand, PlowsharesError
from plowshares.engine.match import Command, Match, Result


class Fault(PlowsharesError):
    """A seat that does not answer as it should. `kind`: time, crash, malformed or resigned."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Faults(msgspec.Struct):
    """How often what went wrong with one seat of one match."""

    illegal: int = 0
    malformed: int = 0
    time: int = 0
    crash: int = 0
    restarts: int = 0
    stale: int = 0

    @property
    def total(self) -> int:
        """All that counts against a bot; late lines do not, their time-out did."""
        return self.illegal + self.malformed + self.time + self.crash


def add_faults(total: Faults, more: Faults) -> None:
    """Add the counts of one player or match to a total."""
    for name in Faults.__struct_fields__:
        setattr(total, name, getattr(total, name) + getattr(more, name))


class Usage(msgspec.Struct):
    """What a seat has used that is paid for: calls, and tokens of a language model as far as they are known."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0


def add_usage(total: Usage | None, more: Usage | None) -> Usage | None:
    """Return the sum of what was used; None if nobody counted."""
    if total is None or more is None:
        return total or more
    return Usage(*(getattr(total, name) + getattr(more, name) for name in Usage.__struct_fields__))


@runtime_checkable
class Metered(Protocol):
    """A player that counts what it uses."""

    usage: Usage


class Player(Protocol):
    """Anything that can play a seat of a match in the arena: the interface of agents, with a beginning and an end."""

    name: str
    spent: float | None  # seconds the last answer took by the player's own clock; None: measure it
    faults: Faults  # those the player deals with itself; the referee adds its own
    isolation: str

    def begin(self, match: Match, seat: int) -> None:
        """Get ready for a match; raise Fault if that fails."""

    def choose(self, ask: Ask) -> Command:
        """Answer, or raise Fault."""

    def refuse(self, refusal: IllegalCommand, left: int) -> None:
        """Hear that the last answer was refused, and how many attempts are left."""

    def restart(self, match: Match, seat: int) -> None:
        """Begin again after a crash; raise Fault if that fails."""

    def end(self, result: Result, news: Sequence[str]) -> None:
        """Hear the result, and what the log says since the seat was asked last."""

    def stop(self) -> None:
        """Leave nothing running."""


class BuiltIn:
    """A built-in agent at a table of the arena."""

    isolation = "built-in"

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.name = agent.name
        self.spent: float | None = None
        self.faults = Faults()

    def begin(self, match: Match, seat: int) -> None:
        """Nothing to prepare."""

    def choose(self, ask: Ask) -> Command:
        """Let the agent choose, and measure its time; time over the limit was compilation, and is not charged."""
        began = time.monotonic()
        command = self.agent.choose(ask)
        self.spent = min(time.monotonic() - began, ask.seconds)
        return command

    def refuse(self, refusal: IllegalCommand, left: int) -> None:
        """Our own agents do not play illegal actions: this is a bug."""
        raise refusal

    def restart(self, match: Match, seat: int) -> None:
        """Never needed."""

    def end(self, result: Result, news: Sequence[str]) -> None:
        """Nothing to tell."""

    def stop(self) -> None:
        """Nothing to stop."""
