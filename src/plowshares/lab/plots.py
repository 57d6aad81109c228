"""Plots as inline SVG, without a library: every number in them is also in a table of the same page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from plowshares.lab.statistics import Estimate

COLOURS = ("#2f6b46", "#c8452f", "#2760ae", "#e3a41c", "#8a5aa8", "#3aa678", "#d9679f", "#6d6a60")  # of the seats
DASHES = ("", "6 3", "2 3", "8 3 2 3")  # so that lines differ without their colour too
WIDTH, ROW = 520, 22
CHART, MARGIN = 200, 44
LETTER, LONGEST = 7.4, 48  # width of a letter on average; letters of a label, more are cut
ACROSS = 284  # from the labels to the right edge


def svg(width: int, height: int, title: str, body: Sequence[str]) -> str:
    """Return a picture with its title for readers who cannot see it."""
    return (
        f'<svg role="img" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>"
    )


def text(x: float, y: float, words: str, anchor: str = "start") -> str:
    """Return a label."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, style: str = 'stroke="currentColor"') -> str:
    """Return a line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {style}/>'


def label_width(names: Sequence[str]) -> int:
    """Return the width that the labels of rows need on the left."""
    return round(20 + LETTER * min(LONGEST, max(map(len, names), default=0)))


def row_label(left: int, y: float, name: str) -> str:
    """Return the label of a row, ending before the plot; one that is too long is cut, and whole when pointed at."""
    short = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
    return f"<g><title>{escape(name)}</title>{text(left - 10, y, short, 'end')}</g>"


def colour(index: int) -> str:
    """Return the colour of a variant by its number."""
    return COLOURS[index % len(COLOURS)]


def dot_plot(title: str, names: Sequence[str], found: Sequence[Estimate], is_share: bool, even: float | None) -> str:
    """Draw means with their intervals, one row for each variant."""
    known = [each for each in found if each.count and math.isfinite(each.low)]
    if not known:
        return ""
    low, high = min(each.low for each in known), max(each.high for each in known)
    if even is not None:
        low, high = min(low, even), max(high, even)
    pad = 0.05 * ((high - low) or abs(high) or 1.0)
    low, high = low - pad, high + pad

    left = label_width(names)

    def at(value: float) -> float:
        return left + (value - low) / (high - low) * ACROSS

    height = ROW * (len(names) + 2)
    body = [text(4, 15, title)]
    if even is not None:
        body.append(
            line(at(even), ROW, at(even), height - ROW, 'stroke="currentColor" stroke-dasharray="3 3" opacity=".5"')
        )
    for row, (name, each) in enumerate(zip(names, found, strict=True)):
        y = ROW * (row + 1.7)
        body.append(row_label(left, y + 5, name))
        if each in known:
            body.append(line(at(each.low), y, at(each.high), y, 'stroke="currentColor" stroke-width="2"'))
            body.append(f'<circle cx="{at(each.mean):.1f}" cy="{y:.1f}" r="5" fill="{colour(row)}"/>')
    for value, anchor in ((low + pad, "start"), (high - pad, "end")):
        words = f"{100 * value:.1f} %" if is_share else f"{value:.3g}"
        body.append(text(at(value), height - 4, words, anchor))
    return svg(max(WIDTH, left + ACROSS + 16), height, f"{title}: mean and 95 % interval of each variant", body)


def bar_plot(title: str, names: Sequence[str], shares: Sequence[dict[str, float]]) -> str:
    """Draw shares that add up to one, one bar for each variant."""
    words = list(dict.fromkeys(word for each in shares for word in each))
    height = ROW * (len(names) + 1) + ROW * (1 + len(words) // 5)
    left = label_width(names)
    body = [text(4, 15, title)]
    for row, (name, parts) in enumerate(zip(names, shares, strict=True)):
        y, x = ROW * (row + 1.1), float(left)
        body.append(row_label(left, y + 14, name))
        for index, word in enumerate(words):
            width = parts.get(word, 0.0) * ACROSS
            label = f"<title>{escape(word)} {100 * parts.get(word, 0.0):.1f} %</title>"
            box = f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{ROW - 4}" fill="{colour(index)}">'
            body.append(f"{box}{label}</rect>")
            x += width
    for index, word in enumerate(words):
        x, y = 4 + (index % 5) * (WIDTH - 8) / 5, ROW * (len(names) + 2 + index // 5) - 6
        body.append(f'<rect x="{x:.1f}" y="{y - 11:.1f}" width="12" height="12" fill="{colour(index)}"/>')
        body.append(text(x + 16, y, word))
    return svg(max(WIDTH, left + ACROSS + 16), height + ROW // 2, f"{title}: shares of each variant", body)


def line_plot(title: str, names: Sequence[str], rows: Sequence[Sequence[float]]) -> str:
    """Draw what happens over time, one line for each variant."""
    longest = max((len(row) for row in rows), default=0)
    if longest < 2:
        return ""
    top = max(max(row, default=0.0) for row in rows) or 1.0
    height = CHART + 2 * MARGIN + 16 * len(names)

    def point(index: int, value: float) -> str:
        x = MARGIN + index / (longest - 1) * (WIDTH - MARGIN - 10)
        return f"{x:.1f},{ROW + (1 - value / top) * CHART:.1f}"

    bottom = ROW + CHART
    body = [text(4, 15, title), line(MARGIN, ROW, MARGIN, bottom), line(MARGIN, bottom, WIDTH - 10, bottom)]
    body += [text(MARGIN - 6, ROW + 5, f"{top:.3g}", "end"), text(MARGIN - 6, bottom, "0", "end")]
    body += [text(MARGIN, bottom + 16, "1"), text(WIDTH - 10, bottom + 16, str(longest), "end")]
    for index, (name, row) in enumerate(zip(names, rows, strict=True)):
        step = max(1, len(row) // 120)  # more points than that cannot be seen
        points = " ".join(point(i, row[i]) for i in range(0, len(row), step))
        style = f'stroke="{colour(index)}" stroke-dasharray="{DASHES[index // len(COLOURS) % len(DASHES)]}"'
        body.append(f'<polyline points="{points}" fill="none" stroke-width="2" {style}/>')
        y = bottom + MARGIN + 16 * index - 6
        body.append(line(MARGIN, y - 4, MARGIN + 26, y - 4, f'{style} stroke-width="3"'))
        body.append(text(MARGIN + 34, y, name))
    return svg(WIDTH, height, f"{title} over time, mean of each variant", body)
