"""`plowshares analyse FILE`: what a player knew, what could have been known, and what was luck."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from plowshares import registry
from plowshares.core.errors import InvalidOption
from plowshares.core.plain_text import plain
from plowshares.core.scene import Viewer
from plowshares.engine.record import read_record
from plowshares.review import reviewer
from plowshares.review.calibration import fit_of
from plowshares.review.habits import Played, tell_habits
from plowshares.review.hidden import beliefs_of, hidden_things
from plowshares.review.judging import judge
from plowshares.review.model import Findings, Judgement
from plowshares.review.moments import Decision, Moments
from plowshares.review.report import Weighing, make_point, report
from plowshares.review.verdicts import weigh
from plowshares.review.words import INDENT, tell_beliefs, tell_point, tell_summary
from plowshares.terminal.players import find_seat
from plowshares.terminal.session import finder, read_file

FIRST_SIMULATIONS = 64  # simulations to begin with, when a time is given


class Budget(NamedTuple):
    """How long to search at each decision: a number of simulations, or a time."""

    seconds: float | None
    simulations: int


def analyse(
    file: Path,
    /,
    *,
    as_: Annotated[str | None, Parameter(name="--as")] = None,
    seconds: float | None = None,
    simulations: int = 256,
    first: Annotated[int, Parameter(name="--from")] = 1,
    last: Annotated[int | None, Parameter(name="--to")] = None,
    beliefs: bool = False,
    others: Annotated[list[Path] | None, Parameter(consume_multiple=True)] = None,
    game: str | None = None,
) -> None:
    """Review a record: what was best by what each player knew, what could not be known, and what was luck.

    Parameters
    ----------
    file
        A record as `plowshares play` and `plowshares match` write it.
    as_
        Only the decisions of this seat, by name or number; needed while the match is not over.
    seconds
        About how long to search at each decision, instead of a number of simulations.
    simulations
        How many simulations to run for each decision, which gives the same result every time.
    first
        The first command to look at.
    last
        The last command to look at.
    beliefs
        Before each decision, print what its player should have believed about hidden things, and why.
    others
        Records of other matches of the same players: what these and this one have in common are habits.
    game
        Where the game is, if it is not a registered one: `package.module:NAME`.
    """
    record = read_record(read_file(file), whole=False)
    find = finder(registry.find(game) if game else None)
    if as_ is None and record.result is None:
        raise InvalidOption("the match is not over: name a seat whose decisions to look at, such as --as 0")
    moments = Moments(record, find)
    seat = None if as_ is None else find_seat(moments.game, moments.match.state, moments.seats, as_)
    chosen = choose(moments, seat, first, last)
    if not chosen:
        raise InvalidOption(f"{file} has no decision to look at there; it has {len(moments.decisions)} commands")
    console = Console(markup=False, emoji=False)
    found = []
    for number, decision in chosen:
        finding = look_at(moments, number, decision, Budget(seconds, simulations))
        if finding is not None:
            found.append(finding)
            show(console, moments, finding, beliefs)
    summarise(console, moments, found)
    if record.result is not None and seat is None and first == 1 and last is None:
        tell_whole(console, moments, found, [Moments(read_record(read_file(each)), find) for each in others or ()])


def choose(moments: Moments, seat: int | None, first: int, last: int | None) -> list[tuple[int, Decision]]:
    """Return the commands to look at, with their numbers from 1."""
    return [
        (number, each)
        for number, each in enumerate(moments.decisions, 1)
        if first <= number <= (last or number) and (seat is None or each.seat == seat)
    ]


def look_at(moments: Moments, number: int, decision: Decision, budget: Budget) -> Weighing | None:
    """Judge a command by the worst of its actions; None where there was nothing to decide."""
    fit, worst = fit_of(moments.game.name), None
    for step, action in enumerate(decision.actions[: reviewer.MOST_JUDGED]):
        judged = _judge(moments, decision, step, action, budget)
        if judged is not None:
            finding = Weighing(number, decision, judged, weigh(judged, fit, moments.seats))
            worst = finding if worst is None or finding.weighed.lost > worst.weighed.lost else worst
    return worst


def _judge(moments: Moments, decision: Decision, step: int, action: int, budget: Budget) -> Judgement | None:
    """Search one decision; before the end of a match only by what the seat knows."""
    view = moments.game.view_of(moments.state_in(decision, step), decision.seat)
    truth = moments.truth_in(decision, step) if moments.result is not None else None
    simulations = budget.simulations if budget.seconds is None else FIRST_SIMULATIONS
    began = time.perf_counter()
    while True:
        judged = judge(moments.game, view, decision.seat, moments.seats, action, simulations, decision.since, truth)
        spent = time.perf_counter() - began
        if judged is None or budget.seconds is None or 3 * spent > budget.seconds:  # twice as many take twice as long
            break
        simulations *= 2
    if judged is not None:
        judged.n, judged.step = decision.n, step
    return judged


def show(console: Console, moments: Moments, finding: Weighing, beliefs: bool) -> None:
    """Print one finding, in the words of the page."""
    seat, names = finding.decision.seat, moments.match.names
    viewer = Viewer(seat, tuple(names))
    for line in tell_point(make_point(moments, finding, viewer, is_final=True), names[seat]):
        console.print(line, soft_wrap=True)
    if beliefs:
        view = moments.game.view_of(moments.state_in(finding.decision, 0), seat)
        hidden = hidden_things(moments.game, view, viewer, beliefs_of(moments.game, view, seat))
        for line in tell_beliefs(hidden):
            console.print(INDENT + line, soft_wrap=True)


def summarise(console: Console, moments: Moments, found: Sequence[Weighing]) -> None:
    """Print how each player did."""
    table = Table("player", "decisions", "best", "mistakes", "could not know", "lost per decision", pad_edge=False)
    for seat, name in enumerate(moments.match.names):
        own = [each.weighed for each in found if each.decision.seat == seat]
        if own:
            verdicts = [each.verdict for each in own]
            best = sum(verdict in ("best", "great", "unknowable") for verdict in verdicts)
            unlucky, mistakes = verdicts.count("unknowable"), verdicts.count("mistake")
            lost = sum(each.lost for each in own) / len(own)
            table.add_row(name, str(len(own)), str(best), str(mistakes), str(unlucky), f"{100 * lost:.1f} %")
    console.print(table)


def tell_whole(console: Console, moments: Moments, found: Sequence[Weighing], others: Sequence[Moments]) -> None:
    """Print what a whole match was about for each player, and the habits that other matches show."""
    curves: Findings = reviewer.go_on(moments, reviewer.begin(moments, "quick"))
    curves.judged = [each.found for each in found]
    reviewed = [(each, reviewer.go_on(each, reviewer.begin(each, "full"))) for each in others]
    for seat, name in enumerate(moments.match.names):
        for line in tell_summary(report(moments, curves, seat, moments.match.names), name):
            console.print(line, soft_wrap=True)
        same = [
            Played(each, its, list(each.match.names).index(name)) for each, its in reviewed if name in each.match.names
        ]
        for text in tell_habits([Played(moments, curves, seat), *same]):
            console.print(f"{INDENT}{plain(text)}", soft_wrap=True)
