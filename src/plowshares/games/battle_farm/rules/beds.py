"""Gardens: what grows where, who may be hit, and how crops and beds change (§3.3, §3.8)."""

from __future__ import annotations

from plowshares.core.jit import kernel
from plowshares.games.battle_farm.cards import (
    COLOR,
    COLOR_BED_COINS,
    COLOR_OF_BED,
    CROPS,
    GRADE,
    NO_CARD,
    RAISED_COINS,
    Bed,
    Rarity,
)
from plowshares.games.battle_farm.rules.reports import note_bed
from plowshares.games.battle_farm.rules.table import beds, players
from plowshares.games.battle_farm.state import MOST_TIMER, MOST_VALUE, State, Told


@kernel
def is_growing(s: State, seat: int, bed: int) -> bool:
    """Ask whether a crop stands in the bed."""
    return s.crop[seat, bed] != NO_CARD  # type: ignore[no-any-return]  # an array entry


@kernel
def is_greenhouse(s: State, seat: int, bed: int) -> bool:
    """Ask whether the bed is safe from negative effects."""
    return s.bed[seat, bed] == Bed.GREENHOUSE  # type: ignore[no-any-return]  # an array entry


@kernel
def is_open_crop(s: State, seat: int, bed: int) -> bool:
    """Ask whether a crop stands there that a negative effect may hit (R83)."""
    return is_growing(s, seat, bed) and not is_greenhouse(s, seat, bed)


@kernel
def has_crop(s: State) -> bool:
    """Ask whether anything grows anywhere."""
    for seat in range(players(s)):
        for bed in range(beds(s, seat)):
            if is_growing(s, seat, bed):
                return True
    return False


@kernel
def has_open_crop(s: State) -> bool:
    """Ask whether a crop grows anywhere outside a Greenhouse."""
    for seat in range(players(s)):
        for bed in range(beds(s, seat)):
            if is_open_crop(s, seat, bed):
                return True
    return False


@kernel
def count_crops(s: State, seat: int) -> int:
    """Count the crops in a garden."""
    count = 0
    for bed in range(beds(s, seat)):
        count += is_growing(s, seat, bed)
    return count


@kernel
def count_color_on_field(s: State, color: int) -> int:
    """Count the crops of a color in all gardens."""
    count = 0
    for seat in range(players(s)):
        for bed in range(beds(s, seat)):
            if is_growing(s, seat, bed) and COLOR[s.crop[seat, bed]] == color:
                count += 1
    return count


@kernel
def count_kinds_on_field(s: State) -> int:
    """Count the different kinds of crop that grow in all gardens (R91)."""
    kinds = 0
    for seat in range(players(s)):
        for bed in range(beds(s, seat)):
            if is_growing(s, seat, bed):
                kinds |= 1 << int(s.crop[seat, bed])
    count = 0
    for kind in range(CROPS):
        count += (kinds >> kind) & 1
    return count


@kernel
def count_colors_in_garden(s: State, seat: int) -> int:
    """Count the different colors that grow in a garden."""
    colors = 0
    for bed in range(beds(s, seat)):
        if is_growing(s, seat, bed):
            colors |= 1 << COLOR[s.crop[seat, bed]]
    return (colors & 1) + (colors >> 1 & 1) + (colors >> 2 & 1)


@kernel
def is_precious(card: int) -> bool:
    """Ask whether the crop is Rare, Epic or Mythic."""
    return bool(GRADE[card] >= Rarity.RARE)


@kernel
def bed_coins(s: State, seat: int, bed: int) -> int:
    """Return the extra coins the bed pays when its crop is harvested (R26)."""
    kind = int(s.bed[seat, bed])
    card = int(s.crop[seat, bed])
    if kind == Bed.RAISED and is_precious(card):
        return RAISED_COINS
    if kind >= Bed.TRELLIS and COLOR_OF_BED[kind] == COLOR[card]:
        return COLOR_BED_COINS
    return 0


@kernel
def clear_bed(s: State, seat: int, bed: int) -> None:
    """Take the crop off the bed and put its card on the discard pile."""
    s.discard[s.crop[seat, bed]] += 1
    s.crop[seat, bed] = NO_CARD
    s.crop_value[seat, bed] = 0
    s.crop_timer[seat, bed] = 0


@kernel
def set_value(s: State, seat: int, bed: int, value: int) -> None:
    """Give a crop a new value, within 0 and the most a card can have."""
    s.crop_value[seat, bed] = min(max(value, 0), MOST_VALUE)


@kernel
def change_value(s: State, actor: int, seat: int, bed: int, amount: int) -> None:
    """Add to the value of one crop, or take from it."""
    before = int(s.crop_value[seat, bed])
    set_value(s, seat, bed, before + amount)
    note_bed(s, Told.CHANGED, actor, seat, bed, int(s.crop_value[seat, bed]) - before)


@kernel
def raise_garden(s: State, seat: int) -> int:
    """Add 1 to the value of every crop of a garden; return how many there are."""
    for bed in range(beds(s, seat)):
        if is_growing(s, seat, bed):
            set_value(s, seat, bed, int(s.crop_value[seat, bed]) + 1)
    return count_crops(s, seat)


@kernel
def delay(s: State, actor: int, seat: int, bed: int) -> None:
    """Make the crop in a bed ripen one turn later; an empty bed stays as it is."""
    if is_growing(s, seat, bed):
        s.crop_timer[seat, bed] = min(int(s.crop_timer[seat, bed]) + 1, MOST_TIMER)
    note_bed(s, Told.DELAYED, actor, seat, bed, 1)


@kernel
def destroy(s: State, actor: int, seat: int, bed: int) -> None:
    """Remove a growing crop: no coins, no harvest effect, card discarded."""
    note_bed(s, Told.DESTROYED, actor, seat, bed, 0)
    clear_bed(s, seat, bed)


@kernel
def remodel(s: State, actor: int, seat: int, bed: int, kind: int) -> None:
    """Turn a bed into another type; crop, value and timer stay (§3.3)."""
    s.bed[seat, bed] = kind
    note_bed(s, Told.REMODELED, actor, seat, bed, kind)


@kernel
def has_bed_to_remodel(s: State, actor: int, kind: int) -> bool:
    """Ask whether any bed can be turned into this type by an action card."""
    for seat in range(players(s)):
        for bed in range(beds(s, seat)):
            if can_remodel(s, actor, seat, bed, kind):
                return True
    return False


@kernel
def can_remodel(s: State, actor: int, seat: int, bed: int, kind: int) -> bool:
    """Ask whether an action card may turn this bed into that type (R85, R95)."""
    if s.bed[seat, bed] == kind:
        return False
    return seat == actor or s.options.any_bed or not is_greenhouse(s, seat, bed)
