"""The report of a tournament as one page that needs nothing else: no script, no font, no picture file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from plowshares.arena.html_report import page, table

if TYPE_CHECKING:
    from plowshares.arena.report import Standing, Summary

WIDTH, ROW, LEFT, RIGHT = 760, 28, 200, 40


def to_html(summary: Summary) -> str:
    """Return the whole page."""
    title = f"{summary.game.replace('_', ' ').title()}: {summary.format} of {len(summary.standings)} players"
    parts = [
        (
            f"<p>{summary.matches} matches, {summary.seats} seats, time {escape(summary.time)}, seed {summary.seed}. "
            f"Isolation: {escape(', '.join(summary.isolation) or '–')}.</p>"
        ),
        "<h2>Ratings</h2>",
        (
            "<p><small>Bradley–Terry by maximum likelihood on the scale of Elo, 0 on average; 95 % intervals, the "
            "wider of curvature and bootstrap over seeds.</small></p>"
        ),
        rating_plot(summary.standings),
        standings_table(summary.standings),
        "<h2>Everybody against everybody</h2>",
        cross_table(summary),
        tests_table(summary),
        notes(summary),
        "<h2>Matches</h2>",
        matches_table(summary),
    ]
    return page(title, parts)


def standings_table(standings: Sequence[Standing]) -> str:
    """Return the standings."""
    head = ["player", "Elo", "95 % interval", "games", "won", "drawn", "lost", "score", "95 % interval"]
    head += ["illegal", "time-outs", "crashes", "restarts", "live"]
    rows = []
    for each in standings:
        rating, faults = each.rating, each.faults
        numbers = [each.games, each.wins, each.draws, each.losses]
        counts = [faults.illegal + faults.malformed, faults.time, faults.crash, faults.restarts]
        live = f"{each.live[0]:.1f} ± {each.live[1]:.1f}" if each.live else "–"
        row = [f'<span title="{escape(each.seat)}">{escape(each.name)}</span>', f"{rating.elo:+.0f}"]
        row += [f"{rating.low:+.0f} … {rating.high:+.0f}", *map(str, numbers), f"{each.score:.3f}"]
        rows.append([*row, f"{each.low:.3f} – {each.high:.3f}", *map(str, counts), live])
    return table(head, rows, "Standings")


def cross_table(summary: Summary) -> str:
    """Return the mean score of each row's player against each column's."""
    names = [escape(each.name) for each in summary.standings]
    rows = [
        [name, *("–" if cell is None else f'<span title="{cell[1]:g} games">{cell[0]:.2f}</span>' for cell in cells)]
        for name, cells in zip(names, summary.cross, strict=True)
    ]
    return table(["row against column", *names], rows, "Mean score of the row's player")


def tests_table(summary: Summary) -> str:
    """Return what the sequential test says, if there was one."""
    if not summary.tests:
        return ""
    rows = [
        [escape(each.first), escape(each.second), str(each.groups), f"{each.ratio:+.2f}", escape(each.verdict)]
        for each in summary.tests
    ]
    head = ["first", "second", "seeds", "log likelihood ratio", "first is"]
    return "<h2>Sequential tests</h2>" + table(head, rows, "SPRT on groups of matches with one seed", "words")


def notes(summary: Summary) -> str:
    """Return what went wrong."""
    if not summary.notes:
        return ""
    items = "".join(f"<li>{escape(each)}</li>" for each in summary.notes[:200])
    more = f"<p>… and {len(summary.notes) - 200} more</p>" if len(summary.notes) > 200 else ""
    return f"<details><summary>What went wrong ({len(summary.notes)})</summary><ul>{items}</ul>{more}</details>"


def matches_table(summary: Summary) -> str:
    """Return the list of matches with links to their records."""
    rows = [
        [f'<a href="{escape(file)}">{escape(file)}</a>', escape(" – ".join(names)), escape(result)]
        for file, names, result in summary.records
    ]
    return table(["record (plowshares replay FILE)", "seats", "result"], rows, "Records of all matches", "words")


def rating_plot(standings: Sequence[Standing]) -> str:
    """Draw the ratings with their intervals."""
    low = min(each.rating.low for each in standings)
    high = max(each.rating.high for each in standings)
    scale = (WIDTH - LEFT - RIGHT) / max(high - low, 1.0)

    def at(elo: float) -> float:
        return round(LEFT + (elo - low) * scale, 1)

    height = ROW * (len(standings) + 2)
    lines = [
        f'<svg role="img" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">',
        "<title>Ratings with 95 % intervals</title><desc>The same numbers are in the table below.</desc>",
        f'<line x1="{at(0)}" x2="{at(0)}" y1="{ROW / 2}" y2="{height - ROW}" stroke="currentColor" opacity=".3"/>',
    ]
    for row, each in enumerate(standings):
        y = ROW * (row + 1)
        rating = each.rating
        lines.append(f'<text x="{LEFT - 12}" y="{y + 5}" text-anchor="end">{escape(each.name[:24])}</text>')
        lines.append(
            f'<line x1="{at(rating.low)}" x2="{at(rating.high)}" y1="{y}" y2="{y}"'
            ' stroke="currentColor" stroke-width="2"/>'
        )
        lines.append(f'<circle cx="{at(rating.elo)}" cy="{y}" r="5" fill="#2a6fdb" stroke="currentColor"/>')
    for elo in (low, 0.0, high):
        lines.append(f'<text x="{at(elo)}" y="{height - 6}" text-anchor="middle">{elo:{"+" if elo else ""}.0f}</text>')
    return "".join([*lines, "</svg>"])
