"""What a review finds, as plain data that is kept with the record: numbers only, so that any language can tell it."""

from __future__ import annotations

from typing import Literal

import msgspec

FORMAT = 4

Verdict = Literal["great", "best", "good", "mistake", "unknowable"]
DepthName = Literal["quick", "full", "deep"]


class Depth(msgspec.Struct, frozen=True):
    """How much work goes into a review."""

    worlds: int  # rollouts for each point of a curve
    simulations: int  # for each decision and each of the two searches; 0: decisions are not judged


DEPTHS: dict[str, Depth] = {"quick": Depth(16, 0), "full": Depth(16, 512), "deep": Depth(64, 4096)}


class Judgement(msgspec.Struct, omit_defaults=True):
    """What two searches say about one decision: by the seat's own view, and in the one true world.

    Values are expected outcomes for the seat, from -1 to 1.
    """

    n: int  # the position before the command
    seat: int
    step: int  # which action of the command was judged
    played: int
    best: int  # by the view
    value: float  # of what was played, by the view
    best_value: float
    next_value: float  # of the best other decision, by the view
    true_best: int
    true_value: float  # of what was played, in the true world
    true_best_value: float
    choices: int  # how many were legal
    world: str = ""  # seed of the world in which the line happens
    line: list[tuple[int, int]] = []  # seat and action of what is expected after the best decision


class Findings(msgspec.Struct):
    """A review so far. It can be interrupted anywhere and taken up again."""

    format: int
    record: str  # chain digest of the record's last line
    depth: str
    known: list[list[float]]  # for each seat, the value of every position by what it knew
    true: list[list[float]]  # the same with everything known
    judged: list[Judgement]
    fit: str = ""  # digest of the mappings that the values belong to
    decisions: int = 0  # that have been looked at
    done: int = 0  # steps of work
    total: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to do at this depth."""
        return self.done >= self.total


def encode(findings: Findings) -> bytes:
    """Write findings down."""
    return msgspec.json.encode(findings)


def decode(data: bytes) -> Findings | None:
    """Read findings; None if they are of another format or damaged: then the review begins again."""
    try:
        found = msgspec.json.decode(data, type=Findings)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return found if found.format == FORMAT else None
