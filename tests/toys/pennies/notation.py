"""How Pennies is written: `lay 3 +1`, or `lay 3` and then `+1`."""

from __future__ import annotations

import re
from typing import Any

from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import need_keys, need_object, quote
from plowshares.core.seats import has_seat
from tests.toys.pennies.actions import COINS, EXTRAS, Kind
from tests.toys.pennies.rules import to_act
from tests.toys.pennies.state import EMPTY, State

HELP = "lay COIN +EXTRA: lay one of your coins, counted from 0, and add 0, 1 or 2."
_COMMAND = re.compile(r"(?:lay (?P<coin>\d))?\s*(?:\+(?P<extra>\d))?\Z", re.ASCII)


def parse(s: State, seat: int, text: str) -> tuple[int, ...]:
    """Read `lay 3 +1`, `lay 3` or `+1`."""
    match = _COMMAND.match(" ".join(text.lower().split()))
    if not text.strip() or match is None:
        raise IllegalCommand("bad-syntax", f"{quote(text)} is not like: lay 3 +1")
    return _actions(match["coin"] and int(match["coin"]), match["extra"] and int(match["extra"]), text)


def parse_json(s: State, seat: int, data: Any) -> tuple[int, ...]:
    """Read `{"kind": "lay", "coin": 3, "extra": 1}` and its parts."""
    need_object(data, "bad-syntax")
    if data["kind"] == "lay":
        need_keys(data, "bad-syntax", ["coin"], ["extra"])
    elif data["kind"] == "add":
        need_keys(data, "bad-syntax", ["extra"])
    else:
        raise IllegalCommand("bad-syntax", f"no such kind: {quote(data)}")
    for key in ("coin", "extra"):
        if not isinstance(data.get(key, 0), int) or isinstance(data.get(key, 0), bool):
            raise IllegalCommand("bad-syntax", f"{key} is a number: {quote(data)}")
    return _actions(data.get("coin"), data.get("extra"), data)


def _actions(coin: Any, extra: Any, given: Any) -> tuple[int, ...]:
    actions = []
    if coin is not None and coin != "":
        if not 0 <= coin < COINS:
            raise IllegalCommand("no-coin", f"there is no coin {coin}: {quote(given)}")
        actions.append(coin)
    if extra is not None and extra != "":
        if not 0 <= extra < EXTRAS:
            raise IllegalCommand("bad-extra", f"{extra} cannot be added: {quote(given)}")
        actions.append(COINS + extra)
    return tuple(actions)


def format(s: State, seat: int, actions: tuple[int, ...]) -> str:
    """Write a command or a part of it."""
    return " ".join(f"lay {a}" if a < COINS else f"+{a - COINS}" for a in actions)


def to_json(s: State, seat: int, actions: tuple[int, ...]) -> dict[str, Any]:
    """Write it as JSON."""
    data: dict[str, Any] = {"kind": "lay" if actions[0] < COINS else "add"}
    for a in actions:
        data["coin" if a < COINS else "extra"] = a if a < COINS else a - COINS
    return data


def picks(s: State, seat: int, action: int) -> tuple[str, ...]:
    """Return the one thing to click."""
    return (f"coin {action}",) if action < COINS else (f"number {action - COINS}",)


def explain(s: State, seat: int, action: int) -> IllegalCommand:
    """Say why not."""
    if s.over:
        return IllegalCommand("game-over", "the match is over")
    if not has_seat(to_act(s), seat):
        return IllegalCommand("not-your-turn", f"seat {seat} has chosen")
    kind = Kind.LAY if action < COINS else Kind.ADD
    if (s.coin[seat] == EMPTY) != (kind == Kind.LAY):
        return IllegalCommand("wrong-stage", f"{format(s, seat, (action,))!r} is not asked now")
    return IllegalCommand("no-coin", f"coin {action} is spent")


def tell(before: State, after: State, seat: int) -> list[str]:
    """Say who is done, and what was shown."""
    if before.round != after.round:
        seats = after.options.seats
        return [f"Shown: {after.shown[:seats].tolist()}, points {after.points[:seats].tolist()}."]
    return [f"Seat {i} is ready." for i in range(after.options.seats) if after.done[i] and not before.done[i]]


def prompt(s: State, seat: int) -> str:
    """Ask for a coin, or for what goes on top."""
    if not has_seat(to_act(s), seat):
        return "Wait for the others."
    return "Lay a coin." if s.coin[seat] == EMPTY else "Add 0, 1 or 2."


def describe_result(s: State) -> tuple[str, str]:
    """Tell the points."""
    return "rounds", f"All rounds are played: {s.points[: s.options.seats].tolist()}."


def seat_name(s: State, seat: int) -> str:
    """Return the number."""
    return f"Seat {seat}"
