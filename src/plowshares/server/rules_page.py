"""The rules of a game as a page, from its RULES.md."""

from __future__ import annotations

import functools
import re
from importlib import resources

from plowshares import registry

_HOW = re.compile(r"^## How to play$(.*?)^## ", re.MULTILINE | re.DOTALL)
_SCROLL = '<div class="scroll" role="group" aria-label="Table" tabindex="0">'
_ITEM = re.compile(r"^\d+\. (.*(?:\n(?!\d+\. |\n).*)*)", re.MULTILINE)


@functools.cache
def how_to_play(name: str) -> list[str]:
    """Return a short introduction: the list under `How to play` in the rules, or the game's summary."""
    found = _HOW.search(_rules(name))
    sentences = [" ".join(item.split()) for item in _ITEM.findall(found[1])] if found else []
    return sentences or [registry.find(name).summary]


@functools.cache
def rules_html(name: str) -> str:
    """Return the rules as HTML; text in them that looks like HTML is shown, not obeyed."""
    from markdown_it import MarkdownIt  # here, because only rules pages need it, and the lobby comes first

    made = str(MarkdownIt("commonmark", {"html": False}).enable("table").render(_rules(name)))
    # Wide tables scroll by themselves, and by keys too.
    return made.replace("<table>", f"{_SCROLL}<table>").replace("</table>", "</table></div>")


def _rules(name: str) -> str:
    game = registry.find(name)
    file = resources.files(game.home).joinpath("RULES.md")
    return file.read_text(encoding="utf-8") if file.is_file() else f"# {game.title}\n\n{game.summary}\n"
