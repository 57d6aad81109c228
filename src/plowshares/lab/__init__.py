"""The lab: what does a rule change do?

from plowshares import lab

found = lab.run("stratego", vary={"scout": ["extra", "line"]}, options={"variant": "micro"}, games=200)
found.table()      # one row for each variant, a list of dicts for pandas or polars
found.sentences()  # what the change does, and how sure that is
found              # in a notebook: the whole report

best = lab.tune("farmer_soldier", "seat advantage within 1 %", vary={"seat_bonus": [0, 1, 2, 3]}, games=100)
best.table()       # one row for each set of options that was tried
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from plowshares.core.errors import InvalidOption
from plowshares.lab.design import Design, define
from plowshares.lab.report import Results
from plowshares.lab.study import Study, Tell
from plowshares.lab.tuning import Tuned
from plowshares.lab.tuning import tune as search

__all__ = ["Design", "Results", "Study", "Tuned", "define", "run", "tune"]

Seats = str | Sequence[str]
Vary = Mapping[str, Sequence[Any]]


def quiet(done: int, total: int) -> None:
    """No-op progress callback."""


def run(
    game: str,
    *,
    vary: Vary | None = None,
    seats: Seats = "greedy",
    save: str | Path | None = None,
    workers: int = 0,
    on: str = "local",
    tell: Tell = quiet,
    **more: Any,
) -> Results:
    """Run a study and return its results; `more` is anything else that a study file may hold: games, seed, options …

    Without `save` nothing is written. A script that runs on several cores needs `if __name__ == "__main__":` around it.
    """
    if more.get("target"):
        raise InvalidOption("a target is searched for with lab.tune(game, target, vary=…), not with lab.run")
    study = Study(asked(game, vary, seats, more), place(save))
    return Results(study.run(workers, on, tell))


def tune(
    game: str,
    target: str,
    *,
    vary: Vary,
    seats: Seats = "greedy",
    save: str | Path | None = None,
    workers: int = 0,
    on: str = "local",
    tell: Tell = quiet,
    **more: Any,
) -> Tuned:
    """Search the varied options for a target, such as `seat advantage within 1 %`; return what was tried."""
    return search(asked(game, vary, seats, {**more, "target": target}), place(save), workers, on, tell)


def asked(game: str, vary: Vary | None, seats: Seats, more: Mapping[str, Any]) -> Design:
    """Return the study that a caller describes."""
    lineups = [seats] if isinstance(seats, str) else list(seats)
    values = {name: each if isinstance(each, str | int) else list(each) for name, each in (vary or {}).items()}
    return define({"game": game, "vary": values, "seats": lineups, **more})


def place(save: str | Path | None) -> Path | None:
    """Return the directory of a study, if it is to have one."""
    return Path(save) if save is not None else None
