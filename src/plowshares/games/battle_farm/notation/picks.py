"""What to click for each action; no path is the beginning of another in the same state."""

from __future__ import annotations

from plowshares.games.battle_farm.actions import Kind
from plowshares.games.battle_farm.cards import ALL_SLUGS, COLOR_SLUGS, FIRST_CLASS_CARD
from plowshares.games.battle_farm.notation.words import REMODELS, STOCKS, decode
from plowshares.games.battle_farm.state import State

_SLOTS = (Kind.BUY, Kind.TAKE)
_HANDS = (Kind.SELL, Kind.CARD)
_PLAYERS = (Kind.ACCEPT, Kind.PLAYER)
_BUTTONS = {Kind.DONE: "done", Kind.PROPOSE: "propose", Kind.DECLINE: "decline", Kind.ABILITY: "ability"}


def picks(s: State, seat: int, action: int) -> tuple[str, ...]:
    """Return the path of things to click for a legal action."""
    kind, fields = decode(action)
    if kind in _BUTTONS:
        return (f"button {_BUTTONS[kind]}",)
    if kind in _SLOTS:
        return (f"market {fields[0]}",)
    if kind in _HANDS:
        return (f"hand {fields[0]}",)
    if kind in _PLAYERS:
        return (f"player p{fields[0]}",)
    match kind:
        case Kind.BID:
            return (f"number {fields[0]}",)
        case Kind.PLANT:
            return f"hand {fields[0]}", f"bed p{seat} b{fields[1]}"
        case Kind.PLAY:
            return f"hand {fields[0]}", "button play"
        case Kind.FERTILIZE:
            return (f"bed p{seat} b{fields[0]}",)
        case Kind.COLOR:
            return (f"color {COLOR_SLUGS[fields[0]]}",)
        case Kind.GIVE:
            return (f"button {STOCKS[fields[0]]}",)
        case Kind.KEEP:
            return (f"pair {fields[0]}",)
        case Kind.RESTORE:
            return (f"card {ALL_SLUGS[fields[0]]}",)
        case Kind.RECLAIM:
            return (f"card {ALL_SLUGS[FIRST_CLASS_CARD + fields[0]]}",)
        case Kind.REMODEL:
            return f"bed p{seat} b{fields[0]}", f"button {REMODELS[fields[1]]}"
        case _:
            return (f"bed p{fields[0]} b{fields[1]}",)
