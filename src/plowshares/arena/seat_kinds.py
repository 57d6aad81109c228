"""Seats that are neither built-in agents nor bots: language models (`mcp:NAME`, `chat:NAME`), and `policy:FILE`.

Where each kind is made is told by name and not by import: those modules lie above the arena and need extras.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from plowshares.core.errors import InvalidOption

LONGEST_NAME = 60
KINDS = {
    "mcp": "plowshares.mcp.arena_seats",  # a client of the Model Context Protocol takes the seat
    "chat": "plowshares.mcp.chat_seats",  # an HTTP chat endpoint is asked for every command
    "policy": "plowshares.envs.policies",  # a trained network or a Python function
}


def kind_of(word: str) -> str | None:
    """Return the kind of a seat's word; None for built-in agents and bots."""
    kind, mark, _ = word.partition(":")
    return kind if mark and kind in KINDS else None


def name_of(word: str) -> str:
    """Return the name in a seat's word; raise InvalidOption if it has none."""
    name = word.partition(":")[2].strip()
    if word.startswith("policy:"):
        file, mark, simulations = name.partition("@")
        name = Path(file).stem + mark + simulations
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise InvalidOption(f"{word[:80]!r} needs a name of 1 to {LONGEST_NAME} letters after the colon")
    return name


def is_served_here(word: str) -> bool:
    """Ask whether a seat can only be played in the process that was started: its client has one address."""
    return kind_of(word) == "mcp"


def module_of(word: str) -> Any:
    """Return the module that makes the players of a kind; raise InvalidOption if its extra is not installed."""
    place = KINDS[word.partition(":")[0]]
    try:
        return importlib.import_module(place)
    except ImportError as error:
        raise InvalidOption(f"{word!r} needs {error.name!r}: pip install 'plowshares[mcp]'") from None
