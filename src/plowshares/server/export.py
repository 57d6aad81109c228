"""A finished match as one HTML file: every position as every seat knew it, with a scrubber, and nothing to fetch.

Two boards after one another differ in a few elements. So every element is written once, a board is a list of their
numbers, and what is left is compressed; browsers can undo that by themselves.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import re
from pathlib import Path
from typing import Any

import msgspec

from plowshares.core.seats import SPECTATOR
from plowshares.engine.match import Match
from plowshares.server.replay import EVERYTHING, Replay

FOLDER = Path(__file__).parent / "exported"
MOST_SHOWN = 600  # positions; of longer matches every second, third, … is there
_PART = re.compile(r"<[^<]*")


class Parts:
    """The elements of all boards, each once."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def take(self, drawn: str) -> list[int]:
        """Return a drawing as the numbers of its elements."""
        return [self.numbers.setdefault(part, len(self.numbers)) for part in _PART.findall(drawn)]


def export(replay: Replay, seats: list[str], match: Match) -> bytes:
    """Return the file."""
    content = gather(replay, seats, match)
    packed = base64.b64encode(gzip.compress(msgspec.json.encode(content), 9, mtime=0)).decode()
    script, style = ((FOLDER / name).read_text(encoding="utf-8") for name in ("export.js", "export.css"))
    policy = f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; base-uri 'none'"
    page = (FOLDER / "export.html").read_text(encoding="utf-8")
    words = {"TITLE": html.escape(content["title"]), "POLICY": policy, "STYLE": style, "SCRIPT": script, "DATA": packed}
    for name, text in words.items():
        page = page.replace(f"@{name}@", text)
    return page.encode()


def gather(replay: Replay, seats: list[str], match: Match) -> dict[str, Any]:
    """Return everything the file shows."""
    every = -(-len(replay) // MOST_SHOWN)
    shown = sorted({*range(0, len(replay), every), len(replay) - 1})
    parts = Parts()
    viewers = (EVERYTHING, SPECTATOR, *range(len(seats)))
    frames = {str(viewer): [_frame(replay, parts, n, every, viewer) for n in shown] for viewer in viewers}
    return {
        "title": f"{match.game.title}: {' against '.join(match.names)}",
        "result": match.result.sentence if match.result else "",
        "seats": [f"{seat} ({name})" for seat, name in zip(seats, match.names, strict=True)],
        "shown": shown,
        "frames": frames,
        "parts": list(parts.numbers),
    }


def _frame(replay: Replay, parts: Parts, n: int, every: int, viewer: int) -> list[Any]:
    """Return what is told on the way to a position, and its boards, each after its caption."""
    told = [line for each in range(max(0, n - every + 1), n + 1) for line in replay.told(each, viewer)]
    boards = replay.boards(n, viewer).items()
    return [" ".join(told), *([caption, *parts.take(drawn)] for drawn, caption in boards)]


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
