"""Reading commands: text and JSON become `Command`s, whether or not they can be played (§9)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plowshares.core.boards.grids import is_name
from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import need_keys, need_object, quote, suggest
from plowshares.games.farmer_soldier.actions import AMOUNTS, LETTERS

MOST = AMOUNTS - 1
SYNTAX = "bad-syntax"
KINDS = ("raise", "move", "done", "starve", "mark", "arm", "amount")
FORMS = "raise CELL Ns, FROM>TO Nf (or s, c, g), done, starve CELL Nc (or s), mark CELL pT N, arm CELL Ns, or a number"

_AMOUNT = re.compile(r"([0-9]+)([fscg])\Z", re.ASCII)
_NUMBER = re.compile(r"[0-9]+\Z", re.ASCII)
_PLAYER = re.compile(r"p([0-9]{1,9})\Z", re.ASCII)


@dataclass(frozen=True)
class Command:
    """What was typed or sent: one action's worth, with names as they were given."""

    kind: str
    source: str  # quoted in refusals
    cell: str = ""
    to: str = ""
    what: str = ""
    player: int = -1
    count: int | None = None


def bad_syntax(why: str, source: str) -> IllegalCommand:
    """Return the refusal of something that is not a command."""
    return IllegalCommand(SYNTAX, f"{why}: {quote(source)}")


def read_text(text: str) -> list[Command]:
    """Read a line: one command, or several amounts of one move or of one starvation."""
    words = re.sub(r"\s*>\s*", ">", text.lower()).split()
    if not words:
        raise bad_syntax(f"nothing to read; write {FORMS}", text)
    verb = words[0]
    if ">" in verb:
        return _read_move(words, text)
    if _NUMBER.match(verb) and len(words) == 1:
        return [Command("amount", text, count=_number(verb, text))]
    if verb == "done" and len(words) == 1:
        return [Command("done", text)]
    if verb in _READERS:
        return _READERS[verb](words, text)
    raise bad_syntax(f"no such command; write {FORMS}{suggest(verb, KINDS)}", text)


def _number(word: str, text: str) -> int:
    if not _NUMBER.match(word) or len(word) > 9 or int(word) > MOST:
        raise bad_syntax(f"an amount is a whole number 0 to {MOST}, not {quote(word)}", text)
    return int(word)


def _amount(word: str, text: str, letters: str = LETTERS) -> tuple[int, str]:
    match = _AMOUNT.match(word)
    if not match or match[2] not in letters:
        raise bad_syntax(f"{quote(word)} is not an amount of {', '.join(letters)}, as 2{letters[0]}", text)
    return _number(match[1], text), match[2]


def _cell(word: str, text: str) -> str:
    if not is_name(word):
        raise bad_syntax(f"{quote(word)} is not a cell name", text)
    return word


def _need_words(words: list[str], count: int, form: str, text: str) -> None:
    if len(words) != count:
        raise bad_syntax(f"write {form}", text)


def _read_move(words: list[str], text: str) -> list[Command]:
    start, to, *rest = words[0].split(">")
    if rest or len(words) < 2:
        raise bad_syntax("write FROM>TO and an amount, as a1>b1 2f", text)
    start, to = _cell(start, text), _cell(to, text)
    if len(words) == 2 and words[1] in LETTERS:
        return [Command("move", text, start, to, words[1])]
    amounts = [_amount(word, text) for word in words[1:]]
    return [Command("move", text, start, to, what, count=count) for count, what in amounts]


def _read_role(words: list[str], text: str) -> list[Command]:
    _need_words(words, 3, f"{words[0]} CELL Ns, as {words[0]} a1 1s", text)
    count, _ = _amount(words[2], text, "s")
    return [Command(words[0], text, _cell(words[1], text), count=count)]


def _read_starve(words: list[str], text: str) -> list[Command]:
    if len(words) < 3:
        raise bad_syntax("write starve CELL and an amount, as starve a1 1c", text)
    cell = _cell(words[1], text)
    amounts = [_amount(word, text) for word in words[2:]]
    return [Command("starve", text, cell, what=what, count=count) for count, what in amounts]


def _read_mark(words: list[str], text: str) -> list[Command]:
    _need_words(words, 4, "mark CELL pT N, as mark b2 p1 2", text)
    player = _PLAYER.match(words[2])
    if not player:
        raise bad_syntax(f"{quote(words[2])} is not a player; players are p0, p1, …", text)
    count = _number(words[3], text)
    return [Command("mark", text, _cell(words[1], text), player=int(player[1]), count=count)]


_READERS: dict[str, Callable[[list[str], str], list[Command]]] = {
    "raise": _read_role,
    "arm": _read_role,
    "starve": _read_starve,
    "mark": _read_mark,
}

_KEYS = {
    "raise": ("cell", "soldiers"),
    "arm": ("cell", "soldiers"),
    "move": ("from", "to", "what"),
    "done": (),
    "starve": ("cell", "what", "count"),
    "mark": ("cell", "player", "count"),
    "amount": ("count",),
}


def read_json(data: Any) -> Command:
    """Read the JSON form of a command."""
    given = need_object(data, SYNTAX)
    kind, source = given["kind"], repr(data)
    if kind not in _KEYS:
        raise bad_syntax(f"no such kind {kind!r}; the kinds are {', '.join(_KEYS)}", source)
    need_keys(given, SYNTAX, _KEYS[kind], ("count",) if kind == "move" else ())
    for key in ("cell", "from", "to"):
        if key in given and not (isinstance(given[key], str) and is_name(given[key].lower())):
            raise bad_syntax(f"{key!r} is a cell name", source)
    if "what" in given and given["what"] not in tuple(LETTERS):
        raise bad_syntax(f"'what' is one of {', '.join(LETTERS)}", source)
    count = _json_number(given, "soldiers" if "soldiers" in _KEYS[kind] else "count", source)
    return Command(
        kind,
        source,
        given.get("cell", given.get("from", "")).lower(),
        given.get("to", "").lower(),
        given.get("what", ""),
        _json_player(given, source),
        count,
    )


def _json_number(given: dict[str, Any], key: str, source: str) -> int | None:
    value = given.get(key)
    if key in given and (type(value) is not int or not 0 <= value <= MOST):
        raise bad_syntax(f"{key!r} is a whole number 0 to {MOST}", source)
    return value


def _json_player(given: dict[str, Any], source: str) -> int:
    value = given.get("player", -1)
    if type(value) is not int or (value < 0 and "player" in given):
        raise bad_syntax("'player' is the number of a player", source)
    return value
