"""The rules of a game for reading in parts: in short, by section, by paragraph."""

from __future__ import annotations

import re
from importlib import resources

from plowshares import registry
from plowshares.core.errors import InvalidOption

_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
_WORD = re.compile(r"[a-z]{4,}")


def read_rules(game: str) -> str:
    """Return the rules of a game."""
    found = registry.find_named(game)
    file = resources.files(found.home).joinpath("RULES.md")
    return file.read_text(encoding="utf-8") if file.is_file() else f"# {found.title}\n\n{found.summary}\n"


def sections(game: str) -> dict[str, str]:
    """Return the sections of the rules by title."""
    parts = _SECTION.split(read_rules(game))
    return {title.strip(): body.strip() for title, body in zip(parts[1::2], parts[2::2], strict=True)}


def in_short(game: str) -> str:
    """Return how the game is played, in a few sentences."""
    found = registry.find_named(game)
    return sections(game).get("How to play", found.summary)


def section(game: str, title: str) -> str:
    """Return one section of the rules."""
    found = sections(game)
    match = next((each for each in found if each.lower().startswith(title.lower())), None)
    if match is None:
        raise InvalidOption(f"the rules of {game} have no section {title[:60]!r}; there are: {', '.join(found)}")
    return f"## {match}\n\n{found[match]}"


def behind(game: str, refusal: str, most: int = 3) -> list[str]:
    """Return the paragraphs of the rules that share most words with a refusal."""
    wanted = set(_WORD.findall(refusal.lower()))
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n|\n(?=\d+\. |- )", read_rules(game)) if part.strip()]
    scored = [(len(wanted & set(_WORD.findall(part.lower()))), -i, part) for i, part in enumerate(paragraphs)]
    best = sorted((each for each in scored if each[0]), reverse=True)[:most]
    return [part for _, _, part in best]
