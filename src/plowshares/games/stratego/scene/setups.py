"""Set-ups to start from: those that the rules name, and further ones for the boards that have only one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from plowshares.core.i18n import Text, _
from plowshares.games.stratego.notation.refusals import setups_of
from plowshares.games.stratego.pieces import VARIANTS
from plowshares.games.stratego.scene.words import about_setup, name_setup

# By variant: rows from the front to the back, as the owner sits. They are given as whole layouts: the rules know no
# name for them, so that records and learners keep their commands.
FURTHER: dict[str, dict[str, tuple[str, Text]]] = {
    "quick": {
        "corner": ("25926728/b4m2s635/fb3b3472", _("The Flag hides in the left corner, behind Bombs.")),
        "rush": ("89m76256/s7524232/34bfb3b2", _("High ranks in front: attack at once.")),
    },
    "mini": {
        "corner": ("b29m57/fb3s23", _("The Flag hides in the left corner, behind Bombs.")),
        "rush": ("97m522/3sfbb3", _("High ranks in front: attack at once.")),
    },
    "micro": {"corner": ("fb3m", _("The Flag stands in the corner, beside the Bomb."))},
}


class Setup(NamedTuple):
    """A set-up as it is offered."""

    pick: str
    title: Text
    text: Text
    layout: str
    command: str  # empty if the pick itself is one of the rules


def list_setups(s: Any) -> Iterator[Setup]:
    """Return the set-ups that fit the board of a match."""
    for name, layout in setups_of(s).items():
        yield Setup(f"button load {name}", name_setup(name), about_setup(name), layout, "")
    variant = list(VARIANTS)[int(s.options.variant)]
    for name, (layout, about) in FURTHER.get(variant, {}).items():
        yield Setup(f"setup {name}", name_setup(name), about, layout, f"layout {layout}")


def can_load(s: Any, seat: int) -> bool:
    """Ask whether a side may still place a whole army by a layout."""
    return int(s.options.army.sum()) + 1 <= int(s.options.setup_limit) - int(s.arranged[seat]) - 1
