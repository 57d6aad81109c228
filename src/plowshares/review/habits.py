"""Habits: what the last matches of a player have in common, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plowshares.core.i18n import Text, _
from plowshares.review.calibration import fit_of
from plowshares.review.model import Findings
from plowshares.review.moments import Moments
from plowshares.review.report import PARTS
from plowshares.review.verdicts import weigh

FEWEST_MATCHES = 3  # matches that make a habit
MOST_GIVEN = 0.5  # of all that was given away: one part of the match stands out
OFTEN = 0.1  # share of decisions that are mistakes, from which on it is said


class Played(NamedTuple):
    """A reviewed match of a player."""

    moments: Moments
    findings: Findings
    seat: int


def tell_habits(matches: Sequence[Played]) -> list[str]:
    """Say what a player's last matches of one game have in common; nothing about fewer than three."""
    if len(matches) < FEWEST_MATCHES:
        return []
    said: list[str] = [*_say_best(matches), *_say_when(matches)]
    told = getattr(matches[0].moments.game.review, "habits", None)
    if told is not None:
        halves = [(each.moments.state(len(each.moments) // 2), each.seat) for each in matches]
        said += told(halves)
    return said


def _losses(each: Played) -> list[tuple[float, float]]:
    """Return for each judged decision when it was, from 0 to 1, and what it gave away."""
    fit, count = fit_of(each.moments.game.name), len(each.moments)
    own = [found for found in each.findings.judged if found.seat == each.seat]
    return [(found.n / count, weigh(found, fit, each.moments.seats).lost) for found in own]


def _say_best(matches: Sequence[Played]) -> list[Text]:
    verdicts = [
        weigh(found, fit_of(each.moments.game.name), each.moments.seats).verdict
        for each in matches
        for found in each.findings.judged
        if found.seat == each.seat
    ]
    if not verdicts:
        return []
    best = sum(verdict in ("best", "great", "unknowable") for verdict in verdicts) / len(verdicts)
    words = {"n": len(matches), "best": round(100 * best)}
    said = [_("In your last {n} reviewed matches you found the best move {best} % of the time.", **words)]
    mistakes = verdicts.count("mistake") / len(verdicts)
    if mistakes >= OFTEN:
        said.append(_("One decision in {n} was a mistake.", n=round(1 / mistakes)))
    return said


def _say_when(matches: Sequence[Played]) -> list[Text]:
    given = [0.0] * len(PARTS)
    for when, lost in (pair for each in matches for pair in _losses(each)):
        given[min(len(PARTS) - 1, int(when * len(PARTS)))] += lost
    worst = max(range(len(PARTS)), key=lambda part: given[part])
    if sum(given) == 0 or given[worst] < MOST_GIVEN * sum(given):
        return []
    return [_("You give away most {when}.", when=PARTS[worst])]
