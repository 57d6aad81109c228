"""A review as lines of plain text, for the command line and Python: all that the page says of it, in the same words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from plowshares.core.i18n import Text, _
from plowshares.core.plain_text import plain
from plowshares.core.review import Hidden
from plowshares.review.report import Point, Report

INDENT = "   "
MOST_GUESSES = 4  # kinds of a hidden thing that are named


def tell_point(point: Point, name: str) -> Iterator[str]:
    """Yield a decision in words: what was played, what it cost, what was better and why, and what came of it."""
    yield f"{point.move}. {name}: {plain(point.played)}, {percent(point.chance)}. {plain(point.title)}."
    better = point.best and plain(_("Better: {what}", what=point.best))
    sentences: list[tuple[str, str]] = [
        ("", _join(point.sentence, "" if point.best else point.reason)),
        ("", better and f"{better}, {percent(point.best_chance)}. {plain(point.reason)}".rstrip()),
        (_("What you could have known"), point.known),
        (_("What happened:"), " ".join(map(plain, point.happened))),
        ("", point.truth),
        (_("How it could go on"), " ".join(map(plain, point.line))),
    ]
    for label, text in sentences:
        if text:
            yield INDENT + (f"{plain(label).rstrip(':')}: " if label else "") + plain(text)


def _join(*texts: str) -> str:
    return " ".join(plain(text) for text in texts if text)


def tell_beliefs(hidden: Sequence[Hidden]) -> Iterator[str]:
    """Yield what each hidden thing may be, the likeliest first, and the evidence."""
    for each in hidden:
        if not each.quiet:
            guesses = ", ".join(
                f"{plain(guess.label)} {percent(guess.chance)}" for guess in each.guesses[:MOST_GUESSES]
            )
            yield f"{INDENT}{plain(each.label)}: {guesses}. {_join(*each.evidence)}".rstrip()


def tell_summary(told: Report, name: str) -> Iterator[str]:
    """Yield a match at a glance: how well it was played, luck, the moments to remember, and how sure all this is."""
    yield name
    yield from (INDENT + plain(text) for text in told.summary.sentences)
    moments = [point for point in told.points if point.n in told.summary.remember]
    if moments:
        yield f"{INDENT}{plain(_('Moments to remember'))}:"
        yield from (f"{INDENT}{INDENT}{each.move}. {plain(each.title)}: {plain(each.played)}" for each in moments)
    yield INDENT + plain(tell_sure(told.sure))


def tell_sure(sure: float | None) -> Text:
    """Say how far chances may be off."""
    if sure is None:
        return _("These chances are rough: no matches with these options were checked.")
    return _("Checked on other matches: off by at most {n} points.", n=math.ceil(100 * sure))


def percent(chance: float) -> str:
    """Write a chance for people."""
    return f"{round(100 * chance)} %"
