"""The picture for terminals: the map with its ruler, and who has what."""

from __future__ import annotations

from collections.abc import Collection

from plowshares.games.footsoldiers.grammar import format_cell
from plowshares.games.footsoldiers.log import prompt
from plowshares.games.footsoldiers.lookup import SEAT_NAMES, Soldier, grid_of, soldiers_of
from plowshares.games.footsoldiers.rules import is_over
from plowshares.games.footsoldiers.state import FACING_NAMES, SEATS, TYPE_NAMES, State

LETTERS = ("]>}", "[<{")  # Scout, Assassin, Tank of each seat
PICTURE = " X" + "1" + LETTERS[0] + "2" + LETTERS[1]  # of the map (§9), by Piece
MARK = "*"


def map_rows(s: State) -> list[str]:
    """Return the rows of the map picture, blanks at their ends included."""
    return ["".join(PICTURE[piece] for piece in row) for row in grid_of(s).T.tolist()]


def board(s: State, seat: int, marked: Collection[str] = ()) -> str:
    """Draw a view: players, map, soldiers, and what to do."""
    lines = [player_line(s, i, seat) for i in range(SEATS)]
    lines += ["", *ruler(s)]
    lines += [f"{y:3} {mark_row(row, y, marked)}" for y, row in enumerate(map_rows(s))]
    lines += ["", *soldier_lines(s), prompt(s, seat)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def player_line(s: State, i: int, seat: int) -> str:
    """Write what a player has."""
    side = s.sides[i]
    you = " (you)" if i == seat else ""
    state = "" if is_over(s) else ", has chosen" if s.chosen[i] else ", is choosing"
    return f"{SEAT_NAMES[i]}{you}: base {side.base_health}, money {side.money}, soldiers {side.count}{state}"


def ruler(s: State) -> list[str]:
    """Write the numbers of the columns: hundreds if need be, tens, units."""
    width = int(s.options.width)
    tens = "".join(str(x // 10 % 10) if x % 10 == 0 else " " for x in range(width))
    units = "".join(str(x % 10) for x in range(width))
    return [f"    {tens}", f"    {units}"]


def mark_row(row: str, y: int, marked: Collection[str]) -> str:
    """Put a mark on the empty cells of a row that are highlighted."""
    letters = [MARK if c == " " and f"cell {x},{y}" in marked else c for x, c in enumerate(row)]
    return "".join(letters)


def soldier_lines(s: State) -> list[str]:
    """List every soldier with what the picture cannot show."""
    return [soldier_line(soldier) for seat in range(SEATS) for soldier in soldiers_of(s, seat)]


def soldier_line(soldier: Soldier) -> str:
    """Write one soldier."""
    name = TYPE_NAMES[soldier.type]
    return (
        f"{LETTERS[soldier.seat][soldier.type]} {SEAT_NAMES[soldier.seat]} {name:8} {format_cell(soldier.at)}"
        f" → {format_cell(soldier.to)} {FACING_NAMES[soldier.facing]}, health {soldier.health}"
    )
