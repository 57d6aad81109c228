"""The actions of Battle Farm, with the codes and fields of §9."""

from __future__ import annotations

from enum import IntEnum

from plowshares.core.actions import ActionSpace, kind
from plowshares.games.battle_farm.cards import BEDS, CARD_CAP, PROFESSIONS, SEATS, SLOTS, Bed, Color
from plowshares.games.battle_farm.cards import KINDS as CARD_KINDS
from plowshares.games.battle_farm.options import Options

BIDS = 256
REMODELS = 3  # Trellis, Rotational, Vertical
FIRST_REMODEL = Bed.TRELLIS.value
COIN, FERTILIZER = 0, 1


class Kind(IntEnum):
    """The kinds of action, in the order of `space`."""

    BUY = 0
    DONE = 1
    SELL = 2
    PROPOSE = 3
    BID = 4
    ACCEPT = 5
    DECLINE = 6
    PLANT = 7
    PLAY = 8
    ABILITY = 9
    FERTILIZE = 10
    CROP = 11
    BED = 12
    PLAYER = 13
    CARD = 14
    COLOR = 15
    GIVE = 16
    KEEP = 17
    RESTORE = 18
    TAKE = 19
    REMODEL = 20
    RECLAIM = 21  # only with class_cards=hand


ALL_KINDS = len(Kind)
KINDS = ALL_KINDS - 1  # of usual matches

SPACE = ActionSpace(
    kind("buy", slot=SLOTS),
    kind("done"),
    kind("sell", hand=CARD_CAP),
    kind("propose"),
    kind("bid", amount=BIDS),
    kind("accept", player=SEATS),
    kind("decline"),
    kind("plant", hand=CARD_CAP, bed=BEDS),
    kind("play", hand=CARD_CAP),
    kind("ability"),
    kind("fertilize", bed=BEDS),
    kind("crop", player=SEATS, bed=BEDS),
    kind("bed", player=SEATS, bed=BEDS),
    kind("player", player=SEATS),
    kind("card", hand=CARD_CAP),
    kind("color", color=len(Color)),
    kind("give", what=2),
    kind("keep", index=2),
    kind("restore", card=CARD_KINDS),
    kind("take", slot=SLOTS),
    kind("remodel", bed=BEDS, type=REMODELS),
)


# The same actions under the same numbers, and those that take class cards back from the discard pile after them.
WHOLE_SPACE = ActionSpace(*SPACE.kinds, kind("reclaim", card=PROFESSIONS))


def space(options: Options) -> ActionSpace:
    """Return the action space; it is the same for every match, but for that of class cards in hands."""
    return WHOLE_SPACE if options.class_cards == "hand" else SPACE
