"""What a table may choose (§2)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta

from plowshares.core.boards import Grid
from plowshares.core.errors import InvalidOption
from plowshares.core.i18n import Text, _
from plowshares.core.notes import refuse_option
from plowshares.core.options import Options as BaseOptions
from plowshares.core.parsing import quote
from plowshares.games.farmer_soldier.homes import find_homes

MOST_CELLS = 16384
USUAL_CELLS = 4096
MOST_ROUNDS = 1_000_000_000
MOST_PLAYERS = 64
MOST_SIZE = 100
MOST_RADIUS = 30
MOST_AXES = 6
MOST_START = 99
BY_LOT = "lot"

_SIZES = {"square": "3x3", "hex": "3x3", "triangle": "5x4", "cubic": "3x3x3"}
_SIZE = re.compile(r"[0-9]{1,3}(x[0-9]{1,3})*\Z", re.ASCII)
_AMOUNT = re.compile(r"([0-9]{1,2})([fscg])\Z", re.ASCII)


class Options(BaseOptions, frozen=True, kw_only=True):
    """Options of Farmer Soldier. An empty size or edges means the usual one of the grid."""

    players: Annotated[int, Meta(ge=2, le=MOST_PLAYERS, description="number of players")] = 2
    grid: Annotated[
        Literal["square", "hex", "triangle", "cubic"], Meta(description="kind of grid the board is made of")
    ] = "square"
    shape: Annotated[Literal["block", "hexagon"], Meta(description="outline; hexagon only with grid=hex")] = "block"
    size: Annotated[
        str, Meta(description="cells per axis, as 3x3; a radius for the hexagon; empty for the grid's usual size")
    ] = ""
    edges: Annotated[
        str, Meta(description="one letter per axis: f finite, p periodic, i infinite; empty for all finite")
    ] = ""
    adjacency: Annotated[
        Literal["edge", "corner"], Meta(description="what is adjacent; corner only for square and cubic")
    ] = "edge"
    max_cells: Annotated[int, Meta(ge=2, le=MOST_CELLS, description="storage limit of an infinite board")] = USUAL_CELLS
    homes: Annotated[
        str, Meta(description="auto; lot deals the same homes by lot; or the starting cells in player order, as a1,c3")
    ] = "auto"
    start: Annotated[str, Meta(description="what each player starts with, as 1f 2g")] = "1f 2g"
    seat_bonus: Annotated[int, Meta(ge=0, le=9, description="player k starts with k times this much extra food")] = 0
    turn_order: Annotated[
        Literal["fixed", "alternating"],
        Meta(description="the same in every round, or backwards in every second one"),
    ] = "fixed"
    first_turn: Annotated[
        Literal["first", "lot"], Meta(description="the first player begins, or whoever is drawn by lot")
    ] = "first"
    food_yield: Annotated[int, Meta(ge=1, le=9, description="food from one harvest")] = 2
    yield_per: Annotated[
        Literal["location", "farmer"], Meta(description="harvest once per farmed cell, or once per farmer")
    ] = "location"
    food_rule: Annotated[Literal["owned", "looted", "common"], Meta(description="who owns food")] = "owned"
    food_escort: Annotated[bool, Meta(description="food leaves a cell only while its mover has a person there")] = False
    marking: Annotated[Literal["must", "may"], Meta(description="whether a soldier must mark or may hold back")] = (
        "must"
    )
    mark_overlap: Annotated[
        Literal["spread", "collide"], Meta(description="whether marks of several players may be wasted on one soldier")
    ] = "spread"
    civilians: Annotated[
        Literal["sole", "any"], Meta(description="whether only a sole surviving army removes civilians")
    ] = "sole"
    switch: Annotated[bool, Meta(description="farmers and soldiers may change role at the end of the turn")] = False
    round_cap: Annotated[int, Meta(ge=1, le=MOST_ROUNDS, description="the game ends after this many rounds")] = 200
    quiet_rounds: Annotated[
        int,
        Meta(
            ge=0, le=MOST_ROUNDS, description="ends after this many rounds without a combat loss; 0 = 20 + 4 × distance"
        ),
    ] = 0
    cap_scoring: Annotated[Literal["land", "draw"], Meta(description="how a capped game is decided")] = "land"
    max_stack: Annotated[int, Meta(ge=9, le=1023, description="largest count of one thing in one cell")] = 999

    def __post_init__(self) -> None:
        _check_board(self)
        _check_start(self)
        if self.first_turn == "lot" and self.turn_order == "alternating":
            raise _refuse("first_turn", self.first_turn, _("lots go with turn_order=fixed, not with alternating"))
        home_cells(self)

    @property
    def board(self) -> Grid:
        """The starting board."""
        return _board(self.grid, self.shape, self.size or usual_size(self), self.edges, self.adjacency)

    @property
    def deals_homes(self) -> bool:
        """Whether lots decide who lives where."""
        return self.homes.strip().lower() == BY_LOT

    @property
    def start_amounts(self) -> tuple[int, int, int, int]:
        """Farmers, soldiers, children and food that each player starts with, before any bonus."""
        return _read_start(self.start)


def usual_size(options: Options) -> str:
    """Return the size a grid has unless another is chosen."""
    return "2" if options.shape == "hexagon" else _SIZES[options.grid]


@lru_cache(maxsize=256)
def _board(kind: str, shape: str, size: str, edges: str, adjacency: str) -> Grid:
    return Grid(kind, tuple(map(int, size.split("x"))), edges, shape, adjacency)


def _refuse(name: str, value: Any, why: Text) -> InvalidOption:
    return refuse_option(name, why, value)


def _check_board(options: Options) -> None:
    kind, shape = options.grid, options.shape
    if shape == "hexagon" and kind != "hex":
        raise _refuse("shape", shape, _("hexagon goes with grid=hex, not grid={kind}", kind=kind))
    if options.adjacency == "corner" and kind not in ("square", "cubic"):
        raise _refuse(
            "adjacency", options.adjacency, _("corner goes with square and cubic grids, not {kind}", kind=kind)
        )
    numbers = _check_size(options)
    edges = options.edges or "f" * len(numbers)
    if len(edges) != len(numbers) or set(edges) - set("fpi") or (shape == "hexagon" and edges != "f"):
        several = _("takes {n} letters out of f, p and i", n=len(numbers))
        raise _refuse("edges", options.edges, _("takes just f") if shape == "hexagon" else several)
    if kind == "triangle":
        _check_triangle(options, numbers, edges)
    radius = numbers[0]
    cells = 1 if shape == "block" else 3 * radius * (radius + 1) + 1
    if shape == "block":
        for n in numbers:
            cells *= n
    if cells > options.max_cells:
        words = _("the starting board has {cells} cells, at most {most}", cells=cells, most=MOST_CELLS)
        raise _refuse("max_cells", options.max_cells, words)
    if cells < options.players:
        raise _refuse("players", options.players, _("the starting board has only {cells} cells", cells=cells))


def _check_size(options: Options) -> list[int]:
    text = options.size or usual_size(options)
    most = MOST_RADIUS if options.shape == "hexagon" else MOST_SIZE
    low, high = (1, 1) if options.shape == "hexagon" else (1, MOST_AXES) if options.grid == "cubic" else (2, 2)
    numbers = list(map(int, text.split("x"))) if _SIZE.match(text) else []
    if not low <= len(numbers) <= high or not all(1 <= n <= most for n in numbers):
        many = str(low) if low == high else _("{low} to {high}", low=low, high=high)
        words = _("takes {many} number(s) 1..{most} joined by x", many=many, most=most)
        raise _refuse("size", options.size, words)
    return numbers


def _check_triangle(options: Options, numbers: list[int], edges: str) -> None:
    if numbers[0] < 2:
        raise _refuse("size", options.size, _("a triangular board is at least 2 wide"))
    for n, end in zip(numbers, edges, strict=True):
        if end == "p" and n % 2:
            raise _refuse("size", options.size, _("a periodic axis of triangles has an even size"))


@lru_cache(maxsize=256)
def _read_start(text: str) -> tuple[int, int, int, int]:
    found: dict[str, int] = {}
    for word in text.lower().split():
        match = _AMOUNT.match(word)
        if match is None or match[2] in found:
            words = _("takes amounts 0..{most} of f, s, c and g, each at most once, as 1f 2g", most=MOST_START)
            raise _refuse("start", text, words)
        found[match[2]] = int(match[1])
    return found.get("f", 0), found.get("s", 0), found.get("c", 0), found.get("g", 0)


def _check_start(options: Options) -> None:
    *people, food = _read_start(options.start)
    if sum(people) < 1 or food < 1:  # R27
        raise _refuse("start", options.start, _("takes at least one person and one food"))
    if sum(people) > options.max_stack or food > options.max_stack:
        raise _refuse(
            "start", options.start, _("people and food each at most max_stack={most}", most=options.max_stack)
        )
    if options.seat_bonus * (options.players - 1) + food > options.max_stack:
        words = _("the last player's food is over max_stack={most}", most=options.max_stack)
        raise _refuse("seat_bonus", options.seat_bonus, words)


def home_cells(options: Options) -> tuple[int, ...]:
    """Return the starting cells in player order (§4); lots deal them out at set-up where `homes` is lot."""
    return _home_cells(options.board, options.players, options.homes)


@lru_cache(maxsize=256)
def _home_cells(grid: Grid, players: int, text: str) -> tuple[int, ...]:
    if text.strip().lower() in ("auto", BY_LOT):
        return find_homes(grid, players)
    names = [name.strip().lower() for name in text.split(",")]
    cells = [grid.numbers.get(grid.parse_name(name) or (), -1) for name in names]
    if -1 in cells:
        missing = quote(names[cells.index(-1)])
        raise _refuse("homes", text, _("{cell} is not a cell of the starting board", cell=missing))
    if len(cells) != players or len(set(cells)) != players:
        raise _refuse("homes", text, _("takes auto, lot or {players} different cells", players=players))
    return tuple(cells)


PRESETS: dict[str, dict[str, Any]] = {
    "standard": {},
    "fair": {"seat_bonus": 1},
    "roles": {"switch": True, "seat_bonus": 1},
    "three": {"players": 3, "grid": "hex", "shape": "hexagon"},
    "four": {"players": 4, "size": "5x5"},
    "cube": {"players": 8, "grid": "cubic"},
    "torus": {"players": 4, "size": "8x8", "edges": "pp"},
    "endless": {"edges": "ii"},
    "triangles": {"grid": "triangle"},
    "hex": {"grid": "hex", "shape": "hexagon"},
    "tower": {"grid": "cubic", "size": "2x2x3"},
    "even": {"size": "4x3", "start": "1f 3g", "seat_bonus": 2},
    "lot": {"size": "4x3", "start": "1f 1s 4g", "first_turn": "lot"},
    "lots": {"size": "4x3", "start": "1f 1s 4g", "first_turn": "lot", "homes": "lot"},
    "literal": {
        "marking": "may",
        "mark_overlap": "collide",
        "civilians": "any",
        "round_cap": MOST_ROUNDS,
        "quiet_rounds": MOST_ROUNDS,
        "max_stack": 1023,
        "max_cells": MOST_CELLS,
    },
    "melee": {"players": 3, "size": "2x2", "start": "2s 9g", "marking": "may", "mark_overlap": "collide"},
}
