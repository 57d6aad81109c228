"""Verdicts: what the numbers of a judgement mean for the one who decided."""

from __future__ import annotations

from typing import NamedTuple

from plowshares.core.i18n import Text, _
from plowshares.review.calibration import Fit
from plowshares.review.model import Judgement, Verdict

MISTAKE = 0.08  # chance to win given away, by what the seat knew
EQUAL = 0.015  # decisions that differ by less are equally good
NO_BLAME = 0.03  # by the view nothing worth a word was lost …
HARM = 0.10  # … and by the truth at least this much was: the seat could not know
CLEAR = 0.08  # how far ahead of all others a best decision must be to be called great
TITLES: dict[Verdict, Text] = {
    "great": _("Great"),
    "best": _("Best"),
    "good": _("Good, not best"),
    "mistake": _("Mistake"),
    "unknowable": _("You could not know"),
}


class Weighed(NamedTuple):
    """A judgement in chances to win."""

    chance: float  # after what was played, by what the seat knew
    best: float  # after the best decision
    lost: float
    harm: float  # what was hidden made it cost, in the true world
    verdict: Verdict
    weight: float  # how much the moment counts for a look back


def weigh(found: Judgement, fit: Fit, seats: int) -> Weighed:
    """Turn the values of a judgement into chances and a verdict.

    The mappings were fitted to short rollouts, so what they make of a search is rough, apart from what is certain.
    """
    curves = fit.curves(seats)

    def known(value: float) -> float:
        return curves.known.judged(value, found.n, seats)

    def true(value: float) -> float:
        return curves.true.judged(value, found.n, seats)

    lost = 0.0 if found.played == found.best else max(0.0, known(found.best_value) - known(found.value))
    missed = 0.0 if found.played == found.true_best else true(found.true_best_value) - true(found.true_value)
    # Missing an invisible chance does no harm: the result must be worse than the seat had to expect.
    harm = max(0.0, min(missed, known(found.value) - true(found.true_value)))
    ahead = known(found.best_value) - known(found.next_value) if found.played == found.best else 0.0
    verdict = decide(lost, harm, ahead, found.played == found.best)
    weight = {"mistake": lost, "unknowable": harm, "great": ahead, "good": lost / 2, "best": 0.0}[verdict]
    best = max(known(found.best_value), known(found.value))
    return Weighed(best - lost, best, lost, harm, verdict, weight)


def decide(lost: float, harm: float, ahead: float, is_best: bool) -> Verdict:
    """Return the verdict on a decision: blame goes by what the seat knew, never by what was hidden."""
    if lost >= MISTAKE:
        return "mistake"
    if lost <= NO_BLAME and harm >= HARM:
        return "unknowable"
    if is_best or lost <= EQUAL:
        return "great" if is_best and ahead >= CLEAR else "best"
    return "good"
