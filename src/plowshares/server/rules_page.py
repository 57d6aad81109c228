"""The rules of a game as a page, from its RULES.md."""

from __future__ import annotations

import functools
from importlib import resources

from markdown_it import MarkdownIt

from plowshares import registry


@functools.cache
def rules_html(name: str) -> str:
    """Return the rules as HTML; text in them that looks like HTML is shown, not obeyed."""
    game = registry.find(name)
    file = resources.files(game.home).joinpath("RULES.md")
    words = file.read_text(encoding="utf-8") if file.is_file() else f"# {game.title}\n\n{game.summary}\n"
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(words))
