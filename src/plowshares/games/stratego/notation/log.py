"""Sentences: the log, battle reports, what to do, and how it ended."""

from __future__ import annotations

from typing import Any

from plowshares.core.seats import SPECTATOR, has_seat
from plowshares.games.stratego.board import owner_of, square_of_spot
from plowshares.games.stratego.notation.refusals import SEAT_NAMES, name_at
from plowshares.games.stratego.pieces import EMPTY, LETTERS, NAMES, UNKNOWN
from plowshares.games.stratego.rules import to_act
from plowshares.games.stratego.rules.arranging import count_reserve, has_exit
from plowshares.games.stratego.state import NONE, NOWHERE, SIDES, Phase, Reason, Result, Side

REASONS = {
    Reason.FLAG: ("flag", "{winner} has captured the flag and wins."),
    Reason.MUTUAL: ("mutual", "Neither side has a movable piece left: a draw."),
    Reason.ARMY: ("army", "{loser} has no movable piece left: {winner} wins."),
    Reason.BLOCKED: ("blocked", "{loser} cannot move: {winner} wins."),
    Reason.MOVE_CAP: ("move-cap", "The limit of {ply} moves is reached: {verdict}."),
    Reason.NO_BATTLE: ("no-battle", "{quiet} moves have passed without a battle: {verdict}."),
}


def seat_name(s: Any, seat: int) -> str:
    """Return what the seat is called."""
    return SEAT_NAMES[seat] if 0 <= seat < SIDES else "the spectators"


def describe_result(s: Any) -> tuple[str, str]:
    """Return the reason code of a finished match and its result in a sentence (§6)."""
    code, sentence = REASONS[Reason(int(s.reason))]
    drawn = s.winner == NONE
    winner, loser = seat_name(s, int(s.winner)), seat_name(s, 1 - int(s.winner))
    verdict = "a draw" if drawn else f"{winner} has more rank on the board and wins"
    return code, sentence.format(winner=winner, loser=loser, verdict=verdict, ply=s.ply, quiet=s.quiet)


def prompt(s: Any, seat: int) -> str:
    """Say what the seat is to do."""
    if s.phase == Phase.OVER:
        return describe_result(s)[1]
    if seat == SPECTATOR or not has_seat(to_act(s), seat):
        return _prompt_others(s)
    if s.phase == Phase.PLAY:
        return f"{seat_name(s, seat)}, move {int(s.ply) + 1}: pick a piece, then where it goes."
    reserve = int(count_reserve(s, seat))
    if reserve:
        return f"{seat_name(s, seat)}, place your army (in reserve: {reserve}), load a set-up, or fill at random."
    warning = "" if has_exit(s, seat) else " Beware: no piece of yours has a free cell to move to!"
    return f"{seat_name(s, seat)}, swap pieces as you like, then say ready.{warning}"


def _prompt_others(s: Any) -> str:
    if s.phase == Phase.PLAY:
        return f"{seat_name(s, int(s.turn))} is to move."
    waiting = " and ".join(name for side, name in enumerate(SEAT_NAMES) if not s.ready[side])
    return f"Waiting for {waiting} to finish the set-up."


def tell(before: Any, after: Any, seat: int) -> list[str]:
    """Say what happened between two views of one seat."""
    lines = _tell_arranging(before, after, seat) if 0 <= seat < SIDES and before.phase == Phase.SETUP else []
    lines += [f"{SEAT_NAMES[side]} is ready." for side in range(SIDES) if after.ready[side] > before.ready[side]]
    if before.phase == Phase.SETUP and after.phase != Phase.SETUP:
        lines.append("Both armies stand. Red begins.")
    if after.ply > before.ply:
        lines.append(_tell_move(after))
    if after.phase == Phase.OVER and before.phase != Phase.OVER:
        lines.append(describe_result(after)[1])
    return lines


def _tell_arranging(before: Any, after: Any, seat: int) -> list[str]:
    """Say how one's own area changed; one or two cells by name, more as a number."""
    if after.phase != Phase.SETUP:
        return []
    spots = range(int(after.options.spots))
    changed = [spot for spot in spots if before.area[seat, spot] != after.area[seat, spot]]
    if not changed:
        return []
    if len(changed) > 2:
        placed = sum(after.area[seat, spot] != EMPTY for spot in spots)
        return [f"Your area is rearranged: {placed} pieces placed, {count_reserve(after, seat)} in reserve."]
    names = []
    for spot in changed:
        type_ = int(after.area[seat, spot])
        what = "nothing" if type_ == EMPTY else f"your {NAMES[type_]}"
        names.append(f"{name_at(after, square_of_spot(after, seat, spot))} now holds {what}")
    return [f"{' and '.join(names)}."]


def _tell_move(s: Any) -> str:
    last = s.last
    side = int(owner_of(s, int(last.piece)))
    way = f"from {name_at(s, last.start)} to {name_at(s, last.end)}"
    if last.contested == NOWHERE:
        return f"{SEAT_NAMES[side]} moves {way}."
    attacker = f"{SEAT_NAMES[side]}'s {_name_of(s, last.piece)}"
    defender = f"{SEAT_NAMES[1 - side]}'s {_name_of(s, last.defender)}"
    if last.contested == last.end:
        attack = f"{attacker} attacks {way}"
    else:
        attack = f"{attacker} moves {way} and strikes {name_at(s, last.contested)}"
    removed = {
        Result.ATTACKER_FALLS: f"it is removed, {defender} stays",
        Result.DEFENDER_FALLS: f"{defender} is removed",
        Result.BOTH_FALL: f"it and {defender} are both removed",
    }[Result(int(last.result))]
    return f"{attack}: {removed}."


def _name_of(s: Any, piece: int) -> str:
    return "unknown piece" if s.types[piece] == UNKNOWN else NAMES[s.types[piece]]


def report_battle(s: Any) -> str:
    """Write the last move's battle as records do, as far as this view knows it, or '' (§9.2)."""
    last = s.last
    if last.contested == NOWHERE:
        return ""
    attacker, defender = _letter_of(s, last.piece), _letter_of(s, last.defender)
    if last.result == Result.BOTH_FALL:
        removed = "both"
    elif attacker == defender:  # neither is known: like types would both have fallen
        removed = "attacker" if last.result == Result.ATTACKER_FALLS else "defender"
    else:
        removed = attacker if last.result == Result.ATTACKER_FALLS else defender
    return f"{{{attacker} x {defender}: {removed} removed}}"


def describe_last(s: Any) -> str:
    """Write the last move as a record line, as far as this view knows it; '' if there was none (§9.2)."""
    last = s.last
    if last.piece == NONE:
        return ""
    side = SEAT_NAMES[owner_of(s, int(last.piece))].lower()
    strike = f"x{name_at(s, last.contested)}" if last.contested not in (NOWHERE, last.end) else ""
    return f"{side} {name_at(s, last.start)}-{name_at(s, last.end)}{strike} {report_battle(s)}".strip()


def _letter_of(s: Any, piece: int) -> str:
    return "?" if s.types[piece] == UNKNOWN else LETTERS[s.types[piece]]


def list_losses(s: Any, side: int) -> str:
    """Write the removed pieces of a side, strongest first, as far as this view knows them (U2)."""
    first, end = (0, int(s.blue)) if side == Side.RED else (int(s.blue), int(s.pieces))
    lost = sorted((int(s.types[i]) for i in range(first, end) if s.squares[i] == NOWHERE), reverse=True)
    return " ".join("?" if type_ == UNKNOWN else LETTERS[type_].upper() for type_ in lost)
