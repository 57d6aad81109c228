"""Forms made from a game's options: a field for each, in groups, with words for people and errors at the field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from plowshares.agents import FACES, MAKERS
from plowshares.core.art import CORE, symbols
from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.i18n import _, render
from plowshares.core.notes import OptionNote, PresetNote, reason_of
from plowshares.core.options import Options, describe, hints_of, read_options, read_words, to_plain

_BOUNDS = re.compile(r"expected `int` ([<>]=) (-?\d+), got (.+) \((.+)\)\Z")
_TYPE = re.compile(r"\A(?:expected `.*`|invalid enum value .*), got (.+) \((.+)\)\Z")
_PAIR = re.compile(r"([\w-]+)[ :=]+(-?\d+)")
_RANGE = re.compile(r"whole number (-?\d*)\.\.(-?\d*)\Z")
PEOPLE_CHOOSE = ("random", "easy", "medium", "hard", "expert")  # in order of strength
USUAL_LEVEL = "medium"


class Choice(msgspec.Struct, frozen=True):
    """A value of a field, and what it is called."""

    value: str
    label: str


class Field(msgspec.Struct):
    """One field of a form."""

    name: str
    label: str
    help: str
    kind: str  # switch, choice, number, text, lines
    value: str
    choices: list[Choice] = []
    low: str = ""
    high: str = ""


class FieldGroup(msgspec.Struct):
    """Fields that belong together."""

    title: str
    fields: list[Field]


class Computer(msgspec.Struct, frozen=True):
    """A program that can take a seat."""

    name: str
    title: str
    text: str
    art: str


class PresetCard(msgspec.Struct, frozen=True):
    """A preset as people choose it; `values` are what it fills in."""

    name: str
    title: str
    text: str
    length: str
    seats: int
    values: dict[str, str]


class TimeChoice(msgspec.Struct, frozen=True):
    """A clock as people choose it."""

    value: str
    label: str
    text: str


def times() -> list[TimeChoice]:
    """Return the usual clocks; the first is none."""
    rows = [
        ("none", _("No clock"), _("take your time")),
        ("300+5", _("5 min + 5 s"), _("brisk")),
        ("900+10", _("15 min + 10 s"), _("standard")),
        ("/60", _("1 min a turn"), _("no dawdling")),
        ("/86400", _("1 day a turn"), _("by and by")),
    ]
    return [TimeChoice(value, render(label), render(text)) for value, label, text in rows]


def computers() -> list[Computer]:
    """Return the computer players for people, weakest first, then those for experiments."""
    order = [name for name in PEOPLE_CHOOSE if name in MAKERS]
    return [_computer(name) for name in [*order, *(name for name in MAKERS if name not in order)]]


def levels() -> list[Computer]:
    """Return the levels of the computer that are for people, weakest first."""
    return [_computer(name) for name in PEOPLE_CHOOSE if name in MAKERS]


def _computer(name: str) -> Computer:
    face = FACES.get(name)
    if face is None:
        return Computer(name, name, render(_("A player of this server.")), "av-robot")
    art = f"av-{face.avatar}"
    return Computer(name, render(face.title), render(face.suits), art if art in symbols(CORE) else "av-robot")


# Options


def groups_of(game: Game) -> list[FieldGroup]:
    """Return the fields for the options of a game in groups, filled with their defaults, without the first ones."""
    shown = game.notes.first if game.notes else ()
    fields = {field.name: field for field in fields_of(game) if field.name not in shown}
    groups = []
    for group in game.notes.groups if game.notes else ():
        inside = [fields.pop(name) for name in group.options if name in fields]
        groups.append(FieldGroup(render(group.title), inside))
    if fields:
        groups.append(FieldGroup(render(_("Rules")), list(fields.values())))
    return groups


def first_of(game: Game) -> list[Field]:
    """Return the fields that are shown without a click, because many people want them."""
    shown = game.notes.first if game.notes else ()
    return [field for field in fields_of(game) if field.name in shown]


def fields_of(game: Game) -> list[Field]:
    """Return the fields for the options of a game, filled with their defaults."""
    known = {name: note for group in (game.notes.groups if game.notes else ()) for name, note in group.options.items()}
    fields = [_field(known.get(row[0]), *row) for row in describe(game.options)]
    for field in fields:
        if any("\n" in preset.get(field.name, "") for preset in presets_of(game).values()):
            field.kind = "lines"  # a field of a single line would run them together
    return fields


def _field(note: OptionNote | None, name: str, bounds: str, default: Any, words: str) -> Field:
    label = render(note.label) if note else name.replace("_", " ").capitalize()
    text = render(note.help) if note else _sentence(words)
    field = Field(name, label, text, "text", as_text(default))
    span = _RANGE.match(bounds)
    if span:
        field.kind, field.low, field.high = "number", span[1], span[2]
    elif bounds == "true or false":
        field.kind = "switch"
    elif bounds.startswith("one of ") and " or " not in bounds:
        field.kind = "choice"
        given = note.choices if note else {}
        values = bounds.removeprefix("one of ").split(", ")
        field.choices = [Choice(value, render(given.get(value, value))) for value in values]
    return field


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith('.') else '.'}" if words else ""


def as_text(value: Any) -> str:
    """Write a value as it stands in a form: `scout 10, tank 12`; nothing is empty."""
    plain = msgspec.to_builtins(value)
    if plain is None:
        return ""
    if isinstance(plain, dict):
        return ", ".join(f"{name} {as_text(each)}" for name, each in plain.items())
    if isinstance(plain, list | tuple):
        return ", ".join(map(as_text, plain))
    return plain if isinstance(plain, str) else msgspec.json.encode(plain).decode()


def _from_form(game: Game, name: str, usual: Any, text: str) -> str:
    """Return what a field holds as the command line has it: `scout 10, tank 12` becomes JSON, everything else stays."""
    if text.lstrip()[:1] in ("[", "{"):  # JSON already
        return text
    parts = [part.strip() for part in re.split(r"[,\n]", text) if part.strip()]
    pairs = [_PAIR.fullmatch(part) for part in parts]
    value: Any = parts
    if isinstance(msgspec.to_builtins(usual), dict):
        value = {pair[1]: int(pair[2]) for pair in pairs if pair} if all(pairs) else None
    elif not isinstance(usual, list | tuple) and not _takes(game, name, parts):
        return text
    return text if value is None else msgspec.json.encode(value).decode()


def _takes(game: Game, name: str, parts: list[str]) -> bool:
    """Ask whether an option that is usually one word takes a list of these."""
    hint = hints_of(game.options).get(name)
    try:
        msgspec.convert(parts, hint)
    except (msgspec.ValidationError, TypeError):
        return False
    return len(parts) > 1


def presets_of(game: Game) -> dict[str, dict[str, str]]:
    """Return what each preset fills in."""
    return {name: {option: as_text(value) for option, value in preset.items()} for name, preset in game.presets.items()}


def cards_of(game: Game) -> list[PresetCard]:
    """Return the presets of a game as cards, the usual one first."""
    values, notes = presets_of(game), dict(game.notes.presets) if game.notes else {}
    order = dict.fromkeys([game.default_preset, *notes, *values])
    return [_card(game, name, notes.get(name), values[name]) for name in order if name in values]


def _card(game: Game, name: str, note: PresetNote | None, values: dict[str, str]) -> PresetCard:
    seats = game.state.count_seats(read_options(game.options, dict(game.presets[name])))
    if note is None:
        return PresetCard(name, name.replace("-", " ").capitalize(), "", "", seats, values)
    return PresetCard(name, render(note.title), render(note.text), render(note.length), seats, values)


def draw_preset(game: Game, name: str) -> str | None:
    """Return the small picture of a preset, if the game draws any."""
    if game.notes is None or game.notes.draw is None or name not in game.presets:
        return None
    return game.notes.draw(read_options(game.options, dict(game.presets[name])))


def read_form(game: Game, preset: str, given: Mapping[str, str]) -> Options:
    """Return the options of a filled form; fields with unchanged values are ignored."""
    base = base_of(game, preset)
    usual = {row[0]: row[2] for row in describe(game.options)} | base
    changed = {name: text for name, text in given.items() if text.strip() != as_text(usual.get(name))}
    words = [f"{name}={_from_form(game, name, usual.get(name), text)}" for name, text in changed.items()]
    return read_words(game.options, words, base)


def base_of(game: Game, preset: str) -> dict[str, Any]:
    """Return the options of a preset; without a name those of the usual one."""
    preset = preset or game.default_preset
    if not preset and not game.presets:
        return {}
    if preset not in game.presets:
        raise InvalidOption(f"{game.title} has no preset {preset!r}; there are: {', '.join(game.presets)}")
    return dict(game.presets[preset])


# Errors


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
    reason = reason_of(error)
    if reason is not None:
        return render(reason)
    words = str(error).removeprefix(f"option {field}: ")
    bounds = _BOUNDS.match(words)
    if bounds:
        value, span = bounds[3], "–".join(_RANGE.sub(r"\1 \2", bounds[4]).split())
        if bounds[1] == ">=":
            return render(_("{value} is too small: {span}.", value=value, span=span))
        return render(_("{value} is too large: {span}.", value=value, span=span))
    typed = _TYPE.match(words)
    if typed is None:
        return words
    return render(_("{value} does not fit here: {takes}", value=typed[1], takes=_what_fits(typed[2])))


def _what_fits(bounds: str) -> str:
    """Say what a field takes, from the words of `bounds_of`."""
    bounded, choices = _RANGE.match(bounds), bounds.removeprefix("one of ")
    if bounded:
        return _("a whole number, {low}–{high}", low=bounded[1], high=bounded[2])
    if bounds == "true or false":
        return _("yes or no")
    if ", each " not in bounds and choices != bounds:
        return _("one of {choices}", choices=choices)
    return _("write it as the help beside it says")


def seat_names(game: Game, options: Options) -> list[str]:
    """Return what the seats are called: by colour, as the page draws them, and by number beyond those."""
    colours = [_("Red"), _("Blue"), _("Gold"), _("Green"), _("Plum"), _("Sky"), _("Stone"), _("Pink")]
    count = game.state.count_seats(options)
    return [render(colours[i]) if i < len(colours) else render(_("Seat {n}", n=i + 1)) for i in range(count)]


__all__ = [
    "USUAL_LEVEL",
    "Field",
    "base_of",
    "cards_of",
    "computers",
    "draw_preset",
    "explain",
    "field_of",
    "fields_of",
    "first_of",
    "groups_of",
    "levels",
    "presets_of",
    "read_form",
    "seat_names",
    "times",
    "to_plain",
]
