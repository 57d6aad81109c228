"""Drawings that scenes are made of: one `<symbol>` each, in the `art.svg` of the core and of every game.

A scene refers to a drawing as `<use href="art:rank-spy"/>`. The server links such references to one cacheable sprite;
pages that stand alone (exports, notebooks) get the symbols they use inside them.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from plowshares.core.svg import tag

CORE = "plowshares.core"
_SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.DOTALL)
_REFERENCE = re.compile(r'href="art:([\w-]+)"')
# The colours of the seats for drawings that stand alone; the page has its own, which are the same.
COLOURS = ("#c8452f", "#2760ae", "#e3a41c", "#3aa678", "#4f2168", "#9ad4f2", "#6d6a60", "#d9679f")
LIGHT = ("#f6d9d0", "#d3e0f2", "#f9e6bd", "#cdeadd", "#dccbe4", "#e3f3fb", "#dddbd5", "#f6d7e6")
DEEP = ("#8c2b1c", "#173f78", "#946704", "#1f6a4b", "#2f0f40", "#4c93b8", "#45433c", "#9a3a6b")
INK = ("#ffffff", "#ffffff", "#2c1d00", "#06281b", "#ffffff", "#0d2c3d", "#ffffff", "#2c0a1a")


@functools.cache
def symbols(package: str) -> dict[str, str]:
    """Return the drawings of a package by id; none if it has no art."""
    file = find_file(package, "art.svg")
    if file is None:
        return {}
    return {match[1]: match[0] for match in _SYMBOL.finditer(file.read_text(encoding="utf-8"))}


def find_file(package: str, name: str) -> Path | None:
    """Return a file of a package without importing it: games take a while to load."""
    spec = importlib.util.find_spec(package)
    folders = [Path(folder) for folder in (spec.submodule_search_locations or ())] if spec else []
    return next((folder / name for folder in folders if (folder / name).is_file()), None)


def sprite(packages: Iterable[str]) -> str:
    """Return one file with all drawings of the core and of some games."""
    found = dict(symbols(CORE))
    for package in packages:
        found |= symbols(package)
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(found.values())}</svg>'


def name_sprite(data: str) -> str:
    """Return a file name that changes with the content, so that the file can be cached for good."""
    return f"art.{hashlib.blake2b(data.encode(), digest_size=8).hexdigest()}.svg"


def link(svg: str, address: str) -> str:
    """Let a drawing take its art from the sprite at an address."""
    return _REFERENCE.sub(rf'href="{address}#\1"', svg)


def inline(svg: str, packages: Iterable[str]) -> str:
    """Let a drawing stand alone: put the art it uses, and the colours of the seats, inside it."""
    known = dict(symbols(CORE))
    for package in packages:
        known |= symbols(package)
    used = dict.fromkeys(_REFERENCE.findall(svg))
    inside = tag("defs", tag("style", seat_styles()), *(known[name] for name in used if name in known))
    begin = svg.index(">", svg.index("<svg")) + 1
    return svg[:begin] + inside + _REFERENCE.sub(r'href="#\1"', svg[begin:])


@functools.cache
def seat_styles() -> str:
    """Return the CSS that gives `.seat-0` to `.seat-7` their colours, unless the page has set them."""
    return "".join(
        f".seat-{seat}{{--pc:{COLOURS[seat]};--pl:{LIGHT[seat]};--pd:{DEEP[seat]};--on:{INK[seat]}}}"
        for seat in range(len(COLOURS))
    )


def use(name: str, x: float, y: float, size: float, height: float | None = None, **attributes: Any) -> str:
    """Return a drawing of the art, in a square or rectangle with its upper left corner at a point."""
    return tag("use", href=f"art:{name}", x=x, y=y, width=size, height=size if height is None else height, **attributes)
