"""The land of Civ as a drawing: tiles, rounded coasts, a veil over what is not in sight, fog over the unknown."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Sequence

from plowshares.games.civ.scene.words import ART
from plowshares.games.civ.state import Terrain

CELL = 64
SOFT = 32  # tiles along a side up to which edges of fog are blurred; blurring a larger map is slow
MOST_DRAWN = 1 << 14
UNKNOWN, OCEAN = int(Terrain.UNKNOWN), int(Terrain.OCEAN)
_MIRRORED = (OCEAN, int(Terrain.GRASSLAND), int(Terrain.FOREST))
_SHORES = ((0.35, "sand", 22.0), (1.5, "shoal", 18.0), (2.3, "sea", 15.5))  # width, class, radius
_BAND = CELL * 0.07

STYLE = """
.grass{fill:#a9d072}.sand{fill:#f1dfae}.shoal{fill:#9bd0e2}.sea{fill:#5ea7c9}
.wave{fill:none;stroke:#b5dcea;stroke-width:2.2;stroke-linecap:round}
.grid{fill:none;stroke:#2c231c;stroke-opacity:.09}
.veil{fill:#4b5560;opacity:.46}
.paper{fill:var(--fogc,#e6d9bb)}.cloud{fill:none;stroke:var(--fogl,#d3c3a0);stroke-width:2.4;stroke-linecap:round}
"""
DEFS = (
    '<pattern id="cv-clouds" width="56" height="44" patternUnits="userSpaceOnUse">'
    '<path class="cloud" d="M8 30c0-6 6-8 9-5 2-6 11-6 13 0 5-2 9 2 8 6"/></pattern>'
    '<filter id="cv-soft" x="-5%" y="-5%" width="110%" height="110%"><feGaussianBlur stdDeviation="6"/></filter>'
)


def ground(terrain: Sequence[int], size: int) -> Iterable[str]:
    """Draw the land of every known tile, then the coasts of the known sea."""
    sea = []
    for tile, code in enumerate(terrain):
        if code != UNKNOWN:
            yield land(code, tile % size, tile // size)
            if code == OCEAN:
                sea.append(tile)
    for tile in sea:
        yield shore(tile % size, tile // size, _land_around(terrain, size, tile))


@functools.lru_cache(maxsize=MOST_DRAWN)
def land(code: int, x: int, y: int) -> str:
    """Draw one tile of land; every third is mirrored, so that a plain does not look printed."""
    left, top = x * CELL, y * CELL
    flip = code in _MIRRORED and (7 * x + 13 * y) % 3 == 0
    turn = f' transform="translate({2 * left + CELL} 0) scale(-1 1)"' if flip else ""
    side = CELL + 0.6
    return f'<use href="art:{ART[code]}" x="{left}" y="{top}" width="{side}" height="{side}"{turn}/>'


_AROUND = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1))


def _land_around(terrain: Sequence[int], size: int, tile: int) -> int:
    """Return which of the eight neighbours are known land, as bits: west, north, east, south, then the corners."""
    y, x = divmod(tile, size)
    found = 0
    for bit, (dx, dy) in enumerate(_AROUND):
        if 0 <= x + dx < size and 0 <= y + dy < size:
            code = terrain[tile + dy * size + dx]
            found |= (code not in (UNKNOWN, OCEAN)) << bit
    return found


@functools.lru_cache(maxsize=MOST_DRAWN)
def shore(x: int, y: int, around: int) -> str:
    """Draw a tile of sea with beaches towards the land around it."""
    left, top = x * CELL, y * CELL
    sides = tuple(around >> bit & 1 for bit in range(4))
    fill = "grass" if any(sides) else "sea"
    side = CELL + 0.8
    parts = [f'<rect class="{fill}" x="{left - 0.4}" y="{top - 0.4}" width="{side}" height="{side}"/>']
    if any(sides):
        for width, name, radius in _SHORES:
            parts.append(f'<path class="{name}" d="{_basin(left, top, sides, _BAND * width, radius)}"/>')
    for bit, (dx, dy) in enumerate(_AROUND[4:], 4):
        if around >> bit & 1 and not _is_beside_land(around, dx, dy):
            parts.append(_cape(left, top, dx, dy))
    a, b, c, d = left + 15, top + 26, left + 32, top + 44
    parts.append(f'<path class="wave" d="M{a} {b}q4-4 8 0t8 0M{c} {d}q4-4 8 0t8 0"/>')
    return "".join(parts)


def _is_beside_land(around: int, dx: int, dy: int) -> bool:
    side = around >> (0 if dx < 0 else 2) & 1
    other = around >> (1 if dy < 0 else 3) & 1
    return bool(side or other)


def _basin(left: float, top: float, sides: Sequence[int], band: float, radius: float) -> str:
    """Return the outline of water that keeps a band away from the sides with land; corners between two are round."""
    west, north, east, south = sides
    x0, y0 = left + (band if west else -0.4), top + (band if north else -0.4)
    x1, y1 = left + CELL - (band if east else -0.4), top + CELL - (band if south else -0.4)
    a, b, c, d = (
        radius * bool(one and two) for one, two in ((west, north), (north, east), (east, south), (south, west))
    )
    return (
        f"M{x0 + a:.1f} {y0:.1f}H{x1 - b:.1f}q{b:.1f} 0 {b:.1f} {b:.1f}V{y1 - c:.1f}q0 {c:.1f} {-c:.1f} {c:.1f}"
        f"H{x0 + d:.1f}q{-d:.1f} 0 {-d:.1f} {-d:.1f}V{y0 + a:.1f}q0 {-a:.1f} {a:.1f} {-a:.1f}z"
    )


def _cape(left: float, top: float, dx: int, dy: int) -> str:
    """Draw the corner of land that touches a tile of sea only at its corner."""
    x, y = left + (CELL if dx > 0 else 0), top + (CELL if dy > 0 else 0)
    turn = 1 if dx * dy < 0 else 0
    parts = []
    for width, name in ((2.3, "shoal"), (1.5, "sand"), (0.35, "grass")):
        r = _BAND * width
        parts.append(
            f'<path class="{name}" d="M{x} {y}h{-dx * r:.1f}a{r:.1f} {r:.1f} 0 0 {turn} {dx * r:.1f} {-dy * r:.1f}z"/>'
        )
    return "".join(parts)


# --- lines and covers ---


@functools.cache
def grid(size: int) -> str:
    """Draw the lines between tiles."""
    lines = "".join(f"M{i * CELL} 0V{size * CELL}M0 {i * CELL}H{size * CELL}" for i in range(size + 1))
    return f'<path class="grid" d="{lines}"/>'


def runs(tiles: Collection[int], size: int, grow: float) -> str:
    """Return the outline of tiles as one rectangle for each run in a row, a little larger than it."""
    parts = []
    ordered = sorted(tiles)
    start = 0
    for i, tile in enumerate(ordered):
        ends = i + 1 == len(ordered) or ordered[i + 1] != tile + 1 or (tile + 1) % size == 0
        if ends:
            y, x = divmod(ordered[start], size)
            width = (tile - ordered[start] + 1) * CELL + 2 * grow
            parts.append(f"M{x * CELL - grow} {y * CELL - grow}h{width}v{CELL + 2 * grow}h{-width}z")
            start = i + 1
    return "".join(parts)


def veil(remembered: Collection[int], size: int) -> str:
    """Cover land that was seen before and is not in sight now."""
    if not remembered:
        return ""
    soft = ' filter="url(#cv-soft)"' if size <= SOFT else ""
    return f'<path class="veil"{soft} d="{runs(remembered, size, 1)}"/>'


def fog(unknown: Collection[int], size: int) -> str:
    """Cover the unknown with paper and clouds."""
    if not unknown:
        return ""
    outline = runs(unknown, size, 0)
    soft = ' filter="url(#cv-soft)"' if size <= SOFT else ""
    return f'<path class="paper"{soft} d="{outline}"/><path fill="url(#cv-clouds)" d="{outline}"/>'


def border(tiles: Collection[int], size: int) -> str:
    """Return the outline around some tiles."""
    inside = set(tiles)
    parts = []
    for tile in inside:
        y, x = divmod(tile, size)
        left, top = x * CELL, y * CELL
        if y == 0 or tile - size not in inside:
            parts.append(f"M{left} {top}h{CELL}")
        if tile + size not in inside:
            parts.append(f"M{left} {top + CELL}h{CELL}")
        if x == 0 or tile - 1 not in inside:
            parts.append(f"M{left} {top}v{CELL}")
        if x == size - 1 or tile + 1 not in inside:
            parts.append(f"M{left + CELL} {top}v{CELL}")
    return "".join(sorted(parts))


# --- the small picture of all of it ---

_PLAIN = {0: "#5ea7c9", 1: "#a9d072", 2: "#c2cd73", 3: "#5c9450", 4: "#8b8f97"}


def overview_ground(terrain: Sequence[int], seen: Collection[int], size: int) -> Iterable[str]:
    """Draw the land one unit a tile, run by run; what is not in sight is paler."""
    for y in range(size):
        row = [(terrain[y * size + x], y * size + x in seen) for x in range(size)]
        x = 0
        while x < size:
            end = x
            while end < size and row[end] == row[x]:
                end += 1
            code, is_seen = row[x]
            if code != UNKNOWN:
                pale = "" if is_seen else ' opacity=".6"'
                yield f'<rect x="{x}" y="{y}" width="{end - x + 0.06:.2f}" height="1.06" fill="{_PLAIN[code]}"{pale}/>'
            x = end
