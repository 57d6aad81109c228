"""A drawing of a view: market, gardens, sale, dice and the own hand as cards; nothing is told by colour alone."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from plowshares.core.seats import SPECTATOR
from plowshares.core.svg import SEAT_COLOURS, label, pick, picture, tag
from plowshares.games.battle_farm.cards import (
    ALL_FACES,
    ALL_NAMES,
    ALL_SLUGS,
    BED_EFFECTS,
    BED_NAMES,
    CALLINGS,
    CLASS_NAMES,
    COLOR,
    COLOR_SLUGS,
    COLORLESS,
    GRADE,
    NO_CARD,
    PRICE,
    PRINTED,
    RARITY_SLUGS,
    SLOTS,
    title_of,
)
from plowshares.games.battle_farm.notation.log import events_of
from plowshares.games.battle_farm.notation.words import hand_of, plural, sale_of, seat_name
from plowshares.games.battle_farm.state import Choice, Phase, State, Told

WIDTH = 960
MARGIN = 12
CARD_WIDTH, CARD_HEIGHT = 110, 84
GAP = 8
PANEL = 330  # what stands to the left of a garden
HAND_IN_ROW = 8
MOST_BACKS = 16  # backs drawn for another's hand; the number beside them is exact

PAINTS = {COLORLESS: "#e4e1da", 0: "#f6c6c0", 1: "#c9e5c0", 2: "#f7e7a6"}
COLOR_LETTERS = {COLORLESS: "action", 0: "red", 1: "green", 2: "yellow"}
STYLE = (
    "text{font-family:sans-serif;font-size:12px;fill:#222}"
    ".name{font-weight:bold}.small{font-size:10px}.big{font-size:15px;font-weight:bold}"
    ".pick.marked>rect:first-of-type{stroke:#b3261e;stroke-width:3.5;stroke-dasharray:7 3}"
)


class Sheet:
    """Collects what is drawn from top to bottom."""

    def __init__(self, s: State, seat: int, marked: Collection[str]) -> None:
        self.s = s
        self.seat = seat
        self.marked = marked
        self.parts: list[str] = []
        self.y = float(MARGIN)

    def write(self, words: str, class_: str = "name") -> None:
        """Write a line of text and move down."""
        self.parts.append(label(words, MARGIN, self.y + 8, text_anchor="start", class_=class_))
        self.y += 22

    def pick(self, name: str, title: str, *inside: str) -> None:
        """Draw something that can be picked."""
        self.parts.append(pick(name, title, *inside, marked=self.marked))


def board(s: State, seat: int, marked: Collection[str] = ()) -> str:
    """Draw a view as the seat sits, with these picks highlighted."""
    sheet = Sheet(s, seat, marked)
    _headline(sheet)
    _dice(sheet)
    _market(sheet)
    _sale(sheet)
    _question(sheet)
    for player in _seating(s, seat):
        _garden(sheet, player)
    if seat != SPECTATOR:
        _hand(sheet)
    title = f"Battle Farm, round {s.round}, phase {Phase(s.phase).name.lower()}"
    return picture(WIDTH, sheet.y + MARGIN, title, _description(s), sheet.parts, STYLE)


def _seating(s: State, seat: int) -> list[int]:
    """List the players in turn order, the viewer last, next to the hand."""
    order = [int(s.order[place]) for place in range(s.options.players)]
    return [p for p in order if p != seat] + [p for p in order if p == seat]


def _description(s: State) -> str:
    stocks = [
        f"{seat_name(s, p)} has {plural(s.coins[p], 'coin')}, {plural(s.fertilizers[p], 'fertilizer')} "
        f"and {plural(s.hand_count[p], 'card')}"
        for p in range(s.options.players)
    ]
    return f"{'; '.join(stocks)}. The deck has {plural(s.deck_count, 'card')}."


def _headline(sheet: Sheet) -> None:
    s = sheet.s
    words = f"Round {s.round} · {Phase(s.phase).name.lower()} · turn of {seat_name(s, s.current)}"
    words += f" · deck {s.deck_count} · discard pile {int(s.discard.sum())} · win limit {s.win_limit} coins"
    if s.final:
        words += " · last turns"
    sheet.write(words, "big")


def _dice(sheet: Sheet) -> None:
    """Draw the dice of the last step, and what is left of the allowance."""
    s = sheet.s
    dice = [e for e in events_of(s) if e.what == Told.ROLLED][-12:]
    if not dice and not s.allowance:
        return
    x = float(MARGIN)
    for event in dice:
        what = ALL_NAMES[event.card] if event.card != NO_CARD else "allowance"
        title = f"{seat_name(s, event.actor)} rolled {event.amount} for {what}"
        inside = _box(x, sheet.y, 26, 26, "#fff", rx=5), label(str(event.amount), x + 13, sheet.y + 13, class_="big")
        sheet.parts.append(tag("g", tag("title", title), *inside))
        x += 32
    if s.allowance:
        words = f"allowance left: {s.allowance} of {s.die}"
        sheet.parts.append(label(words, x + 4, sheet.y + 13, text_anchor="start"))
    sheet.y += 34


def _market(sheet: Sheet) -> None:
    sheet.write("Market")
    for slot in range(SLOTS):
        card = int(sheet.s.market[slot])
        x = MARGIN + slot * (CARD_WIDTH + GAP)
        if card == NO_CARD:
            inside = [_box(x, sheet.y, CARD_WIDTH, CARD_HEIGHT, "none"), _middle("empty", x, sheet.y)]
            sheet.pick(f"market {slot}", f"market slot m{slot}, empty", *inside)
        else:
            inside = _card(x, sheet.y, card, int(PRINTED[card]), f"m{slot} · {plural(PRICE[card], 'coin')}")
            price = f"market slot m{slot}, price {plural(PRICE[card], 'coin')}"
            sheet.pick(f"market {slot}", f"{price}: {_card_title(card, int(PRINTED[card]))}", *inside)
    sheet.y += CARD_HEIGHT + GAP


def _sale(sheet: Sheet) -> None:
    """Draw the cards on sale, and who has bid what."""
    s = sheet.s
    if s.sale_count == 0:
        return
    sheet.write(f"On sale by {seat_name(s, s.current)}, as one lot")
    for i, (card, value) in enumerate(sale_of(s)):
        _place_card(sheet, i, card, value, "on sale")
    _end_rows(sheet, int(s.sale_count))
    words = [f"{seat_name(s, p)}: {_bid_words(s, p, sheet.seat)}" for p in range(s.options.players) if p != s.current]
    sheet.write("Bids · " + " · ".join(words), "small")


def _bid_words(s: State, p: int, seat: int) -> str:
    if not s.has_bid[p]:
        return "none yet" if s.phase == Phase.BID and s.coins[p] else "not asked"
    return str(s.bid[p]) if s.phase == Phase.DEAL or p == seat else "hidden"


def _question(sheet: Sheet) -> None:
    """Draw what a pending choice can be answered with, if it is nowhere else."""
    s = sheet.s
    if s.pending == Choice.FUNGUS_INFILTRATION:
        sheet.write("Colors")
        for i, slug in enumerate(COLOR_SLUGS):
            x = MARGIN + i * (CARD_WIDTH + GAP)
            inside = _box(x, sheet.y, CARD_WIDTH, 30, PAINTS[i]), label(slug, x + CARD_WIDTH / 2, sheet.y + 15)
            sheet.pick(f"color {slug}", f"all {slug} crops", *inside)
        sheet.y += 30 + GAP
    if s.pending == Choice.LAND_ACQUISITION:
        sheet.write("Discard pile")
        kinds = [kind for kind in range(len(s.discard)) if s.discard[kind]]
        for i, kind in enumerate(kinds):
            _place_card(sheet, i, kind, int(PRINTED[kind]), f"×{s.discard[kind]}", f"card {ALL_SLUGS[kind]}")
        _end_rows(sheet, len(kinds))
    if s.pending == Choice.POLLINATOR_PARADISE and s.pair[0] != NO_CARD:
        sheet.write("Drawn cards: keep one")
        for i in range(2):
            _place_card(sheet, i, int(s.pair[i]), int(PRINTED[s.pair[i]]), f"keep {i}", f"pair {i}")
        _end_rows(sheet, 2)


def _garden(sheet: Sheet, player: int) -> None:
    """Draw one player: name, class, stocks, hand, and beds."""
    s = sheet.s
    sheet.pick(f"player p{player}", _player_title(s, player), *_panel(sheet, player))
    for bed in range(s.bed_count[player]):
        _bed(sheet, player, bed, PANEL + bed * (CARD_WIDTH + GAP))
    sheet.y += CARD_HEIGHT + 24 + GAP


def _panel(sheet: Sheet, player: int) -> list[str]:
    s, y = sheet.s, sheet.y
    calling = CALLINGS[s.profession[player]]
    is_turn = player == s.current and s.phase != Phase.OVER
    you = " (you)" if player == sheet.seat else ""
    lines = [
        (
            f"{'> ' if is_turn else ''}p{player} {seat_name(s, player)}{you} · {CLASS_NAMES[s.profession[player]]}",
            "name",
        ),
        (f"{plural(s.coins[player], 'coin')} · {plural(s.fertilizers[player], 'fertilizer')}", "big"),
        (f"{title_of(calling.ability)}: {plural(calling.cost, 'fertilizer')}{', used' if s.used[player] else ''}", ""),
        (f"harvested: {s.apples[player]} Apples, {s.melons[player]} Melon", "small"),
    ]
    parts = [_box(MARGIN, y, PANEL - MARGIN - GAP, CARD_HEIGHT + 24, "#faf7ef", SEAT_COLOURS[player])]
    for i, (words, class_) in enumerate(lines):
        parts.append(label(words, MARGIN + 8, y + 14 + i * 19, text_anchor="start", class_=class_ or None))
    count = int(s.hand_count[player])
    for i in range(min(count, MOST_BACKS)):
        parts.append(_box(MARGIN + 8 + i * 13, y + CARD_HEIGHT, 11, 17, "#7d8a99", rx=2))
    words = plural(count, "card")
    parts.append(label(words, PANEL - GAP - 14, y + CARD_HEIGHT + 9, text_anchor="end", class_="small"))
    return parts


def _player_title(s: State, player: int) -> str:
    calling = CALLINGS[s.profession[player]]
    uses = "once a game" if calling.once_a_game else "once a turn"
    return (
        f"{seat_name(s, player)}, {CLASS_NAMES[s.profession[player]]}: {plural(s.coins[player], 'coin')}, "
        f"{plural(s.fertilizers[player], 'fertilizer')}, {plural(s.hand_count[player], 'hand card')}. "
        f"{title_of(calling.ability)} ({uses}): {calling.effect}"
    )


def _bed(sheet: Sheet, player: int, bed: int, x: float) -> None:
    s, y = sheet.s, sheet.y
    kind = int(s.bed[player, bed])
    card = int(s.crop[player, bed])
    height = CARD_HEIGHT + 24
    parts = [_box(x, y, CARD_WIDTH, height, "#d9c7a7", "#6b5b3e")]
    parts.append(label(f"b{bed} {BED_NAMES[kind]}", x + CARD_WIDTH / 2, y + 12, class_="small"))
    title = f"{seat_name(s, player)}'s bed b{bed}, {BED_NAMES[kind]}: {BED_EFFECTS[kind]}"
    if card == NO_CARD:
        parts.append(label("empty", x + CARD_WIDTH / 2, y + height / 2 + 8))
        title += ". Empty"
    else:
        value, timer = int(s.crop_value[player, bed]), int(s.crop_timer[player, bed])
        parts += _card(x, y + 24, card, value, f"ripe in {plural(timer, 'turn')}")
        title += f". Ripe in {plural(timer, 'turn')}: {_card_title(card, value)}"
    sheet.pick(f"bed p{player} b{bed}", title, *parts)


def _hand(sheet: Sheet) -> None:
    """Draw the viewer's hand as cards."""
    s, seat = sheet.s, sheet.seat
    cards = hand_of(s, seat)
    sheet.write(f"Your hand: {plural(len(cards), 'card')}")
    for h, (card, value) in enumerate(cards):
        in_sale = seat == s.current and s.marked[h]
        _place_card(sheet, h, card, value, f"h{h}{' · in the sale' if in_sale else ''}", f"hand {h}")
    _end_rows(sheet, len(cards))


def _place_card(sheet: Sheet, i: int, card: int, value: int, note: str, name: str = "") -> None:
    """Draw the i-th card of a block of rows; with a name it can be picked."""
    x = MARGIN + (i % HAND_IN_ROW) * (CARD_WIDTH + GAP)
    y = sheet.y + (i // HAND_IN_ROW) * (CARD_HEIGHT + GAP)
    inside = _card(x, y, card, value, note)
    if name:
        sheet.pick(name, f"{note}: {_card_title(card, value)}", *inside)
    else:
        sheet.parts.append(tag("g", tag("title", _card_title(card, value)), *inside))


def _end_rows(sheet: Sheet, count: int) -> None:
    rows = (count + HAND_IN_ROW - 1) // HAND_IN_ROW
    sheet.y += rows * (CARD_HEIGHT + GAP)


def _card(x: float, y: float, card: int, value: int, note: str) -> list[str]:
    """Draw a card: name, color in words, rarity in words and stars, value now and printed, a note."""
    middle = x + CARD_WIDTH / 2
    grade, color, printed = int(GRADE[card]), int(COLOR[card]), int(PRINTED[card])
    worth = f"value {value}" if value == printed else f"value {value} (print {printed})"
    name = ALL_NAMES[card]
    return [
        _box(x, y, CARD_WIDTH, CARD_HEIGHT, PAINTS[color]),
        label(name, middle, y + 13, class_="name", **_squeezed(name)),
        label(f"{COLOR_LETTERS[color]} · {RARITY_SLUGS[grade]}", middle, y + 30, class_="small"),
        label("★" * grade, middle, y + 43, class_="small"),
        label(worth, middle, y + 57),
        label(note, middle, y + 73, class_="small"),
    ]


def _squeezed(name: str) -> dict[str, Any]:
    """Return what makes a long name fit the card."""
    return {"textLength": CARD_WIDTH - 8, "lengthAdjust": "spacingAndGlyphs"} if len(name) > 15 else {}


def _card_title(card: int, value: int) -> str:
    face = ALL_FACES[card]
    kind = "action card" if face.color == COLORLESS else f"{COLOR_SLUGS[face.color]} crop"
    worth = f"value {value}, printed {face.value}" if value != face.value else f"value {value}"
    return f"{ALL_NAMES[card]}, {RARITY_SLUGS[face.rarity]} {kind}, {worth}. {face.effect}"


def _box(x: float, y: float, width: float, height: float, fill: str, stroke: str = "#555", rx: float = 6) -> str:
    attributes: dict[str, Any] = {"x": x, "y": y, "width": width, "height": height, "rx": rx}
    return tag("rect", fill=fill, stroke=stroke, stroke_width=1.5, **attributes)


def _middle(words: str, x: float, y: float) -> str:
    return label(words, x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2)
