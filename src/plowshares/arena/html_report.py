"""What the reports of tournaments and studies share: the frame of a page, its tables, and files written whole."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { border: 1px solid #8886; padding: .25rem .6rem; text-align: right; white-space: nowrap; }
th:first-child, .words :is(th, td), caption { text-align: left; }
caption { white-space: nowrap; opacity: .8; }
thead th { border-bottom-width: 2px; }
svg { max-width: 100%; height: auto; }
svg text { font: 14px system-ui, sans-serif; fill: currentColor; }
small { opacity: .8; }
"""


def page(title: str, parts: Iterable[str], style: str = "") -> str:
    """Return a whole page under its title, with more style; empty parts are left out."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}{style}</style></head><body>\n"
        + "\n".join([f"<h1>{escape(title)}</h1>", *(part for part in parts if part)])
        + "\n</body></html>\n"
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str, kind: str = "numbers") -> str:
    """Return a table of numbers or words; cells are HTML already, the first of each row is its heading."""
    lines = [f'<table class="{kind}"><caption>{escape(caption)}</caption><thead><tr>']
    lines += [f'<th scope="col">{each}</th>' for each in head]
    lines.append("</tr></thead><tbody>")
    for first, *rest in rows:
        lines.append(f'<tr><th scope="row">{first}</th>{"".join(f"<td>{each}</td>" for each in rest)}</tr>')
    lines.append("</tbody></table>")
    return "".join(lines)


def write_file(path: Path, data: str | bytes) -> Path:
    """Write a file whole or not at all; return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.write_bytes(data.encode() if isinstance(data, str) else data)
    part.replace(path)
    return path
