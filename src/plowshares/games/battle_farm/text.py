"""A picture of a view for terminals, within 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Collection

from plowshares.core.seats import SPECTATOR
from plowshares.games.battle_farm.cards import (
    ALL_FACES,
    ALL_SLUGS,
    BED_SLUGS,
    CALLINGS,
    CLASS_SLUGS,
    COLOR,
    COLOR_SLUGS,
    COLORLESS,
    GRADE,
    NO_CARD,
    PRICE,
    PRINTED,
    RARITY_SLUGS,
    SLOTS,
)
from plowshares.games.battle_farm.notation.log import events_of
from plowshares.games.battle_farm.notation.words import CHOICES, PHASES, card_slug, hand_of, sale_of
from plowshares.games.battle_farm.state import Choice, Phase, State, Told

COLUMNS = 80


def board(s: State, seat: int, marked: Collection[str] = ()) -> str:
    """Draw a view as the seat sits; marked things have a star before them."""
    lines = [*_headline(s), *_market(s, marked), *_sale(s, seat), *_question(s, marked)]
    for place in range(s.options.players):
        lines += _garden(s, int(s.order[place]), seat, marked)
    if seat != SPECTATOR:
        lines += _hand(s, seat, marked)
    return "\n".join(
        line for long in lines for line in (textwrap.wrap(long, COLUMNS, subsequent_indent="    ") or [""])
    )


def _star(name: str, marked: Collection[str]) -> str:
    return "*" if name in marked else ""


def _headline(s: State) -> list[str]:
    turn = f"Round {s.round}, {PHASES[s.phase]}, turn of p{s.current}"
    if s.pending != Choice.NONE:
        turn += f", p{s.chooser} answers {CHOICES[s.pending]}"
    parts = [f"{turn}; deck {s.deck_count}, limit {s.win_limit}{', last turns' if s.final else ''}"]
    dice = [f"p{e.actor}: {e.amount}" for e in events_of(s) if e.what == Told.ROLLED]
    if dice:
        parts.append(f"dice {', '.join(dice)}")
    if s.allowance:
        parts.append(f"allowance left {s.allowance} of {s.die}")
    return ["; ".join(parts)]


def _face(card: int, value: int) -> str:
    """Write a card with color, rarity and value: `corn=8 (yellow common, 3)`."""
    color = "action" if COLOR[card] == COLORLESS else COLOR_SLUGS[COLOR[card]]
    return f"{card_slug(card, value)} ({color} {RARITY_SLUGS[GRADE[card]]}, {PRINTED[card]})"


def _market(s: State, marked: Collection[str]) -> list[str]:
    cells = [_slot(s, slot, marked) for slot in range(SLOTS)]
    pairs = zip(cells[::2], cells[1::2], strict=True)
    return ["Market: slot, price in coins, card", *(f"  {left:{COLUMNS // 2 - 2}} {right}" for left, right in pairs)]


def _slot(s: State, slot: int, marked: Collection[str]) -> str:
    card = int(s.market[slot])
    what = "empty" if card == NO_CARD else f"{PRICE[card]}c {_face(card, int(PRINTED[card]))}"
    return f"{_star(f'market {slot}', marked)}m{slot} {what}"


def _sale(s: State, seat: int) -> list[str]:
    if s.sale_count == 0:
        return []
    cards = ", ".join(card_slug(card, value) for card, value in sale_of(s))
    bids = []
    for p in range(s.options.players):
        if s.has_bid[p]:
            bids.append(f"p{p} {s.bid[p] if s.phase == Phase.DEAL or p == seat else 'has bid'}")
    return [f"On sale by p{s.current}: {cards}", f"  bids: {', '.join(bids) or 'none yet'}"]


def _question(s: State, marked: Collection[str]) -> list[str]:
    if s.pending == Choice.LAND_ACQUISITION:
        kinds = [
            f"{_star(f'card {ALL_SLUGS[k]}', marked)}{ALL_SLUGS[k]}" for k in range(len(s.discard)) if s.discard[k]
        ]
        return [f"Discard pile: {', '.join(kinds)}"]
    if s.pending == Choice.POLLINATOR_PARADISE and s.pair[0] != NO_CARD:
        return [f"Drawn: {', '.join(f'{i} {ALL_SLUGS[s.pair[i]]}' for i in range(2))}"]
    return []


def _garden(s: State, p: int, seat: int, marked: Collection[str]) -> list[str]:
    calling = CALLINGS[s.profession[p]]
    mark = ">" if p == s.current and s.phase != Phase.OVER else " "
    head = f"{mark}{_star(f'player p{p}', marked)}p{p}{' (you)' if p == seat else ''} {CLASS_SLUGS[s.profession[p]]}"
    head += f": {s.coins[p]} coins, {s.fertilizers[p]} fertilizers, {s.hand_count[p]} cards, {calling.ability}"
    lines = [head + (" used" if s.used[p] else "")]
    row = "  "
    for bed in range(s.bed_count[p]):
        cell = _bed(s, p, bed, marked)
        if len(row) + 2 + len(cell) > COLUMNS:
            lines.append(row)
            row = "  "
        row += f"  {cell}"
    return [*lines, row]


def _bed(s: State, p: int, bed: int, marked: Collection[str]) -> str:
    """Write a bed as the rules' examples do: `raised:grapes/15/4` is bed, crop, value, timer."""
    words = f"{_star(f'bed p{p} b{bed}', marked)}b{bed} {BED_SLUGS[s.bed[p, bed]]}"
    if s.crop[p, bed] == NO_CARD:
        return words
    return f"{words}:{ALL_SLUGS[s.crop[p, bed]]}/{s.crop_value[p, bed]}/{s.crop_timer[p, bed]}"


def _hand(s: State, seat: int, marked: Collection[str]) -> list[str]:
    lines = ["Your hand"]
    for h, (card, value) in enumerate(hand_of(s, seat)):
        sale = " [in the sale]" if seat == s.current and s.marked[h] else ""
        lines.append(f"  {_star(f'hand {h}', marked)}h{h} {_face(card, value)}{sale}: {ALL_FACES[card].effect}")
    return lines
