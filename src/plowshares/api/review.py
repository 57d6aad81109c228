"""A review as a Python object: curves, turning points and summaries for every seat of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plowshares.core.errors import InvalidOption, PlowsharesError
from plowshares.core.i18n import render
from plowshares.core.plain_text import plain
from plowshares.review import reviewer
from plowshares.review.habits import Played, tell_habits
from plowshares.review.model import DEPTHS, Findings
from plowshares.review.moments import Moments
from plowshares.review.report import Point, Report, Summary, report
from plowshares.review.reviewer import Progress
from plowshares.review.words import tell_point, tell_summary


class Review:
    """What a seat knew, what it could have known, and what was luck; made by `match.review()`.

    Chances are those to win, 0 to 1: `review.known(seat)[n]` at position n with what the seat knew, and
    `review.true(seat)[n]` with everything known. The gap between them is luck.
    """

    def __init__(self, moments: Moments, findings: Findings, names: tuple[str, ...]) -> None:
        self._moments, self._names = moments, names
        self._reports: dict[int, Report] = {}
        self.findings = findings

    @property
    def seats(self) -> int:
        """How many play."""
        return self._moments.seats

    def report(self, seat: int = 0) -> Report:
        """Return everything that is told to a seat."""
        if not 0 <= seat < self.seats:
            raise InvalidOption(f"there is no seat {seat!r}: this match has seats 0 to {self.seats - 1}")
        if seat not in self._reports:
            self._reports[seat] = report(self._moments, self.findings, seat, self._names)
        return self._reports[seat]

    def known(self, seat: int = 0) -> tuple[float, ...]:
        """Return the chance to win at every position with what the seat knew."""
        return self.report(seat).known

    def true(self, seat: int = 0) -> tuple[float, ...]:
        """Return the chance to win at every position with everything known."""
        return self.report(seat).true

    def points(self, seat: int = 0) -> tuple[Point, ...]:
        """Return the turning points of a seat, in the order they happened."""
        return self.report(seat).points

    def summary(self, seat: int = 0) -> Summary:
        """Return a seat's match at a glance: share of best decisions, luck, moments to remember."""
        return self.report(seat).summary

    def plot(self, seat: int = 0, ax: Any = None) -> Any:
        """Draw both curves and the turning points with matplotlib, which must be installed; return the axes."""
        if ax is None:
            ax = _new_axes()
        told = self.report(seat)
        name = self._names[seat]
        ax.plot([100 * chance for chance in told.true], color="#c8452f", label="with everything known")
        ax.plot([100 * chance for chance in told.known], color="#655849", linestyle=":", label=f"with what {name} knew")
        for point in told.points:
            ax.plot(point.n, 100 * told.true[point.n], "o", color=COLOURS[point.verdict])
            ax.annotate(render(point.title), (point.n, 100 * told.true[point.n]), fontsize=7)
        ax.set_ylim(0, 100)
        ax.set_xlabel("position")
        ax.set_ylabel(f"chance to win of {name}, %")
        ax.legend()
        return ax

    def habits(self, seat: int = 0, others: Sequence[Review] = ()) -> list[str]:
        """Say what this match and others of a player of this name have in common; nothing about fewer than three."""
        name = self._names[seat]
        named = [(each, each._names.index(name)) for each in (self, *others) if name in each._names]
        return [plain(text) for text in tell_habits([Played(each._moments, each.findings, own) for each, own in named])]

    def __str__(self) -> str:
        lines: list[str] = []
        for seat, name in enumerate(self._names):
            told = self.report(seat)
            lines += [*tell_summary(told, name), *(line for point in told.points for line in tell_point(point, name))]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<review of {self._moments.game.title}, {len(self._moments.decisions)} commands>"


COLOURS = {"great": "#2f6b46", "best": "#2f6b46", "good": "#e2a126", "mistake": "#b23426", "unknowable": "#2a66ab"}


def _new_axes() -> Any:
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise PlowsharesError("plots need matplotlib: pip install matplotlib") from None
    return plt.subplots(figsize=(8, 3))[1]


def make_review(moments: Moments, names: tuple[str, ...], depth: str, tell: Progress | None) -> Review:
    """Review a match to the end."""
    if depth not in DEPTHS:
        raise InvalidOption(f"depth is one of: {', '.join(DEPTHS)}, not {depth!r}")
    return Review(moments, reviewer.go_on(moments, reviewer.begin(moments, depth), tell=tell), names)
