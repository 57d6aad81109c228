"""What is played at a table, in words for people."""

from __future__ import annotations

from typing import Any

from plowshares.core.game import Game
from plowshares.core.i18n import Text, _, ngettext, render
from plowshares.core.options import Options, read_options, secret_options, to_plain
from plowshares.server.forms import as_text, base_of, fields_of

MOST_SAID = 8  # options that differ from the preset
SECONDS, MINUTES, HOURS = 60.0, 3600.0, 86400.0


def preset_title(game: Game, preset: str) -> str:
    """Return what people call a preset; empty for the usual one of a game that has no others."""
    name = preset or game.default_preset
    note = game.notes.presets.get(name) if game.notes else None
    return render(note.title) if note else name.replace("-", " ").capitalize()


def preset_text(game: Game, preset: str) -> str:
    """Return a sentence about a preset."""
    note = game.notes.presets.get(preset or game.default_preset) if game.notes else None
    return render(note.text) if note else ""


def changed_options(game: Game, preset: str, options: Options) -> list[str]:
    """Return the options that differ from their preset, each in a few words; those that hold secrets are not told."""
    usual = to_plain(read_options(game.options, base_of(game, preset if preset in game.presets else "")))
    now, secret = to_plain(options), secret_options(type(options))
    changed = {name for name, value in now.items() if value != usual.get(name, value) and name not in secret}
    said = [_describe(field, now[field.name]) for field in fields_of(game) if field.name in changed]
    return [render(words) for words in said[:MOST_SAID]]


def _describe(field: Any, value: Any) -> Text:
    if field.kind == "switch":
        return _("{option}: yes", option=field.label) if value else _("{option}: no", option=field.label)
    if field.kind == "lines":
        return _("{option}: as the host has drawn it", option=field.label)
    shown = next((each.label for each in field.choices if each.value == as_text(value)), as_text(value))
    return _("{option}: {value}", option=field.label, value=shown[:40])


def describe_clock(control: str) -> Text:
    """Return a time control in words."""
    bank, _plus, more = control.partition("+")
    per_move = control.partition("/")[2]
    try:
        if per_move:
            return _("{time} a move", time=describe_time(float(per_move)))
        seconds, increment = float(bank), float(more or 0)
    except ValueError:
        return _("No clock")
    if increment:
        return _("{time} + {seconds} s", time=describe_time(seconds), seconds=f"{increment:g}")
    return describe_time(seconds)


def describe_time(seconds: float) -> Text:
    """Return a time in words."""
    if seconds < SECONDS:
        return ngettext("{n} second", "{n} seconds", round(seconds))
    if seconds < MINUTES:
        return ngettext("{n} minute", "{n} minutes", round(seconds / 60))
    if seconds < HOURS:
        return ngettext("{n} hour", "{n} hours", round(seconds / 3600))
    return ngettext("{n} day", "{n} days", round(seconds / HOURS))


def subtitle_of(game: Game, preset: str, control: str, rated: bool) -> str:
    """Return which board is played and how, for the top of a table: "Classic · rated · 15 minutes + 10 s"."""
    clock = describe_clock(control) if control not in ("", "none") else ""
    words = [preset_title(game, preset), _("rated") if rated else "", clock]
    return " · ".join(render(each) for each in words if each)
