"""The nouns of the game for people: pieces, sides, squares."""

from __future__ import annotations

from typing import Any

from plowshares.core.i18n import Text, _, pgettext
from plowshares.games.stratego.pieces import NAMES, RANK, Type

PIECES: tuple[Text, ...] = (
    _("Flag"),
    _("Bomb"),
    _("Spy"),
    pgettext("stratego", "Scout"),
    _("Miner"),
    _("Sergeant"),
    _("Lieutenant"),
    _("Captain"),
    _("Major"),
    _("Colonel"),
    _("General"),
    _("Marshal"),
)
_ABOUT: tuple[Text, ...] = (
    _("Whoever loses it loses the match. It never moves. It is safest behind Bombs."),
    _("It never moves. Whoever attacks it falls, except a Miner."),
    _("Rank 1. It takes the Marshal if it attacks first, and the Flag. Every other rank beats it."),
    _("Rank 2. It runs as far as the way is free, and shows by that what it is."),
    _("Rank 3. The only piece that clears Bombs. Keep two for the end, when you know where the Bombs are."),
    _("Rank 4. It beats Miners, Scouts and the Spy."),
    _("Rank 5. Good for finding out what the others are."),
    _("Rank 6. Strong enough for most of the enemy."),
    _("Rank 7. Only four kinds of piece are stronger or as strong."),
    _("Rank 8. Only the General and the Marshal beat it."),
    _("Rank 9. Only the Marshal and Bombs beat it."),
    _("Rank 10, the highest. Only Bombs and an attacking Spy bring it down."),
)
_SPARES_FLAG = _("Rank 1. It takes the Marshal if it attacks first. Every other rank beats it, and even the Flag.")
SIDES: tuple[Text, ...] = (_("Red"), _("Blue"))
SETUPS: dict[str, tuple[Text, Text]] = {
    "balanced": (_("Balanced"), _("Strong in the middle, Bombs around the Flag.")),
    "corner": (_("Corner"), _("The Flag hides on the left edge.")),
    "spread": (_("Spread"), _("Bombs in front slow everybody down.")),
    "rush": (_("Rush"), _("High ranks in front: attack at once.")),
    "shield": (_("Shield"), _("The strong pieces stand before the Flag.")),
    "flank": (_("Flank"), _("The Flag hides in the corner, the General leads.")),
    "standard": (_("Standard"), _("The Flag stands between two Bombs.")),
}
BACK = "piece-back"


def about(s: Any, type_: int) -> Text:
    """Say what a type of piece is good for, as the options of the match have it."""
    return _SPARES_FLAG if type_ == Type.SPY and not s.options.spy_takes_flag else _ABOUT[type_]


def art_of(type_: int) -> str:
    """Return the drawing of a type of piece; of its back, if the type is not known."""
    return f"rank-{NAMES[type_]}" if type_ >= 0 else BACK


def rank_of(type_: int) -> int:
    """Return the rank of a type; 0 for those that have none."""
    return int(RANK[type_])


def sign_of(type_: int) -> str:
    """Return what stands in the corner of a face: the rank, nothing for flags and bombs."""
    return "" if type_ <= Type.BOMB else str(rank_of(type_))


def name_setup(name: str) -> Text:
    """Return what a named set-up is called."""
    return SETUPS[name][0] if name in SETUPS else _("{name}", name=name.capitalize())


def about_setup(name: str) -> Text:
    """Say what a named set-up is good for."""
    return SETUPS[name][1] if name in SETUPS else _("A set-up for this board.")
