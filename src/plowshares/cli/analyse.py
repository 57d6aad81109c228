"""`plowshares analyse FILE`: what would a strong player have done?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from plowshares import registry
from plowshares.agents import Advice, advise
from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.engine.match import Match
from plowshares.engine.record import Finder, Record, read_record, replay
from plowshares.terminal.players import find_seat
from plowshares.terminal.session import finder, read_file

LOST = 0.1  # chance of winning that makes an action a mistake


@dataclass(frozen=True)
class Decision:
    """One action of a record: where it was taken, and what was played."""

    number: int  # of the command it belongs to, from 1
    seat: int
    state: Any  # the full State before it
    action: int


@dataclass(frozen=True)
class Finding:
    """What the search says about one decision."""

    decision: Decision
    text: str  # what was played
    chance: float | None  # of what was played, None if the search did not look at it
    best: Advice

    @property
    def lost(self) -> float:
        """Chance of winning that was given away; 0 where nothing is known."""
        return 0.0 if self.chance is None else max(0.0, self.best.chance - self.chance)


def analyse(
    file: Path,
    /,
    *,
    as_: Annotated[str | None, Parameter(name="--as")] = None,
    seconds: float = 0.2,
    simulations: int | None = None,
    first: Annotated[int, Parameter(name="--from")] = 1,
    last: Annotated[int | None, Parameter(name="--to")] = None,
    game: str | None = None,
) -> None:
    """Compare what was played in a record with what a search finds best, from each player's own view.

    Parameters
    ----------
    file
        A record as `plowshares play` and `plowshares match` write it.
    as_
        Only the decisions of this seat, by name or number; needed while the match is not over.
    seconds
        How long to search at each decision.
    simulations
        How many simulations to run instead, which gives the same result every time.
    first
        The first command to look at.
    last
        The last command to look at.
    game
        Where the game is, if it is not a registered one: `package.module:NAME`.
    """
    record = read_record(read_file(file), whole=False)
    find = finder(registry.find(game) if game else None)
    if as_ is None and record.result is None:
        raise InvalidOption("the match is not over: name a seat whose decisions to look at, such as --as 0")
    match, decisions = read_decisions(record, find)
    seat = None if as_ is None else find_seat(match.game, match.state, match.seats, as_)
    chosen = [
        each
        for each in decisions
        if first <= each.number <= (last or each.number) and (seat is None or each.seat == seat)
    ]
    if not chosen:
        raise InvalidOption(f"{file} has no decision to look at there; it has {len(match.history)} commands")
    console = Console()
    found = []
    for decision in chosen:
        finding = judge(match, decision, seconds, simulations)
        if finding is not None:
            found.append(finding)
            show(console, match, finding)
    summarise(console, match, found)


def read_decisions(record: Record, find: Finder) -> tuple[Match, list[Decision]]:
    """Play a record again; return the match and every decision in it."""
    decisions: list[Decision] = []
    match, before, number = None, None, 0
    for _, event in replay(record, find):
        match = event.match
        if event.turn is not None:
            number += 1
            decisions += split(match.game, before, number, event.turn.seat, event.turn.actions)
        elif event.undone is not None:  # the last command counts no longer
            decisions = [each for each in decisions if each.number != number]
            number -= 1
        before = event.state
    assert match is not None  # a record has a header
    return match, decisions


def split(game: Game, state: Any, number: int, seat: int, actions: tuple[int, ...]) -> Iterator[Decision]:
    """Yield the single decisions of a command."""
    s = state.clone()
    for action in actions:
        yield Decision(number, seat, s.clone(), action)
        s = game.play(s, seat, action)


def judge(match: Match, decision: Decision, seconds: float, simulations: int | None) -> Finding | None:
    """Search a decision; None where there was nothing to decide."""
    game, seat = match.game, decision.seat
    legal = game.legal(decision.state, seat)
    if len(legal) < 2:
        return None
    view = game.view_of(decision.state, seat)
    advice = advise(game, view, seat, legal, match.seats, seconds, simulations)
    played = next((each.chance for each in advice if each.action == decision.action), None)
    return Finding(decision, game.notation.format(view, seat, (decision.action,)), played, advice[0])


def show(console: Console, match: Match, finding: Finding) -> None:
    """Print one finding."""
    best, name = finding.best, match.names[finding.decision.seat]
    mark = " (mistake)" if finding.lost >= LOST else ""
    console.print(f"{finding.decision.number}. {name}: {finding.text}, {percent(finding.chance)}{mark}", markup=False)
    if best.action != finding.decision.action:
        console.print(f"   best: {best.text}, {percent(best.chance)}. {best.reason}", markup=False)
        if len(best.line) > 1:
            console.print(f"   line: {'; '.join(best.line)}", markup=False)


def percent(chance: float | None) -> str:
    """Write a chance for people."""
    return "not looked at" if chance is None else f"{round(100 * chance)} %"


def summarise(console: Console, match: Match, found: list[Finding]) -> None:
    """Print how each player did."""
    table = Table("player", "decisions", "as the search", "mistakes", "lost per decision", pad_edge=False)
    for seat, name in enumerate(match.names):
        own = [each for each in found if each.decision.seat == seat]
        if own:
            same = sum(each.best.action == each.decision.action for each in own)
            mistakes = sum(each.lost >= LOST for each in own)
            lost = sum(each.lost for each in own) / len(own)
            table.add_row(name, str(len(own)), str(same), str(mistakes), f"{100 * lost:.1f} %")
    console.print(table)
