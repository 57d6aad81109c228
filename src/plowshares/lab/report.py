"""What came of a study: tables for programs, sentences for people, CSV and a page."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from plowshares.arena.html_report import write_file
from plowshares.core.errors import PlowsharesError
from plowshares.lab.aggregate import plain_name
from plowshares.lab.design import Variant, command_of
from plowshares.lab.observer import Row
from plowshares.lab.study import Outcome

FEW = 0.5  # of the seeds: if no more give different games, the reader is warned
FILES = ("games.csv", "variants.csv", "findings.csv", "report.html")


class Results:
    """The results of a study, for notebooks, programs and reports."""

    def __init__(self, outcome: Outcome, command: str = "") -> None:
        self.outcome = outcome
        self.command = command or command_of(outcome.design)
        self.place: Path | None = None  # the directory of the files, once they are written

    def __repr__(self) -> str:
        count = len(self.outcome.variants)
        return f"<{self.outcome.design.game}: {len(self.outcome.rows)} games of {count} variants>"

    def _repr_html_(self) -> str:
        return self.html()

    def rows(self) -> list[dict[str, Any]]:
        """Return one flat row for each game."""
        return [flat_row(self.outcome.variants[row.variant], row) for row in self.outcome.rows]

    def table(self) -> list[dict[str, Any]]:
        """Return one row for each variant: games, and of each measure mean and interval; of lengths the median too."""
        return [self._variant_row(variant) for variant in self.outcome.variants]

    def _variant_row(self, variant: Variant) -> dict[str, Any]:
        numbers = self.outcome.numbers
        row: dict[str, Any] = {"variant": variant.label, **named(variant.values)}
        row["games"] = len(numbers.rows[variant.index])
        for measure in numbers.measures:
            found = numbers.estimate(measure, variant.index)
            row[measure.name] = rounded(found.mean)
            row[f"{measure.name} low"], row[f"{measure.name} high"] = rounded(found.low), rounded(found.high)
            if measure.name in ("rounds", "decisions"):
                middle = numbers.median(measure, variant.index)
                names = (f"{measure.name} median{end}" for end in ("", " low", " high"))
                row |= dict(zip(names, map(rounded, (middle.mean, middle.low, middle.high)), strict=True))
        for reason, share in numbers.reasons(variant.index).items():
            row[f"reason {reason}"] = rounded(share)
        return row

    def sentences(self) -> list[str]:
        """Return what was found, in sentences."""
        return [finding.sentence for finding in self.outcome.findings]

    def findings(self) -> list[dict[str, Any]]:
        """Return what was found, one row for each comparison."""
        names = ("measure", "change", "where", "before", "after")
        return [
            {
                **{name: rounded(getattr(each, name)) for name in names},
                "difference": rounded(each.test.mean),
                "low": rounded(each.test.low),
                "high": rounded(each.test.high),
                "seeds": each.test.count,
                "p": each.test.p,
                "corrected p": each.p,
                "verdict": each.verdict,
                "games needed": each.needed,
                "sentence": each.sentence,
            }
            for each in self.outcome.findings
        ]

    def warnings(self) -> list[str]:
        """Return what a reader should know before believing the numbers."""
        missing, alike = self._missing(), self._alike()
        found = [f"No match had anything to count for: {', '.join(missing)}."] if missing else []
        if alike:
            found.append(
                f"Many games are the same: {'; '.join(alike)}. These players leave little to chance, so there is less "
                "to go by than the intervals say. Let them blunder (hard@256), or vary the start."
            )
        return found

    def _missing(self) -> list[str]:
        """Return the measures that were asked for and of which no match had any."""
        found = {each.name for each in self.outcome.asked}
        found |= {tag for row in self.outcome.rows for tag in row.extra.tags}
        return [name for name in self.outcome.design.measures if plain_name(name) not in found]

    def _alike(self) -> list[str]:
        """Say for each variant in which most seeds gave no new games how many did."""
        found = []
        for variant in self.outcome.variants:
            different, seeds = self.outcome.numbers.different_seeds(variant.index)
            if seeds > 1 and different <= seeds * FEW:
                found.append(f"{different} of {seeds} seeds differ with {variant.label}")
        return found

    def html(self) -> str:
        """Return the whole report as one page."""
        from plowshares.lab.page import to_html

        return to_html(self)

    def write(self, place: Path) -> list[Path]:
        """Write all files, each whole or not at all; return their paths."""
        self.place = place
        texts = (to_csv(self.rows()), to_csv(self.table()), to_csv(self.findings()), self.html())
        return [save_file(place / name, text) for name, text in zip(FILES, texts, strict=True)]


def flat_row(variant: Variant, row: Row) -> dict[str, Any]:
    """Return one game as a flat row."""
    flat: dict[str, Any] = {"variant": row.variant, **named(variant.values)}
    for name in ("number", "group", "turn", "seed"):
        flat[name] = getattr(row, name)
    for seat, (player, outcome, score) in enumerate(zip(row.players, row.outcome, row.scores, strict=True), 1):
        flat |= {f"player {seat}": player, f"outcome {seat}": outcome, f"score {seat}": score}
    names = ("reason", "rounds", "commands", "decisions", "options", "lead_from", "lead_changes", "variety", "distinct")
    flat |= {name: getattr(row, name) for name in names}
    return flat | row.extra.numbers


def named(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return varied values as columns; an option may be called like a measure."""
    return {f"option {name}": rounded(value) for name, value in values.items()}


def rounded(value: Any) -> Any:
    """Round numbers to six digits, so that tables read well and compare exactly; unknown numbers become None."""
    if not isinstance(value, float):
        return value
    return round(value, 6) if math.isfinite(value) else None


def to_csv(rows: Sequence[dict[str, Any]]) -> str:
    """Return rows as CSV; a column that a row does not have is empty."""
    out = io.StringIO()
    names = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.DictWriter(out, names, lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def save_file(path: Path, text: str) -> Path:
    """Write a file whole or not at all; say what to do if that fails."""
    try:
        return write_file(path, text)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise PlowsharesError(f"cannot write {str(path)!r}: {why}; all games are kept, start again to go on") from None
