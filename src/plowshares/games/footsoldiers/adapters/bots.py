"""The Footsoldiers protocol as the arena finds it (`arena/foreign.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from plowshares.arena.bot import BotSettings
from plowshares.arena.bot_definition import Definition
from plowshares.arena.doctor import Finding
from plowshares.arena.player import Player
from plowshares.games.footsoldiers.adapters.doctor import FootsoldiersDoctor
from plowshares.games.footsoldiers.adapters.player import FootsoldiersBot

NAME = "footsoldiers"


def is_spoken_by(word: str) -> bool:
    """Ask whether a bot that names no protocol speaks this one: it is a directory, as the original runner has them."""
    return Path(word).is_dir()


def make_player(definition: Definition, settings: BotSettings) -> Player:
    """Return a bot as a player."""
    return FootsoldiersBot(definition, settings)


def examine(definition: Definition, settings: BotSettings) -> Iterator[Finding]:
    """Examine a bot and say what is wrong."""
    return FootsoldiersDoctor(definition, settings).examine()
