"""A review in words, for the page, the command line and Python: curves, turning points, a summary of the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Data, Viewer
from plowshares.engine.default_scene import scene_of
from plowshares.review.calibration import Fit, fit_of
from plowshares.review.hidden import beliefs_of
from plowshares.review.model import Findings, Judgement, Verdict
from plowshares.review.moments import Decision, Moments
from plowshares.review.telling import best_command, open_command, played_command, tell_line, tell_outcome
from plowshares.review.verdicts import TITLES, Weighed, weigh

MOST_POINTS = 8  # turning points that are told
LEAST_WEIGHT = 0.03  # of a turning point
REMEMBERED = 3
SOME_LUCK = 2  # points of winning chance from which on luck is worth a word
WORLDS = 100  # that beliefs about a turning point are counted over
PARTS: tuple[Text, ...] = (_("at the beginning"), _("in the middle"), _("at the end"))


class Point(Data, frozen=True):
    """A turning point in words."""

    n: int  # the position before the decision
    move: int  # number of the command, from 1
    verdict: Verdict
    title: str  # "Good, not best"
    played: str  # "Attack the Sergeant on e7 with the Captain on e6"
    chance: float  # to win after it, by what the seat knew
    sentence: str  # what it cost, or why it was right
    picks: tuple[str, ...] = ()  # what was clicked for it
    best: str = ""  # the better decision
    best_chance: float = 0.0
    best_picks: tuple[str, ...] = ()
    reason: str = ""  # why it is better
    known: str = ""  # what could have been known, from the seat's own view
    line: tuple[str, ...] = ()  # how it could go on after it, in a world that the seat thought possible
    truth: str = ""  # what would have been better with everything known, where nobody could know it
    happened: tuple[str, ...] = ()  # what came of what was played, and what others did at the same time
    weight: float = 0.0


class Summary(Data, frozen=True):
    """A match at a glance, for one seat."""

    decisions: int
    best: float | None  # share of decisions that were the best by what the seat knew
    luck: float  # how much better the truth was than the seat could know, on average, in chance to win
    counts: dict[str, int]
    sentences: tuple[str, ...]
    remember: tuple[int, ...] = ()  # positions of the moments to remember


class Report(Data, frozen=True):
    """A review for one seat, as far as it has come."""

    seat: int
    depth: str
    done: float  # of the work, 0 to 1
    known: tuple[float, ...]  # chance to win at every position
    true: tuple[float, ...]
    sure: float | None  # by how much chances were off at most on held-out matches; None: not checked
    points: tuple[Point, ...]
    summary: Summary


class Weighing(NamedTuple):
    """A decision with its judgement."""

    move: int
    decision: Decision
    found: Judgement
    weighed: Weighed


def report(moments: Moments, findings: Findings, seat: int, names: Sequence[str]) -> Report:
    """Tell a review to one seat."""
    fit = fit_of(moments.game.name)
    known, true = curves_of(moments, findings, seat, fit)
    weighings = weigh_all(moments, findings, seat, fit)
    viewer = Viewer(seat, tuple(names))
    chosen = sorted(weighings, key=lambda each: -each.weighed.weight)[:MOST_POINTS]
    worth = [each for each in chosen if each.weighed.weight >= LEAST_WEIGHT]
    points = [make_point(moments, each, viewer, findings.is_complete) for each in worth]
    summary = _summarise(weighings, points, known, true)
    return Report(
        seat=seat,
        depth=findings.depth,
        done=round(findings.done / max(1, findings.total), 4),
        known=known,
        true=true,
        sure=fit.sure(moments.game, moments.match.options),
        points=tuple(sorted(points, key=lambda point: point.n)),
        summary=summary,
    )


def curves_of(moments: Moments, findings: Findings, seat: int, fit: Fit) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the two curves of a seat; at the end of a match its part of the win."""
    curves, seats = fit.curves(moments.seats), moments.seats
    known = [curves.known.chance(value, n, seats) for n, value in enumerate(findings.known[seat])]
    true = [curves.shares(values, n)[seat] for n, values in enumerate(zip(*findings.true, strict=False))]
    return _end(known, moments, seat), _end(true, moments, seat)


def _end(chances: Sequence[float], moments: Moments, seat: int) -> tuple[float, ...]:
    """Return a rounded curve that ends with the seat's part of the win."""
    found = [round(chance, 3) for chance in chances]
    if moments.result is not None and len(found) == len(moments):
        outcome = moments.result.outcome
        best = max(outcome)
        found[-1] = round(1 / outcome.count(best), 3) if outcome[seat] == best else 0.0
    return tuple(found)


def weigh_all(moments: Moments, findings: Findings, seat: int, fit: Fit) -> list[Weighing]:
    """Return every judged decision of a seat with its verdict."""
    numbers = {(each.n, each.seat): (number, each) for number, each in enumerate(moments.decisions, 1)}
    return [
        Weighing(*numbers[found.n, found.seat], found, weigh(found, fit, moments.seats))
        for found in findings.judged
        if found.seat == seat and (found.n, found.seat) in numbers
    ]


def make_point(moments: Moments, each: Weighing, viewer: Viewer, is_final: bool) -> Point:
    """Return a turning point in words; what could have been known takes long and waits for the final telling."""
    game, found, weighed = moments.game, each.found, each.weighed
    scene = scene_of(game)
    whole = game.view_of(moments.state(each.decision.n), viewer.seat)
    view = game.view_of(moments.state_in(each.decision, found.step), viewer.seat)
    played = played_command(moments, each.decision, found)
    point = Point(
        n=found.n,
        move=each.move,
        verdict=weighed.verdict,
        title=TITLES[weighed.verdict],
        played=scene.describe(whole, viewer, each.decision.actions),
        chance=round(weighed.chance, 3),
        sentence=_sentence(weighed),
        picks=played.picks,
        happened=tell_outcome(moments, each.decision, viewer),
        known=_known(moments, view, viewer, found.best) if is_final else "",
        weight=round(weighed.weight, 3),
    )
    if found.best == found.played or weighed.verdict in ("best", "unknowable"):
        known = _known(moments, view, viewer, found.played) if is_final else ""
        reason = scene.reason(played.view, viewer, played.actions)
        return msgspec.structs.replace(point, reason=reason, known=known, truth=_truth(moments, each, viewer))
    best = best_command(moments, each.decision, found)
    return msgspec.structs.replace(
        point,
        best=scene.describe(best.view, viewer, best.actions),
        best_chance=round(weighed.best, 3),
        best_picks=best.picks,
        reason=scene.reason(best.view, viewer, best.actions),
        line=tell_line(moments, each.decision, found, viewer),
    )


def _known(moments: Moments, view: Any, viewer: Viewer, action: int) -> str:
    review = moments.game.review
    if review is None:
        return ""
    return review.could_have_known(view, viewer, action, beliefs_of(moments.game, view, viewer.seat, WORLDS))


def _truth(moments: Moments, each: Weighing, viewer: Viewer) -> str:
    """Say what would have been better with everything known, where nobody could know it."""
    if each.weighed.verdict != "unknowable" or each.found.true_best == each.found.played:
        return ""
    better = open_command(moments, each.decision, each.found)
    what = scene_of(moments.game).describe(better.view, viewer, better.actions)
    return _("With everything known, this was better: {what}.", what=what)


def _sentence(weighed: Weighed) -> Text:
    # The difference of the chances as they are shown, which are rounded.
    lost, harm = round(100 * weighed.best) - round(100 * weighed.chance), round(100 * weighed.harm)
    match weighed.verdict:
        case "mistake" | "good":
            return ngettext(
                "It costs {n} point of winning chance.", "It costs {n} points of winning chance.", max(1, lost)
            )
        case "unknowable":
            return _("It was right by all you knew. What was hidden made it cost {n} points of winning chance.", n=harm)
        case "great":
            return _("All other choices were clearly worse.")
    return _("There was nothing better.")


def _summarise(
    weighings: Sequence[Weighing], points: Sequence[Point], known: Sequence[float], true: Sequence[float]
) -> Summary:
    counts: Counter[str] = Counter(each.weighed.verdict for each in weighings)
    good = sum(counts[name] for name in ("best", "great", "unknowable"))
    share = good / len(weighings) if weighings else None
    gaps = [there - here for here, there in zip(known[:-1], true[:-1], strict=False)]
    luck = sum(gaps) / len(gaps) if gaps else 0.0
    said = [*_say_share(share, len(weighings)), *([_say_luck(luck)] if gaps else []), *_say_when(weighings)]
    remember = tuple(point.n for point in points[:REMEMBERED])
    return Summary(len(weighings), share, round(luck, 4), dict(counts), tuple(said), remember)


def _say_share(share: float | None, decisions: int) -> list[Text]:
    if share is None:
        return []
    return [_("You found the best move in {n} % of {all} decisions.", n=round(100 * share), all=decisions)]


def _say_luck(luck: float) -> Text:
    points = round(100 * abs(luck))
    if points < SOME_LUCK:
        return _("Luck was even: what was hidden neither helped nor hurt you.")
    if luck > 0:
        return _("Luck was with you: what was hidden was worth {n} points of winning chance to you.", n=points)
    return _("Luck was against you: what was hidden cost you {n} points of winning chance.", n=points)


def _say_when(weighings: Sequence[Weighing]) -> list[Text]:
    """Say in which part of the match most was given away, if one stands out."""
    if len(weighings) < 2 * len(PARTS):
        return []
    lost = [0.0] * len(PARTS)
    last = max(each.move for each in weighings)
    for each in weighings:
        lost[min(len(PARTS) - 1, len(PARTS) * each.move // (last + 1))] += each.weighed.lost
    worst = max(range(len(PARTS)), key=lambda part: lost[part])
    if lost[worst] < 2 * LEAST_WEIGHT or lost[worst] < sum(lost) / 2:
        return []
    return [_("You gave away most {when}.", when=PARTS[worst])]
