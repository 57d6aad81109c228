"""The report of a tournament as one page that needs nothing else: no script, no font, no picture file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from plowshares import registry
from plowshares.arena.html_report import document, table, watch_link

if TYPE_CHECKING:
    from plowshares.arena.report import Standing, Summary

WIDTH, ROW, LEFT, RIGHT = 1080, 28, 240, 40
METHOD = (
    "Bradley–Terry by maximum likelihood on the scale of Elo, 0 on average; 95 % intervals, the wider of curvature and "
    "bootstrap over seeds."
)


def to_html(summary: Summary) -> str:
    """Return the whole page."""
    title = f"{registry.find(summary.game).title}: {summary.format} of {len(summary.standings)} players"
    isolation = escape(", ".join(summary.isolation) or "–")
    intro = (
        f"<p>{summary.matches} matches, {summary.seats} seats, time {escape(summary.time)}, seed {summary.seed}. "
        f"Isolation of bots: {isolation}.</p>"
    )
    ratings = f"<p><small>{METHOD}</small></p>{rating_plot(summary.standings)}{standings_table(summary.standings)}"
    return document(
        title,
        intro,
        [
            ("Ratings", ratings),
            ("Everybody against everybody", cross_table(summary)),
            ("Sequential tests", tests_table(summary)),
            ("What went wrong", notes(summary)),
            ("Matches", matches_table(summary)),
        ],
    )


def standings_table(standings: Sequence[Standing]) -> str:
    """Return the standings; columns that nobody fills are left out."""
    has_live, has_usage = any(each.live for each in standings), any(each.usage for each in standings)
    head = ["player", "Elo", "games", "won – drawn – lost", "score", "illegal", "time-outs", "crashes", "restarts"]
    head += (["calls", "tokens in", "tokens out"] if has_usage else []) + (["live rating"] if has_live else [])
    caption = "Standings. Below Elo and score: 95 % intervals."
    if has_live:
        caption += " The live rating (OpenSkill) follows the order of matches."
    rows = [standing_row(each, has_usage, has_live) for each in standings]
    return table(head, rows, caption)


def standing_row(each: Standing, has_usage: bool, has_live: bool) -> list[str]:
    """Return the cells of one player."""
    rating, faults, usage = each.rating, each.faults, each.usage
    row = [
        f'<span title="{escape(each.seat)}">{escape(each.name)}</span>',
        f"{rating.elo:+.0f}<br><small>{rating.low:+.0f} … {rating.high:+.0f}</small>",
        str(each.games),
        f"{each.wins} – {each.draws} – {each.losses}",
        f"{each.score:.3f}<br><small>{each.low:.3f} – {each.high:.3f}</small>",
        *map(str, (faults.illegal + faults.malformed, faults.time, faults.crash, faults.restarts)),
    ]
    if has_usage:
        counts = (usage.calls, usage.tokens_in, usage.tokens_out) if usage else ()
        row += [f"{count:,}" for count in counts] or ["–"] * 3
    if has_live:
        row.append(f"{each.live[0]:.1f} ± {each.live[1]:.1f}" if each.live else "–")
    return row


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
    return table(head, rows, "SPRT on groups of matches with one seed", "words")


def notes(summary: Summary) -> str:
    """Return what went wrong."""
    if not summary.notes:
        return ""
    items = "".join(f"<li>{escape(each)}</li>" for each in summary.notes[:200])
    more = f"<p>… and {len(summary.notes) - 200} more</p>" if len(summary.notes) > 200 else ""
    return f"<details><summary>{len(summary.notes)} notes</summary><ul>{items}</ul>{more}</details>"


def matches_table(summary: Summary) -> str:
    """Return the list of matches: pages that replay them where they were made, and records."""
    rows = [
        [str(number), watch_link(page, file), escape(" – ".join(names)), escape(result)]
        for number, (file, names, result, page) in enumerate(summary.records, 1)
    ]
    caption = "“Watch” replays a match in the browser; `plowshares replay RECORD --browser` makes such a page."
    return table(["match", "", "seats", "result"], rows, caption, "words")


def shorten(name: str, most: int = 28) -> str:
    """Return a name that fits beside the plot."""
    return name if len(name) <= most else f"{name[: most - 1]}…"


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
        lines.append(f'<text x="{LEFT - 12}" y="{y + 5}" text-anchor="end">{escape(shorten(each.name))}</text>')
        lines.append(
            f'<line x1="{at(rating.low)}" x2="{at(rating.high)}" y1="{y}" y2="{y}"'
            ' stroke="currentColor" stroke-width="2"/>'
        )
        lines.append(f'<circle cx="{at(rating.elo)}" cy="{y}" r="5" fill="var(--brand)" stroke="currentColor"/>')
    for elo in (low, 0.0, high):
        lines.append(f'<text x="{at(elo)}" y="{height - 6}" text-anchor="middle">{elo:{"+" if elo else ""}.0f}</text>')
    return "".join([*lines, "</svg>"])
