"""What the reports of tournaments and studies share: a page that looks like those of the server, tables, whole files.

A report is one file that needs nothing else, and fits a page of 1200 pixels.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from plowshares.core.art import CORE, symbols

# The tokens of server/static/tokens.css that reports use; a test compares them.
LIGHT = {
    "bg": "#f5efe2", "surface": "#fffdf8", "surface2": "#faf4e8", "sunken": "#efe6d4", "line": "#e3d8c3",
    "line2": "#cfc0a4", "ink": "#2c231c", "ink2": "#655849", "brand": "#2f6b46", "brand-d": "#215135",
    "brand-l": "#e2efdf", "gold-l": "#fdf0cf", "select": "#e8a100",
    "sh1": "0 1px 2px rgba(60, 40, 20, .10), 0 1px 1px rgba(60, 40, 20, .06)",
}  # fmt: skip
DARK = {
    "bg": "#171a18", "surface": "#232825", "surface2": "#2a302c", "sunken": "#1b1f1d", "line": "#363d38",
    "line2": "#4b544e", "ink": "#f1ebdf", "ink2": "#bdb6a8", "brand": "#7cc391", "brand-d": "#9fd8af",
    "brand-l": "#263c2e", "gold-l": "#3b311b", "sh1": "0 1px 2px rgba(0, 0, 0, .4)",
}  # fmt: skip
RULES = """
* { box-sizing: border-box }
body { margin: 0; font: 15px/1.5 Manrope, system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
  color: var(--ink); background: var(--bg) }
header { background: var(--surface); border-bottom: 1px solid var(--line) }
header div { max-width: 1160px; margin: auto; padding: 10px 20px; display: flex; align-items: center; gap: 10px }
header svg { width: 34px; height: 34px }
header strong, h1, h2, h3 { font-family: "Source Serif Pro", Georgia, "Liberation Serif", serif; font-weight: 650;
  letter-spacing: -.01em; line-height: 1.15 }
header strong { font-size: 21px }
main { max-width: 1160px; margin: 0 auto; padding: 20px }
h1 { font-size: 34px; margin: 12px 0 8px } h2 { font-size: 22px; margin: 0 0 10px } h3 { font-size: 17px }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 16px; box-shadow: var(--sh1);
  padding: 18px 20px; margin: 16px 0 }
p, ul { margin: 8px 0; max-width: 80ch } li { margin: 4px 0 }
a { color: var(--brand); font-weight: 600 }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--select); outline-offset: 2px }
a.watch { display: inline-block; min-height: 32px; padding: 4px 14px; border-radius: 99px; background: var(--brand-l);
  color: var(--brand-d); text-decoration: none }
.scroll { overflow-x: auto; margin: 10px 0 }
table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums }
caption { text-align: left; color: var(--ink2); padding: 4px 0; font-size: 13px }
th, td { border-bottom: 1px solid var(--line); padding: 6px 8px; text-align: right; vertical-align: top }
thead th { color: var(--ink2); font-weight: 600; border-bottom: 2px solid var(--line2); vertical-align: bottom }
th:first-child, .words :is(th, td) { text-align: left }
tbody th { font-weight: 600; overflow-wrap: anywhere; min-width: 14ch; max-width: 24ch }
tbody tr:hover { background: var(--surface2) }
td small { white-space: nowrap }
small, .quiet { color: var(--ink2); font-size: 13px }
code { background: var(--sunken); border-radius: 8px; padding: 2px 6px; font-size: 13px; overflow-wrap: anywhere }
details { margin: 8px 0 } summary { cursor: pointer; font-weight: 600; min-height: 32px }
svg { max-width: 100%; height: auto } svg text { font: 13px Manrope, system-ui, sans-serif; fill: currentColor }
.plots { display: flex; flex-wrap: wrap; gap: 24px }
@media print { body { background: none } .card { box-shadow: none; break-inside: avoid } }
@media (max-width: 600px) { main { padding: 12px } h1 { font-size: 26px } .card { padding: 14px } }
"""


def style() -> str:
    """Return the whole style sheet."""
    light, dark = (";".join(f"--{name}:{value}" for name, value in each.items()) for each in (LIGHT, DARK))
    return (
        f":root{{color-scheme:light dark;{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}" + RULES.strip()
    )


def document(title: str, intro: str, cards: Iterable[tuple[str, str]]) -> str:
    """Return a page: what it is about, then cards, each with a heading and HTML; empty ones are left out."""
    logo = f'<svg viewBox="0 0 48 48" aria-hidden="true">{symbols(CORE)["logo"]}<use href="#logo"/></svg>'
    body = [f'<section class="card"><h2>{escape(head)}</h2>{inside}</section>' for head, inside in cards if inside]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style()}</style></head><body>\n"
        f"<header><div>{logo}<strong>Plowshares</strong></div></header>\n<main><h1>{escape(title)}</h1>{intro}\n"
        + "\n".join(body)
        + "\n</main></body></html>\n"
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str, kind: str = "numbers") -> str:
    """Return a table of numbers or words; cells are HTML already, the first of each row is its heading."""
    lines = [f'<div class="scroll"><table class="{kind}"><caption>{escape(caption)}</caption><thead><tr>']
    lines += [f'<th scope="col">{each}</th>' for each in head]
    lines.append("</tr></thead><tbody>")
    for first, *rest in rows:
        lines.append(f'<tr><th scope="row">{first}</th>{"".join(f"<td>{each}</td>" for each in rest)}</tr>')
    lines.append("</tbody></table></div>")
    return "".join(lines)


def watch_link(page: str, record: str) -> str:
    """Return a link to the page that replays a match, if there is one, and to its record."""
    seen = f'<a class="watch" href="{escape(page)}">Watch</a> ' if page else ""
    return f'{seen}<small><a href="{escape(record)}">record</a></small>'


def write_file(path: Path, data: str | bytes) -> Path:
    """Write a file whole or not at all; return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.write_bytes(data.encode() if isinstance(data, str) else data)
    part.replace(path)
    return path
