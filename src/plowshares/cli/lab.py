"""`plowshares lab GAME --vary …`: what does a rule change do?"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import platformdirs
from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from plowshares import registry
from plowshares.cli.flags import GameFlags, PlaceFlags, given
from plowshares.cli.pages import write_pages
from plowshares.core.errors import InvalidOption
from plowshares.lab.design import Design, Variant, define, read_file, read_fixed, read_vary
from plowshares.lab.findings import is_whole
from plowshares.lab.report import Results, save_file
from plowshares.lab.study import RECORDS, Outcome, Study
from plowshares.lab.tuning import Tuned, tune

PAGES = 24  # matches for which a page is made that replays them
SHOWN = 12  # findings of each kind that are printed; all are in the report
NAME_WIDTH, CELL_WIDTH = 14, 11  # letters that the name of a measure and a number with its interval take in a table
MARKS = {"differs": "[bold]≠[/]", "same": "=", "open": "?"}


@Parameter(name="*")
@dataclass(frozen=True)
class StudyFlags:
    """The question of a study, as given on the command line."""

    vary: Annotated[
        list[str],
        Parameter(
            help="An option and the values to compare, `name=value,value` or `name=1..4`; repeat.",
            negative="",
            show_default=False,
        ),
    ] = field(default_factory=list)
    seats: Annotated[
        list[str],
        Parameter(
            help="Who plays, with commas between: `greedy` (usual), `random`, a bot, or a level with its simulations "
            "for each decision, `hard@200`; one name alone sits on all seats. Repeat to compare.",
            negative="",
            show_default=False,
        ),
    ] = field(default_factory=list)
    games: Annotated[int | None, Parameter(help="Games of each variant (200).")] = None
    measure: Annotated[
        list[str],
        Parameter(
            help="Compare variants by this measure only; repeat. Fewer questions are answered faster.",
            negative="",
            show_default=False,
        ),
    ] = field(default_factory=list)
    samples: Annotated[int | None, Parameter(help="Matches of each variant to keep as records (1).")] = None
    stop: Annotated[bool | None, Parameter(help="Stop as soon as everything asked is settled.")] = None
    target: Annotated[
        str | None,
        Parameter(
            help="Search the varied options for this, e.g. `seat advantage within 1 %, median length 30 rounds`."
        ),
    ] = None
    trials: Annotated[int | None, Parameter(help="Sets of options that a search tries (40).")] = None


ASKED, VARIANT, PLACE = StudyFlags(), GameFlags(), PlaceFlags()


def lab(
    game: str,
    /,
    *,
    save: Path | None = None,
    asked: StudyFlags = ASKED,
    variant: GameFlags = VARIANT,
    place: PlaceFlags = PLACE,
) -> None:
    """Play the same seeds with different rules and say what the difference does; started again, it goes on.

    Parameters
    ----------
    game
        A game, such as `stratego`, or a study file (TOML); options on the command line override the file.
    save
        Directory of the study; by default beside the file with its name, or one in your data folder.
    """
    if place.jobs < 0:
        raise InvalidOption(f"--jobs {place.jobs} is not a number of parallel matches; 0 is one for each core")
    file = Path(game) if game.endswith(".toml") else None
    values = read_file(file) if file else {"game": game}
    add_flags(values, asked, variant)
    design = define(values, str(file) if file else "the study")
    directory = (save or (file.with_suffix("") if file else usual_place(design))).absolute()
    command = shlex.join(["plowshares", *sys.argv[1:]]) if sys.argv[1:2] == ["lab"] else ""
    run(design, directory, place, command)


def add_flags(values: dict[str, Any], asked: StudyFlags, variant: GameFlags) -> None:
    """Put what was given on the line over the values of the file."""
    found = registry.find(str(values.get("game", "")))
    values.update(given({name: getattr(asked, name) for name in ("games", "samples", "stop", "target", "trials")}))
    values.update(given({name: getattr(variant, name) for name in ("seed", "preset", "time")}))
    if asked.vary:
        values["vary"] = {**values.get("vary", {}), **read_vary(found, asked.vary)}
    if asked.seats:
        values["seats"] = asked.seats
    if asked.measure:
        values["measures"] = asked.measure
    if variant.option:
        values["options"] = {**values.get("options", {}), **read_fixed(found, variant.option)}


def usual_place(design: Design) -> Path:
    """Return the directory of a study that was given none: the same study comes back to it."""
    return Path(platformdirs.user_data_dir("plowshares")) / "lab" / f"{design.game}-{design.fingerprint()[:10]}"


def run(design: Design, directory: Path, place: PlaceFlags, command: str) -> None:
    """Run a study or a search with a progress bar, print what was found and write the report."""
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeElapsedColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=Console(stderr=True, emoji=False), transient=True)
    bar = progress.add_task("games", total=None)

    def tell(done: int, total: int) -> None:
        progress.update(bar, completed=done, total=total or None)

    try:
        with progress:
            if design.target:
                tuned = tune(design, directory, place.jobs, place.on, tell, command)
            else:
                study = Study(design, directory)
                found = study.run(place.jobs, place.on, tell)
    except KeyboardInterrupt:
        words = f"interrupted; all finished games are kept in {str(directory)!r}: the same command goes on"
        print(f"plowshares: {words}", file=sys.stderr)
        raise
    console = Console(emoji=False)
    kept = (tuned.results.outcome if design.target else found).samples()
    write_pages([directory / RECORDS / name for _, name in kept], PAGES)
    if design.target:
        show_tuned(console, tuned)
        tuned.results.write(directory)
        save_file(directory / "report.html", tuned.html())
    else:
        results = Results(found, command)
        show(console, found)
        for warning in results.warnings():
            console.print(f"! {warning}", markup=False)
        results.write(directory)
    console.print(f"report: {directory / 'report.html'}", markup=False, soft_wrap=True)


def show(console: Console, found: Outcome) -> None:
    """Print the measures and the answers."""
    for table in measure_tables(found, console.width):
        console.print(table)
    for verdict, mark in MARKS.items():
        lines = [each.sentence for each in found.findings if each.verdict == verdict and is_whole(each)]
        for sentence in lines[:SHOWN]:
            console.print(f"{mark} {escape(sentence)}")
        if len(lines) > SHOWN:
            console.print(f"  … and {len(lines) - SHOWN} more like this in the report")
    others = sum(not is_whole(each) for each in found.findings)
    if others:
        console.print(f"{others} more comparisons, in single combinations of the other options, are in the report.")
    if found.stopped:
        console.print("Stopped early: everything asked is settled.")


def escape(text: str) -> str:
    """Keep brackets from being read as mark-up."""
    return text.replace("[", "\\[")


def measure_tables(found: Outcome, width: int) -> list[Table]:
    """Return the measures that are compared, as many variants beside each other as fit."""
    fit = max(1, (width - NAME_WIDTH) // CELL_WIDTH)
    return [measure_table(found, found.variants[i : i + fit], width) for i in range(0, len(found.variants), fit)]


def measure_table(found: Outcome, variants: Sequence[Variant], width: int) -> Table:
    """Return the measures of some variants; numbers stand for names that do not fit."""
    labels = {variant.index + 1: escape(variant.label) for variant in variants}
    is_narrow = sum(len(label) + 3 for label in labels.values()) > width - NAME_WIDTH
    heads = map(str, labels) if is_narrow else labels.values()
    legend = "\n".join(f"{number}: {label}" for number, label in labels.items()) if is_narrow else None
    table = Table("measure", *heads, pad_edge=False, caption=legend, caption_justify="left")
    for measure in found.asked:
        means = [found.numbers.estimate(measure, variant.index) for variant in variants]
        cells = [f"{measure.format(each.mean)} ± {measure.format(each.error)}" if each.count else "–" for each in means]
        table.add_row(measure.name, *cells)
    table.add_row("games", *(str(len(found.numbers.rows[variant.index])) for variant in variants))
    return table


def show_tuned(console: Console, tuned: Tuned) -> None:
    """Print the frontier."""
    for sentence in tuned.sentences():
        console.print(escape(sentence))
