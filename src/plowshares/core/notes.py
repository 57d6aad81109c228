"""What choosers say about a game's presets and options: titles, sentences, groups and refusals, for people.

A game without notes is still offered: its presets by name, its options by their own descriptions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from plowshares.core.errors import InvalidOption
from plowshares.core.i18n import Text, _
from plowshares.core.parsing import quote


class PresetNote(NamedTuple):
    """A preset on a card."""

    title: str
    text: str  # one sentence: what is special about it
    length: str  # "10 minutes"


class OptionNote(NamedTuple):
    """An option in a form."""

    label: str
    help: str = ""  # a sentence; what a switch does when it is on
    choices: Mapping[str, str] = {}  # words for the values of a choice


class Group(NamedTuple):
    """Options that belong together, under a heading."""

    title: str
    options: Mapping[str, OptionNote]


@dataclass(frozen=True)
class Notes:
    """Everything that a chooser says about a game."""

    usual: str  # the preset that people get unless they choose another
    presets: Mapping[str, PresetNote] = field(default_factory=dict)  # in the order of the cards
    groups: tuple[Group, ...] = ()
    first: tuple[str, ...] = ()  # options that the form shows at once, not among the folded groups
    draw: Callable[[Any], str] | None = None  # a small picture of the board that some options make, as SVG
    draws: bool = False  # whether players may agree to a draw


def refuse_option(name: str, why: str, *got: Any) -> InvalidOption:
    """Return the refusal of an option: why, in words for people, and the value unless the words tell it."""
    if not got:
        return InvalidOption(_("option {name}: {why}", name=name, why=why))
    return InvalidOption(_("option {name}: {why}, got {value}", name=name, why=why, value=quote(got[0])))


def reason_of(error: InvalidOption) -> Text | None:
    """Return why an option was refused, for somebody who looks at its field; None if only programs are told."""
    said = error.args[0] if error.args else None
    if not isinstance(said, Text) or "why" not in said.values:
        return None
    if "value" not in said.values:
        return _("{why}", why=said.values["why"])
    return _("{why}, got {value}", why=said.values["why"], value=said.values["value"])
