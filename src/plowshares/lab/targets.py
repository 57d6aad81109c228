"""Targets: what a designer wants, read from words such as `seat advantage within 1 %, median length 30 rounds`."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import msgspec

from plowshares.core.errors import InvalidOption
from plowshares.lab.aggregate import Measure, Read, find_measure, mean_by_seed, seat_score
from plowshares.lab.observer import Row
from plowshares.lab.statistics import Estimate, estimate, median

ADVANTAGE = "seat advantage"
BELOW = ("within", "below", "at most", "under")
ABOVE = ("above", "at least", "over")
CLAUSE = re.compile(
    r"(?P<median>median\s+)?(?P<name>[a-z][a-z .#0-9-]*?)\s+"
    r"(?P<how>within|below|at most|under|above|at least|over|about)?\s*"
    r"(?P<number>-?\d+(?:\.\d+)?)\s*(?P<unit>%|[a-z]+)?\Z"
)
NEAR = 0.05  # an exact number counts as met when it is missed by no more than this part of it
EXAMPLE = "seat advantage within 1 %, median length 30 rounds"


class Clause(msgspec.Struct, frozen=True):
    """One wish: a measure, and what its mean or median should be."""

    words: str
    name: str
    is_share: bool
    is_median: bool
    how: str  # below, above or about
    number: float
    read: Read

    def value(self, rows: Sequence[Row]) -> float:
        """Return what the rows have; for the seat advantage, how far the best or worst seat is from even."""
        if self.name == ADVANTAGE:
            return seat_advantage(rows)
        if not self.is_median:
            return means_of(rows, self.read, self.is_share).mean
        return median([value for value in map(self.read, rows) if value is not None]).mean

    def error(self, rows: Sequence[Row]) -> float:
        """Return half the width of the value's 95 % interval; the sample is a seed, as everywhere."""
        if self.name == ADVANTAGE:
            return max((means_of(rows, seat_score(seat)).error for seat in range(seats_of(rows))), default=math.inf)
        if self.is_median:
            values = [value for value in map(self.read, rows) if value is not None]
            return median(values, len({row.group for row in rows})).error
        return means_of(rows, self.read, self.is_share).error

    def miss(self, rows: Sequence[Row]) -> float:
        """Return by how much the wish is missed, 0 if it is met: as a part of the number, of shares as they are."""
        value = self.value(rows)
        if math.isnan(value):
            return 1.0
        by = value - self.number
        gap = abs(by) if self.how == "about" else max(0.0, by if self.how == "below" else -by)
        scaled = gap if self.is_share else gap / max(abs(self.number), 1e-9)
        return 0.0 if self.how == "about" and scaled <= NEAR else scaled

    def format(self, value: float) -> str:
        """Write a value."""
        return f"{100 * value:.1f} %" if self.is_share else f"{value:.3g}"


def seats_of(rows: Sequence[Row]) -> int:
    """Return how many seats the matches have."""
    return max((len(row.outcome) for row in rows), default=0)


def means_of(rows: Sequence[Row], read: Read, is_share: bool = True) -> Estimate:
    """Return the mean over seeds of what can be read of matches, with its interval."""
    return estimate(list(mean_by_seed(rows, read).values()), is_share)


def seat_advantage(rows: Sequence[Row]) -> float:
    """Return how far the seat that is farthest from an even score is from it."""
    means = [means_of(rows, seat_score(seat)).mean for seat in range(seats_of(rows))]
    return max((abs(mean - 0.5) for mean in means), default=math.nan)


def read_target(text: str, measures: Sequence[Measure]) -> list[Clause]:
    """Read all wishes of a target, and refuse those that nothing could fulfil."""
    clauses = [read_clause(part, measures) for part in text.split(",") if part.strip()]
    if not clauses:
        raise InvalidOption(f"the target {text!r} asks for nothing; write something like: {EXAMPLE}")
    for one in clauses:
        for other in clauses:
            if (one.name, one.how, other.how) == (other.name, "below", "above") and one.number < other.number:
                raise InvalidOption(f"impossible target: {one.words!r} and {other.words!r} exclude each other")
    return clauses


def read_clause(text: str, measures: Sequence[Measure]) -> Clause:
    """Read one wish."""
    found = CLAUSE.match(" ".join(text.lower().split()))
    if found is None:
        raise InvalidOption(f"cannot read {text.strip()!r} in the target; write something like: {EXAMPLE}")
    name, unit = found["name"].strip(), found["unit"]
    if name == "length":
        name = "decisions" if unit == "decisions" else "rounds"
    how = "below" if found["how"] in BELOW else "above" if found["how"] in ABOVE else "about"
    number = float(found["number"])
    if name == ADVANTAGE:
        clause = Clause(text.strip(), name, True, False, "below", number / 100, lambda row: None)
        limits = (0.0, 0.5)
    else:
        measure = find_measure(measures, name)
        scaled = number / 100 if measure.is_share else number
        clause = Clause(text.strip(), name, measure.is_share, bool(found["median"]), how, scaled, measure.read)
        limits = (0.0, 1.0 if measure.is_share else math.inf)
    if not limits[0] <= clause.number <= limits[1]:
        words = "cannot be negative" if clause.number < 0 else f"cannot be more than {100 * limits[1]:g} %"
        raise InvalidOption(f"impossible target {text.strip()!r}: {name} {words}")
    return clause
