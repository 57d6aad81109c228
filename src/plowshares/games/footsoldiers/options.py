"""What a table may choose (§2)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from plowshares.core import options
from plowshares.games.footsoldiers.maps import MOST_SIDE, load_map


class OfTypes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One number for each type of soldier; what is missing takes its default."""


Health = Annotated[int, Meta(ge=1, le=1000)]
Speed = Annotated[int, Meta(ge=0, le=100)]
Damage = Annotated[int, Meta(ge=0, le=1000)]
Cost = Annotated[int, Meta(ge=0, le=100_000)]


class HealthOfTypes(OfTypes, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Starting health."""

    scout: Health = 9
    assassin: Health = 6
    tank: Health = 12


class SpeedOfTypes(OfTypes, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Steps per turn."""

    scout: Speed = 6
    assassin: Speed = 5
    tank: Speed = 2


class DamageOfTypes(OfTypes, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Damage per attack."""

    scout: Damage = 3
    assassin: Damage = 5
    tank: Damage = 2


class CostOfTypes(OfTypes, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Price."""

    scout: Cost = 10
    assassin: Cost = 11
    tank: Cost = 12


class Options(options.Options, frozen=True, kw_only=True):
    """Options of a match of Footsoldiers."""

    initial_money: Annotated[int, Meta(ge=0, le=100_000, description="Money of each player at the start.")] = 10
    money_per_turn: Annotated[int, Meta(ge=0, le=1000, description="Income of each player per turn.")] = 3
    max_distance_from_base: Annotated[
        int, Meta(ge=1, le=1000, description="How many steps from the own base a soldier may be built.")
    ] = 5
    total_turns: Annotated[int, Meta(ge=1, le=1000, description="Number of turns.")] = 100
    health: Annotated[HealthOfTypes, Meta(description="Starting health of each type of soldier.")] = HealthOfTypes()
    speed: Annotated[SpeedOfTypes, Meta(description="Steps per turn of each type.")] = SpeedOfTypes()
    damage: Annotated[DamageOfTypes, Meta(description="Damage per attack of each type.")] = DamageOfTypes()
    cost: Annotated[CostOfTypes, Meta(description="Price of each type.")] = CostOfTypes()
    base_health: Annotated[int, Meta(ge=1, le=100_000, description="Health of each base at the start.")] = 40
    map: Annotated[
        str,
        Meta(description="A built-in map (default, open), or the text of one: 1 and 2 bases, X rocks, blanks."),
    ] = "default"
    map_width: Annotated[
        int, Meta(ge=0, le=MOST_SIDE, description="Columns; 0 as the map has, more adds empty ones on the right.")
    ] = 0
    map_height: Annotated[
        int, Meta(ge=0, le=MOST_SIDE, description="Rows; 0 as the map has, more adds empty ones at the bottom.")
    ] = 0
    build_priority: Annotated[
        Literal["parity", "player1"],
        Meta(description="Whose command counts first: as the parity of the turns has it, or always player1's."),
    ] = "parity"
    removal: Annotated[
        Literal["after-all", "at-once"],
        Meta(description="When a fallen soldier stops being a target: after all attacks, or at once."),
    ] = "after-all"
    cap_result: Annotated[
        Literal["draw", "health"],
        Meta(description="When turns run out: a draw, or the healthier base wins."),
    ] = "draw"
    order: Annotated[
        Literal["literal", "mirrored"],
        Meta(description="Order of movement and ties: the same for both, or turned by 180° for player2 (fair)."),
    ] = "literal"

    def __post_init__(self) -> None:
        load_map(self.map, self.map_width, self.map_height)


PRESETS: dict[str, dict[str, Any]] = {
    "default": {},
    "tournament": {"order": "mirrored", "map": "open"},
    "author": {"build_priority": "player1", "removal": "at-once"},
    "literal": {"order": "literal", "build_priority": "parity", "removal": "after-all"},
    # Small enough for a learner to master in minutes. Bases that fall to a first rush would make every match a draw.
    "short": {
        "map": "X   X   X\n1       2\nX   X   X",
        "total_turns": 30,
        "cap_result": "health",
        "order": "mirrored",
    },
}
