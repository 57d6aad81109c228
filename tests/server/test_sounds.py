"""What a game or the page wants to be heard has a sound, and every sound is wanted by somebody."""

from __future__ import annotations

import re
from typing import get_args

from plowshares.core.scene import Sound
from plowshares.server.build import STATIC


def made() -> set[str]:
    """List the names that the page has a sound for."""
    text = (STATIC / "sound.js").read_text(encoding="utf-8")
    table = text[text.index("const SOUNDS = {") : text.index("\n};")]
    return set(re.findall(r"^  (\w+): ", table, re.MULTILINE))


def played_by_the_page() -> set[str]:
    """List the names that scripts play; one may be chosen by a condition."""
    names: set[str] = set()
    for file in STATIC.glob("*.js"):
        for line in file.read_text(encoding="utf-8").splitlines():
            for call in re.findall(r"(?<![\w.])play\((.*?)\);", line):
                values = re.sub(r"[=!]==? \"[^\"]*\"", "", call)  # what is compared is not played
                names |= set(re.findall(r'"([\w-]+)"', values))
    return names


def test_every_sound_of_an_event_can_be_heard() -> None:
    assert set(get_args(Sound)) <= made()


def test_every_sound_of_the_page_can_be_heard_and_none_is_left_over() -> None:
    played = played_by_the_page()
    assert {"pick", "turn", "message", "joined", "win"} <= played
    assert played | set(get_args(Sound)) == made()
