"""How commands are written: `take 2`."""

from __future__ import annotations

import re
from typing import Any

from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import need_keys, need_object, quote
from plowshares.skeleton.rules import is_over
from plowshares.skeleton.state import State

HELP = "take 2: take two stones from the heap."
_COMMAND = re.compile(r"take (?P<stones>[0-9]{1,3})\Z", re.ASCII)


def parse(s: State, seat: int, text: str) -> tuple[int, ...]:
    """Read `take 2`."""
    found = _COMMAND.match(" ".join(text.lower().split()))
    if found is None:
        raise IllegalCommand("bad-syntax", f"{quote(text)} is not like: take 2")
    return (_action(s, int(found["stones"]), text),)


def parse_json(s: State, seat: int, data: Any) -> tuple[int, ...]:
    """Read `{"kind": "take", "stones": 2}`."""
    need_object(data, "bad-syntax")
    need_keys(data, "bad-syntax", ["stones"])
    if data["kind"] != "take" or type(data["stones"]) is not int:
        raise IllegalCommand("bad-syntax", f'{quote(data)} is not like: {{"kind": "take", "stones": 2}}')
    return (_action(s, data["stones"], data),)


def _action(s: State, stones: int, given: Any) -> int:
    if not 1 <= stones <= s.options.most:
        raise IllegalCommand("too-many", f"between 1 and {s.options.most} stones can be taken: {quote(given)}")
    return stones - 1


def format(s: State, seat: int, actions: tuple[int, ...]) -> str:
    """Write a command."""
    return f"take {1 + actions[0]}"


def to_json(s: State, seat: int, actions: tuple[int, ...]) -> dict[str, Any]:
    """Write it as JSON."""
    return {"kind": "take", "stones": 1 + actions[0]}


def picks(s: State, seat: int, action: int) -> tuple[str, ...]:
    """Return the one thing to click."""
    return (f"number {1 + action}",)


def explain(s: State, seat: int, action: int) -> IllegalCommand:
    """Say why an action is not legal."""
    if is_over(s):
        return IllegalCommand("game-over", "the match is over")
    if seat != s.seat:
        return IllegalCommand("not-your-turn", "it is the other player's turn")
    return IllegalCommand("too-many", f"{1 + action} stones cannot be taken: {s.stones} are left")


def tell(before: State, after: State, seat: int) -> list[str]:
    """Say what was taken."""
    if before.stones == after.stones:
        return []
    who = seat_name(before, int(before.seat))
    return [f"{who} takes {after.taken}; {after.stones} left."]


def prompt(s: State, seat: int) -> str:
    """Say what is to be done."""
    return "Take some stones." if seat == s.seat and not is_over(s) else "Wait for the other player."


def describe_result(s: State) -> tuple[str, str]:
    """Say who has won."""
    return "empty", f"{seat_name(s, 1 - int(s.seat))} took the last stone and wins."


def seat_name(s: State, seat: int) -> str:
    """Return what a seat is called."""
    return ("First", "Second")[seat] if 0 <= seat <= 1 else "Nobody"
