"""A finished match as one HTML file: the replay with every position as every seat knew it, and nothing to fetch.

The file comes in pieces, so that the page can show progress: a head, parts of some positions each, and a tail.
Two drawings after one another differ in a few elements; so within a part every element is written once, a drawing is a
list of their numbers, and what is left is compressed. The page's own scripts are put into one.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from jinja2 import Environment, PackageLoader, select_autoescape
from markupsafe import Markup

from plowshares.core.art import CORE, symbols
from plowshares.core.i18n import _, current_language, ngettext, render
from plowshares.core.seats import SPECTATOR
from plowshares.server.languages import client_words
from plowshares.server.replay import EVERYTHING, Replay

STATIC = Path(__file__).parent / "static"
MOST_SHOWN = 400  # positions; of longer matches every second, third, … is there
PART_SIZE = 40  # positions in a part
_ELEMENT = re.compile(r"<[^<]*")
_IMPORT = re.compile(r'^import \{ ([^}]*) \} from "\./([\w-]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_FONT = re.compile(r"^@font-face .*\n", re.MULTILINE)
_NAME = re.compile(r"[a-z][a-z0-9]*-[\w-]+|logo")
_ALWAYS = ("i-", "av-", "crest-", "die-", "logo")  # drawings that the page itself uses


class Part(NamedTuple):
    """Some positions as one viewer knew them."""

    viewer: int
    first: int  # its number among those that are shown
    shown: list[int]
    every: int


class Interned:
    """The repeated elements of a part, each stored once."""

    def __init__(self) -> None:
        self.pieces: dict[str, int] = {}
        self.values: dict[bytes, int] = {}

    def drawing(self, drawn: str) -> dict[str, list[int]] | str:
        """Return a drawing as the numbers of its elements."""
        if not drawn:
            return drawn
        return {"$": [self.pieces.setdefault(each, len(self.pieces)) for each in _ELEMENT.findall(drawn)]}

    def value(self, value: Any) -> dict[str, int]:
        """Return the number of a value."""
        return {"=": self.values.setdefault(msgspec.json.encode(value), len(self.values))}

    def frame(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Return a position with everything that may come again replaced by its number."""
        regions = []
        for region in frame["regions"]:
            drawn = {name: self.drawing(region[name]) for name in ("svg", "overview") if name in region}
            cards = [self.card(card) for card in region.get("cards", ())]
            regions.append({**region, **drawn, **({"cards": cards} if cards else {})})
        things = {name: self.value(thing) for name, thing in frame["things"].items()}
        return {**frame, "regions": regions, "things": things}

    def card(self, card: dict[str, Any]) -> dict[str, Any]:
        """Return a card by its number; one with a picture of its own by that of the rest."""
        if not card.get("picture"):
            return self.value(card)
        return {**card, "picture": self.drawing(card["picture"])}


class Export:
    """The file of one match."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        every = -(-len(replay) // MOST_SHOWN)
        self.shown = sorted({*range(0, len(replay), every), len(replay) - 1})
        viewers = (EVERYTHING, *range(replay.seats), SPECTATOR)
        self.parts = [
            Part(viewer, first, self.shown[first : first + PART_SIZE], every)
            for viewer in viewers
            for first in range(0, len(self.shown), PART_SIZE)
        ]

    def head(self) -> bytes:
        """Return everything before the parts."""
        return self._page().partition("@PARTS@")[0].encode()

    def part(self, number: int) -> tuple[bytes, set[str]]:
        """Return one of the parts, and the names of the drawings in it."""
        part, known = self.parts[number], Interned()
        frames = [known.frame(self._frame(n, part)) for n in part.shown]
        content = {"pieces": list(known.pieces), "values": [msgspec.Raw(each) for each in known.values]}
        data = msgspec.json.encode({**content, "frames": frames})
        packed = base64.b64encode(gzip.compress(data, 6, mtime=0)).decode()
        places = f'data-viewer="{part.viewer}" data-first="{part.first}" data-count="{len(part.shown)}"'
        written = f'<script type="text/plain" class="part" {places}>{packed}</script>\n'
        return written.encode(), set(_NAME.findall(data.decode()))

    def tail(self, used: set[str]) -> bytes:
        """Return everything after the parts; the drawings that they use are in it."""
        known = {**symbols(CORE), **symbols(self.replay.game.home)}
        art = "".join(drawn for name, drawn in known.items() if name in used or name.startswith(_ALWAYS))
        return self._page().partition("@PARTS@")[2].replace("@ART@", art).encode()

    def _frame(self, n: int, part: Part) -> dict[str, Any]:
        """Return a position with what has happened since the one that is shown before."""
        shown = self.replay.show(n, part.viewer, is_alone=True)
        earlier = range(max(1, n - part.every + 1), n) if part.every > 1 else ()
        told = [event for each in earlier for event in self.replay.told(each, part.viewer)]
        return {**shown, "log": [*told, *shown["log"]]}

    def _page(self) -> str:
        match, game = self.replay.match, self.replay.game
        script, style = bundle("replay"), _FONT.sub("", _read("tokens.css")) + _read("table.css") + _read("replay.css")
        title = f"{game.title}: {' · '.join(self.replay.names)}"
        about = {"title": game.title, "count": len(self.shown), "result": match.result.sentence if match.result else ""}
        made: str = _template("saved.html").render(
            title=title,
            language=current_language().code,
            policy=f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; base-uri 'none'",
            style=Markup(style),
            script=Markup(script),
            about=about,
            client_words=client_words(),
        )
        return made


def export(replay: Replay) -> Iterator[bytes]:
    """Yield the file piece by piece."""
    made, used = Export(replay), set[str]()
    yield made.head()
    for number in range(len(made.parts)):
        written, names = made.part(number)
        used |= names
        yield written
    yield made.tail(used)


def bundle(entry: str) -> str:
    """Return a script of the page and all that it imports as one script."""
    order: dict[str, str] = {}

    def add(name: str) -> None:
        if name in order:
            return
        text = _read(f"{name}.js")
        for _names, other in _IMPORT.findall(text):
            add(other)
        order[name] = _as_function(name, text)

    add(entry)
    return "(() => {\n" + "\n".join(order.values()) + "\n})();"


def _as_function(name: str, text: str) -> str:
    """Return a module as a constant that holds what it exports."""
    exported = ", ".join(each for _whole, each in _EXPORT.findall(text))
    body = _IMPORT.sub(lambda found: f"const {{ {found[1].replace(' as ', ': ')} }} = {_constant(found[2])};\n", text)
    body = _EXPORT.sub(r"\1", body)
    return f"const {_constant(name)} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();"


def _constant(name: str) -> str:
    """Return the name of the constant that holds what a module exports."""
    return f"of_{name.replace('-', '_')}"


def _template(name: str) -> Any:
    made = Environment(
        loader=PackageLoader("plowshares.server"),
        autoescape=select_autoescape(default=True),
        trim_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_callables(  # type: ignore[attr-defined]  # added by the extension
        lambda words: render(_(words)), lambda one, many, n: render(ngettext(one, many, n)), newstyle=True
    )
    made.globals["picture"] = lambda art: Markup('<svg class="i" aria-hidden="true"><use href="#{}"/></svg>').format(
        art
    )
    return made.get_template(name)


def _read(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
