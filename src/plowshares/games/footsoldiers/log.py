"""What is said about a match: what to do now, what happened, how it ended."""

from __future__ import annotations

from collections import Counter

from plowshares.core.seats import NOBODY
from plowshares.games.footsoldiers.actions import Kind
from plowshares.games.footsoldiers.grammar import format_cell, format_written
from plowshares.games.footsoldiers.lookup import SEAT_NAMES, coordinates, soldiers_of, written_of
from plowshares.games.footsoldiers.rules import is_over, winner
from plowshares.games.footsoldiers.state import SEATS, TYPE_NAMES, Reason, Result, Stage, State

REASONS = {
    Reason.BASE: "base",
    Reason.TURNS: "turns",
    Reason.HEALTH: "health",
    Reason.DISQUALIFIED: "disqualified",
}


def seat_name(s: State, seat: int) -> str:
    """Return what the seat is called."""
    return SEAT_NAMES[seat]


# The end


def result_line(s: State) -> str:
    """Return the result as result files have it: `Winner player1`, `Winner player2` or `Draw` (§13.6)."""
    return "Draw" if winner(s) == NOBODY else f"Winner {SEAT_NAMES[winner(s)]}"


def describe_result(s: State) -> tuple[str, str]:
    """Return the code of the reason and the result in a sentence."""
    reason = Reason(int(s.reason))
    return REASONS[reason], f"{result_line(s)}: {_describe_reason(s, reason)}."


def _describe_reason(s: State, reason: Reason) -> str:
    is_draw = s.result == Result.DRAW
    loser = "" if is_draw else SEAT_NAMES[1 - winner(s)]
    match reason:
        case Reason.BASE:
            return "both bases have fallen" if is_draw else f"the base of {loser} has fallen"
        case Reason.HEALTH:
            healths = f"{s.sides[0].base_health} to {s.sides[1].base_health}"
            return f"no turns are left, the bases' health is {healths}"
        case Reason.DISQUALIFIED:
            return "both players are disqualified" if is_draw else f"{loser} is disqualified"
        case _:
            return "no turns are left"


# Now


def prompt(s: State, seat: int) -> str:
    """Say what the seat is to do now."""
    if is_over(s):
        return describe_result(s)[1]
    if not 0 <= seat < SEATS:
        return f"Turns remaining: {s.turns}. " + " ".join(f"{SEAT_NAMES[i]} {_progress(s, i)}." for i in range(SEATS))
    if s.chosen[seat]:
        return f"Wait: {SEAT_NAMES[1 - seat]} {_progress(s, 1 - seat)}."
    return _ask(s, seat)


def _progress(s: State, seat: int) -> str:
    return "has chosen" if s.chosen[seat] else "is still choosing"


def _ask(s: State, seat: int) -> str:
    command = s.commands[seat]
    at = format_cell(coordinates(s, command.cell))
    match command.stage:
        case Stage.AIM if command.kind == Kind.BUILD:
            return f"Choose the destination of the new {TYPE_NAMES[command.type]} on {at}."
        case Stage.AIM:
            return f"Choose the new destination of the soldier on {at}."
        case Stage.TURN:
            return f"Choose which way the new {TYPE_NAMES[command.type]} on {at} faces."
        case _:
            return f"Turns remaining: {s.turns}. Choose a command; you have {s.sides[seat].money} money."


# What happened


def tell(before: State, after: State, seat: int) -> list[str]:
    """Say what happened between two views of one seat."""
    if before.turns != after.turns:
        return [*_tell_commands(after), *_tell_bases(before, after), *_tell_losses(before, after)]
    return [_tell_choice(after, i, seat) for i in range(SEATS) if after.chosen[i] and not before.chosen[i]]


def _tell_choice(after: State, chooser: int, seat: int) -> str:
    if chooser != seat:
        return f"{SEAT_NAMES[chooser]} has chosen."
    return f"{SEAT_NAMES[chooser]} has chosen: {format_written(written_of(after, after.commands[chooser]))}."


def _tell_commands(after: State) -> list[str]:
    lines = []
    for seat in range(SEATS):
        line = f"{after.turns + 1}: {SEAT_NAMES[seat]}: {format_written(written_of(after, after.last[seat]))}"
        if after.failed[seat]:
            line += f", which failed: {SEAT_NAMES[1 - seat]} has just built there (build_conflict)"
        lines.append(f"{line}.")
    return lines


def _tell_bases(before: State, after: State) -> list[str]:
    lines = []
    for seat in range(SEATS):
        left = after.sides[seat].base_health
        lost = before.sides[seat].base_health - left
        if lost:
            lines.append(f"The base of {SEAT_NAMES[seat]} loses {lost} health, {left} left.")
    return lines


def _tell_losses(before: State, after: State) -> list[str]:
    lines = []
    for seat in range(SEATS):
        fallen = Counter(soldier.type for soldier in soldiers_of(before, seat))
        if after.last[seat].kind == Kind.BUILD and not after.failed[seat]:
            fallen[int(after.last[seat].type)] += 1
        fallen -= Counter(soldier.type for soldier in soldiers_of(after, seat))
        if fallen:
            names = [f"{number} {TYPE_NAMES[kind]}{'s' * (number > 1)}" for kind, number in sorted(fallen.items())]
            lines.append(f"{SEAT_NAMES[seat]} loses {', '.join(names)}.")
    return lines
