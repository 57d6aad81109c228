"""Cities, workers and armies as drawings, with badges, health and the marks that the page shows."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from plowshares.games.civ.scene.terrain import CELL

STYLE = """
.name,.badge{font:700 14px sans-serif;fill:var(--on,#fff);text-anchor:middle}
.name{font-size:13px;paint-order:stroke;stroke:var(--pc,#777);stroke-width:9px;stroke-linejoin:round}
.rim{stroke:#fff;stroke-width:13px}.names{pointer-events:none}
.plate{fill:var(--pc,#777);stroke:#fff;stroke-width:2}
.dark-bar{fill:#2c231c}.hp-good{fill:#57b35a}.hp-fair{fill:#e8a83a}.hp-low{fill:#d2341f}
.range{fill:none;stroke:var(--pc,#777);stroke-width:3.5;stroke-dasharray:9 6;stroke-linecap:round;opacity:.85}
.mine{fill:var(--pc,#777);fill-opacity:.07}
.cell>rect{fill:none;pointer-events:all}.tired{opacity:.72}
.mark{display:none;pointer-events:none}.marked .mark{display:inline}
.frame{fill:#fff6c8;fill-opacity:.4;stroke:var(--glow,#ffc83d);stroke-width:4}
.cell[data-mark=attack] .mark.frame{fill:#d2341f;fill-opacity:.22;stroke:var(--attack,#d2341f)}
.cell.marked .mark.dot{display:none}.cell.marked[data-mark=select] .mark.dot{display:inline}
.cell.marked[data-mark=select] .mark.frame{display:none}
.dot{fill:var(--glow,#ffc83d);stroke:#fff;stroke-width:3}
.ring{fill:var(--glow,#ffc83d);fill-opacity:.85;stroke:#fff;stroke-width:3}
.arrow{fill:#fff;stroke:#2c231c;stroke-width:1.5}
.yield{font:700 13px sans-serif;fill:#2c231c;paint-order:stroke;stroke:#fff;stroke-width:3px}
"""
DEFS = (
    f'<rect id="cv-frame" x="4" y="4" width="{CELL - 8}" height="{CELL - 8}" rx="10"/>'
    f'<circle id="cv-dot" cx="{CELL / 2:g}" cy="{CELL / 2:g}" r="8"/>'
)
NAME_LINE = 1.15  # em, from one line of a name to the next
_ARROW = f"M{CELL / 2 - 8:g} 10l8-9 8 9z"


@functools.lru_cache(maxsize=1 << 14)
def cell(x: int, y: int, words: str, thing: str) -> str:
    """Draw what can be picked of a tile: nothing, until the page marks it."""
    left, top = x * CELL, y * CELL
    named = f' data-thing="{thing}"' if thing else ""
    return (
        f'<g class="pick cell" data-pick="cell {x},{y}"{named} aria-label={quoteattr(words)}>'
        f'<rect x="{left}" y="{top}" width="{CELL}" height="{CELL}"/>'
        f'<use class="mark frame" href="#cv-frame" x="{left}" y="{top}"/>'
        f'<use class="mark dot" href="#cv-dot" x="{left}" y="{top}"/></g>'
    )


@functools.lru_cache(maxsize=1 << 12)
def city(x: int, y: int, seat: int, words: str) -> str:
    """Draw a city; its name is drawn over all cities."""
    left, top = x * CELL, y * CELL
    return (
        f'<g class="pick seat-{seat % 8}" data-pick="city {x},{y}" data-thing="city {x},{y}"'
        f" aria-label={quoteattr(words)}>"
        f'<ellipse class="mark ring" cx="{left + CELL / 2:g}" cy="{top + 50}" rx="40" ry="17"/>'
        f'<use href="art:u-city" x="{left - 4}" y="{top - 9}" width="72" height="72"/></g>'
    )


def city_names(names: Sequence[CityName]) -> Iterator[str]:
    """Draw the names of all cities, first what is behind them: no name covers another."""
    if names:
        drawn = [_city_name(name) for name in names]
        yield '<g class="names" aria-hidden="true">'
        yield from (text.replace('class="', 'class="rim ', 1) for text in drawn)
        yield from drawn
        yield "</g>"


@functools.lru_cache(maxsize=1 << 12)
def _city_name(name: CityName) -> str:
    middle, foot = name.x * CELL + CELL / 2, name.y * CELL + 69
    lines = [*name.lines[:-1], f"{name.lines[-1]} {name.units}" if name.units else name.lines[-1]]
    label = "".join(
        f'<tspan x="{middle:g}" y="{foot}" dy="{NAME_LINE * (i + 1 - len(lines)):g}em">{escape(line)}</tspan>'
        for i, line in enumerate(lines)
    )
    return f'<text class="name seat-{name.seat % 8}">{label}</text>'


class CityName(NamedTuple):
    """The name of a city: where, whose, its lines, and how many units stand in it."""

    x: int
    y: int
    seat: int
    lines: tuple[str, ...]
    units: int


class Spot(NamedTuple):
    """Where on a tile a figure stands, from its middle, and how large it is."""

    dx: float
    dy: float
    size: float


ALONE = Spot(0, -3, 58)
LEFT, RIGHT = Spot(-15, 4, 44), Spot(15, 4, 44)
BEFORE_CITY_LEFT, BEFORE_CITY_RIGHT = Spot(-24, -3, 42), Spot(24, -3, 42)


@functools.lru_cache(maxsize=1 << 12)
def workers(x: int, y: int, seat: int, count: int, spot: Spot, tired: bool, words: str) -> str:
    """Draw the workers on a tile as one figure with their number."""
    inside = _figure("u-worker", x, y, spot) + (_badge(x, y, spot, count) if count > 1 else "")
    return _unit("workers", x, y, seat, spot, tired, words, inside)


@functools.lru_cache(maxsize=1 << 12)
def armies(
    x: int, y: int, seat: int, count: int, health: int, ways: tuple[int, ...], spot: Spot,
    tired: bool, words: str,
) -> str:  # fmt: skip
    """Draw the armies on a tile as one figure with their number and health, and arrows where they are mustered to."""
    inside = (
        _figure("u-army", x, y, spot) + _health(x, y, spot, health) + (_badge(x, y, spot, count) if count > 1 else "")
    )
    for way in ways:
        turn = f"rotate({90 * way} {CELL / 2:g} {CELL / 2:g})"
        inside += f'<path class="arrow" d="{_ARROW}" transform="translate({x * CELL} {y * CELL}) {turn}"/>'
    return _unit("armies", x, y, seat, spot, tired, words, inside)


def _unit(kind: str, x: int, y: int, seat: int, spot: Spot, tired: bool, words: str, inside: str) -> str:
    dx, dy, size = spot
    middle, foot = x * CELL + CELL / 2 + dx, y * CELL + CELL / 2 + dy + size * 0.42
    ring = f'<ellipse class="mark ring" cx="{middle:g}" cy="{foot:.1f}" rx="{size * 0.44:.1f}" ry="{size * 0.18:.1f}"/>'
    pale = " tired" if tired else ""
    return (
        f'<g class="pick seat-{seat % 8}{pale}" data-pick="{kind} {x},{y}" data-thing="{kind} {x},{y}"'
        f" aria-label={quoteattr(words)}>{ring}{inside}</g>"
    )


def _figure(art: str, x: int, y: int, spot: Spot) -> str:
    dx, dy, size = spot
    left, top = x * CELL + (CELL - size) / 2 + dx, y * CELL + (CELL - size) / 2 + dy
    return f'<use href="art:{art}" x="{left:g}" y="{top:g}" width="{size:g}" height="{size:g}"/>'


def _badge(x: int, y: int, spot: Spot, count: int) -> str:
    dx, dy, size = spot
    cx, cy = x * CELL + CELL / 2 + dx + size * 0.36, y * CELL + CELL / 2 + dy - size * 0.34
    width = 24 if count < 10 else 24 + 8 * (len(str(count)) - 1)
    return (
        f'<rect class="plate" x="{cx - width / 2:.1f}" y="{cy - 12:.1f}" width="{width}" height="24" rx="12"/>'
        f'<text class="badge" x="{cx:.1f}" y="{cy + 5:.1f}">{count}</text>'
    )


def _health(x: int, y: int, spot: Spot, health: int) -> str:
    dx, dy, size = spot
    width = size * 0.72
    left, top = x * CELL + CELL / 2 + dx - width / 2, y * CELL + CELL / 2 + dy + size * 0.43
    tone = "good" if health > 50 else "fair" if health > 20 else "low"
    inner = max(2.0, (width - 3) * health / 100)
    return (
        f'<rect class="dark-bar" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="8" rx="4"/>'
        f'<rect class="hp-{tone}" x="{left + 1.5:.1f}" y="{top + 1.5:.1f}" width="{inner:.1f}" height="5" rx="2.5"/>'
    )
