"""The build name: it changes with every file of the pages, so that an open page notices a new server."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

from plowshares.server.artwork import art_address

STATIC = Path(__file__).parent / "static"
TEMPLATES = Path(__file__).parent / "templates"


@functools.cache
def build_name() -> str:
    """Return the name of this build."""
    total = hashlib.blake2b(art_address().encode(), digest_size=8)
    for file in sorted([*STATIC.rglob("*"), *TEMPLATES.rglob("*")]):
        if file.is_file():
            total.update(file.name.encode() + b"\0" + file.read_bytes())
    return total.hexdigest()


@functools.cache
def static_address() -> str:
    """Return where the files of this build are, which can be cached for good."""
    return f"/static/{build_name()}"
