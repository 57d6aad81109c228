"""The board for terminals: a map that fits 80 columns, and what is known of each player."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Collection, Iterator

from plowshares.core.seats import NOBODY
from plowshares.games.civ import parsing
from plowshares.games.civ.notation import prompt, seat_name
from plowshares.games.civ.rules.ending import score_of
from plowshares.games.civ.state import Result, State, Terrain

TERRAIN = "~.nt^ "
KEY = "~ ocean . grassland n hills t forest ^ mountains c C city A armies w workers"
WIDTH = 80
MARGIN = 4  # columns for the number of a row
GAP = 2
WIDEST = 16  # tiles in a row of three characters each …
WIDE = 38  # … or of two; larger boards have one character a tile
NARROWEST = 22  # columns that the players' panel needs beside the map; with less it stands below


def board(s: State, seat: int, marked: Collection[str] = ()) -> str:
    """Draw a view as the seat sits; marked picks are listed below the map."""
    taken = MARGIN + int(s.options.size) * tile_width(int(s.options.size)) + GAP
    if WIDTH - taken >= NARROWEST:
        panel = _panel(s, seat, WIDTH - taken)
        rows = itertools.zip_longest(_map(s, seat), panel, fillvalue="")
        lines = [f"{row:{taken}}{words}" for row, words in rows]
    else:
        lines = [*_map(s, seat), *_panel(s, seat, WIDTH)]
    lines += [KEY]
    if marked:
        lines += textwrap.wrap(f"Marked: {', '.join(sorted(marked))}", WIDTH)
    lines += textwrap.wrap(prompt(s, seat), WIDTH)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def tile_width(size: int) -> int:
    """Return how many characters a tile of a board takes."""
    return 3 if size <= WIDEST else 2 if size <= WIDE else 1


def _map(s: State, seat: int) -> Iterator[str]:
    size = int(s.options.size)
    width = tile_width(size)
    yield draw_axis(size)
    seen = set(range(size * size)) if s.result != Result.NONE else parsing.seen_tiles(s, seat)
    for y in range(size):
        row = "".join(_tile(s, y * size + x, width, y * size + x in seen) for x in range(size))
        yield f"{y:3} {row}"


def draw_axis(size: int) -> str:
    """Write the numbers of the columns above a map."""
    width = tile_width(size)
    every = 1 if width > 1 else 10
    line = ""
    for x in range(0, size, every):
        if len(line) <= x * width:
            line = line.ljust(x * width) + str(x)
    return " " * MARGIN + line


def _tile(s: State, tile: int, width: int, in_sight: bool) -> str:
    """Draw a tile: its terrain, with a mark where only remembered; or what is on it and whose."""
    owner = s.holder[tile] if s.holder[tile] != NOBODY else s.city[tile]
    if owner != NOBODY:
        return f"{owner}" if width == 1 else f"{letter_on(s, tile)}{owner}".ljust(width)
    mark = "" if in_sight or width == 1 or not parsing.is_known(s, tile) else "'"
    return f"{TERRAIN[int(s.terrain[tile])]}{mark}".ljust(width)


def letter_on(s: State, tile: int) -> str:
    """Return the letter of what is on a tile: c and C cities without and with units, A armies, w workers."""
    owner = parsing.owner_of_units(s, tile)
    if owner is None:
        return "c"
    if s.city[tile] != NOBODY:
        return "C"
    return "A" if parsing.stacks(s, owner)[tile].armies else "w"


def _panel(s: State, seat: int, width: int) -> list[str]:
    return [line for other in range(s.options.players) for line in _player(s, seat, other, width)]


def _player(s: State, seat: int, other: int, width: int) -> list[str]:
    p = s.players[other]
    name = f"{seat_name(s, other)}{' (you)' if other == seat else ''}"
    if p.fallen:
        return [f"{name}: eliminated"]
    parts = []
    if s.options.open_stats or other == seat or s.result != Result.NONE:
        parts.append(f"food {p.food}, production {p.production}, trade {p.trade}")
        parts.append(f"offence {parsing.offence(s, other) / 10:.1f}, defence {parsing.defence(s, other) / 10:.1f}")
    if other == seat or s.result != Result.NONE:
        parts.append(f"{int(score_of(s, other))} points")
    cities = [parsing.tile_name(s, tile) for tile in parsing.cities(s, other)]
    if cities:
        parts.append(f"cities {' '.join(cities)}")
    lines = textwrap.wrap(f"{name}: {'; '.join(parts) or 'nothing known'}", width, subsequent_indent="  ")
    for stack in parsing.stacks(s, other).values():
        lines += textwrap.wrap(_stack_line(s, seat, stack), width, initial_indent="  ", subsequent_indent="    ")
    return lines


def _stack_line(s: State, seat: int, stack: parsing.Stack) -> str:
    words = []
    if stack.workers:
        words.append(
            _moved(seat, stack, _many(len(stack.workers), "worker", "workers"), [w.moved for w in stack.workers])
        )
    if stack.armies:
        hps = " ".join(parsing.health_text(army.hp, army.exact) for army in stack.armies)
        words.append(
            _moved(
                seat, stack, f"{_many(len(stack.armies), 'army', 'armies')} ({hps})", [a.moved for a in stack.armies]
            )
        )
    ways = sorted({army.muster for army in stack.armies} - {NOBODY})
    words += [f"mustered {parsing.WAYS[way]}" for way in ways]
    ground = Terrain(int(s.terrain[stack.tile])).name.lower()
    return f"{parsing.tile_name(s, stack.tile)} {ground}: {', '.join(words)}"


def _many(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"


def _moved(seat: int, stack: parsing.Stack, words: str, moved: list[bool]) -> str:
    if stack.owner != seat or not any(moved):
        return words
    return f"{words} [{'all' if all(moved) else sum(moved)} moved]"
