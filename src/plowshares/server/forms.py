"""Forms made from a game's options: a field for each, with its bounds and help, and errors at the field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from plowshares.agents import MAKERS
from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.options import Options, describe, read_words, to_plain

_BOUNDS = re.compile(r"expected `int` ([<>]=) (-?\d+), got (.+) \((.+)\)\Z")
_TYPE = re.compile(r"\A(?:expected `.*`|invalid enum value .*), got (.+) \((.+)\)\Z")
_RANGE = re.compile(r"whole number (-?\d*)\.\.(-?\d*)\Z")


class Field(msgspec.Struct):
    """One field of a form."""

    name: str
    label: str
    help: str
    bounds: str
    kind: str  # choice, number, text, lines
    value: str
    choices: list[str] = []
    low: str = ""
    high: str = ""


LEVELS = {
    "easy": "Slips more often than not: good for a first match.",
    "medium": "Thinks a moment, and slips often.",
    "hard": "Thinks longer, and slips now and then.",
    "expert": "Thinks a second for every decision and never slips: the strongest there is here.",
    "greedy": "Looks one step ahead, and no further.",
    "random": "Does anything that is legal.",
}


def computers() -> dict[str, str]:
    """Return the programs that can take a seat, those that people choose first, with a sentence each."""
    known = {name: words for name, words in LEVELS.items() if name in MAKERS}
    return known | {name: "A player of this server." for name in MAKERS if name not in known}


def fields_of(game: Game) -> list[Field]:
    """Return the fields for the options of a game, filled with their defaults."""
    fields = [_field(*row) for row in describe(game.options)]
    for field in fields:
        if any("\n" in preset.get(field.name, "") for preset in presets_of(game).values()):
            field.kind = "lines"  # a field of a single line would run them together
    return fields


def _field(name: str, bounds: str, default: Any, words: str) -> Field:
    field = Field(name, name.replace("_", " "), words, bounds, "text", as_text(default))
    span = _RANGE.match(bounds)
    if span:
        field.kind, field.low, field.high = "number", span[1], span[2]
    elif bounds == "true or false":
        field.kind, field.choices = "choice", ["true", "false"]
    elif bounds.startswith("one of ") and " or " not in bounds:
        field.kind, field.choices = "choice", bounds.removeprefix("one of ").split(", ")
    return field


def as_text(value: Any) -> str:
    """Write a value as it stands in a form; nothing is empty."""
    if value is None:
        return ""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def presets_of(game: Game) -> dict[str, dict[str, str]]:
    """Return what each preset fills in."""
    return {name: {option: as_text(value) for option, value in preset.items()} for name, preset in game.presets.items()}


def read_form(game: Game, preset: str, given: Mapping[str, str]) -> Options:
    """Return the options of a filled form; fields that say what they said before count for nothing."""
    base = base_of(game, preset)
    usual = {row[0]: row[2] for row in describe(game.options)} | base
    words = [f"{name}={text}" for name, text in given.items() if text.strip() != as_text(usual.get(name))]
    return read_words(game.options, words, base)


def base_of(game: Game, preset: str) -> dict[str, Any]:
    """Return the options of a preset."""
    if not preset and not game.presets:
        return {}
    if preset not in game.presets:
        raise InvalidOption(f"{game.title} has no preset {preset!r}; there are: {', '.join(game.presets)}")
    return dict(game.presets[preset])


def field_of(game: Game, error: InvalidOption) -> str:
    """Return the name of the field an error is about; empty if it is about several, or none."""
    words = set(re.findall(r"\w+", str(error)))
    named = re.search(r"option '?(\w+)", str(error))
    fields = [name for name in game.options.__struct_fields__ if name in words]
    if named and named[1] in game.options.__struct_fields__:
        return named[1]
    return fields[0] if fields else ""


def explain(error: InvalidOption, field: str) -> str:
    """Say what is wrong with a field to somebody who is looking at it, and may not know what an `int` is."""
    words = str(error).removeprefix(f"option {field}: ")
    bounds = _BOUNDS.match(words)
    if bounds:
        return f"{bounds[3]} is too {'small' if bounds[1] == '>=' else 'large'}: {bounds[4]}"
    return _TYPE.sub(r"\1 does not fit here: \2", words)


def seat_names(game: Game, options: Options) -> list[str]:
    """Return what the seats are called, in the game's own words."""
    count = game.state.count_seats(options)
    s = game.start(options, 0)
    return [game.notation.seat_name(s, seat) for seat in range(count)]


__all__ = [
    "LEVELS",
    "Field",
    "base_of",
    "computers",
    "explain",
    "field_of",
    "fields_of",
    "presets_of",
    "read_form",
    "seat_names",
    "to_plain",
]
