"""What a table may choose before a match of civ (§2), and the presets."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from plowshares.core.i18n import _
from plowshares.core.notes import refuse_option
from plowshares.core.options import SECRET_OPTION
from plowshares.core.options import Options as BaseOptions

TERRAIN_LETTERS = "OGHFM"
"""Ocean, Grassland, Hills, Forest, Mountains: the letters in the order of their codes (§3.1)."""

LEAST_SIZE_OF_A_CROWD = 12
MOST_IN_CORNERS = 4


class Options(BaseOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All options of civ; the defaults are the preset `classic`."""

    players: Annotated[int, Meta(ge=2, le=8, description="how many players")] = 2
    size: Annotated[int, Meta(ge=8, le=64, description="tiles along one side of the board")] = 16
    map: Annotated[
        Literal["fair", "natural", "flat", "rows"], Meta(description="how the terrain is made; fair is symmetric")
    ] = "fair"
    map_rows: Annotated[
        tuple[str, ...],
        Meta(description="the terrain for map=rows: one text of O G H F M for each row", extra=SECRET_OPTION),
    ] = ()
    ocean_percent: Annotated[int, Meta(ge=0, le=60, description="share of ocean")] = 20
    mountain_percent: Annotated[int, Meta(ge=0, le=30, description="share of mountains")] = 10
    shuffle_seats: Annotated[bool, Meta(description="exchange the start positions by the seed")] = False
    start_workers: Annotated[int, Meta(ge=0, le=8, description="workers on each start city")] = 0
    start_armies: Annotated[int, Meta(ge=0, le=8, description="armies on each start city")] = 0
    start_food: Annotated[int, Meta(ge=0, le=1000, description="food at the start")] = 0
    start_production: Annotated[int, Meta(ge=0, le=1000, description="production at the start")] = 0
    start_trade: Annotated[int, Meta(ge=0, le=1000, description="trade at the start")] = 0
    max_rounds: Annotated[int, Meta(ge=1, le=10000, description="the match is scored after this round")] = 100
    yields: Annotated[Literal["classic", "codekata"], Meta(description="what the terrains give")] = "classic"
    unit_food: Annotated[int, Meta(ge=0, le=10, description="food each unit eats in a turn")] = 2
    army_cost: Annotated[int, Meta(ge=1, le=1000, description="production an army costs")] = 10
    worker_cost: Annotated[int, Meta(ge=1, le=1000, description="production a worker costs")] = 10
    city_cost: Annotated[int, Meta(ge=1, le=1000, description="production a city costs")] = 30
    research_cost: Annotated[int, Meta(ge=1, le=1000, description="trade a research costs")] = 20
    research_step: Annotated[int, Meta(ge=1, le=20, description="strength a research adds, in tenths")] = 3
    vision: Annotated[int, Meta(ge=1, le=10, description="how far cities and units see")] = 3
    harvest_range: Annotated[int, Meta(ge=0, le=126, description="how far from a city workers harvest")] = 2
    capture_range: Annotated[int, Meta(ge=0, le=10, description="how far units change sides with a city")] = 2
    carry_over: Annotated[bool, Meta(description="unspent stores are kept")] = True
    spoil_quarters: Annotated[int, Meta(ge=0, le=4, description="quarters of the food that spoil after eating")] = 0
    phases: Annotated[Literal["strict", "free"], Meta(description="whether the first move ends spending")] = "strict"
    attack_grouping: Annotated[
        Literal["group", "single"], Meta(description="whether armies strike together or one at a time")
    ] = "group"
    terrain_combat: Annotated[bool, Meta(description="whether terrain and cities change damage")] = False
    damage_rounding: Annotated[
        Literal["up_cent", "down_whole", "exact"],
        Meta(description="damage up to a hundredth, down to a whole point, or as an exact fraction"),
    ] = "up_cent"
    city_on_enemy: Annotated[
        Literal["forbid", "gift"], Meta(description="a city founded on another player's units: refused, or theirs")
    ] = "forbid"
    garrison: Annotated[
        Literal["defects", "loyal"], Meta(description="whether units in another city of the loser change sides")
    ] = "defects"
    starvation: Annotated[Literal["weakest", "random"], Meta(description="who starves")] = "weakest"
    exiles: Annotated[bool, Meta(description="a player with units but no city plays on")] = False
    remember_terrain: Annotated[bool, Meta(description="terrain once seen stays on your map")] = False
    open_stats: Annotated[bool, Meta(description="stores and strengths of all are public")] = True
    score_city: Annotated[int, Meta(ge=0, le=100, description="points for a city at the end")] = 3
    score_worker: Annotated[int, Meta(ge=0, le=100, description="points for a worker at the end")] = 1
    score_army: Annotated[int, Meta(ge=0, le=100, description="points for an army at the end")] = 1
    unit_limit: Annotated[int, Meta(ge=20, le=2000, description="most units one player may own")] = 250

    def __post_init__(self) -> None:
        """Refuse what the fields' own bounds cannot."""
        if self.players > MOST_IN_CORNERS and self.size < LEAST_SIZE_OF_A_CROWD:
            least = {"players": self.players, "least": LEAST_SIZE_OF_A_CROWD}
            raise refuse_option("size", _("{players} players need a size of at least {least}", **least), self.size)
        if self.map != "rows" and self.map_rows:
            words = _("must be empty unless map=rows, got map={map}", map=repr(self.map))
            raise refuse_option("map_rows", words)
        if self.map == "rows":
            _check_rows(self.map_rows, self.size)


def _check_rows(rows: tuple[str, ...], size: int) -> None:
    if len(rows) != size:
        raise refuse_option("map_rows", _("needs {size} rows, got {n}", size=size, n=len(rows)))
    for y, row in enumerate(rows):
        if len(row) != size or set(row) - set(TERRAIN_LETTERS):
            wanted = {"y": y, "size": size, "letters": TERRAIN_LETTERS, "row": repr(row)}
            raise refuse_option("map_rows", _("row {y} must be {size} letters of {letters}, got {row}", **wanted))


_QUICK = {
    "size": 10,
    "max_rounds": 40,
    "start_workers": 1,
    "start_armies": 1,
    "start_food": 20,
    "start_production": 10,
}

PRESETS: dict[str, dict[str, Any]] = {
    "classic": {},
    "codekata": {
        "players": 4,
        "size": 32,
        "max_rounds": 300,
        "yields": "codekata",
        "unit_food": 1,
        "army_cost": 8,
        "worker_cost": 8,
        "city_cost": 24,
        "research_step": 1,
        "spoil_quarters": 1,
        "phases": "free",
        "attack_grouping": "single",
        "terrain_combat": True,
        "damage_rounding": "down_whole",
        "city_on_enemy": "gift",
    },
    "quick": _QUICK,
    "explorer": {**_QUICK, "remember_terrain": True},
    # The usual one: with 40 rounds three of four matches are counted before they are decided (docs/studies).
    "conquest": {**_QUICK, "remember_terrain": True, "max_rounds": 60},
    # The document names no last round and no limit of units: 1,000 rounds are enough to conquer, and 256 tiles feed at
    # most 256 units. It does not round, and a city may be placed on any tile that is seen, others' units or not.
    "literal": {"max_rounds": 1000, "unit_limit": 256, "damage_rounding": "exact", "city_on_enemy": "gift"},
}
