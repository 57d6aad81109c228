"""The board for terminals: a grid of boxes per layer, each player's amounts in letters."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Any

from plowshares.games.farmer_soldier.layout import Place, Window, layer_name, window_of
from plowshares.games.farmer_soldier.notation import prompt
from plowshares.games.farmer_soldier.positions import cell_name, common_food, format_amounts, owners
from plowshares.games.farmer_soldier.state import Phase

WIDTH = 80
EDGE_WORDS = {"p": "wraps around", "i": "has no end"}


def board(s: Any, seat: int, marked: Collection[str] = ()) -> str:
    """Draw a view as lines of text; marked cells have a star."""
    names = [f"p{each}" for each in range(s.options.seats)]
    parts = [_heading(s), "", *draw_grid(s, marked, names), prompt(s, seat)]
    return "\n".join(line.rstrip() for line in parts) + "\n"


def draw_grid(s: Any, marked: Collection[str], names: Sequence[str]) -> list[str]:
    """Draw the boxes of all layers, with what each seat is called in them, and how the board ends."""
    window = window_of(s)
    boxes = {place: _lines(s, window, place, cell, marked, names) for place, cell in window.cells.items()}
    width = max(4, *(len(line) for box in boxes.values() for line in box))
    layers = [_layer(window, rest, boxes, width) for rest in window.layers]
    return [*_side_by_side(layers), *_notes(window)]


def _heading(s: Any) -> str:
    if s.phase == Phase.OVER:
        return f"Round {int(s.round)}, the game is over."
    living = ", ".join(f"p{k} {int(s.people[k])}" for k in range(s.options.seats) if s.living[k])
    return f"Round {int(s.round)}, turn of p{s.seat}. People: {living}."


def _lines(s: Any, window: Window, place: Place, cell: int, marked: Collection[str], names: Sequence[str]) -> list[str]:
    name = cell_name(s, cell)
    star = "*" if f"cell {name}" in marked else ""
    way = "" if window.grid.kind != "triangle" else "^ " if sum(place) % 2 == 0 else "v "
    lines = [way + name + star]
    lines += [f"{names[seat]} {format_amounts(amounts)}" for seat, amounts in owners(s, cell)]
    if common_food(s, cell):
        lines.append(f"food {common_food(s, cell)}")
    return lines


def _layer(window: Window, rest: Place, boxes: dict[Place, list[str]], width: int) -> list[str]:
    """Draw one layer, upper row first; rows of hexagons are shifted by half a box each."""
    here = sorted((place for place in boxes if place[2:] == rest), key=lambda p: (-_row(p), p[0]))
    step = width + 3  # a bar and two blanks
    left = min(_indent(window, place, step) for place in here)
    lines: list[str] = [layer_name(rest)] if rest else []
    bar = ""
    for _, row in groupby(here, key=_row):
        places = list(row)
        start = _indent(window, places[0], step) - left
        text, below = _row_lines(window, places, boxes, width, start, step, left)
        lines += [_merge(bar, below), *text]
        bar = below
    return [*lines, bar]


def _merge(upper: str, lower: str) -> str:
    """Lay two bars over each other: the lower side of one row and the upper side of the next."""
    width = max(len(upper), len(lower))
    return "".join(max(pair, key=" -+".index) for pair in zip(upper.ljust(width), lower.ljust(width), strict=True))


def _row_lines(
    window: Window, places: list[Place], boxes: dict[Place, list[str]], width: int, start: int, step: int, left: int
) -> tuple[list[str], str]:
    """Draw one row of boxes; return it, and the bar that goes above and below."""
    height = max(len(boxes[place]) for place in places)
    bar = [" "] * (start + step)
    rows = [[" "] * (start + step) for _ in range(height)]
    for place in places:
        x = _indent(window, place, step) - left
        for line, text in [(bar, "-" * (width + 2)), *zip(rows, _filled(boxes[place], height), strict=True)]:
            mark = "+" if line is bar else "|"
            line += [" "] * (x + step + 1 - len(line))
            line[x : x + step + 1] = [mark, *(text if line is bar else f" {text:<{width}} "), mark]
    return ["".join(row) for row in rows], "".join(bar)


def _filled(lines: list[str], height: int) -> list[str]:
    return lines + [""] * (height - len(lines))


def _row(place: Place) -> int:
    return place[1] if len(place) > 1 else 0


def _indent(window: Window, place: Place, step: int) -> int:
    return place[0] * step + (_row(place) * step // 2 if window.grid.kind == "hex" else 0)


def _side_by_side(layers: list[list[str]]) -> list[str]:
    """Put layers next to each other as far as the screen goes."""
    lines: list[str] = []
    group: list[list[str]] = []
    for layer in layers:
        if group and sum(_width(each) + 2 for each in group) + _width(layer) > WIDTH:
            lines += _join(group)
            group = []
        group.append(layer)
    return lines + _join(group)


def _width(lines: list[str]) -> int:
    return max(len(line) for line in lines)


def _join(group: list[list[str]]) -> list[str]:
    height = max(len(each) for each in group)
    rows = zip(*([f"{line:<{_width(each)}}" for line in _filled(each, height)] for each in group), strict=True)
    return ["  ".join(row) for row in rows]


def _notes(window: Window) -> list[str]:
    names = "left to right", "bottom to top"
    notes = []
    for axis, end in enumerate(window.grid.edges):
        if end in EDGE_WORDS:
            name = names[axis] if axis < 2 else f"axis {axis}"
            notes.append(f"The board {EDGE_WORDS[end]} {'' if axis < 2 else 'along '}{name}.")
    return notes
