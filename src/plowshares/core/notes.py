"""What choosers say about a game's presets and options: titles, sentences and groups, for people.

A game without notes is still offered: its presets by name, its options by their own descriptions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


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
