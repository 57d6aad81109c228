"""Pending choices: raised here, and which answers each of them takes (§5.8)."""

from __future__ import annotations

import numpy as np

from plowshares.core.jit import kernel
from plowshares.core.seats import NOBODY
from plowshares.games.battle_farm.actions import Kind
from plowshares.games.battle_farm.cards import NO_CARD, Bed
from plowshares.games.battle_farm.rules.beds import can_remodel, is_greenhouse, is_growing
from plowshares.games.battle_farm.state import Choice, State

ANSWERS = {
    Choice.NONE: Kind.DONE,
    Choice.BEANS: Kind.PLAYER,
    Choice.BEANS_GIVE: Kind.GIVE,
    Choice.WASABI: Kind.PLAYER,
    Choice.PINEAPPLE: Kind.CROP,
    Choice.EGGPLANT: Kind.CROP,
    Choice.STRAWBERRY: Kind.CROP,
    Choice.BLUEBERRY: Kind.BED,
    Choice.PEPPERS: Kind.CARD,
    Choice.GARDEN_GOURMET: Kind.CROP,
    Choice.FERTILIZER_FRENZY: Kind.CROP,
    Choice.CLONE: Kind.CROP,
    Choice.WITHER: Kind.CROP,
    Choice.RECYCLE: Kind.CARD,
    Choice.SELECTION: Kind.CARD,
    Choice.FUNGUS_INFILTRATION: Kind.COLOR,
    Choice.POLLINATOR_PARADISE: Kind.KEEP,
    Choice.RETRACTABLE_GREENHOUSE: Kind.BED,
    Choice.TRELLIS_BED: Kind.BED,
    Choice.VERTICAL_BED: Kind.BED,
    Choice.ROTATIONAL_BED: Kind.BED,
    Choice.GARDEN_GNOME: Kind.PLAYER,
    Choice.THORNY_FENCE: Kind.PLAYER,
    Choice.THORNY_DISCARD: Kind.CARD,
    Choice.LAND_ACQUISITION: Kind.RESTORE,
    Choice.REAP_AND_SOW: Kind.CARD,
    Choice.EARLY_BIRD: Kind.REMODEL,
    Choice.GENETIC_MODIFICATION: Kind.CROP,
    Choice.STONKS: Kind.TAKE,
    Choice.CLOUD_COVER: Kind.BED,
}
ANSWER = np.array([ANSWERS[choice] for choice in Choice], np.int64)

_NEGATIVE = (Choice.PINEAPPLE, Choice.EGGPLANT, Choice.FERTILIZER_FRENZY, Choice.WITHER, Choice.CLOUD_COVER)
IS_NEGATIVE = np.array([choice in _NEGATIVE for choice in Choice])  # a Greenhouse cannot be chosen (§3.8)
RAISED_BY_CROP = np.array([Choice.BEANS <= c <= Choice.PEPPERS and c != Choice.BEANS_GIVE for c in Choice])

_BEDS = {
    Choice.RETRACTABLE_GREENHOUSE: Bed.GREENHOUSE,
    Choice.TRELLIS_BED: Bed.TRELLIS,
    Choice.VERTICAL_BED: Bed.VERTICAL,
    Choice.ROTATIONAL_BED: Bed.ROTATIONAL,
}
BED_MADE = np.array([_BEDS.get(choice, Bed.COMMON) for choice in Choice], np.int64)


@kernel
def ask(s: State, choice: Choice, chooser: int, number: int) -> None:
    """Raise a choice; the match waits for its answer."""
    s.pending = choice
    s.chooser = chooser
    s.number = number


@kernel
def answered(s: State) -> None:
    """Take the choice off the table."""
    s.pending = Choice.NONE
    s.chooser = NOBODY
    s.number = 0
    s.giver = NOBODY
    s.pair[0] = s.pair[1] = NO_CARD


@kernel
def can_choose_place(s: State, seat: int, bed: int) -> bool:
    """Ask whether this crop or bed answers the pending choice."""
    if IS_NEGATIVE[s.pending] and is_greenhouse(s, seat, bed):
        return False
    if ANSWER[s.pending] == Kind.CROP:
        own = s.pending == Choice.EGGPLANT and seat == s.chooser and bed == s.number  # R74
        return is_growing(s, seat, bed) and (s.options.eggplant_self or not own)
    if s.pending == Choice.BLUEBERRY or s.pending == Choice.CLOUD_COVER:
        return seat != s.chooser
    return can_remodel(s, int(s.chooser), seat, bed, BED_MADE[s.pending])


@kernel
def can_choose_player(s: State, seat: int) -> bool:
    """Ask whether this player answers the pending choice: an opponent, or anyone for Garden Gnome (R96)."""
    return s.pending == Choice.GARDEN_GNOME or seat != s.chooser


@kernel
def may_decline(s: State) -> bool:
    """Ask whether the pending choice may be declined: those raised by crops, if the options allow it (R45)."""
    return bool(s.options.may_decline and RAISED_BY_CROP[s.pending])
