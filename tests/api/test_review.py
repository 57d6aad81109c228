"""Reviews in Python: curves, points, words and plots."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import plowshares as ps
from plowshares.review import model
from plowshares.review.model import Depth


class Axes:
    """A stand-in for matplotlib's axes that records what was drawn."""

    def __init__(self) -> None:
        self.drawn: list[tuple[tuple[Any, ...], dict[str, Any]]] = []
        self.words: list[str] = []

    def plot(self, *what: Any, **how: Any) -> None:
        self.drawn.append((what, how))

    def annotate(self, words: str, place: Any, **how: Any) -> None:
        self.words.append(words)

    def set_xlabel(self, words: str) -> None:
        self.words.append(words)

    def set_ylabel(self, words: str) -> None:
        self.words.append(words)

    def set_ylim(self, *limits: int) -> None:
        self.limits = limits

    def legend(self) -> None:
        self.has_legend = True


@pytest.fixture(scope="module")
def review() -> Iterator[ps.Review]:
    match = ps.new("stratego", preset="micro", seed=7, red_setup="random", blue_setup="random")
    for _ in range(6):
        if match.result is None:
            match.play(match.legal()[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(model.DEPTHS, "full", Depth(2, 12))
        yield match.review()


def test_a_plot_has_both_curves_and_every_turning_point(review: ps.Review) -> None:
    axes = Axes()
    assert review.plot(1, ax=axes) is axes
    (true, _), (known, how), *points = axes.drawn
    assert true[0] == [100 * chance for chance in review.true(1)]
    assert known[0] == [100 * chance for chance in review.known(1)]
    assert how["linestyle"] == ":"
    assert len(points) == len(review.points(1))
    assert axes.limits == (0, 100)
    assert axes.has_legend


def test_matplotlib_draws_a_plot(review: ps.Review, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MPLBACKEND", "agg")
    axes = review.plot(0)
    true, known = axes.get_lines()[:2]
    assert list(true.get_ydata()) == [100 * chance for chance in review.true(0)]
    assert list(known.get_ydata()) == [100 * chance for chance in review.known(0)]
    assert [words.get_text() for words in axes.get_legend().get_texts()] == [
        "with everything known",
        "with what seat 0 knew",
    ]
    axes.figure.savefig(tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_a_plot_says_what_to_install(review: ps.Review, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ps.PlowsharesError, match="pip install matplotlib"):
        review.plot()


def test_a_review_speaks_of_every_seat_and_refuses_others(review: ps.Review) -> None:
    said = str(review).splitlines()
    assert [line for line in said if line in ("seat 0", "seat 1")] == ["seat 0", "seat 1"]
    assert sum(line.startswith("   Moments to remember") for line in said) == sum(
        bool(review.points(seat)) for seat in (0, 1)
    )
    assert "   These chances are rough: no matches with these options were checked." in said
    for point in review.points(0):
        assert f"{point.move}. seat 0: {point.played}, {round(100 * point.chance)} %. {point.title}." in str(review)
        assert f"   {point.sentence}" in str(review)
    assert review.habits(0) == review.habits(0, [review]) == []
    assert review.habits(0, [review, review])[0].startswith("In your last 3 reviewed matches")
    with pytest.raises(ps.PlowsharesError, match="there is no seat 5"):
        review.summary(5)
