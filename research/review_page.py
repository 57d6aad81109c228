"""Write what a check of the chances found: the tables of docs/research/review-calibration.md."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from plowshares import registry
from plowshares.review.calibration import BAR, Fit, Tenth

PAGE = Path(__file__).resolve().parent.parent / "docs/research/review-calibration.md"
CURVES = {"known": "With what a seat knew", "true": "With everything known"}


class Start(NamedTuple):
    """What chances the seats have at the beginning of a preset, on average."""

    game: str
    preset: str
    is_checked: bool  # whether the mappings were held to matches of it
    known: tuple[float, ...]
    true: tuple[float, ...]

    @property
    def even(self) -> float:
        """An even share."""
        return 1 / len(self.known)


def is_right(start: Start) -> bool:
    """Ask whether the seats of a preset that was checked are taken to be even at the beginning, on average.

    Single seats need not be: with fixed places the rules may favour one.
    """
    return not start.is_checked or abs(statistics.fmean(start.known) - start.even) <= BAR


def show_start(start: Start) -> None:
    """Print one preset."""
    mark, known, true = "." if is_right(start) else "!", _span(start.known), _span(start.true)
    print(
        f"{start.game} {start.preset}: {known} known, {true} true, {_percent(start.even)} even, "
        f"{'checked' if start.is_checked else 'not checked'} {mark}"
    )


def write_page(fits: Mapping[str, Fit], starts: Sequence[Start]) -> None:
    """Replace all tables of the page; what stands before the first of them stays."""
    head = PAGE.read_text(encoding="utf-8").partition("\n## ")[0].rstrip()
    parts = [head, *_starts(starts), *(part for game, fit in sorted(fits.items()) for part in _game(game, fit))]
    PAGE.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _starts(starts: Sequence[Start]) -> Iterator[str]:
    yield "## At the beginning"
    rows = [
        f"| {_title(each.game)} | `{each.preset}` | {'yes' if each.is_checked else 'no'} | {_percent(each.even)} |"
        f" {_span(each.known)} | {_span(each.true)} |"
        for each in sorted(starts)
    ]
    head = "| game | preset | checked | even | what a seat knew | everything known |\n"
    head += "| --- | --- | --- | --- | --- | --- |"
    yield "\n".join([head, *rows])


def _game(game: str, fit: Fit) -> Iterator[str]:
    yield f"## {_title(game)}: {fit.checked:,} matches, fitted to {fit.matches:,} others"
    for name, words in CURVES.items():
        yield f"{words}:"
        tenths = enumerate(getattr(fit, name).tenths)
        rows = [_row(number, tenth) for number, tenth in tenths if tenth.positions]
        head = "| predicted | positions | mean predicted | happened | off |\n| --- | --- | --- | --- | --- |"
        yield "\n".join([head, *rows])


def _row(number: int, tenth: Tenth) -> str:
    few = "" if tenth.says_something else " (few)"
    cells = (
        f"{10 * number}–{10 * number + 10} %",
        f"{tenth.positions:,}",
        f"{100 * tenth.predicted:.1f} %",
        f"{100 * tenth.happened:.1f} %",
        f"{100 * tenth.off:+.1f}{few}",
    )
    return f"| {' | '.join(cells)} |"


def _title(game: str) -> str:
    return str(registry.find(game).title)


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"


def _span(chances: Sequence[float]) -> str:
    """Write the lowest and the highest chance of any seat."""
    return f"{100 * min(chances):.1f} to {100 * max(chances):.1f} %"
