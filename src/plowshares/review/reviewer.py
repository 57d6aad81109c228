"""Reviewing a match step by step: first both curves, then every decision. It can stop after any step and resume."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from plowshares.review.calibration import fit_of
from plowshares.review.estimates import Estimator
from plowshares.review.judging import judge
from plowshares.review.model import DEPTHS, FORMAT, Findings, Judgement
from plowshares.review.moments import Decision, Moments

MOST_JUDGED = 3  # actions of one command that are judged
Progress = Callable[[float], None]


def begin(moments: Moments, depth: str) -> Findings:
    """Return the findings of a review that has not begun."""
    empty: list[list[float]] = [[] for _ in range(moments.seats)]
    decisions = len(moments.decisions) if DEPTHS[depth].simulations else 0
    total = len(moments) + decisions
    true = [list(each) for each in empty]
    return Findings(FORMAT, moments.chain, depth, empty, true, [], fit_of(moments.game.name).digest, total=total)


def fits(findings: Findings, moments: Moments) -> bool:
    """Ask whether findings are about this record as it is, and belong to the mappings that there are now."""
    is_same = findings.record == moments.chain and len(findings.known) == moments.seats
    return is_same and findings.fit == fit_of(moments.game.name).digest


def go_on(
    moments: Moments, findings: Findings, seconds: float = float("inf"), tell: Progress | None = None
) -> Findings:
    """Go on with a review for some seconds, at least one step; return the findings, which are changed in place."""
    reviewer = Reviewer(moments, findings)
    until = time.monotonic() + seconds
    while not findings.is_complete:
        reviewer.step()
        if tell is not None:
            tell(findings.done / findings.total)
        if time.monotonic() >= until:
            break
    return findings


class Reviewer:
    """Does the steps of one review. Each step has its own seed, so interruptions do not change the result."""

    def __init__(self, moments: Moments, findings: Findings) -> None:
        self._moments, self._findings = moments, findings
        self._depth = DEPTHS[findings.depth]
        self._estimator = Estimator(moments.game, moments.seats)

    def step(self) -> None:
        """Rate the next position, or judge the next decision."""
        findings = self._findings
        if len(findings.known[0]) < len(self._moments):
            self._rate(len(findings.known[0]))
        elif findings.decisions < len(self._moments.decisions):
            found = self._judge(self._moments.decisions[findings.decisions])
            findings.judged += [found] if found is not None else []
            findings.decisions += 1
        findings.done += 1

    def _rate(self, n: int) -> None:
        moments, result = self._moments, self._moments.result
        is_compared = fit_of(moments.game.name).is_compared
        is_last = n == len(moments) - 1
        s = moments.state(n)
        for seat in range(moments.seats):
            if is_last and result is not None:
                known = true = result.outcome[seat]
            else:
                known = self._estimator.known(s, seat, self._depth.worlds, n, is_compared)
                true = self._estimator.true(s, seat, self._depth.worlds, n, is_compared)
            self._findings.known[seat].append(round(known, 4))
            self._findings.true[seat].append(round(true, 4))

    def _judge(self, decision: Decision) -> Judgement | None:
        """Judge a command by the worst of its actions."""
        worst: Judgement | None = None
        moments = self._moments
        for step, action in enumerate(decision.actions[:MOST_JUDGED]):
            view = moments.game.view_of(moments.state_in(decision, step), decision.seat)
            simulations, seed = self._depth.simulations, MOST_JUDGED * decision.since + step
            asked = moments.game, view, decision.seat, moments.seats, action, simulations, seed
            found = judge(*asked, moments.truth_in(decision, step))
            if found is not None and (worst is None or _loss(found) > _loss(worst)):
                worst = msgspec.structs.replace(found, n=decision.n, step=step)
        return worst


def _loss(found: Judgement) -> float:
    return found.best_value - found.value
