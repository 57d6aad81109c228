"""Answers: what a rule change does, in sentences, with how sure that is and what it would take to be surer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec

from plowshares.lab.aggregate import SCORE_MATTERS, Measure, Numbers
from plowshares.lab.design import Variant, describe
from plowshares.lab.statistics import ALPHA, Comparison, compare, holm, round_up, seeds_needed, t_quantile

SURE = ((0.001, "sure"), (0.01, "very likely"), (0.05, "likely"))
MOST_CELLS = 12  # combinations of the other options that a change is looked at in, one by one
OVER_ALL = "on average"  # over all combinations of the other options
SETTLED = ("differs", "same")


class Question(msgspec.Struct, frozen=True):
    """One comparison: what is changed from what to what, where, and the variants on both sides."""

    change: str  # empty for a comparison with an even score
    where: str
    before: tuple[int, ...]
    after: tuple[int, ...]


class Finding(msgspec.Struct, frozen=True):
    """What is known about one measure and one change."""

    measure: str
    change: str
    where: str
    before: float
    after: float
    test: Comparison
    p: float  # corrected for the number of comparisons
    verdict: str  # differs, same, or open
    needed: int | None  # games of each variant that would settle an open question
    sentence: str


# Before and after, the test, and how many seeds it takes to have one that counts.
Test = tuple[Measure, Question, float, float, Comparison, float]


def questions_of(variants: Sequence[Variant]) -> list[Question]:
    """Return every change of one thing from its first value, in each combination of the rest and over all."""
    factors: dict[str, list[Any]] = {}
    for variant in variants:
        for name, value in variant.values.items():
            known = factors.setdefault(name, [])
            if value not in known:
                known.append(value)
    found = []
    for name, levels in factors.items():
        for level in levels[1:]:
            found += _questions_about(variants, name, levels[0], level)
    return found


def _questions_about(variants: Sequence[Variant], name: str, first: Any, second: Any) -> list[Question]:
    def rest(variant: Variant) -> str:
        return describe({key: value for key, value in variant.values.items() if key != name})

    before = {rest(each): each.index for each in variants if each.values[name] == first}
    after = {rest(each): each.index for each in variants if each.values[name] == second}
    shared = [where for where in before if where in after]
    change = f"{describe({name: second})} instead of {describe({name: first})}"
    if len(shared) == 1:
        return [Question(change, "", (before[shared[0]],), (after[shared[0]],))]
    found = [Question(change, OVER_ALL, tuple(before[w] for w in shared), tuple(after[w] for w in shared))]
    if len(shared) <= MOST_CELLS:
        found += [Question(change, f"with {where}", (before[where],), (after[where],)) for where in shared]
    return found


def answer(
    numbers: Numbers,
    variants: Sequence[Variant],
    measures: Sequence[Measure],
    alpha: float = ALPHA,
    tags: Sequence[str] = (),
) -> list[Finding]:
    """Return what is known about every question, the surest and largest first; words of tags are compared with even."""
    tests: list[Test] = []
    for measure in measures:
        for question in questions_of(variants):
            tests.append((measure, question, *_compare(numbers, measure, question), 1.0))
    for measure in [each for each in measures if is_even_at_half(each)]:
        for variant in variants:
            values = list(numbers.values[measure.name][variant.index].values())
            tests.append((measure, _even(variant), *_against_even(values), 1.0))
    tests = [each for each in tests if each[4].count]
    seats = max(len(variant.entrants) for variant in variants)
    found: list[Finding] = []
    # What a change does as a whole is one family of questions, what it does in single combinations is another, and
    # so are the words of each tag.
    whole, parts = [t for t in tests if is_whole(t[1])], [t for t in tests if not is_whole(t[1])]
    for family in (whole, parts, *(_about_tag(numbers, variants, tag) for tag in tags)):
        corrected = holm([each[4].p for each in family])
        found += [_finding(*each, p, len(family), seats, alpha) for each, p in zip(family, corrected, strict=True)]
    order = ("differs", "same", "open")
    return sorted(found, key=lambda each: (order.index(each.verdict), each.p if each.verdict == "differs" else 0))


def is_even_at_half(measure: Measure) -> bool:
    """Ask whether a measure is a score, which is even at one half."""
    return measure.name == "first seat" or measure.name.startswith("player ")


def _even(variant: Variant) -> Question:
    return Question("", variant.label if variant.values else "", (), (variant.index,))


def _compare(numbers: Numbers, measure: Measure, question: Question) -> tuple[float, float, Comparison]:
    """Compare seed by seed; over several combinations, the mean of their differences."""
    values = numbers.values[measure.name]
    groups = set.intersection(*(set(values[index]) for index in (*question.before, *question.after)))
    ordered = sorted(groups)
    size = len(question.before)
    before = [sum(values[i][group] for i in question.before) / size for group in ordered]
    after = [sum(values[i][group] for i in question.after) / size for group in ordered]
    count = max(1, len(ordered))
    mean = sum(before) / count
    differences = [b - a for a, b in zip(before, after, strict=True)]
    # In one of the combinations a share can go all the way. How far a number can go is not known: as far as was seen,
    # or else it may double.
    most = 1 / size if measure.is_share else 0.0 if any(differences) else abs(mean) / size
    return mean, sum(after) / count, compare(differences, most)


def _about_tag(numbers: Numbers, variants: Sequence[Variant], tag: str) -> list[Test]:
    """Ask of every word of a tag, such as a class, whether its seats score more or less than even."""
    found: list[Test] = []
    for variant in variants:
        seeds = len({row.group for row in numbers.rows[variant.index]})
        for word, scores in numbers.tag_scores(variant.index).get(tag, {}).items():
            measure = Measure(f"{tag} {word}", "", lambda row: None, is_share=True, matters=SCORE_MATTERS)
            found.append((measure, _even(variant), *_against_even(scores), seeds / len(scores)))
    return found


def _against_even(values: Sequence[float]) -> tuple[float, float, Comparison]:
    return 0.5, sum(values) / max(1, len(values)), compare([value - 0.5 for value in values], 0.5)


def _finding(
    measure: Measure,
    question: Question,
    before: float,
    after: float,
    test: Comparison,
    rarity: float,
    p: float,
    comparisons: int,
    seats: int,
    alpha: float,
) -> Finding:
    matters = measure.least(before)
    reach = t_quantile(alpha / max(1, comparisons), test.count - 1) * test.caution if test.count > 1 else math.inf
    if p < alpha:
        verdict = "differs"
    elif abs(test.mean) + reach <= matters:
        verdict = "same"
    else:
        verdict = "open"
    seeds = seeds_needed(test, matters, comparisons, alpha) if verdict == "open" else None
    needed = round_up(math.ceil(max(seeds, test.count + 1) * seats * rarity)) if seeds else None
    words = _sentence(measure, question, before, after, test)
    ending = _ending(verdict, p, comparisons, needed, measure.format_change(matters).lstrip("+"))
    if test.count < 2:
        ending = "one seed tells nothing; play more games"
    facts = (measure.name, question.change, question.where, before, after, test, p, verdict, needed)
    return Finding(*facts, f"{words}: {ending}.")


def _sentence(measure: Measure, question: Question, before: float, after: float, test: Comparison) -> str:
    low, high = measure.format_change(test.low), measure.format_change(test.high)
    span = f"95 % interval {low} to {high}, {test.count} seeds" if test.count > 1 else "one seed"
    points = " points" if measure.is_share else ""
    if not question.change:
        where = f"With {question.where}: " if question.where else ""
        who = "the first seat" if measure.name == "first seat" else measure.name.removeprefix("player ")
        text = (
            f"{where}{who} scores {measure.format(after)}, {measure.format_change(test.mean)} points from even ({span})"
        )
        return text[:1].upper() + text[1:]
    where = f", {question.where}" if question.where else ""
    return (
        f"{question.change}{where}: {measure.name} goes from {measure.format(before)} to {measure.format(after)}, "
        f"{measure.format_change(test.mean)}{points} ({span})"
    )


def _ending(verdict: str, p: float, comparisons: int, needed: int | None, matters: str) -> str:
    of = f"after correction for {comparisons} comparisons" if comparisons > 1 else "one comparison"
    if verdict == "differs":
        word = next((word for limit, word in SURE if p < limit), "likely")
        return f"{word} (p {'< 0.001' if p < 0.001 else f'= {p:.3f}'} {of})"
    if verdict == "same":
        return f"no difference that matters (more than {matters} is ruled out, {of})"
    more = f"about {needed} games of each variant would settle it" if needed else "no number of games in reach would"
    return f"cannot tell yet (p = {p:.2f} {of}); {more}"


def is_whole(asked: Question | Finding) -> bool:
    """Ask whether a question is about a change as a whole, and not in one combination of other options."""
    return not asked.change or asked.where in ("", OVER_ALL)


def is_settled(findings: Sequence[Finding]) -> bool:
    """Ask whether every question has an answer."""
    return all(finding.verdict in SETTLED for finding in findings)
