"""Reading what people type: case, blanks, cell names, numbers, and pointing at what is wrong."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Any

from plowshares.core.errors import IllegalCommand

_NUMBER = re.compile(r"-?[0-9]{1,9}\Z", re.ASCII)
_CELL = re.compile(r"([a-z]{1,3})([1-9][0-9]{0,2})\Z", re.ASCII)


def words_of(text: str) -> list[str]:
    """Split typed text into lower-case words."""
    return text.lower().split()


def read_number(word: str) -> int | None:
    """Read a whole number, or return None."""
    return int(word) if _NUMBER.match(word) else None


def column_name(column: int) -> str:
    """Return a, b, … z, aa, ab, … for a column counted from 0."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def parse_column(name: str) -> int:
    """Return the column of a name such as `a` or `ab`."""
    column = 0
    for letter in name:
        column = column * 26 + ord(letter) - ord("a") + 1
    return column - 1


def cell_name(column: int, row: int) -> str:
    """Return the name of a cell, `a1` for column 0 and row 0."""
    return f"{column_name(column)}{row + 1}"


def parse_cell(name: str) -> tuple[int, int] | None:
    """Return column and row of a cell name, or None if it is none."""
    match = _CELL.match(name)
    return (parse_column(match[1]), int(match[2]) - 1) if match else None


def quote(thing: Any, most: int = 60) -> str:
    """Quote input in an error, cut to a length that fits a screen."""
    text = thing if isinstance(thing, str) else repr(thing)
    return repr(text if len(text) <= most else text[: most - 1] + "…")


def suggest(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` when a known word is close, else nothing."""
    close = difflib.get_close_matches(word, list(known), 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def parts_of(text: str) -> list[str]:
    """Split a written position at its semicolons; parts are in lower case, with single blanks."""
    return [part for part in (" ".join(each.split()) for each in text.lower().split(";")) if part]


def need_between(number: int, low: int, high: int, part: str) -> int:
    """Return a number of a written position; refuse one that is out of bounds."""
    if not low <= number <= high:
        raise bad_position(f"{number} is not from {low} to {high}: {quote(part)}")
    return number


def bad_position(words: str) -> IllegalCommand:
    """Return the error of a position that cannot be read."""
    return IllegalCommand("bad-syntax", words)


def need_object(data: Any, code: str) -> dict[str, Any]:
    """Return the JSON object of a command, or refuse anything else."""
    if not isinstance(data, dict) or not isinstance(data.get("kind"), str):
        raise IllegalCommand(code, f'a command is an object with a "kind", not {quote(data)}')
    return data


def need_keys(data: dict[str, Any], code: str, need: Iterable[str], may: Iterable[str] = ()) -> None:
    """Refuse a JSON command that lacks a key or has one too many."""
    needed, allowed = {"kind", *need}, {"kind", *need, *may}
    for key in needed - data.keys():
        raise IllegalCommand(code, f"{data['kind']!r} needs {key!r}: {quote(data)}")
    for key in data.keys() - allowed:
        raise IllegalCommand(code, f"{data['kind']!r} has no {key!r}: {quote(data)}")
