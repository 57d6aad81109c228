"""Syntax: what is typed or sent as JSON, before anybody asks whether it is possible (§9.1)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from plowshares.core.errors import IllegalCommand
from plowshares.core.parsing import need_keys, need_object, quote, suggest, words_of

SYNTAX = "bad-syntax"
_CELL = r"[a-wyz][0-9]{1,2}"  # x means an attack
_IS_CELL = re.compile(rf"{_CELL}\Z", re.ASCII)
_MOVE = re.compile(rf"({_CELL}) ?[-x]? ?({_CELL})(?: ?x ?({_CELL}))?\Z", re.ASCII)
_COMMENT = re.compile(r"\{[^{}]*\}")

# The words after the first one, by kind; each is a cell, a type word, or any other word.
WORDS: dict[str, tuple[str, ...]] = {
    "place": ("type", "cell"),
    "lift": ("cell",),
    "swap": ("a", "b"),
    "fill": (),
    "clear": (),
    "load": ("name",),
    "ready": (),
}
CELL_WORDS = ("cell", "a", "b", "from", "to", "strike")


@dataclass(frozen=True)
class Command:
    """A command in parts, and as it was written."""

    kind: str
    parts: dict[str, str]
    written: Any


def read_text(text: str) -> Command:
    """Read typed text; comments in braces are ignored (§9.2)."""
    words = words_of(_COMMENT.sub(" ", text))
    move = _MOVE.match(" ".join(words))
    if move:
        return Command("move", _moving(*move.groups()), text)
    if words and words[0] == "layout" and len(words) > 1:
        return Command("layout", {"text": "".join(words[1:])}, text)
    if not words or words[0] not in WORDS:
        close = suggest(words[0], (*WORDS, "layout")) if words else ""
        raise IllegalCommand(SYNTAX, f"{quote(text)} is neither a move such as e4-e5 nor a set-up command{close}")
    wanted = WORDS[words[0]]
    if len(words) - 1 != len(wanted):
        form = " ".join((words[0], *(f"<{word}>" for word in wanted)))
        raise IllegalCommand(SYNTAX, f"write {form!r}, not {quote(text)}")
    return _checked(Command(words[0], dict(zip(wanted, words[1:], strict=True)), text))


def read_json(data: Any) -> Command:
    """Read the JSON form of a command."""
    data = need_object(data, SYNTAX)
    kind = "".join(data["kind"].lower().split())
    forms = {**WORDS, "move": ("from", "to"), "layout": ("text",)}
    if kind not in forms:
        raise IllegalCommand(SYNTAX, f"no command is of the kind {quote(kind)}{suggest(kind, forms)}")
    need_keys(data, SYNTAX, forms[kind], ("strike",) if kind == "move" else ())
    for key, value in data.items():
        if not isinstance(value, str):
            raise IllegalCommand(SYNTAX, f"{key!r} is a text, not {quote(value)}: {quote(data)}")
    parts = {key: "".join(value.lower().split()) for key, value in data.items() if key != "kind"}
    return _checked(Command(kind, parts, data))


def _checked(command: Command) -> Command:
    for word, value in command.parts.items():
        if word in CELL_WORDS and not _IS_CELL.match(value):
            raise IllegalCommand(SYNTAX, f"{quote(value)} is not written like a cell (e4): {quote(command.written)}")
    return command


def _moving(start: str, end: str, strike: str | None) -> dict[str, str]:
    parts = {"from": start, "to": end}
    return parts | {"strike": strike} if strike else parts
