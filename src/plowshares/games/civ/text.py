"""The board for terminals: a map that fits 80 columns, and what is known of each player."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator

from plowshares.core.seats import NOBODY
from plowshares.games.civ import reading
from plowshares.games.civ.notation import prompt, seat_name
from plowshares.games.civ.rules.ending import score_of
from plowshares.games.civ.state import Result, State

TERRAIN = "~.nt^ "
WIDTH = 80
WIDEST = 19  # tiles in a row of four characters each …
WIDE = 38  # … or of two; larger boards have one character a tile


def board(s: State, seat: int, marked: Collection[str] = ()) -> str:
    """Draw a view as the seat sits; marked picks are listed below the map."""
    lines = [*_map(s, seat), _key(s), ""]
    for other in range(s.options.players):
        lines += _player(s, seat, other)
    if marked:
        lines += textwrap.wrap(f"Marked: {', '.join(sorted(marked))}", WIDTH)
    lines += textwrap.wrap(prompt(s, seat), WIDTH)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _tile_width(size: int) -> int:
    return 4 if size <= WIDEST else 2 if size <= WIDE else 1


def _map(s: State, seat: int) -> Iterator[str]:
    size = int(s.options.size)
    width = _tile_width(size)
    every = 1 if width > 1 else 10
    marks = [str(x) if x % every == 0 else "" for x in range(size)]
    yield "    " + _axis(marks, width)
    seen = set(range(size * size)) if s.result != Result.NONE else reading.seen_tiles(s, seat)
    for y in range(size):
        row = "".join(_tile(s, y * size + x, width, y * size + x in seen) for x in range(size))
        yield f"{y:3} {row}"


def _axis(marks: list[str], width: int) -> str:
    line = ""
    for i, mark in enumerate(marks):
        if mark and len(line) <= i * width:
            line = line.ljust(i * width) + mark
    return line


def _tile(s: State, tile: int, width: int, in_sight: bool) -> str:
    """Draw a tile: its terrain, or what is on it and whose; both if there is room."""
    ground = TERRAIN[int(s.terrain[tile])]
    owner = s.holder[tile] if s.holder[tile] != NOBODY else s.city[tile]
    if owner == NOBODY:
        mark = "" if in_sight or width == 1 or not reading.is_known(s, tile) else "'"
        return f"{ground}{mark}".ljust(width)
    piece = _letter(s, tile)
    return {1: f"{owner}", 2: f"{piece}{owner}", 4: f"{ground}{piece}{owner} "}[width]


def _letter(s: State, tile: int) -> str:
    """Return the letter of what is on a tile: c and C cities without and with units, A armies, w workers."""
    owner = reading.owner_of_units(s, tile)
    if owner is None:
        return "c"
    if s.city[tile] != NOBODY:
        return "C"
    return "A" if reading.stacks(s, owner)[tile].armies else "w"


def _key(s: State) -> str:
    width = _tile_width(int(s.options.size))
    ground = "~ ocean  . grassland  n hills  t forest  ^ mountains"
    pieces = "number: owner" if width == 1 else "c city  C city with units  A armies  w workers, and the owner's number"
    return f"    {ground}\n    {pieces}"


def _player(s: State, seat: int, other: int) -> list[str]:
    p = s.players[other]
    name = f"{seat_name(s, other)}{' (you)' if other == seat else ''}"
    if p.fallen:
        return [f"{name}: eliminated"]
    parts = []
    if s.options.open_stats or other == seat or s.result != Result.NONE:
        parts.append(f"food {p.food}, production {p.production}, trade {p.trade}")
        parts.append(f"offence {reading.offence(s, other) / 10:.1f}, defence {reading.defence(s, other) / 10:.1f}")
    if other == seat or s.result != Result.NONE:
        parts.append(f"{int(score_of(s, other))} points")
    cities = [reading.tile_name(s, tile) for tile in reading.cities(s, other)]
    if cities:
        parts.append(f"cities {' '.join(cities)}")
    lines = textwrap.wrap(f"{name}: {'; '.join(parts) or 'nothing known'}", WIDTH, subsequent_indent="  ")
    for stack in reading.stacks(s, other).values():
        lines += textwrap.wrap(_stack_line(s, seat, stack), WIDTH, initial_indent="  ", subsequent_indent="      ")
    return lines


def _stack_line(s: State, seat: int, stack: reading.Stack) -> str:
    words = []
    if stack.workers:
        words.append(
            _moved(seat, stack, _many(len(stack.workers), "worker", "workers"), [w.moved for w in stack.workers])
        )
    if stack.armies:
        hps = " ".join(reading.hp_text(army.hp) for army in stack.armies)
        words.append(
            _moved(
                seat, stack, f"{_many(len(stack.armies), 'army', 'armies')} ({hps})", [a.moved for a in stack.armies]
            )
        )
    ways = sorted({army.muster for army in stack.armies} - {NOBODY})
    words += [f"mustered {reading.WAYS[way]}" for way in ways]
    return f"{reading.tile_name(s, stack.tile)}: {', '.join(words)}"


def _many(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"


def _moved(seat: int, stack: reading.Stack, words: str, moved: list[bool]) -> str:
    if stack.owner != seat or not any(moved):
        return words
    return f"{words} [{'all' if all(moved) else sum(moved)} moved]"
