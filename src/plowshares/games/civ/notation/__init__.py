"""How civ is written (§9): text, JSON, click paths, refusals and the log."""

from __future__ import annotations

from typing import Any

from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import quote
from plowshares.games.civ import rules
from plowshares.games.civ.actions import Kind
from plowshares.games.civ.notation.commands import (
    JSON_KINDS,
    MOVES,
    RESEARCH_NAMES,
    RESEARCH_WORDS,
    TEXT_KINDS,
    Command,
    command_of,
    read_json,
    read_text,
)
from plowshares.games.civ.notation.log import seat_name, tell
from plowshares.games.civ.notation.refusals import check, resolve
from plowshares.games.civ.parsing import WAYS as WAY_LETTERS
from plowshares.games.civ.parsing import tile_at, tile_name
from plowshares.games.civ.pieces import differ_in_hp, is_enemy_held, neighbour
from plowshares.games.civ.rules.legal import most_movable
from plowshares.games.civ.state import NOTHING_OWED, Result, State

__all__ = [
    "HELP",
    "describe_result",
    "explain",
    "format",
    "parse",
    "parse_json",
    "picks",
    "prompt",
    "seat_name",
    "tell",
    "to_json",
]

HELP = """\
Tiles are written x,y: columns from the west, rows from the north, both from 0.
  +A 3,4  +W 3,4    place an army or a worker in your city
  +C 5,5            found a city on a tile you see
  R off   R def     research offence or defence
  W 3,4 E 2         move 2 workers one step east (N E S W); no number is 1, * is all
  A 3,4 N 3         move 3 armies, the strongest; 3w moves the weakest
  M 3,4 N 1         muster armies against an enemy tile; they strike together with the next move into it
  A 3,4 N ?         ask for the number afterwards, then: count 2
  end               end your turn"""


def parse(s: State, seat: int, text: str) -> tuple[int, ...]:
    """Read a command as its actions, one or two; raise IllegalCommand if it is none, or is not legal."""
    return resolve(s, seat, read_text(text), quote(text))


def parse_json(s: State, seat: int, data: Any) -> tuple[int, ...]:
    """Read the JSON form of a command."""
    return resolve(s, seat, read_json(data), quote(data))


def format(s: State, seat: int, actions: tuple[int, ...]) -> str:
    """Write a decision, or a whole command, in its canonical text; `s` is the view before it."""
    command = _whole(s, seat, actions)
    match command.kind:
        case Kind.END:
            return "end"
        case Kind.COUNT:
            return f"count {command.count}"
        case Kind.RESEARCH:
            return f"R {RESEARCH_WORDS[command.what]}"
        case Kind.ARMY | Kind.WORKER | Kind.CITY:
            return f"{TEXT_KINDS[command.kind]} {command.x},{command.y}"
    number = f"{command.count}{'w' if command.weakest else ''}"
    return f"{TEXT_KINDS[command.kind]} {command.x},{command.y} {WAY_LETTERS[command.way]} {number}"


def to_json(s: State, seat: int, actions: tuple[int, ...]) -> dict[str, Any]:
    """Write a decision, or a whole command, as JSON; `s` is the view before it."""
    command = _whole(s, seat, actions)
    data: dict[str, Any] = {"kind": JSON_KINDS[command.kind]}
    if command.kind == Kind.RESEARCH:
        data["what"] = RESEARCH_NAMES[command.what]
    if command.kind not in (Kind.END, Kind.COUNT, Kind.RESEARCH):
        data |= {"x": command.x, "y": command.y}
    if command.kind in MOVES:
        data["dir"] = WAY_LETTERS[command.way]
    if command.kind in MOVES or command.kind == Kind.COUNT:
        data["count"] = command.count
    if command.kind in (Kind.MOVE_ARMIES, Kind.MUSTER):
        data["weakest"] = command.weakest
    return data


def _whole(s: State, seat: int, actions: tuple[int, ...]) -> Command:
    """Return the command that some actions make: one decision, or a move and its count."""
    first = command_of(s, actions[0])
    if first.kind not in MOVES:
        return first
    if len(actions) > 1:
        return first.with_count(command_of(s, actions[1]).count)
    return first if most_movable(s, seat, actions[0]) > 1 else first.with_count(1)


def picks(s: State, seat: int, action: int) -> tuple[str, ...]:
    """Return the path of things to click for a legal action."""
    command = command_of(s, action)
    place = f"{command.x},{command.y}"
    match command.kind:
        case Kind.END:
            return ("button end turn",)
        case Kind.ARMY:
            return (f"city {place}", "button army")
        case Kind.WORKER:
            return (f"city {place}", "button worker")
        case Kind.CITY:
            return ("button found city", f"cell {place}")
        case Kind.RESEARCH:
            return (f"button research {RESEARCH_NAMES[command.what]}",)
        case Kind.COUNT:
            return (f"number {command.count}",)
    tile = tile_at(s, command.x, command.y)
    target = int(neighbour(s, tile, command.way))
    cell = f"cell {tile_name(s, target)}"
    if command.kind == Kind.MOVE_WORKERS:
        return (f"workers {place}", cell)
    return (f"armies {place}", cell, *_how(s, seat, command, tile, target))


def _how(s: State, seat: int, command: Command, tile: int, target: int) -> tuple[str, ...]:
    """Return the last click of an army's move, where there is more than one way to make it."""
    has_muster = is_enemy_held(s, seat, target) and not s.options.single_attacks
    has_order = differ_in_hp(s.players[seat], tile)
    deed = "muster" if command.kind == Kind.MUSTER else "move"
    if has_order:
        return (f"button {deed} {'weakest' if command.weakest else 'strongest'} first",)
    return (f"button {deed}",) if has_muster else ()


def explain(s: State, seat: int, action: int) -> IllegalCommand:
    """Say why an action is not legal for the seat now."""
    if not 0 <= action < s.actions.size:
        return IllegalCommand("syntax", f"there is no action {action}; the largest is {s.actions.size - 1}")
    refusal = check(s, seat, command_of(s, action), f"action {action}", is_field_form=True)
    if refusal is None:
        raise ValueError(f"action {action} is legal")
    return refusal


def prompt(s: State, seat: int) -> str:
    """Say in a sentence what the seat is to do now."""
    if s.result != Result.NONE:
        return f"The match is over. {describe_result(s)[1]}"
    when = f"Round {s.round} of {s.options.max_rounds}"
    if seat != s.current:
        return f"{when}: {seat_name(s, int(s.current))} is to move."
    if s.owed != NOTHING_OWED:
        return f"{when}: how many, 1 to {most_movable(s, seat, int(s.owed))}?"
    if s.moving and not s.options.free_phases:
        return f"{when}: move on, or end your turn."
    return f"{when}: spend, move, or end your turn."


def describe_result(s: State) -> tuple[str, str]:
    """Return the reason code of a finished match and the result in a sentence."""
    winner = int(rules.winner_of(s))
    if s.result == Result.CONQUEST:
        return "conquest", f"{seat_name(s, winner)} owns every city and wins."
    first = [seat_name(s, seat) for seat in range(s.options.players) if rules.rank_of(s, seat) == 1]
    if len(first) == 1:
        return "cap", f"{first[0]} wins on points after round {s.round}."
    return "cap", f"{', '.join(first[:-1])} and {first[-1]} share the first place after round {s.round}."
