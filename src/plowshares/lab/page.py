"""The report of a study as one page that needs nothing else: no script, no font, no picture file."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from html import escape
from importlib import metadata
from typing import TYPE_CHECKING

import plowshares
from plowshares import registry
from plowshares.arena.html_report import document, table, watch_link
from plowshares.lab.design import command_of
from plowshares.lab.entrants import strength
from plowshares.lab.findings import Finding, is_even_at_half, is_whole
from plowshares.lab.lead import LEAD
from plowshares.lab.observer import measures_of
from plowshares.lab.plots import bar_plot, dot_plot, line_plot
from plowshares.lab.statistics import Estimate
from plowshares.lab.study import RECORDS

if TYPE_CHECKING:
    from plowshares.lab.report import Results

METHOD = (
    "Means are over seeds. Intervals of shares are Wilson's, of other numbers Student's, of medians from the order of "
    "the matches. Differences are taken seed by seed, so that the luck of the draw falls out. Chances p are corrected "
    "for the number of comparisons after Holm, separately for changes as a whole and in single combinations; "
    "a difference “does not matter” if all that is left possible, with Bonferroni's correction, lies below 5 % of "
    "the number (5 points of a share, 2 of a score)."
)
HEADS = {
    "differs": "What differs",
    "same": "What makes no difference that matters",
    "open": "What cannot be told yet",
}


def to_html(results: Results, extra: str = "") -> str:
    """Return the whole page; `extra` is what a search has found, put before the answers."""
    outcome = results.outcome
    game = registry.find(outcome.design.game)
    asked = "which options?" if outcome.design.target else "what does it do?"
    title = f"{game.title}: {asked}" if outcome.design.vary else f"{game.title} in numbers"
    return document(
        title,
        facts(results),
        [
            ("The frontier", extra),
            ("Answers", answers(outcome.findings)),
            ("Measures", plots(results) + measure_table(results)),
            ("How matches end, and what is done in them", endings(results)),
            ("Over time", over_time(results)),
            ("Who wins with what", tag_tables(results)),
            ("Sample matches", samples(results)),
            ("About this report", about(results)),
        ],
    )


def facts(results: Results) -> str:
    """Say what was played, by whom, and how strong they are."""
    outcome = results.outcome
    words = list(dict.fromkeys(entrant.seat for each in outcome.variants for entrant in each.entrants))
    game = registry.find(outcome.design.game)
    strengths = "; ".join(strength(game, word) for word in words)
    note = f"<p><strong>Note:</strong> {escape(outcome.design.note.strip())}</p>" if outcome.design.note else ""
    note += "".join(f"<p><strong>Careful:</strong> {escape(each)}</p>" for each in results.warnings())
    whole = command_of(outcome.design)
    commands = "".join(f"<p><code>{escape(each)}</code></p>" for each in dict.fromkeys((results.command, whole)))
    early = " Stopped early: everything asked was settled." if outcome.stopped else ""
    return (
        f"<p>{len(outcome.rows)} games of {len(outcome.variants)} variants, the same seeds in each, every seed on "
        f"all rotations of the seats.{early}</p>"
        f"<p><strong>Whose games these are:</strong> {escape(strengths)}. What is found holds for players like these; "
        f"stronger ones may tell another story.</p>{note}{commands}"
    )


def answers(findings: Sequence[Finding]) -> str:
    """Return the sentences, the settled ones first."""
    if not findings:
        return ""
    parts = []
    for verdict, head in HEADS.items():
        found = [each for each in findings if each.verdict == verdict]
        if found:
            lines = [f"<li>{escape(each.sentence)}</li>" for each in found if is_whole(each)]
            rest = [f"<li>{escape(each.sentence)}</li>" for each in found if not is_whole(each)]
            if rest:
                within = f"in single combinations ({len(rest)})"
                lines.append(f"<li><details><summary>{within}</summary><ul>{''.join(rest)}</ul></details></li>")
            is_open = " open" if verdict == "differs" else ""
            parts.append(
                f"<details{is_open}><summary>{head} ({len(found)})</summary><ul>{''.join(lines)}</ul></details>"
            )
    return "".join(parts)


def labels(results: Results) -> list[str]:
    """Return the names of the variants."""
    return [variant.label for variant in results.outcome.variants]


def plots(results: Results) -> str:
    """Draw every measure that variants are compared by."""
    outcome = results.outcome
    found = []
    for measure in outcome.asked:
        means = [outcome.numbers.estimate(measure, variant.index) for variant in outcome.variants]
        even = 0.5 if is_even_at_half(measure) else None
        found.append(dot_plot(f"{measure.name}: {measure.help}"[:78], labels(results), means, measure.is_share, even))
    return f'<div class="plots">{"".join(found)}</div>'


def measure_table(results: Results) -> str:
    """Return mean and interval of every measure of every variant."""
    outcome = results.outcome
    rows = []
    for measure in outcome.numbers.measures:
        row = [f'<span title="{escape(measure.help)}">{escape(measure.name)}</span>']
        for variant in outcome.variants:
            found = outcome.numbers.estimate(measure, variant.index)
            middle = ""
            if measure.name in ("rounds", "decisions"):
                middle = f"; median {span(outcome.numbers.median(measure, variant.index), lambda value: f'{value:g}')}"
            row.append(f"{span(found, measure.format)}{middle}" if found.count else "–")
        rows.append(row)
    return table(["measure", *map(escape, labels(results))], rows, "Mean (95 % interval)")


def span(found: Estimate, write: object) -> str:
    """Write a mean and its interval."""
    assert callable(write)
    return f"{write(found.mean)} ({write(found.low)} – {write(found.high)})"


def endings(results: Results) -> str:
    """Show the reasons of endings and the kinds of action, as bars and as tables."""
    outcome = results.outcome
    indices = [variant.index for variant in outcome.variants]
    parts = []
    for title, read in (("how matches end", outcome.numbers.reasons), ("kinds of action", outcome.numbers.kinds)):
        shares = [read(index) for index in indices]
        words = list(dict.fromkeys(word for each in shares for word in each))
        rows = [[escape(word), *(f"{100 * each.get(word, 0):.1f} %" for each in shares)] for word in words]
        parts.append(f'<div class="plots">{bar_plot(title, labels(results), shares)}</div>')
        parts.append(table([title, *map(escape, labels(results))], rows, f"{title}: shares"))
    return "".join(parts)


def over_time(results: Results) -> str:
    """Draw what the game counts in every round."""
    outcome = results.outcome
    found = [outcome.numbers.series(variant.index) for variant in outcome.variants]
    names = list(dict.fromkeys(name for each in found for name in each))
    drawn = [line_plot(name, labels(results), [each.get(name, []) for each in found]) for name in names]
    drawn = [each for each in drawn if each]
    if not drawn:
        return ""
    rows = [
        [escape(name), *(", ".join(f"{v:g}" for v in spread(each.get(name, []))) for each in found)] for name in names
    ]
    numbers = table(["at ten moments", *map(escape, labels(results))], rows, "The same in numbers")
    pictures = f'<div class="plots">{"".join(drawn)}</div>'
    return f"{pictures}<details><summary>Table</summary>{numbers}</details>"


def spread(row: Sequence[float], most: int = 10) -> list[float]:
    """Return some numbers of a long row, the first and the last among them."""
    if len(row) <= most:
        return list(row)
    return [row[round(i * (len(row) - 1) / (most - 1))] for i in range(most)]


def tag_tables(results: Results) -> str:
    """Return the score of seats that words of the game apply to, such as a class or a card."""
    outcome = results.outcome
    module = measures_of(registry.find(outcome.design.game))
    help = module.HELP if module else {}
    found = [outcome.numbers.tags(variant.index) for variant in outcome.variants]
    parts = []
    for tag in dict.fromkeys(tag for each in found for tag in each):
        words = list(dict.fromkeys(word for each in found for word in each.get(tag, {})))
        words.sort(key=lambda word: -max(each[tag][word].mean for each in found if word in each.get(tag, {})))
        rows = [[escape(word), *(tag_cell(each.get(tag, {}).get(word)) for each in found)] for word in words]
        caption = f"{tag}: {help.get(tag, '')} – score of such seats, 95 % interval, seeds with one"
        body = table([escape(tag), *map(escape, labels(results))], rows, caption)
        is_open = " open" if len(words) <= 8 else ""
        parts.append(f"<details{is_open}><summary>{escape(tag)} ({len(words)})</summary>{body}</details>")
    return "".join(parts)


def tag_cell(found: Estimate | None) -> str:
    """Write the score of a word."""
    if found is None:
        return "–"
    return f"{span(found, lambda value: f'{100 * value:.1f} %')}, {found.count}"


def samples(results: Results) -> str:
    """Return links to the matches that were kept: pages that replay them, and records."""
    found = results.outcome.samples()
    if not found:
        return "<p>No records were kept.</p>"
    rows = []
    for variant, name in found:
        page = name.replace(".jsonl", ".html")
        is_there = results.place is not None and (results.place / RECORDS / page).exists()
        rows.append(
            [escape(variant.label), watch_link(f"{RECORDS}/{page}" if is_there else "", f"{RECORDS}/{name}"), name]
        )
    caption = "Matches kept whole. `plowshares replay RECORD --browser` makes a page that replays a record."
    return table(["variant", "", "file"], rows, caption, "words")


def about(results: Results) -> str:
    """Say how the numbers were made, with which versions."""
    outcome = results.outcome
    game = registry.find(outcome.design.game)
    parts = [f"plowshares {plowshares.__version__}", f"rules of {game.name} version {game.version}"]
    parts += [
        f"Python {platform.python_version()}",
        *(f"{name} {metadata.version(name)}" for name in ("numba", "numpy")),
    ]
    module = measures_of(game)
    meanings = {each.name: each.help for each in outcome.numbers.measures} | (module.HELP if module else {})
    listed = "".join(f"<li><strong>{escape(name)}</strong>: {escape(words)}</li>" for name, words in meanings.items())
    return (
        f"<p>{escape(', '.join(parts))}. Seed {outcome.design.seed}: the seeds of single "
        "games follow from it and are in games.csv and study.sqlite.</p>"
        f"<p>{METHOD} A player leads when its heuristic value, with everything known, is ahead of all others by "
        f"{LEAD:g} (of values from −1 to 1).</p>"
        f"<details><summary>What the measures are</summary><ul>{listed}</ul></details>"
    )
