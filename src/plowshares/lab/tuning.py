"""Tuning: search the options for a target. Optuna proposes, games decide, and the frontier is shown."""

from __future__ import annotations

import importlib
import importlib.util
import itertools
import math
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from plowshares.arena.html_report import table
from plowshares.core.errors import InvalidOption
from plowshares.lab.design import Design, Variant, format_value, make_variant
from plowshares.lab.observer import Row
from plowshares.lab.plots import MARGIN, WIDTH, line, svg, text
from plowshares.lab.report import Results
from plowshares.lab.study import Study, Tell
from plowshares.lab.targets import Clause, read_target

SIDE = 300
UNPLAYABLE = 10.0  # how far options that cannot be played are said to miss


class Trial(msgspec.Struct, frozen=True):
    """One set of options that was tried."""

    variant: Variant
    values: tuple[float, ...]  # of each wish
    misses: tuple[float, ...]
    again: tuple[float, ...] = ()  # of those on the frontier: the values of as many fresh games
    again_misses: tuple[float, ...] = ()
    errors: tuple[float, ...] = ()  # half the widths of the 95 % intervals of those

    @property
    def is_met(self) -> bool:
        """Whether the target is met, by the fresh games if there are any."""
        return not any(self.again_misses or self.misses)


class Tuned(msgspec.Struct, frozen=True):
    """What a search has found."""

    clauses: list[Clause]
    trials: list[Trial]
    frontier: list[Trial]  # nothing that was tried is better in one wish and as good in all others
    results: Results

    def __repr__(self) -> str:
        game = self.results.outcome.design.game
        return f"<{game}: {len(self.trials)} sets of options tried, {len(self.frontier)} on the frontier>"

    def _repr_html_(self) -> str:
        return self.html()

    def sentences(self) -> list[str]:
        """Return what was found, in sentences."""
        met = [each for each in self.frontier if each.is_met]
        head = (
            f"{len(self.trials)} sets of options were tried; {len(met)} of the frontier meet the target on fresh games."
        )
        if not met:
            head += " The nearest are:"
        return [head, *(self._sentence(each) for each in met or self.frontier)]

    def _sentence(self, trial: Trial) -> str:
        numbers = zip(self.clauses, trial.again, trial.errors, trial.values, strict=True)
        parts = [
            f"{clause.words}: {clause.format(fresh)} ± {clause.format(error)} (while searching {clause.format(value)})"
            for clause, fresh, error, value in numbers
        ]
        return f"{trial.variant.label}: {'; '.join(parts)}."

    def table(self) -> list[dict[str, Any]]:
        """Return one row for each set of options, the best first."""
        rows = []
        for each in sorted(self.trials, key=lambda trial: sum(trial.misses)):
            known = next((trial for trial in self.frontier if trial.variant == each.variant), each)
            row: dict[str, Any] = {name: format_value(value) for name, value in each.variant.values.items()}
            for i, clause in enumerate(self.clauses):
                row[clause.words] = clause.format(each.values[i])
                fresh = f"{clause.format(known.again[i])} ± {clause.format(known.errors[i])}" if known.again else ""
                row[f"{clause.words}, fresh games"] = fresh
            rows.append({**row, "frontier": known.again != (), "met": known.is_met})
        return rows

    def html(self) -> str:
        """Return the report, with the frontier before the measures."""
        from plowshares.lab.page import to_html

        return to_html(self.results, tuning_part(self))


def tune(
    design: Design,
    place: Path | None = None,
    workers: int = 0,
    on: str = "local",
    tell: Tell = lambda done, total: None,
    command: str = "",
) -> Tuned:
    """Search the varied options for the design's target; started again, it goes on where it was."""
    if not design.vary:
        raise InvalidOption("tuning needs options to search: name them with --vary, such as --vary seat_bonus=0..3")
    study = Study(design, place, [])
    clauses = read_target(design.target, study.measures)
    trials: dict[str, Trial] = {}
    refused: dict[str, str] = {}
    sets = min(design.trials, math.prod(map(len, design.vary.values())))

    def told(done: int, _: int) -> None:
        """Tell how far it is, as far as is known: how many play again shows when all have been tried."""
        tell(done, max(done, sets * design.games))

    def score(chosen: dict[str, Any]) -> tuple[float, ...]:
        """Play a set of options, unless that was done; return by how much each wish is missed."""
        key = msgspec.json.encode(chosen).decode()
        if key not in trials and key not in refused:
            try:
                trials[key] = try_out(study, clauses, chosen, workers, on, told)
            except InvalidOption as error:
                refused[key] = str(error)
        return trials[key].misses if key in trials else (UNPLAYABLE,) * len(clauses)

    search(design, len(clauses), score)
    if not trials:
        raise InvalidOption(f"no combination of the options can be played: {next(iter(refused.values()))}")
    found = list(trials.values())
    best = frontier_of(found)
    sets = len(found) + len(best)
    frontier = [confirm(study, clauses, each, workers, on, told) for each in best]
    return Tuned(clauses, found, frontier, Results(study.outcome(), command))


def search(design: Design, wishes: int, score: Callable[[dict[str, Any]], tuple[float, ...]]) -> None:
    """Score sets of options: all, if there are no more than trials, else those that Optuna proposes."""
    if math.prod(len(values) for values in design.vary.values()) <= design.trials:
        for values in itertools.product(*design.vary.values()):
            score(dict(zip(design.vary, values, strict=True)))
        return
    if importlib.util.find_spec("optuna") is None:
        raise InvalidOption("tuning needs the package optuna: pip install 'plowshares[lab]'")
    optuna = importlib.import_module("optuna")
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=design.seed)
    proposals = optuna.create_study(directions=["minimize"] * wishes, sampler=sampler)
    for _ in range(design.trials):
        proposal = proposals.ask()
        proposals.tell(proposal, score(propose(proposal, design)))


def propose(trial: Any, design: Design) -> dict[str, Any]:
    """Return the options that the search proposes; numbers in order are searched as such."""
    chosen = {}
    for name, values in design.vary.items():
        if all(isinstance(each, int | float) and not isinstance(each, bool) for each in values):
            ordered = sorted(values)
            chosen[name] = ordered[trial.suggest_int(name, 0, len(ordered) - 1)]
        else:
            texts = [format_value(value) for value in values]
            chosen[name] = values[texts.index(trial.suggest_categorical(name, texts))]
    return chosen


def try_out(
    study: Study, clauses: Sequence[Clause], chosen: dict[str, Any], workers: int, on: str, tell: Tell
) -> Trial:
    """Play the games of one set of options."""
    variant = make_variant(study.game, study.design, len(study.variants), chosen)
    study.variants.append(variant)
    rows = play_variant(study, variant, 1, workers, on, tell)
    return Trial(variant, *measure(clauses, rows))


def play_variant(study: Study, variant: Variant, times: int, workers: int, on: str, tell: Tell) -> list[Row]:
    """Play the games of a variant several times, and return the rows of the last time."""
    games = study.groups(variant) * len(variant.entrants)
    for _ in study.play_numbers({variant.index: range(games * times)}, workers, on):
        tell(study.store.count, 0)
    rows = study.store.rows({variant.index: games * times})
    return [row for row in rows if row.number >= games * (times - 1)]


def measure(clauses: Sequence[Clause], rows: Sequence[Row]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the value of every wish, and by how much it is missed."""
    return tuple(each.value(rows) for each in clauses), tuple(each.miss(rows) for each in clauses)


def frontier_of(trials: Sequence[Trial]) -> list[Trial]:
    """Return the trials that no other beats, the best in sum first."""

    def beats(one: Trial, other: Trial) -> bool:
        pairs = list(zip(one.misses, other.misses, strict=True))
        return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)

    kept = [each for each in trials if not any(beats(other, each) for other in trials)]
    return sorted(kept, key=lambda trial: sum(trial.misses))


def confirm(study: Study, clauses: Sequence[Clause], trial: Trial, workers: int, on: str, tell: Tell) -> Trial:
    """Play as many fresh games: a winner picked by its score was partly lucky."""
    rows = play_variant(study, trial.variant, 2, workers, on, tell)
    values, misses = measure(clauses, rows)
    errors = tuple(each.error(rows) for each in clauses)
    return msgspec.structs.replace(trial, again=values, again_misses=misses, errors=errors)


# The report


def tuning_part(tuned: Tuned) -> str:
    """Return the part of the report that shows the search."""
    items = "".join(f"<li>{escape(each)}</li>" for each in tuned.sentences())
    rows = [[escape(str(value)) for value in row.values()] for row in tuned.table()]
    heads = [escape(name) for name in tuned.table()[0]]
    return (
        f"<ul>{items}</ul>{scatter(tuned)}"
        "<p><small>Numbers found while searching are flattering, because the search picks what was lucky; those on "
        "fresh games are not.</small></p>" + table(heads, rows, "All that was tried, the best first")
    )


def scatter(tuned: Tuned) -> str:
    """Draw the first two wishes of every trial against each other; rings are the frontier."""
    if len(tuned.clauses) < 2:
        return ""
    first, second = tuned.clauses[:2]
    points = [(trial, trial.values[0], trial.values[1]) for trial in tuned.trials]
    xs, ys = [p[1] for p in points] + [first.number], [p[2] for p in points] + [second.number]

    def place(value: float, values: Sequence[float], size: int) -> float:
        low, high = min(values), max(values)
        return (value - low) / ((high - low) or 1.0) * size

    kept = {trial.variant.index for trial in tuned.frontier}
    bottom, left = SIDE + 20, MARGIN + 10
    body = [line(left, 20, left, bottom), line(left, bottom, WIDTH - 10, bottom)]
    for value in (min(xs), max(xs)):
        body.append(text(left + place(value, xs, WIDTH - left - 20), bottom + 16, first.format(value), "middle"))
    for value in (min(ys), max(ys)):
        body.append(text(left - 6, bottom - place(value, ys, SIDE - 10), second.format(value), "end"))
    for trial, x_value, y_value in points:
        x, y = left + place(x_value, xs, WIDTH - left - 20), bottom - place(y_value, ys, SIDE - 10)
        on_frontier = trial.variant.index in kept
        style = 'fill="none" stroke="#d1495b" stroke-width="3"' if on_frontier else 'fill="#2a6fdb"'
        body.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{7 if on_frontier else 4}" {style}>')
        body.append(f"<title>{escape(trial.variant.label)}</title></circle>")
    body.append(text(4, 14, f"{second.words} (upwards)"))
    body.append(text(WIDTH - 10, bottom + 34, f"{first.words} (to the right)", "end"))
    return svg(WIDTH, bottom + 44, "Every set of options by its first two wishes", body)
