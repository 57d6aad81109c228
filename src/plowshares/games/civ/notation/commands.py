"""Commands as people and programs write them, read without looking at any position (§9)."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from typing import Any

from plowshares.core.actions import fields_of, kind_of
from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import need_keys, need_object, quote, read_number, suggest
from plowshares.games.civ.actions import WAYS, Kind
from plowshares.games.civ.parsing import WAYS as WAY_LETTERS
from plowshares.games.civ.parsing import place_of
from plowshares.games.civ.state import State

ALL = "*"
ASK = "?"
MOVES = (Kind.MOVE_WORKERS, Kind.MOVE_ARMIES, Kind.MUSTER)
TEXT_KINDS = {
    Kind.END: "end",
    Kind.ARMY: "+A",
    Kind.WORKER: "+W",
    Kind.CITY: "+C",
    Kind.RESEARCH: "R",
    Kind.MOVE_WORKERS: "W",
    Kind.MOVE_ARMIES: "A",
    Kind.MUSTER: "M",
    Kind.COUNT: "count",
}
JSON_KINDS = {kind: kind.name.lower() for kind in Kind}
RESEARCH_WORDS = ("off", "def")
RESEARCH_NAMES = ("offence", "defence")
LONGEST = 100  # no command is nearly as long

_PLACE = re.compile(r"(-?[0-9]{1,9}),(-?[0-9]{1,9})\Z", re.ASCII)
_COUNT = re.compile(r"(-?[0-9]{1,9}|\*|\?)?(w)?\Z", re.ASCII)
_BY_WORD = {word.lower(): kind for kind, word in TEXT_KINDS.items()}
_BY_NAME = {name: kind for kind, name in JSON_KINDS.items()}


@dataclass(frozen=True)
class Command:
    """What was asked for. `count` is a number, ALL, or ASK when it is to be chosen afterwards."""

    kind: Kind
    x: int = 0
    y: int = 0
    way: int = 0
    count: int | str = 1
    weakest: bool = False
    what: int = 0

    def with_count(self, count: int | str) -> Command:
        """Return the same command with its count known."""
        return dataclasses.replace(self, count=count)


def command_of(s: State, action: int) -> Command:
    """Return the command of a single action; a move asks for its count."""
    number = int(kind_of(s.actions, int(action)))
    kind = Kind(number)
    a, b, _ = (int(field) for field in fields_of(s.actions, number, int(action)))
    if kind == Kind.END:
        return Command(kind)
    if kind == Kind.RESEARCH:
        return Command(kind, what=a)
    if kind == Kind.COUNT:
        return Command(kind, count=a)
    x, y = place_of(s, a)
    if kind in MOVES:
        return Command(kind, x, y, b % WAYS, ASK, b >= WAYS)
    return Command(kind, x, y)


def _syntax(message: str) -> IllegalCommand:
    return IllegalCommand("syntax", message)


def read_text(text: str) -> Command:
    """Read typed text; raise IllegalCommand if it is not a command."""
    words = text[:LONGEST].lower().split()
    if not words or len(text) > LONGEST:
        raise _syntax(f"no command in {quote(text)}")
    kind = _BY_WORD.get(words[0])
    if kind is None:
        raise _syntax(f"unknown command {quote(words[0])} in {quote(text)}{suggest(words[0], _BY_WORD)}")
    least, most = _word_counts(kind)
    if not least <= len(words) <= most:
        raise _syntax(f"{TEXT_KINDS[kind]} takes {_usage(kind)}, got {quote(text)}")
    if kind == Kind.END:
        return Command(kind)
    if kind == Kind.RESEARCH:
        if words[1] not in RESEARCH_WORDS:
            raise _syntax(f"research is off or def, not {quote(words[1])} in {quote(text)}")
        return Command(kind, what=RESEARCH_WORDS.index(words[1]))
    if kind == Kind.COUNT:
        count = read_number(words[1])
        if count is None:
            raise _syntax(f"{quote(words[1])} is not a number in {quote(text)}")
        return Command(kind, count=count)
    x, y = _read_place(words[1], text)
    if kind not in MOVES:
        return Command(kind, x, y)
    count_word, weakest = _read_count(kind, words[3] if len(words) > 3 else "", text)
    return Command(kind, x, y, _read_way(words[2], text), count_word, weakest)


def _word_counts(kind: Kind) -> tuple[int, int]:
    if kind in MOVES:
        return 3, 4
    return (1, 1) if kind == Kind.END else (2, 2)


def _usage(kind: Kind) -> str:
    if kind in MOVES:
        return "a tile, a direction and a number"
    if kind == Kind.END:
        return "nothing"
    return {Kind.RESEARCH: "off or def", Kind.COUNT: "a number"}.get(kind, "a tile")


def _read_place(word: str, text: str) -> tuple[int, int]:
    match = _PLACE.match(word)
    if not match:
        raise _syntax(f"{quote(word)} is not a tile in {quote(text)}; a tile is written 3,4")
    return int(match[1]), int(match[2])


def _read_way(word: str, text: str) -> int:
    if len(word) != 1 or word.upper() not in WAY_LETTERS:
        raise _syntax(f"{quote(word)} is not a direction in {quote(text)}; they are N E S W")
    return WAY_LETTERS.index(word.upper())


def _read_count(kind: Kind, word: str, text: str) -> tuple[int | str, bool]:
    match = _COUNT.match(word)
    if not match or (match[2] and kind == Kind.MOVE_WORKERS):
        raise _syntax(f"{quote(word)} is not a number for {TEXT_KINDS[kind]} in {quote(text)}")
    count = match[1] or "1"
    return count if count in (ALL, ASK) else int(count), match[2] is not None


def read_json(data: Any) -> Command:
    """Read the JSON form of a command; raise IllegalCommand if it is none."""
    given = need_object(data, "syntax")
    kind = _BY_NAME.get(given["kind"])
    if kind is None:
        raise _syntax(f"unknown kind {quote(given['kind'])} in {quote(data)}{suggest(given['kind'], _BY_NAME)}")
    need_keys(given, "syntax", *_keys(kind))
    if kind == Kind.END:
        return Command(kind)
    if kind == Kind.RESEARCH:
        if given["what"] not in RESEARCH_NAMES:
            raise _syntax(f"research is offence or defence, not {quote(given['what'])}")
        return Command(kind, what=RESEARCH_NAMES.index(given["what"]))
    if kind == Kind.COUNT:
        return Command(kind, count=_need_int(given, "count"))
    x, y = _need_int(given, "x"), _need_int(given, "y")
    if kind not in MOVES:
        return Command(kind, x, y)
    weakest = given.get("weakest", False)
    if not isinstance(weakest, bool):
        raise _syntax(f"weakest is true or false, not {quote(weakest)} in {quote(data)}")
    way = given["dir"] if isinstance(given["dir"], str) else ""
    return Command(kind, x, y, _read_way(way, repr(data)), _json_count(given), weakest)


def _keys(kind: Kind) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the keys that a kind needs and those it may have."""
    if kind == Kind.MOVE_WORKERS:
        return ("x", "y", "dir"), ("count",)
    if kind in MOVES:
        return ("x", "y", "dir"), ("count", "weakest")
    keys = {Kind.END: (), Kind.RESEARCH: ("what",), Kind.COUNT: ("count",)}
    return keys.get(kind, ("x", "y")), ()


def _need_int(given: dict[str, Any], key: str) -> int:
    value = given[key]
    if not isinstance(value, int) or isinstance(value, bool):
        raise _syntax(f"{key} is a whole number, not {quote(value)} in {quote(given)}")
    return value


def _json_count(given: dict[str, Any]) -> int | str:
    count = given.get("count", 1)
    return count if count in (ALL, ASK) and isinstance(count, str) else _need_int({"count": 1, **given}, "count")
