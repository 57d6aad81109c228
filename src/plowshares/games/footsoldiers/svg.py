"""The picture for screens: the map, its soldiers with their ways, and who has what."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator

from plowshares.core.svg import SEAT_COLOURS, label, pick, picture, tag
from plowshares.games.footsoldiers.actions import Kind
from plowshares.games.footsoldiers.grammar import Cell, format_cell
from plowshares.games.footsoldiers.log import prompt, result_line
from plowshares.games.footsoldiers.lookup import (
    PIECE_NAMES,
    SEAT_NAMES,
    Soldier,
    all_soldiers,
    base_of,
    coordinates,
    grid_of,
    piece_at,
)
from plowshares.games.footsoldiers.notation import cell_pick
from plowshares.games.footsoldiers.rules import is_over
from plowshares.games.footsoldiers.state import FACING_NAMES, SEATS, TYPE_NAMES, Piece, Stage, State

TALL = 34
NARROW = 24  # of a cell on a long map, so that it stays large enough when the whole map must fit a screen
LONG = 4  # times as wide as high
EDGE = 22  # room for the numbers of rows and columns
PANEL = 64
MOST_DRAWN = 1 << 14  # cells that are kept as they were drawn
GROUNDS = (int(Piece.EMPTY), int(Piece.ROCK))
LEAST_WIDTH = 760  # that the panel needs
GROUND, LINE, ROCK, INK, PAPER, MARK = "#eef0e4", "#cfd3bf", "#6f6a60", "#26231e", "#ffffff", "#f2c230"
STYLE = f"""
.board {{ font-family: system-ui, sans-serif; fill: {INK} }}
.ground {{ fill: {GROUND}; stroke: {LINE}; stroke-width: 1 }}
.pick {{ cursor: pointer }}
.marked > .ground {{ fill: #fdf0bd; stroke: {MARK}; stroke-width: 2 }}
.pick:hover > .ground, .pick:focus > .ground {{ stroke: {INK}; stroke-width: 2 }}
.way {{ fill: none; stroke-width: 1.5; stroke-dasharray: 4 3; opacity: 0; pointer-events: none }}
.own > .way {{ opacity: .45 }}
.pick:hover > .way, .pick:focus > .way, .plan .way {{ opacity: 1; stroke-width: 2.5 }}
.plan {{ pointer-events: none }}
.letter {{ font-weight: 700; font-size: 12px }} .health {{ font-size: 10px; font-weight: 600 }}
.words {{ font-size: 15px }} .strong {{ font-size: 16px; font-weight: 700 }} .ruler {{ font-size: 11px }}
"""


class Sheet:
    """Where things lie on the paper."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.wide = NARROW if self.columns >= LONG * self.rows else TALL
        self.width = max(LEAST_WIDTH, self.columns * self.wide + 2 * EDGE)
        self.left = (self.width - self.columns * self.wide) / 2
        self.top = PANEL + EDGE
        self.height = self.top + self.rows * TALL + EDGE

    def corner(self, cell: Cell) -> tuple[float, float]:
        """Return the top left corner of a cell."""
        return self.left + cell[0] * self.wide, self.top + cell[1] * TALL

    def centre(self, cell: Cell) -> tuple[float, float]:
        """Return where a piece on the cell is drawn; its health is written below."""
        x, y = self.corner(cell)
        return x + self.wide / 2, y + TALL / 2 - 5


@functools.cache
def new_sheet(columns: int, rows: int) -> Sheet:
    """Return the sheet for a map, the same one for all of this size: what is drawn on it is kept."""
    return Sheet(columns, rows)


def board(s: State, seat: int, marked: Collection[str] = ()) -> str:
    """Draw a view with these picks highlighted."""
    sheet = new_sheet(int(s.options.width), int(s.options.height))
    inside = [*_panel(s, seat, sheet), _ruler(sheet), *_cells(s, seat, sheet, marked), *_plan(s, seat, sheet)]
    title = f"Footsoldiers, {SEAT_NAMES[seat] if 0 <= seat < SEATS else 'spectator'}"
    return picture(sheet.width, sheet.height, title, _describe(s, seat), inside, STYLE)


def _describe(s: State, seat: int) -> str:
    sides = [
        f"{SEAT_NAMES[i]}: base health {s.sides[i].base_health}, money {s.sides[i].money}, soldiers {s.sides[i].count}."
        for i in range(SEATS)
    ]
    return " ".join([*sides, prompt(s, seat)])


# Above the map


def _panel(s: State, seat: int, sheet: Sheet) -> Iterator[str]:
    for i in range(SEATS):
        yield from _player(s, i, i == seat, sheet)
    middle = result_line(s) if is_over(s) else f"{s.turns} turns left"
    yield label(middle, sheet.width / 2, 24, class_="strong")
    if not is_over(s):
        yield label(f"{SEAT_NAMES[s.turns % 2]} moves first", sheet.width / 2, 46, class_="words")


def _player(s: State, i: int, is_you: bool, sheet: Sheet) -> Iterator[str]:
    """Write a player's line and the bar of its base: player1 on the left, player2 on the right."""
    side = s.sides[i]
    x, anchor = (sheet.width - EDGE, "end") if i else (EDGE, "start")
    state = "" if is_over(s) else " — has chosen" if s.chosen[i] else " — choosing"
    name = f"{SEAT_NAMES[i]}{' (you)' if is_you else ''}{state}"
    yield label(name, x, 14, class_="strong", text_anchor=anchor, fill=SEAT_COLOURS[i])
    length, share = 190.0, side.base_health / s.options.base_health
    start = x - length if i else x
    yield tag("rect", x=start, y=25, width=length, height=9, rx=3, fill=PAPER, stroke=INK, stroke_width=1)
    if share:
        filled = length * share
        begin = start + length - filled if i else start
        yield tag("rect", x=begin, y=25, width=filled, height=9, rx=3, fill=SEAT_COLOURS[i])
    words = f"base {side.base_health} · money {side.money} · soldiers {side.count}"
    yield label(words, x, 48, class_="words", text_anchor=anchor)


@functools.cache
def _ruler(sheet: Sheet) -> str:
    return "".join(_numbers(sheet))


def _numbers(sheet: Sheet) -> Iterator[str]:
    every = 5 if sheet.columns > 20 else 1
    for column in range(0, sheet.columns, every):
        x = sheet.corner((column, 0))[0] + sheet.wide / 2
        yield label(str(column), x, sheet.top - 9, class_="ruler")
        yield label(str(column), x, sheet.height - 9, class_="ruler")
    for row in range(sheet.rows):
        y = sheet.corner((0, row))[1] + TALL / 2
        yield label(str(row), sheet.left - 10, y, class_="ruler")
        yield label(str(row), sheet.left + sheet.columns * sheet.wide + 10, y, class_="ruler")


# The map


def _cells(s: State, seat: int, sheet: Sheet, marked: Collection[str]) -> Iterator[str]:
    """Draw every cell as a pick: the ground, over it the ways of the own soldiers, over them bases and soldiers."""
    soldiers = all_soldiers(s)
    bases = {base_of(s, i): i for i in range(SEATS)}
    for x, column in enumerate(grid_of(s).tolist()):
        for y, piece in enumerate(column):
            if piece in GROUNDS:
                yield _ground(piece, x, y, sheet, f"cell {x},{y}" in marked)
    ways = [_way(sheet, soldier) for soldier in soldiers.values() if soldier.seat == seat]
    yield tag("g", *ways, class_="own")
    for cell, owner in bases.items():
        health = int(s.sides[owner].base_health)
        title = f"{format_cell(cell)}: {PIECE_NAMES[piece_at(s, cell)]}, health {health}"
        yield pick(cell_pick(cell), title, _square(sheet, cell), *_house(sheet, cell, owner, health), marked=marked)
    for soldier in soldiers.values():
        weak = soldier.health < int(s.options.health[soldier.type])
        yield _soldier(sheet, soldier, weak, cell_pick(soldier.at) in marked)


@functools.lru_cache(maxsize=MOST_DRAWN)
def _soldier(sheet: Sheet, soldier: Soldier, weak: bool, is_marked: bool) -> str:
    name = cell_pick(soldier.at)
    parts = (_square(sheet, soldier.at), _way(sheet, soldier), *_token(sheet, soldier, weak))
    return pick(name, _title(soldier), *parts, marked=(name,) if is_marked else ())


def _title(soldier: Soldier) -> str:
    who = f"{TYPE_NAMES[soldier.type]} of {SEAT_NAMES[soldier.seat]}"
    way = f"to {format_cell(soldier.to)}, facing {FACING_NAMES[soldier.facing]}"
    return f"{format_cell(soldier.at)}: {who}, health {soldier.health}, {way}"


# Most of a map is ground, and stays as it is.
@functools.lru_cache(maxsize=MOST_DRAWN)
def _ground(piece: int, x: int, y: int, sheet: Sheet, is_marked: bool) -> str:
    cell = (x, y)
    parts = [_square(sheet, cell)]
    if piece == Piece.ROCK:
        parts.append(_rock(sheet, cell))
    name = cell_pick(cell)
    return pick(name, f"{format_cell(cell)}: {PIECE_NAMES[piece]}", *parts, marked=(name,) if is_marked else ())


def _square(sheet: Sheet, cell: Cell) -> str:
    x, y = sheet.corner(cell)
    return tag("rect", x=x, y=y, width=sheet.wide, height=TALL, class_="ground")


def _rock(sheet: Sheet, cell: Cell) -> str:
    x, y = sheet.corner(cell)
    right, bottom = x + sheet.wide - 2, y + TALL - 2
    points = ((x + 2, bottom), (x + 4, y + 10), (x + sheet.wide * 0.45, y + 3), (right - 3, y + 8), (right, bottom))
    return tag("polygon", points=_points(points), fill=ROCK)


def _house(sheet: Sheet, cell: Cell, seat: int, health: int) -> list[str]:
    x, y = sheet.centre(cell)
    roof = ((x - 11, y + 10), (x - 11, y - 4), (x, y - 12), (x + 11, y - 4), (x + 11, y + 10))
    ink, paper = _colours(seat)
    return [
        tag("polygon", points=_points(roof), fill=paper, stroke=SEAT_COLOURS[seat], stroke_width=2.5),
        label(str(seat + 1), x, y + 1, class_="letter", fill=ink),
        label(str(health), x, y + 17, class_="health"),
    ]


def _colours(seat: int) -> tuple[str, str]:
    """Return letter and body: player1 is filled, player2 is hollow, so that colour is not needed."""
    return (PAPER, SEAT_COLOURS[0]) if seat == 0 else (SEAT_COLOURS[1], PAPER)


def _token(sheet: Sheet, soldier: Soldier, weak: bool) -> Iterator[str]:
    """Draw a Scout round, an Assassin as a diamond, a Tank square, each with its letter, facing and health."""
    x, y = sheet.centre(soldier.at)
    ink, paper = _colours(soldier.seat)
    look = {"fill": paper, "stroke": SEAT_COLOURS[soldier.seat], "stroke_width": 2}
    match TYPE_NAMES[soldier.type]:
        case "Scout":
            yield tag("circle", cx=x, cy=y, r=8, **look)
        case "Assassin":
            yield tag("polygon", points=_points(((x, y - 11), (x + 10, y), (x, y + 11), (x - 10, y))), **look)
        case _:
            yield tag("rect", x=x - 8, y=y - 8, width=16, height=16, rx=2, **look)
    yield label(TYPE_NAMES[soldier.type][0], x, y + 0.5, class_="letter", fill=ink)
    yield _arrow(x, y, soldier.facing)
    yield label(str(soldier.health), x, y + 17, class_="health", font_style="italic" if weak else None)


def _arrow(x: float, y: float, facing: int) -> str:
    """Draw a small dark point at the edge the soldier faces."""
    across, down = ((0, 1), (-1, 0), (0, -1), (1, 0))[facing]
    tip = (x + across * 11.5, y + down * 11.5)
    back_x, back_y = x + across * 7.5, y + down * 7.5
    points = (tip, (back_x - down * 4, back_y + across * 4), (back_x + down * 4, back_y - across * 4))
    return tag("polygon", points=_points(points), fill=INK, stroke=PAPER, stroke_width=0.8)


def _way(sheet: Sheet, soldier: Soldier) -> str:
    x, y = sheet.centre(soldier.at)
    to_x, to_y = sheet.centre(soldier.to)
    path = f"M{x:g} {y:g}L{to_x:g} {to_y:g}m-4 -4l8 8m0 -8l-8 8"
    return tag("path", d=path, class_="way", stroke=SEAT_COLOURS[soldier.seat])


def _points(points: tuple[tuple[float, float], ...]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def _plan(s: State, seat: int, sheet: Sheet) -> Iterator[str]:
    """Draw the seat's own command of this turn, as far as it is decided."""
    if not 0 <= seat < SEATS or s.commands[seat].stage == Stage.FIRST or s.commands[seat].kind == Kind.NOOP:
        return
    command = s.commands[seat]
    at, to = coordinates(s, command.cell), coordinates(s, command.aim)
    ghost = Soldier(seat, int(command.type), at, int(s.options.health[command.type]), to, int(command.facing))
    x, y = sheet.corner(at)
    parts = [
        tag("rect", x=x, y=y, width=sheet.wide, height=TALL, fill="none", stroke=INK, stroke_width=2.5),
    ]
    if command.kind == Kind.BUILD:
        parts += [tag("g", *_token(sheet, ghost, False), opacity=0.6)]
    if command.kind != Kind.FACE and command.stage != Stage.AIM:
        parts.append(_way(sheet, ghost))
    yield tag("g", *parts, class_="plan")
