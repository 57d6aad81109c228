"""Scenes as plain text, for terminals: drawings inside sentences become words, and players become letters on a map."""

from __future__ import annotations

import re
from collections.abc import Sequence

from plowshares.core.i18n import Text, _, ngettext, render
from plowshares.core.scene import Fact, Panel, Prompt, Viewer

_AMOUNT = re.compile(r"(?P<n>\d+) :(?P<name>[a-z]+):")
_ICON = re.compile(r":#?([a-z][a-z0-9-]*):")
_BOLD = re.compile(r"\*\*(.+?)\*\*")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
OWN = "+"  # how the viewer's own pieces are marked on a map of letters


def plain(text: str) -> str:
    """Return a text for people without markup: "2 :coin:" is "2 coins"."""
    words = _BOLD.sub(r"\1", render(text))
    words = _AMOUNT.sub(lambda found: render(_counted(found["name"], int(found["n"]))), words)
    return _ICON.sub(lambda found: render(_counted(found[1], 0)).removeprefix("0 "), words)


def _counted(icon: str, n: int) -> Text | str:
    """Return a number of what a drawing stands for; a drawing without a word of its own is called by its id."""
    match icon.removeprefix("i-"):
        case "coin":
            return ngettext("{n} coin", "{n} coins", n)
        case "fert":
            return ngettext("{n} fertilizer", "{n} fertilizers", n)
        case "food":
            return _("{n} food", n=n)
        case "prod":
            return _("{n} production", n=n)
        case "trade":
            return _("{n} trade", n=n)
    return f"{n} {icon.rpartition('-')[2]}"


def fact_text(fact: Fact) -> str:
    """Return a small figure in words: "food 18"."""
    value, label = plain(str(fact.value)), render(fact.label).partition(";")[0]
    return label if label.startswith(f"{value} ") else f"{label} {value}".strip()


def panel_text(viewer: Viewer, seat: int, panel: Panel) -> str:
    """Return a seat as the viewer knows it, in one line."""
    parts = [plain(panel.line), *(fact_text(fact) for fact in panel.facts)]
    if panel.chosen is not None:
        parts.append(render(_("has chosen") if panel.chosen else _("is choosing")))
    if panel.out and not panel.line:
        parts.append(render(_("out")))
    return f"{render(viewer.name(seat))}: {', '.join(part for part in parts if part)}"


def prompt_text(prompt: Prompt) -> str:
    """Return a prompt as sentences."""
    title, more = plain(prompt.title), plain(prompt.help)
    stop = "" if title.endswith((".", "?", "!", "…", ":")) else "."
    return f"{title}{stop} {more}".strip()


def letters(viewer: Viewer, count: int) -> list[str]:
    """Return a letter for every seat: + for the viewer's own, otherwise one of the player's name if it is free."""
    taken: dict[int, str] = {}
    for seat in range(count):
        if viewer.is_me(seat):
            taken[seat] = OWN
            continue
        name = viewer.names[seat].upper() if seat < len(viewer.names) else ""
        free = [letter for letter in [*name, *LETTERS] if letter in LETTERS and letter not in taken.values()]
        taken[seat] = free[0] if free else "?"
    return [taken[seat] for seat in range(count)]


def legend(viewer: Viewer, marks: Sequence[str], shown: Sequence[int]) -> str:
    """Say whose letters are on a map: "+ you, E Easy"."""
    words = [f"{marks[seat]} {render(_('you')) if viewer.is_me(seat) else viewer.names[seat]}" for seat in shown]
    return ", ".join(words)
