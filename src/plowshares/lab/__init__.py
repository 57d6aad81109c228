"""The lab: what does a rule change do?

from plowshares import lab

found = lab.run("stratego", vary={"scout": ["extra", "line"]}, options={"variant": "micro"}, games=200)
found.table()      # one row for each variant, a list of dicts for pandas or polars
found.sentences()  # what the change does, and how sure that is
found              # in a notebook: the whole report
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from plowshares.lab.design import Design, define
from plowshares.lab.report import Results
from plowshares.lab.running import Study, Tell

__all__ = ["Design", "Results", "Study", "define", "run"]


def run(
    game: str,
    *,
    vary: Mapping[str, Sequence[Any]] | None = None,
    seats: str | Sequence[str] = "greedy",
    games: int = 200,
    seed: int = 1,
    save: str | Path | None = None,
    workers: int = 0,
    on: str = "local",
    tell: Tell = lambda done, total: None,
    **more: Any,
) -> Results:
    """Run a study and return its results; `more` is whatever else a study file may hold: options, preset, measures …

    Without `save` nothing is written. A script that runs on several cores needs `if __name__ == "__main__":` around it.
    """
    lineups = [seats] if isinstance(seats, str) else list(seats)
    values = {name: list(each) for name, each in (vary or {}).items()}
    design = define({"game": game, "vary": values, "seats": lineups, "games": games, "seed": seed, **more})
    study = Study(design, Path(save) if save is not None else None)
    return Results(study.run(workers, on, tell))
