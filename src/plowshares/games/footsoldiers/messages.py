"""The state message that bot processes get, and reading one back (§13.2)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import Meta

from plowshares.core.errors import InvalidRecord
from plowshares.core.parsing import quote
from plowshares.games.footsoldiers.field import place_soldier
from plowshares.games.footsoldiers.grammar import Cell
from plowshares.games.footsoldiers.lookup import (
    SEAT_NAMES,
    Soldier,
    base_of,
    is_on_map,
    piece_at,
    rocks_of,
    soldiers_of,
)
from plowshares.games.footsoldiers.options import Options
from plowshares.games.footsoldiers.rules import check_end, setup
from plowshares.games.footsoldiers.state import FACING_NAMES, SEATS, TYPE_NAMES, Piece, State, cell_at, new


def state_message(s: State, seat: int) -> bytes:
    """Return what the seat's bot is told before it chooses, without a newline."""
    return msgspec.json.encode({"you": SEAT_NAMES[seat], **state_object(s)})


def state_object(s: State) -> dict[str, Any]:
    """Return the position as the state message has it, without its receiver."""
    return {
        "map": _map_entries(s),
        "turns-remaining": int(s.turns),
        SEAT_NAMES[0]: _player(s, 0),
        SEAT_NAMES[1]: _player(s, 1),
    }


def _map_entries(s: State) -> list[dict[str, Any]]:
    """List everything on the map, by column, then by row."""
    entries: dict[Cell, dict[str, Any]] = {rock: {"position": _cell(rock), "type": "Rock"} for rock in rocks_of(s)}
    for seat in range(SEATS):
        base = base_of(s, seat)
        entries[base] = {"type": "Base", "position": _cell(base), "team": SEAT_NAMES[seat]}
        for soldier in soldiers_of(s, seat):
            entries[soldier.at] = _soldier(soldier)
    return [entries[cell] for cell in sorted(entries)]


def _soldier(soldier: Soldier) -> dict[str, Any]:
    return {
        "position": _cell(soldier.at),
        "type": TYPE_NAMES[soldier.type],
        "health": soldier.health,
        "team": SEAT_NAMES[soldier.seat],
        "destination": _cell(soldier.to),
        "attack-direction": FACING_NAMES[soldier.facing],
    }


def _player(s: State, seat: int) -> dict[str, Any]:
    side = s.sides[seat]
    return {
        "team": SEAT_NAMES[seat],
        "money": int(side.money),
        "base": _cell(base_of(s, seat)),
        "health": int(side.base_health),
    }


def _cell(cell: Cell) -> dict[str, int]:
    return {"x": cell[0], "y": cell[1]}


# Reading one back

Team = Literal["player1", "player2"]


class Coord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cell in a message."""

    x: int
    y: int

    @property
    def cell(self) -> Cell:
        """The cell as a pair."""
        return self.x, self.y


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something on the map."""

    type: Literal["Base", "Rock", "Scout", "Assassin", "Tank"]
    position: Coord
    team: Team | None = None
    health: int | None = None
    destination: Coord | None = None
    attack_direction: Literal["Down", "Left", "Up", "Right"] | None = msgspec.field(
        name="attack-direction", default=None
    )


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player."""

    team: Team
    money: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    base: Coord
    health: Annotated[int, Meta(ge=0)]


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A state message, or a line of a state log, which has no receiver."""

    map: list[Entry]
    turns_remaining: Annotated[int, Meta(ge=0)] = msgspec.field(name="turns-remaining")
    player1: Player
    player2: Player
    you: Team | None = None


def read_state(options: Options, data: bytes | str) -> State:
    """Return the position of a state message; raise InvalidRecord if it is none of a match with these options."""
    try:
        message = msgspec.json.decode(data, type=Message)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidRecord(0, f"not a state message: {error}") from None
    s = new(options)
    setup(s, np.uint64(0))
    _check_map(s, message)
    for entry in message.map:
        if entry.type in TYPE_NAMES:
            _place(s, entry)
    _write_players(s, message)
    check_end(s)
    return s


def _check_map(s: State, message: Message) -> None:
    """Refuse a message whose rocks or bases are not those of the options' map."""
    rocks = sorted(entry.position.cell for entry in message.map if entry.type == "Rock")
    bases = {entry.team: entry.position.cell for entry in message.map if entry.type == "Base"}
    own_bases = {SEAT_NAMES[seat]: base_of(s, seat) for seat in range(SEATS)}
    told_bases = {player.team: player.base.cell for player in (message.player1, message.player2)}
    if rocks != rocks_of(s) or bases != own_bases or told_bases != own_bases:
        raise InvalidRecord(0, "the rocks and bases of the message are not those of the map")


def _place(s: State, entry: Entry) -> None:
    soldier_type = TYPE_NAMES.index(entry.type)
    at = entry.position.cell
    if entry.team is None or entry.health is None or entry.destination is None or entry.attack_direction is None:
        raise InvalidRecord(0, f"a soldier lacks a field: {quote(entry)}")
    if not is_on_map(s, at) or not is_on_map(s, entry.destination.cell) or piece_at(s, at) != Piece.EMPTY:
        raise InvalidRecord(0, f"a soldier or its destination cannot be there: {quote(entry)}")
    seat = SEAT_NAMES.index(entry.team)
    if not 1 <= entry.health <= s.options.health[soldier_type] or s.sides[seat].count == len(s.sides[seat].cell):
        raise InvalidRecord(0, f"a soldier too healthy, too weak or too many: {quote(entry)}")
    aim = cell_at(s, *entry.destination.cell)
    facing = FACING_NAMES.index(entry.attack_direction)
    place_soldier(s, seat, soldier_type, cell_at(s, *at), entry.health, aim, facing)


def _write_players(s: State, message: Message) -> None:
    if message.turns_remaining > s.options.total_turns:
        raise InvalidRecord(0, f"{message.turns_remaining} turns remain of {s.options.total_turns}")
    s.turns = message.turns_remaining
    for seat, player in enumerate((message.player1, message.player2)):
        if player.health > s.options.base_health or player.team != SEAT_NAMES[seat]:
            raise InvalidRecord(0, f"not a player of this match: {quote(player)}")
        s.sides[seat].money = player.money
        s.sides[seat].base_health = player.health
